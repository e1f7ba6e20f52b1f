import type { Caller, Identity } from '../caller.js';
import { alternativesOf, chooseSchemes, type Choice, type ChosenScheme } from '../credentials/choice.js';
import { lackOfScheme, type LackSettings } from '../credentials/lacks.js';
import { quotedName } from '../credentials/quoted-name.js';
import type { ToolDefinition } from '../manifest.js';
import type { SecurityRequirement } from '../security.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding, type Section } from './report.js';
import type { DoctorSettings } from './settings.js';
import { examineVariable } from './variables.js';

/** A tool with the schemes that its calls are sent with; `undefined` where none of its alternatives is configured. */
export interface ExaminedTool {
  readonly tool: ToolDefinition;
  readonly schemes: readonly ChosenScheme[] | undefined;
  /** What is wrong with its credentials, where that is not that they are missing. */
  readonly problem: string | undefined;
}

/** What tools are examined with. */
export interface ToolSettings extends DoctorSettings {
  readonly chosen: ReadonlySet<string>;
  readonly identity: Identity;
}

/** Nobody calls; which alternative counts depends on how callers would be represented alone. */
export const standIn: Caller = {
  subject: '',
  clientId: undefined,
  scopes: undefined,
  claims: {},
  token: '',
  expiresAt: undefined,
  identity: 'exchange',
};

/** Finds out which alternative each tool takes. */
export async function chooseForTools(settings: ToolSettings): Promise<readonly ExaminedTool[]> {
  const examined: ExaminedTool[] = [];
  for (const tool of settings.manifest.tools) {
    try {
      const schemes = await chooseSchemes(choiceOf(tool, settings));
      examined.push({ tool, schemes, problem: undefined });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const problem = error.code === 'missing-credentials' ? undefined : error.message;
      examined.push({ tool, schemes: undefined, problem });
    }
  }
  return examined;
}

function choiceOf({ request }: ToolDefinition, settings: ToolSettings): Choice {
  const { manifest, credentials, chosen, identity } = settings;
  return {
    requirements: request.security,
    schemes: manifest.securitySchemes,
    credentials,
    chosen,
    caller: identity === 'exchange' ? standIn : undefined,
    isHooked: isHookedIn(settings),
  };
}

function isHookedIn({ hooks }: DoctorSettings): (schemeName: string) => boolean {
  return (name) => Object.hasOwn(hooks?.authenticate ?? {}, name);
}

/**
 * Tells by which alternative the tools of each group are called, and what the others lack; `unusable` are the schemes
 * whose credentials are there and wrong.
 */
export async function examineTools(
  examined: readonly ExaminedTool[],
  unusable: ReadonlySet<string>,
  settings: ToolSettings,
): Promise<Section> {
  const groups = new Map<
    string,
    { readonly outcome: Outcome; readonly group: string; readonly names: string[] }
  >();
  for (const each of examined) {
    const outcome = outcomeOf(each, unusable, settings);
    const group = each.tool.group ?? 'Tools without a group';
    const key = JSON.stringify([group, outcome]);
    const known = groups.get(key) ?? { outcome, group, names: [] };
    groups.set(key, known);
    known.names.push(each.tool.name);
  }
  const findings = [...groups.values()].map(({ outcome: { state, text }, group, names }) =>
    finding(state, `${group}, ${listed(names, state === 'ok' || state === 'note' ? 0 : mostNamed)}`, text),
  );
  return { title: 'Tools', findings: [...findings, ...(await examineValues(settings))] };
}

type Outcome = Pick<Finding, 'state' | 'text'>;

function outcomeOf(
  { tool, schemes, problem }: ExaminedTool,
  unusable: ReadonlySet<string>,
  settings: ToolSettings,
): Outcome {
  if (problem !== undefined) return { state: 'wrong', text: problem };
  if (schemes === undefined) return { state: 'missing', text: lackingText(tool, settings) };
  const names = schemes.map(({ name }) => quotedName(name)).join(' and ');
  const faulty = schemes.filter(({ name }) => unusable.has(name)).map(({ name }) => quotedName(name));
  // What is wrong there is told there, and counts once.
  if (faulty.length > 0)
    return { state: 'note', text: `called by ${names}, once ${faulty.join(' and ')} is mended` };
  return { state: 'ok', text: names === '' ? 'called without credentials' : `called by ${names}` };
}

/** Alternatives that a line names. */
const mostAlternatives = 4;

/** What each alternative lacks. */
function lackingText(tool: ToolDefinition, settings: ToolSettings): string {
  const { manifest, environment, identity } = settings;
  const { counting } = alternativesOf(choiceOf(tool, settings));
  if (counting.length === 0) return 'they take no token that could be exchanged for one of their caller';
  const lacking = counting.map((alternative) =>
    lackOf(alternative, {
      schemes: manifest.securitySchemes,
      environment,
      isHooked: isHookedIn(settings),
      isExchange: identity === 'exchange',
    }),
  );
  const texts = [...new Set(lacking.map(({ text }) => text))];
  const more = texts.length > mostAlternatives ? `, or ${texts.length - mostAlternatives} more` : '';
  const others = lacking.some(({ hasOtherWays }) => hasOtherWays) ? '; .env.example has other ways' : '';
  return `lacking: ${texts.slice(0, mostAlternatives).join(', or ')}${more}${others}`;
}

function lackOf(
  alternative: SecurityRequirement,
  settings: LackSettings,
): { readonly text: string; readonly hasOtherWays: boolean } {
  const names = Object.keys(alternative);
  const lacks = names.map((name) => lackOfScheme(name, settings));
  const hasOtherWays = lacks.some((lack) => lack.hasOtherWays);
  const text = lacks.flatMap((lack) => lack.names).join(' and ');
  if (text !== '') return { text, hasOtherWays };
  // All variables are there, and the owner's code hands out something else.
  return { text: `what src/credentials.ts gives for ${names.map(quotedName).join(' and ')}`, hasOtherWays };
}

/** Values of parameters that are no arguments. */
async function examineValues({ manifest, environment }: ToolSettings): Promise<readonly Finding[]> {
  const fixed = manifest.tools.flatMap(({ request }) => request.fixed ?? []);
  const required = new Set(
    fixed.flatMap((each) => ('env' in each && each.required === true ? [each.env] : [])),
  );
  const found: Finding[] = [];
  for (const name of required) {
    const { state, text } = await examineVariable(environment, name);
    found.push(
      state === 'unset'
        ? finding('missing', name, 'a value that tools send in every call')
        : finding(state, name, text),
    );
  }
  const claims = new Set(fixed.flatMap((each) => ('claim' in each ? [each.claim] : [])));
  const texts = [...claims].map((claim) =>
    finding(
      'note',
      `claim ${quotedName(claim)}`,
      'tools take a value from it: they can be called over HTTP with MCP_AUTH=oauth alone',
    ),
  );
  return [...found, ...texts];
}

const mostNamed = 8;

/** How many there are, and the names of the first. */
export function listed(names: readonly string[], most = mostNamed): string {
  const count = `${names.length} ${names.length === 1 ? 'tool' : 'tools'}`;
  if (most === 0) return count;
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${count} (${names.slice(0, most).join(', ')}${more})`;
}
