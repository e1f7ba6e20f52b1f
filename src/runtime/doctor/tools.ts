import type { Caller, Identity } from '../caller.js';
import { alternativesOf, chooseSchemes, type Choice, type ChosenScheme } from '../credentials/choice.js';
import { lackOfScheme, type LackSettings } from '../credentials/lacks.js';
import { quotedName } from '../credentials/quoted-name.js';
import type { ToolDefinition } from '../manifest.js';
import type { SecurityRequirement } from '../security.js';
import { baseUrlFor } from '../servers.js';
import { ToolError } from '../tool-error.js';
import { finding, type Finding } from './report.js';
import type { DoctorSettings } from './settings.js';
import type { SchemeTrouble } from './schemes.js';
import { listed } from './tool-names.js';

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
 * Tells by which alternative the tools of each group are called, what the others lack, and which of them fail by what is
 * wrong with a scheme.
 */
export function examineTools(
  examined: readonly ExaminedTool[],
  troubles: ReadonlyMap<string, SchemeTrouble>,
  settings: ToolSettings,
): readonly Finding[] {
  const groups = new Map<string, ToolGroup>();
  for (const each of examined) {
    const outcome = outcomeOf(each, troubles, settings);
    const { group } = each.tool;
    const key = JSON.stringify([group, outcome]);
    const known = groups.get(key) ?? { outcome, group, names: [] };
    groups.set(key, known);
    known.names.push(each.tool.name);
  }
  return [...groups.values()].map(({ outcome: { state, text }, group, names }) => {
    const tools = state === 'ok' ? countOf(names, group) : listed(names);
    return finding(state, `${group ?? 'Tools without a group'}, ${tools}`, text);
  });
}

interface ToolGroup {
  readonly outcome: Outcome;
  readonly group: string | undefined;
  readonly names: string[];
}

/** Tools without a group that are told by their names. */
const fewUngrouped = 3;

/** Whoever reads of a group knows its tools; of those without one, a few can be named. */
function countOf(names: readonly string[], group: string | undefined): string {
  return listed(names, group === undefined && names.length <= fewUngrouped ? fewUngrouped : 0);
}

type Outcome = Pick<Finding, 'state' | 'text'>;

function outcomeOf(
  { tool, schemes, problem }: ExaminedTool,
  troubles: ReadonlyMap<string, SchemeTrouble>,
  settings: ToolSettings,
): Outcome {
  const refusal = refusalOf(tool, settings);
  if (refusal !== undefined) return refusal;
  if (problem !== undefined) return { state: 'wrong', text: problem };
  if (schemes === undefined) return { state: 'missing', text: lackingText(tool, settings) };
  const failures = schemes.flatMap(({ name }) => failureOf(name, tool.name, troubles.get(name)) ?? []);
  const [first] = failures;
  if (first !== undefined)
    return {
      state: failures.some(({ state }) => state === 'wrong') ? 'wrong' : first.state,
      text: failures.map(({ text }) => text).join('; '),
    };
  const names = schemes.map(({ name }) => quotedName(name)).join(' and ');
  return { state: 'ok', text: names === '' ? 'called without credentials' : `called by ${names}` };
}

/** Where no request of a tool goes out, whatever its credentials: what is said of the API tells why, once. */
function refusalOf({ request: { server } }: ToolDefinition, settings: ToolSettings): Outcome | undefined {
  const { manifest, environment } = settings;
  try {
    baseUrlFor(server, manifest, environment);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { env } = server ?? manifest.upstream;
    return { state: 'note', text: `every call is refused: see what is said of ${env}` };
  }
}

/** Why calls of a tool fail by a scheme; its own section has the reason. */
function failureOf(name: string, tool: string, trouble: SchemeTrouble | undefined): Outcome | undefined {
  if (trouble?.forAll === 'no-token') return { state: 'wrong', text: `${quotedName(name)} gets no token` };
  if (trouble?.forAll === 'unusable')
    return { state: 'wrong', text: `what is set for ${quotedName(name)} cannot be used` };
  const scopes = trouble?.ungranted.get(tool);
  if (scopes === undefined) return undefined;
  return { state: 'missing', text: `${quotedName(name)} is not granted ${scopes.join(' ')}` };
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
