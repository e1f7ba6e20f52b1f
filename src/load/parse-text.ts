import { Diagnostics } from '../diagnostics/diagnostics.js';
import {
  countMembers,
  isJsonWithComments,
  parseJson,
  reportJsonDuplicates,
  reportJsonSyntax,
} from './json-text.js';
import type { Limits } from './limits.js';
import { surveyOf, type Survey } from './survey.js';
import { parseYaml } from './yaml-text.js';

/** The value of a JSON or YAML text, and what was found in it. */
export interface ParsedText {
  readonly value: unknown;
  readonly survey: Survey;
}

/** Parses a JSON or YAML text; `undefined` where it is broken or exceeds a limit, which is reported. */
export async function parseText(
  text: string,
  file: string,
  limits: Limits,
  diagnostics: Diagnostics,
): Promise<ParsedText | undefined> {
  const isNamedJson = /\.json$/i.test(file);
  const json = isNamedJson || /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (json !== undefined) {
    const parsed = { value: json.value, survey: surveyOf(json.value, new Set(), limits) };
    return isOverLimit(parsed.survey, file, limits, diagnostics)
      ? undefined
      : once(parsed, text, file, diagnostics);
  }
  if (isNamedJson || isJsonWithComments(text)) {
    reportJsonSyntax(text, file, diagnostics);
    return undefined;
  }
  if (await isBrokenJson(text, file, limits)) {
    reportJsonSyntax(text, file, diagnostics);
    return undefined;
  }
  const yaml = await parseYaml(text, file, limits, diagnostics);
  if (yaml === undefined) return undefined;
  const survey = surveyOf(yaml.value, yaml.aliased, limits);
  return isOverLimit(survey, file, limits, diagnostics) ? undefined : { value: yaml.value, survey };
}

/** Whether a text that looks like JSON and is none is no YAML either: then JSON is what was meant. */
async function isBrokenJson(text: string, file: string, limits: Limits): Promise<boolean> {
  if (!/^\s*\{\s*"/.test(text)) return false;
  const findings = new Diagnostics();
  await parseYaml(text, file, limits, findings);
  return findings.all.some(({ code }) => code === 'invalid-syntax');
}

/** Of two equal keys JSON's parser keeps the last one: only the text still knows of the first. */
function once(
  parsed: ParsedText,
  text: string,
  file: string,
  diagnostics: Diagnostics,
): ParsedText | undefined {
  if (countMembers(text) === parsed.survey.members) return parsed;
  return reportJsonDuplicates(text, file, diagnostics) ? undefined : parsed;
}

/** Reports the limit that the values of a file exceed; whether there is one. */
export function isOverLimit(
  { exceeded }: Survey,
  file: string,
  limits: Limits,
  diagnostics: Diagnostics,
): boolean {
  if (exceeded === undefined) return false;
  const { limit, pointer } = exceeded;
  const problem = `${exceedings[limit](limits[limit])} at ${beginningOf(pointer)}.`;
  diagnostics.report('limit-exceeded', { limit, problem }, { file, pointer });
  return true;
}

const exceedings = {
  depth: (most: number) => `it is nested more than ${most} levels deep`,
  pointerLength: (most: number) =>
    `it has keys that are, with those around them, longer than ${most} characters`,
  nodes: (most: number) => `it has more than ${most} values, aliases spelt out,`,
  aliases: (most: number) => `it has an alias that stands for more than ${most} others`,
};

function beginningOf(pointer: string): string {
  return pointer.length > 100 ? `'${pointer.slice(0, 100)}…'` : `'${pointer}'`;
}
