import { Diagnostics, type Origin } from '../diagnostics/diagnostics.js';
import { reportBroken } from '../load/broken-references.js';
import { child, type Located } from '../load/located.js';
import { keyOf } from '../diagnostics/pointer.js';
import { resolveReference } from '../load/references.js';
import { isSchemeUri } from '../load/scheme-uris.js';
import { isToken } from '../runtime/request/encoding.js';
import { credentialParts } from '../runtime/credentials/parts.js';
import type { SchemeShape } from '../runtime/security.js';
import { followMap, memberOfMap, type Members } from './misplaced-references.js';
import type { NamedScheme } from './model.js';
import { readDeclaredScopes, readFlows } from './oauth-flows.js';
import { readOAuthUrl, type SchemeReading } from './oauth-urls.js';
import { followObject, textOf, type Followed, type OutlineReading, type Reading } from './reading.js';
import { schemeNameAt } from './scheme-names.js';

/** The security schemes of a document. */
export interface SecuritySchemes {
  /** The scheme of that name; `undefined` where there is none that can be satisfied. */
  readonly schemeOf: (name: string) => NamedScheme | undefined;
  /**
   * The name of the scheme that a key of a Security Requirement Object means, which stands at `origin`; `undefined` where
   * it is a URI that leads nowhere, which is reported.
   */
  readonly nameOf: (key: string, origin: Origin) => string | undefined;
  /** The names of all, in document order. */
  readonly names: () => readonly string[];
  /** All that can be satisfied. */
  readonly all: () => ReadonlyMap<string, NamedScheme>;
}

/**
 * Looks the Security Scheme Objects up; those that cannot be satisfied are reported, all of them where the document is
 * read whole, else those that are asked for: what only operations need that are left out is nobody's matter.
 */
export function openSecuritySchemes(reading: Reading, isWhole: boolean): SecuritySchemes {
  const written = new Map(schemesOf(reading));
  const names = new Map([...written].map(([name, { origin }]) => [keyOf(origin), name]));
  const known = new Map<string, NamedScheme | undefined>();
  const read = (name: string, diagnostics: Diagnostics): NamedScheme | undefined => {
    const object = written.get(name);
    if (object !== undefined && !known.has(name)) {
      known.set(name, readReported(object, { ...reading, diagnostics, name }));
    }
    return known.get(name);
  };
  const declared = new Set(written.keys());
  const add = (object: Located): string => {
    const name = freeName(schemeNameAt(object.origin, reading.document.root.origin.file), declared);
    written.set(name, object);
    names.set(keyOf(object.origin), name);
    return name;
  };
  if (isWhole) for (const name of written.keys()) read(name, reading.diagnostics);
  return {
    schemeOf: (name) => read(name, reading.diagnostics),
    nameOf: (key, origin) => {
      if (!reading.rules.hasSchemeUris || declared.has(key)) return key;
      const resolution = resolveReference(key, origin, reading.document);
      if ('problem' in resolution) {
        if (!isSchemeUri(key)) return key;
        reportBroken(key, resolution, origin, reading.document, reading.diagnostics);
        return undefined;
      }
      const { target } = resolution;
      return names.get(keyOf(target.origin)) ?? add(target);
    },
    names: () => [...written.keys()],
    all: () => supportedOf([...written.keys()], (name) => read(name, new Diagnostics())),
  };
}

function supportedOf(
  names: readonly string[],
  read: (name: string) => NamedScheme | undefined,
): ReadonlyMap<string, NamedScheme> {
  const schemes = names.map((name) => [name, read(name)] as const);
  return new Map(schemes.flatMap(([name, scheme]) => (scheme === undefined ? [] : [[name, scheme]])));
}

function readReported(written: Located, reading: SchemeReading): NamedScheme | undefined {
  const scheme = readScheme(written, reading);
  if (typeof scheme !== 'string') return scheme;
  const { name, diagnostics } = reading;
  diagnostics.report('unsupported-security-scheme', { name, problem: scheme }, written.origin);
  return undefined;
}

/** The map of the Security Scheme Objects, as it stands in the document. */
export function writtenSchemes(reading: OutlineReading): Located {
  const { document, rules } = reading;
  return rules.securitySchemes.reduce<Located>(
    (object, key) => (object === document.root ? child(object, key) : memberOfMap(object, key, reading)),
    document.root,
  );
}

/** The Security Scheme Objects by name, as they stand in the document. */
export function schemesOf(reading: OutlineReading): Members {
  return followMap(writtenSchemes(reading), reading);
}

/** A name that the document has not given to another scheme. */
function freeName(name: string, declared: ReadonlySet<string>): string {
  let found = name;
  while (declared.has(found)) found = `${found}#`;
  return found;
}

/** Reads a Security Scheme Object; a text says why it cannot be satisfied. */
function readScheme(written: Located, reading: SchemeReading): NamedScheme | string {
  const object = followObject(written, 'A Security Scheme Object', reading);
  if (object === undefined) return 'it cannot be read.';
  const scheme = shapeOf(object, reading);
  if (typeof scheme === 'string') return scheme;
  const { description, value } = object;
  const isDeprecated = reading.rules.hasSchemeMetadata && value.deprecated === true;
  const declaredScopes = scheme.type === 'oauth2' ? readDeclaredScopes(object, reading) : undefined;
  return {
    scheme,
    description,
    ...(isDeprecated ? { isDeprecated } : {}),
    ...(declaredScopes === undefined ? {} : { declaredScopes }),
  };
}

function shapeOf(object: Followed, reading: SchemeReading): SchemeShape | string {
  const type = textOf(object.value.type);
  const read = type === undefined ? undefined : schemeTypes.get(type);
  if (read !== undefined) return read(object, reading);
  return type === undefined ? 'it has no `type`.' : `the type '${type}' is not known here.`;
}

/** Every type of Security Scheme Object; a text says what is wrong. `basic` is Swagger 2.0's. */
const schemeTypes: ReadonlyMap<string, (object: Followed, reading: SchemeReading) => SchemeShape | string> =
  new Map([
    ['apiKey', readApiKey],
    ['http', readHttp],
    ['basic', (): SchemeShape => ({ type: 'http', scheme: 'basic' })],
    ['oauth2', readOAuth],
    ['openIdConnect', readOpenIdConnect],
    ['mutualTLS', readMutualTls],
  ]);

const keyLocations = ['query', 'header', 'cookie'] as const;

// Headers that frame the request, which no credential can travel in.
const framing = /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive)$/i;

function readApiKey({ value: { name, in: location } }: Followed): SchemeShape | string {
  const place = keyLocations.find((known) => known === location);
  if (typeof name !== 'string' || name === '' || place === undefined)
    return 'an API key needs `name` and `in`.';
  if (place !== 'query' && !isToken(name)) {
    return `'${name}' is no name of a ${place}, which is made of letters, digits and !#$%&'*+-.^_\`|~ alone.`;
  }
  if (place === 'header' && framing.test(name)) return `the header '${name}' cannot carry a credential.`;
  return { type: 'apiKey', name, in: place };
}

function readHttp(object: Followed, { name, diagnostics }: SchemeReading): SchemeShape | string {
  const { scheme: written } = object.value;
  const scheme = typeof written === 'string' ? written.toLowerCase() : '';
  if (!isToken(scheme)) return 'its `scheme` is no name of an HTTP scheme.';
  const shape: SchemeShape = { type: 'http', scheme };
  if (credentialParts(shape).ways.length === 0) {
    diagnostics.report('security-scheme-needs-code', { name, scheme }, object.origin);
  }
  return shape;
}

function readOAuth(object: Followed, reading: SchemeReading): SchemeShape {
  const { hasSchemeMetadata } = reading.rules;
  const oauth2MetadataUrl = hasSchemeMetadata
    ? readOAuthUrl(object, 'oauth2MetadataUrl', reading)
    : undefined;
  return {
    type: 'oauth2',
    flows: readFlows(object, reading),
    ...(oauth2MetadataUrl === undefined ? {} : { oauth2MetadataUrl }),
  };
}

function readOpenIdConnect(object: Followed, reading: SchemeReading): SchemeShape {
  const openIdConnectUrl = readOAuthUrl(object, 'openIdConnectUrl', reading);
  return { type: 'openIdConnect', ...(openIdConnectUrl === undefined ? {} : { openIdConnectUrl }) };
}

function readMutualTls(object: Followed, { document, diagnostics }: SchemeReading): SchemeShape {
  if (document.version === '2.0' || document.version === '3.0') {
    const problem = `OpenAPI ${document.version} has no security scheme of type \`mutualTLS\`; it is read as that of 3.1.`;
    diagnostics.report('invalid-document', { problem }, child(object, 'type').origin);
  }
  return { type: 'mutualTLS' };
}
