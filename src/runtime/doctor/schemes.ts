import { credentialParts } from '../credentials/parts.js';
import { quotedName } from '../credentials/quoted-name.js';
import { hasIssuer, isWhole } from '../credentials/ways.js';
import type { Credential, SecurityScheme } from '../security.js';
import { isSet } from '../settings.js';
import { ToolError } from '../tool-error.js';
import { examineCertificates } from './certificates.js';
import { finding, type Finding, type Section } from './report.js';
import { examinePlacing } from './placing.js';
import type { TokenFindings, TokenSettings } from './token-scheme.js';
import { examineTokens } from './tokens.js';
import type { ExaminedTool } from './tools.js';
import { examineVariable } from './variables.js';

/** What was found about a scheme. */
export interface SchemeSection extends Section {
  /** As the document names it. */
  readonly name: string;
  /** What keeps tools from being called by it. */
  readonly trouble: SchemeTrouble;
}

/** What keeps tools from being called by a scheme whose variables are set. */
export interface SchemeTrouble {
  /** For all tools: its credential cannot be used, or brings no token. */
  readonly forAll: 'unusable' | 'no-token' | undefined;
  /** By the name of a tool, scopes that it is not granted. */
  readonly ungranted: ReadonlyMap<string, readonly string[]>;
}

/** What was found about a scheme, and about the tokens of it. */
interface Examined {
  readonly own: readonly Finding[];
  readonly tokens?: TokenFindings;
}

/** Looks at the credential of each scheme: its variables, its certificates, and the token that it brings. */
export async function examineSchemes(
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<readonly SchemeSection[]> {
  const sections: SchemeSection[] = [];
  for (const [name, scheme] of Object.entries(settings.manifest.securitySchemes)) {
    const { own, tokens } = await examineScheme(name, scheme, tools, settings);
    const findings = [...own, ...(tokens?.findings ?? [])];
    const title = `Credentials ${quotedName(name)} (${kindOf(scheme)})`;
    const forAll = isWrong(own) ? 'unusable' : isWrong(tokens?.findings) ? 'no-token' : undefined;
    sections.push({ name, title, findings, trouble: { forAll, ungranted: tokens?.ungranted ?? new Map() } });
  }
  return sections;
}

function isWrong(findings: readonly Finding[] = []): boolean {
  return findings.some(({ state }) => state === 'wrong');
}

function kindOf(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? `http ${scheme.scheme}` : scheme.type;
}

async function examineScheme(
  name: string,
  scheme: SecurityScheme,
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<Examined> {
  const { environment, credentials, hooks, isExchange } = settings;
  if (Object.hasOwn(hooks?.authenticate ?? {}, name))
    return { own: [finding('ok', 'src/hooks.ts', 'code of yours does this scheme')] };
  const variables: Finding[] = [];
  for (const variable of variablesTold(scheme, settings))
    variables.push(await examineVariable(environment, variable));
  if (credentialParts(scheme).ways.length === 0) {
    const text = 'only code can do this scheme: an entry of `authenticate`';
    return { own: [...variables, finding('note', 'src/hooks.ts', text)] };
  }
  // A file that cannot be read is told with its variable.
  const credential = await credentialOf(() => credentials(name, scheme));
  if (credential === undefined) return { own: variables };
  const isTested = hasIssuer(scheme) && (isExchange || isWhole(scheme, credential));
  const isByCode = isWhole(scheme, credential) && variables.every(({ state }) => state === 'unset');
  // What is asked for at an issuer is seen there, and what an exchange does not send has no place in requests.
  const isReady = !hasIssuer(scheme) || (!isExchange && Object.hasOwn(credential, 'token'));
  const isPlaced = isReady && isWhole(scheme, credential);
  const own = [
    ...variables,
    ...(isByCode ? [finding('ok', 'src/credentials.ts', 'code of yours has this credential')] : []),
    ...examineCertificates(scheme, credential),
    ...(isPlaced ? await examinePlacing(name, scheme, credential) : []),
  ];
  return isTested
    ? { own, tokens: await examineTokens({ name, scheme, credential }, tools, settings) }
    : { own };
}

/** Where tokens are exchanged, a ready one is no way: nobody is told that it is not set. */
function variablesTold(
  scheme: SecurityScheme,
  { isExchange, environment }: TokenSettings,
): readonly string[] {
  const parts = Object.entries(scheme.env);
  const isTold = (part: string, variable: string): boolean =>
    !isExchange || !hasIssuer(scheme) || part !== 'token' || isSet(environment, variable);
  return parts.filter(([part, variable]) => isTold(part, variable)).map(([, variable]) => variable);
}

async function credentialOf(find: () => Promise<Credential | undefined>): Promise<Credential | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
