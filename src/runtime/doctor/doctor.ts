import { parseArgs } from 'node:util';
import { readIdentity } from '../authorization/identity.js';
import type { Identity } from '../caller.js';
import { readChosenSchemes } from '../credentials/choice.js';
import { schemesInForce } from '../credentials/scheme-urls.js';
import { HelpRequest } from '../environment.js';
import { SettingError } from '../settings.js';
import { examineApi } from './api.js';
import { examineClients, readClientSettings, type ClientSettings } from './clients.js';
import { examineNames } from './misnamed.js';
import { finding, isHealthy, writeJson, writeText, type Section } from './report.js';
import { examineSchemes } from './schemes.js';
import type { DoctorSettings } from './settings.js';
import { chooseForTools, examineTools } from './tools.js';
import { examineValues } from './values.js';

const help = `Says what this server has and what it lacks: variables (never their values), tokens, scopes, certificates, and who may
call it. It asks issuers for tokens, and the API for nothing. The exit code is 0 where all is right, 1 where something
has to be mended.

  npm run doctor -- [flags]

  --json               for a program to read
  --use-refresh-token  tries refresh tokens too, each of which an issuer may replace when it is used: the new one is
                       kept in .env in place of the old one, and lost where the old one came from elsewhere`;

/** Examines a server, and prints what it finds; `process.exitCode` tells whether all is right. */
export async function runDoctor(
  settings: DoctorSettings,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const { json, usesRefreshToken } = readFlags(args);
  const sections = await examine(settings, usesRefreshToken);
  console.log(json ? writeJson(sections) : writeText(sections));
  if (!isHealthy(sections)) process.exitCode = 1;
}

/** Everything that is to be said of a server. */
export async function examine(given: DoctorSettings, usesRefreshToken = false): Promise<readonly Section[]> {
  const securitySchemes = schemesInForce(given.manifest, given.environment);
  const settings = { ...given, manifest: { ...given.manifest, securitySchemes } };
  const clients = readClientSettings(settings);
  const identity = identityOf(clients, settings);
  const isExchange = identity === 'exchange';
  const { chosen, findings } = readChoice(settings);
  const toolSettings = { ...settings, chosen, identity };
  const tools = await chooseForTools(toolSettings);
  const schemes = await examineSchemes(tools, { ...settings, isExchange, usesRefreshToken });
  const troubles = new Map(schemes.map(({ name, trouble }) => [name, trouble]));
  const told = [...examineTools(tools, troubles, toolSettings), ...(await examineValues(settings))];
  return [
    examineApi(settings),
    ...schemes.map(({ title, findings: own }) => ({ title, findings: own })),
    { title: 'Tools', findings: [...findings, ...told] },
    await examineClients(clients),
    await examineNames(settings),
  ];
}

/** As whom tools would be called over HTTP, whatever else keeps the server from starting there. */
function identityOf(clients: ClientSettings, { manifest, environment }: DoctorSettings): Identity {
  if ('authorization' in clients)
    return clients.authorization.mode === 'oauth' ? clients.authorization.identity : 'service';
  try {
    return readIdentity(environment, manifest.access) ?? 'service';
  } catch (error) {
    // That keeps it from starting too, and is told there.
    if (error instanceof SettingError) return 'service';
    throw error;
  }
}

/** The schemes that are chosen by name: a name of none keeps the server from starting. */
function readChoice({ manifest, environment }: DoctorSettings): Pick<Section, 'findings'> & {
  readonly chosen: ReadonlySet<string>;
} {
  try {
    const chosen = readChosenSchemes(manifest, environment);
    const names = [...chosen].map((name) => JSON.stringify(name)).join(', ');
    const findings = chosen.size === 0 ? [] : [finding('ok', manifest.securityEnv ?? 'security', names)];
    return { chosen, findings };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return {
      chosen: new Set(),
      findings: [finding('wrong', manifest.securityEnv ?? 'security', error.message)],
    };
  }
}

function readFlags(args: readonly string[]): { readonly json: boolean; readonly usesRefreshToken: boolean } {
  const flag = { type: 'boolean' } as const;
  try {
    const options = { json: flag, 'use-refresh-token': flag, help: flag };
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) throw new HelpRequest(help);
    return { json: values.json ?? false, usesRefreshToken: values['use-refresh-token'] ?? false };
  } catch (error) {
    if (error instanceof HelpRequest) throw error;
    throw new SettingError('There is no such flag. See what there is: npm run doctor -- --help');
  }
}
