import { credentialParts } from '../credentials/parts.js';
import { quotedName } from '../credentials/quoted-name.js';
import { hasIssuer, isWhole } from '../credentials/ways.js';
import type { Credential, SecurityScheme } from '../security.js';
import { ToolError } from '../tool-error.js';
import { examineCertificates } from './certificates.js';
import { finding, type Finding, type Section } from './report.js';
import { examineTokens, type TokenSettings } from './tokens.js';
import type { ExaminedTool } from './tools.js';
import { examineVariable } from './variables.js';

/** What was found about a scheme. */
export interface SchemeSection extends Section {
  /** As the document names it. */
  readonly name: string;
}

/** Looks at the credential of each scheme: its variables, its certificates, and the token that it brings. */
export async function examineSchemes(
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<readonly SchemeSection[]> {
  const sections: SchemeSection[] = [];
  for (const [name, scheme] of Object.entries(settings.manifest.securitySchemes)) {
    const findings = await examineScheme(name, scheme, tools, settings);
    sections.push({ name, title: `Credentials ${quotedName(name)} (${kindOf(scheme)})`, findings });
  }
  return sections;
}

function kindOf(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? `http ${scheme.scheme}` : scheme.type;
}

async function examineScheme(
  name: string,
  scheme: SecurityScheme,
  tools: readonly ExaminedTool[],
  settings: TokenSettings,
): Promise<readonly Finding[]> {
  const { environment, credentials, hooks, isExchange } = settings;
  if (Object.hasOwn(hooks?.authenticate ?? {}, name))
    return [finding('ok', 'src/hooks.ts', 'code of yours does this scheme')];
  const variables: Finding[] = [];
  for (const variable of Object.values(scheme.env))
    variables.push(await examineVariable(environment, variable));
  if (credentialParts(scheme).ways.length === 0)
    return [
      ...variables,
      finding('note', 'src/hooks.ts', 'only code can do this scheme: an entry of `authenticate`'),
    ];
  // A file that cannot be read is told with its variable.
  const credential = await credentialOf(() => credentials(name, scheme));
  if (credential === undefined) return variables;
  const isTested = hasIssuer(scheme) && (isExchange || isWhole(scheme, credential));
  const isByCode = isWhole(scheme, credential) && variables.every(({ state }) => state === 'unset');
  return [
    ...variables,
    ...(isByCode ? [finding('ok', 'src/credentials.ts', 'code of yours has this credential')] : []),
    ...examineCertificates(scheme, credential),
    ...(isTested ? await examineTokens({ name, scheme, credential }, tools, settings) : []),
  ];
}

async function credentialOf(find: () => Promise<Credential | undefined>): Promise<Credential | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
