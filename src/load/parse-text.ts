import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { countMembers, parseJson, reportJsonDuplicates, reportJsonSyntax } from './json-text.js';
import { limits } from './limits.js';
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
  diagnostics: Diagnostics,
): Promise<ParsedText | undefined> {
  const isNamedJson = /\.json$/i.test(file);
  const json = isNamedJson || /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  if (json !== undefined) return surveyJson(json.value, text, file, diagnostics);
  if (isNamedJson) {
    reportJsonSyntax(text, file, diagnostics);
    return undefined;
  }
  const yaml = await parseYaml(text, file, diagnostics);
  return (
    yaml && withinLimits({ value: yaml.value, survey: surveyOf(yaml.value, yaml.aliased) }, file, diagnostics)
  );
}

function surveyJson(
  value: unknown,
  text: string,
  file: string,
  diagnostics: Diagnostics,
): ParsedText | undefined {
  const parsed = withinLimits({ value, survey: surveyOf(value, new Set()) }, file, diagnostics);
  // Of two equal keys the parser keeps the last one: only the text still knows of the first.
  if (parsed === undefined || countMembers(text) === parsed.survey.members) return parsed;
  return reportJsonDuplicates(text, file, diagnostics) ? undefined : parsed;
}

function withinLimits(parsed: ParsedText, file: string, diagnostics: Diagnostics): ParsedText | undefined {
  const { exceeded } = parsed.survey;
  if (exceeded === undefined) return parsed;
  const { limit, pointer } = exceeded;
  const problem = `${exceedings[limit]} at ${beginningOf(pointer)}.`;
  diagnostics.report('limit-exceeded', { limit, problem }, { file, pointer });
  return undefined;
}

const exceedings = {
  depth: `it is nested more than ${limits.depth} levels deep`,
  nodes: `it has more than ${limits.nodes} values, aliases spelt out,`,
  aliases: `it has more than ${limits.aliases} aliases, those in aliases counted again,`,
};

function beginningOf(pointer: string): string {
  return pointer.length > 100 ? `'${pointer.slice(0, 100)}…'` : `'${pointer}'`;
}
