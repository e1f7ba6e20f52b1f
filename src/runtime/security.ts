/** The Security Scheme Objects that emitted servers can satisfy, by `type`. */
interface SchemeShapes {
  apiKey: { readonly name: string; readonly in: 'query' | 'header' | 'cookie' };
  /** `scheme` is `basic` or `bearer`. */
  http: { readonly scheme: 'basic' | 'bearer' };
  /** An access token that was obtained elsewhere. */
  oauth2: object;
  /** An access token that was obtained elsewhere. */
  openIdConnect: object;
}

/** A Security Scheme Object as the document has it. */
export type SchemeShape = {
  [Type in keyof SchemeShapes]: { readonly type: Type } & SchemeShapes[Type];
}[keyof SchemeShapes];

/** A scheme with the environment variables of its parts: `key`; `username`, `password`; `token`. */
export type SecurityScheme = SchemeShape & { readonly env: Readonly<Record<string, string>> };

/** A Security Requirement Object: scheme name → scopes. All of them must be satisfied together. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;
