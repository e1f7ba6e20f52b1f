import type { Caller, Identity } from '../caller.js';
import { chooseSchemes, chosenAlternative, type ChosenScheme } from '../credentials/choice.js';
import { hasIssuer, needsOf } from '../credentials/ways.js';
import type { Manifest, ToolDefinition } from '../manifest.js';
import { ownMember } from '../own-member.js';
import type { SecurityRequirement } from '../security.js';
import { setting, type Environment } from '../settings.js';
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
const standIn: Caller = {
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
  const { manifest, credentials, chosen, identity } = settings;
  const examined: ExaminedTool[] = [];
  for (const tool of manifest.tools) {
    try {
      const schemes = await chooseSchemes({
        requirements: tool.request.security,
        schemes: manifest.securitySchemes,
        credentials,
        chosen,
        caller: identity === 'exchange' ? standIn : undefined,
        isHooked: isHookedIn(settings),
      });
      examined.push({ tool, schemes, problem: undefined });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const problem = error.code === 'missing-credentials' ? undefined : error.message;
      examined.push({ tool, schemes: undefined, problem });
    }
  }
  return examined;
}

function isHookedIn({ hooks }: DoctorSettings): (schemeName: string) => boolean {
  return (name) => Object.hasOwn(hooks?.authenticate ?? {}, name);
}

/** Tells by which alternative the tools of each group are called, and what the others lack. */
export async function examineTools(
  examined: readonly ExaminedTool[],
  settings: ToolSettings,
): Promise<Section> {
  const groups = new Map<
    string,
    { readonly outcome: Outcome; readonly group: string; readonly names: string[] }
  >();
  for (const each of examined) {
    const outcome = outcomeOf(each, settings);
    const group = each.tool.group ?? 'Tools without a group';
    const key = JSON.stringify([group, outcome]);
    const known = groups.get(key) ?? { outcome, group, names: [] };
    groups.set(key, known);
    known.names.push(each.tool.name);
  }
  const findings = [...groups.values()].map(({ outcome: { state, text }, group, names }) =>
    finding(state, `${group}, ${listed(names, state === 'ok' ? 0 : mostNamed)}`, text),
  );
  return { title: 'Tools', findings: [...findings, ...(await examineValues(settings))] };
}

type Outcome = Pick<Finding, 'state' | 'text'>;

function outcomeOf({ tool, schemes, problem }: ExaminedTool, settings: ToolSettings): Outcome {
  if (problem !== undefined) return { state: 'wrong', text: problem };
  if (schemes === undefined) return { state: 'missing', text: needsText(tool.request.security, settings) };
  const names = schemes.map(({ name }) => quoted(name)).join(' and ');
  return { state: 'ok', text: names === '' ? 'called without credentials' : `called by ${names}` };
}

/** What the usual way of each alternative lacks. */
function needsText(security: readonly SecurityRequirement[], settings: ToolSettings): string {
  const { manifest, environment, identity, chosen } = settings;
  const needing = {
    schemes: manifest.securitySchemes,
    isHooked: isHookedIn(settings),
    isExchange: identity === 'exchange',
  };
  const byName = chosenAlternative(security, chosen);
  const counting = (byName === undefined ? security : [byName]).filter((requirement) => {
    const names = Object.keys(requirement);
    return identity === 'exchange' ? names.some((name) => hasIssuerIn(manifest, name)) : names.length > 0;
  });
  if (counting.length === 0) return 'they take no token that could be exchanged for one of their caller';
  const needs = counting.map((requirement) => needsOf(requirement, needing));
  const lacking = needs.map(({ ways: [usual = []], byCode }) => {
    const unset = usual.filter((name) => !isSet(environment, name));
    const code = byCode.map((name) => `code for ${quoted(name)} (\`authenticate\` in src/hooks.ts)`);
    return [...unset, ...code].join(' and ');
  });
  const others = needs.some(({ ways }) => ways.length > 1) ? '; .env.example has other ways' : '';
  return `lacking: ${[...new Set(lacking)].join(', or ')}${others}`;
}

function hasIssuerIn({ securitySchemes }: Manifest, name: string): boolean {
  const scheme = ownMember(securitySchemes, name);
  return scheme !== undefined && hasIssuer(scheme);
}

function isSet(environment: Environment, name: string): boolean {
  return setting(environment, name) !== undefined || setting(environment, `${name}_FILE`) !== undefined;
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
      `claim ${quoted(claim)}`,
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

/** A name of the document, as it can be shown. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
}
