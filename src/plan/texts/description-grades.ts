import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ToolDefinition } from '../../runtime/manifest.js';
import { wordsOf } from '../names/words.js';
import type { PlannedTool } from '../plan.js';
import { sentencesOf } from './cut.js';
import { fillers, stemOf } from './plain-words.js';
import { saying } from './text.js';

/** Words that tell nothing of what a tool does, beside those that tell nothing anywhere. */
const restating: ReadonlySet<string> = new Set([...fillers, 'by', 'from', 'all', 'one']);

const fewestWords = 5;
const mostWords = 80;
const longestSentence = 120;

/** Reports what keeps a model from choosing a tool by its description. */
export function gradeDescriptions(tools: readonly PlannedTool[], diagnostics: Diagnostics): void {
  for (const { definition, origin, isUndescribed } of tools) {
    if (isUndescribed === true) {
      diagnostics.report('description-missing', { tool: definition.name }, origin);
      continue;
    }
    const text = (definition.description ?? '').replace(/^\[deprecated[^\]]*\]\s*/, '');
    if (hasSubstance(definition, text, origin, diagnostics))
      gradeForm(definition.name, text, origin, diagnostics);
  }
}

/** Reports where too little is said; of several reasons the first. */
function hasSubstance(
  { name: tool, request }: ToolDefinition,
  text: string,
  origin: Origin,
  diagnostics: Diagnostics,
): boolean {
  const words = saying(text);
  const known = new Set([tool, request.path, request.method.toLowerCase()].flatMap(wordsOf).map(stemOf));
  if (words.every((word) => restating.has(word) || known.has(stemOf(word)))) {
    diagnostics.report('description-restates-name', { tool, description: text }, origin);
  } else if (words.length < fewestWords) {
    diagnostics.report('description-short', { tool, description: text }, origin);
  } else return true;
  return false;
}

/** Reports what is not put well. */
function gradeForm(tool: string, text: string, origin: Origin, diagnostics: Diagnostics): void {
  const [sentence = ''] = sentencesOf(text.split('\n', 1)[0] ?? '');
  const words = saying(text);
  if (sentence.length > longestSentence) {
    const problem = `its first sentence has ${sentence.length} characters, more than ${longestSentence}.`;
    diagnostics.report('description-long', { tool, problem }, origin);
  } else if (words.length > mostWords) {
    const problem = `it has ${words.length} words, more than ${mostWords}.`;
    diagnostics.report('description-long', { tool, problem }, origin);
  }
}
