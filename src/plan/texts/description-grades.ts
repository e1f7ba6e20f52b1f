import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ToolDefinition } from '../../runtime/manifest.js';
import type { PlannedTool } from '../plan.js';
import { sentencesOf } from './cut.js';
import { saying } from './text.js';
import { isVerb } from './verbs.js';
import { wordsOf } from '../names/words.js';

/** What is looked at in the description of a tool. */
interface Described {
  readonly definition: ToolDefinition;
  /** Without marks of ours. */
  readonly text: string;
  readonly firstSentence: string;
  readonly words: readonly string[];
}

/** Reports what is poor about a description; whether it is good enough for the rules that follow. */
type Grade = (described: Described, diagnostics: Diagnostics, origin: Origin) => boolean;

/** Words of descriptions that say nothing by themselves. */
const fillers = new Set(
  'a an the this that of to for in on by with from and or is are be its it all one given specified'.split(
    ' ',
  ),
);

const fewestWords = 5;
const mostWords = 80;
const longestSentence = 120;

/** Whether there is enough; of several that apply the first tells. */
const substance: readonly Grade[] = [
  ({ definition, text }, diagnostics, origin) => {
    const { name, request } = definition;
    const isMissing = text === '' || text === `${request.method} ${request.path}`;
    if (isMissing) diagnostics.report('description-missing', { tool: name }, origin);
    return !isMissing;
  },
  ({ definition: { name, request }, text, words }, diagnostics, origin) => {
    const known = new Set(
      [...wordsOf(name), ...wordsOf(request.path), request.method.toLowerCase()].map(stemOf),
    );
    const tells = words.some((word) => !fillers.has(word) && !known.has(stemOf(word)));
    if (!tells) diagnostics.report('description-restates-name', { tool: name, description: text }, origin);
    return tells;
  },
  ({ definition: { name }, text, words }, diagnostics, origin) => {
    const isShort = words.length < fewestWords;
    if (isShort) diagnostics.report('description-short', { tool: name, description: text }, origin);
    return !isShort;
  },
];

/** Whether it is put well. */
const form: readonly Grade[] = [
  ({ definition: { name }, firstSentence, words }, diagnostics, origin) => {
    const hasVerb = words.slice(0, 3).some(isVerb);
    const details = { tool: name, sentence: firstSentence };
    if (!hasVerb && words.length > 0) diagnostics.report('description-without-verb', details, origin);
    return true;
  },
  ({ definition: { name }, firstSentence, words }, diagnostics, origin) => {
    const problem =
      firstSentence.length > longestSentence
        ? `its first sentence has ${firstSentence.length} characters, more than ${longestSentence}.`
        : words.length > mostWords
          ? `it has ${words.length} words, more than ${mostWords}.`
          : undefined;
    if (problem !== undefined) diagnostics.report('description-long', { tool: name, problem }, origin);
    return true;
  },
];

/** Reports what keeps a model from choosing a tool by its description. */
export function gradeDescriptions(tools: readonly PlannedTool[], diagnostics: Diagnostics): void {
  for (const { definition, origin } of tools) {
    const described = describe(definition);
    if (!substance.every((grade) => grade(described, diagnostics, origin))) continue;
    for (const grade of form) grade(described, diagnostics, origin);
  }
}

function describe(definition: ToolDefinition): Described {
  const text = (definition.description ?? '').replace(/^\[deprecated[^\]]*\]\s*/, '');
  const [firstSentence = ''] = sentencesOf(text.split('\n', 1)[0] ?? '');
  return { definition, text, firstSentence, words: saying(text) };
}

/** A word as far as its forms have it in common: `lists` and `listing` are of `list`. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|e|y)$/, '') : word;
}
