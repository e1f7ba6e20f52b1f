import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { Operation, Parameter } from '../../model/model.js';
import type { ParameterBinding } from '../../runtime/binding.js';
import type { Curation } from '../curation/curation.js';
import { deprecationMark } from './deprecation.js';
import { createIdSources, type IdSources, type NamedOperation } from './id-sources.js';
import { createListFinder } from './list-answers.js';
import { pagingHint, type PagingSources } from './paging.js';
import type { Flattener } from '../schemas/flatten.js';
import { cutBytes, cutCharacters, sentencesOf } from './cut.js';
import { cleanLine, cleanText, saying, stopOf } from './text.js';
import { isVerb } from './verbs.js';
import { titleOfName } from '../names/title-words.js';

const longestTitle = 120;

/** A sentence that is longer, asks, or warns, is no title. */
const longestSentence = 80;
const noTitle = /[?:]$|^(?:note|warning|important|caution|deprecated)\b/i;

/** A host cuts longer descriptions itself, wherever the limit falls. */
const mostBytes = 2000;

/** How many ids a description tells the source of. */
const mostSources = 2;

/** An operation that becomes a tool, with the arguments that its tool has. */
interface ToolToTell extends NamedOperation {
  readonly curation: Curation;
  readonly args: readonly ParameterBinding[];
}

/** The texts of a tool. */
interface ToolTexts {
  readonly title: string;
  readonly description: string;
  /** There where nobody wrote what the tool does: the description is the title. */
  readonly isUndescribed?: true;
}

/** Plans the texts of tools that stand in one list. */
export type TextPlanner = (tool: ToolToTell, diagnostics: Diagnostics) => ToolTexts;

/** Plans the texts of tools that stand in one list, and so can speak of each other. */
export function createTextPlanner(tools: readonly NamedOperation[], flattener: Flattener): TextPlanner {
  const listsOf = createListFinder(flattener);
  const sourcesOf = createIdSources(tools, listsOf, flattener);
  const byId = new Map(tools.map(({ operation, name }) => [operation.operationId, name]));
  return (tool, diagnostics) => {
    const { operation, curation, name } = tool;
    const title = titleOf(tool);
    const written = wordsFor(operation, curation, title);
    // The words of the name say what is done to what, as a model has to know; method and path would not help it.
    const told = written === '' ? title : written;
    const mark = deprecationMark(operation, (id) => byId.get(id));
    const hints = hintsFor(tool, told, sourcesOf, { flattener, listsOf });
    const description = fit([mark, told].filter((part) => part !== '').join(' '), hints);
    if (description.cut !== undefined) {
      const place = { ...operation.origin, pointer: pointerTo(operation.origin.pointer, 'description') };
      const isOwn = operation.description === undefined;
      diagnostics.report(
        'description-cut',
        { tool: name, ...description.cut },
        isOwn ? operation.origin : place,
      );
    }
    return { title, description: description.text, ...(written === '' ? { isUndescribed: true } : {}) };
  };
}

/** What someone wrote as a title, the summary's first sentence, or the words of the name. */
function titleOf({ operation, curation, name }: ToolToTell): string {
  const own = cleanLine(curation.title ?? '');
  if (own !== '') return cutCharacters(own, longestTitle);
  const [sentence = ''] = sentencesOf(cleanLine(operation.summary ?? ''));
  if (sentence !== '' && sentence.length <= longestSentence && !noTitle.test(sentence))
    return asTitle(sentence);
  const words = cleanLine(titleOfName(operation, curation.name?.value, name));
  return words === '' ? name : cutCharacters(words, longestTitle);
}

/** A sentence as a title: without its full stop, and without a quotation mark that nothing closes. */
function asTitle(sentence: string): string {
  const isOpen = (sentence.match(/"/g)?.length ?? 0) % 2 === 1;
  const text = isOpen ? sentence.replace(/^"|"$/, '') : sentence;
  return text.replace(/(?<!\betc|\.)\.$/i, '');
}

/** What someone wrote for the tool, or what the document says; empty where neither says anything. */
function wordsFor(operation: Operation, curation: Curation, title: string): string {
  const own = cleanText(curation.description ?? '') || textOf(operation, title);
  return [own, cleanText(curation.descriptionAppend ?? '')].filter((text) => text !== '').join('\n\n');
}

/** The summary, and the description where it says more: alone where the title is the summary and it needs no other. */
function textOf({ summary, description }: Operation, title: string): string {
  const [lead, text] = [cleanLine(summary ?? ''), cleanText(description ?? '')];
  return asTitle(lead) === title && standsAlone(text) ? text : leadAndText(lead, text);
}

/** Words that a text on what a tool does has at least. */
const leastAlone = 6;

/** Whether a text says what is done to what by itself. */
function standsAlone(text: string): boolean {
  const words = saying(text.slice(0, 200));
  const [first] = words;
  return first !== undefined && words.length >= leastAlone && isVerb(first);
}

/** A line that says what something is, and the text on it where that says more. */
export function leadAndText(lead: string, text: string): string {
  if (startsWith(text, lead)) return text;
  return (saysMore(text, lead) ? [lead, text] : [lead]).filter((part) => part !== '').join('\n\n');
}

function saysMore(text: string, lead: string): boolean {
  // No punctuation makes the same words so much longer.
  if (text.length > 2 * lead.length + 40) return true;
  return text !== '' && bare(text) !== bare(lead);
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** The words of a text that make it another text. */
function bare(text: string): string {
  return saying(text)
    .filter((word) => !articles.has(word))
    .join(' ');
}

function startsWith(description: string, summary: string): boolean {
  const rest = description.slice(summary.length);
  return summary !== '' && description.startsWith(summary) && /^(?:$|[\s.:;,!?])/.test(rest);
}

/** What the document tells by its structure: that a list comes in pages, and where ids come from. */
function hintsFor(
  { operation, args }: ToolToTell,
  told: string,
  sourcesOf: IdSources,
  pagingSources: PagingSources,
): string {
  const properties = new Map(args.map((binding) => [`${binding.in}:${binding.name}`, binding.property]));
  const isArgument = (parameter: Parameter): boolean => properties.has(`${parameter.in}:${parameter.name}`);
  const paging = /\bpaginat/i.test(told)
    ? ''
    : pagingHint(operation, operation.parameters.filter(isArgument), pagingSources);
  const sources = [...sourcesOf(operation)].flatMap(([name, tool]) => {
    const property = properties.get(`path:${name}`) ?? properties.get(`query:${name}`);
    return property === undefined || told.includes(tool) ? [] : [`\`${property}\` from \`${tool}\``];
  });
  const ids = sources.length === 0 ? '' : `${sources.slice(-mostSources).join(', ')}.`;
  return [paging, ids].filter((hint) => hint !== '').join(' ');
}

interface FitText {
  readonly text: string;
  /** There where the text was too long. */
  readonly cut?: { readonly bytes: number; readonly listed: number };
}

/** A text with hints behind it, which are never cut off. */
function fit(told: string, hints: string): FitText {
  // A hint in brackets belongs to the sentence before it.
  const stop = hints.startsWith('(') ? '' : stopOf(told);
  const tail = hints === '' ? '' : `${stop} ${hints}`;
  const text = cutBytes(told, mostBytes - Buffer.byteLength(tail));
  if (text === told) return { text: `${text}${tail}` };
  return { text: `${text}${tail}`, cut: { bytes: Buffer.byteLength(told), listed: Buffer.byteLength(text) } };
}
