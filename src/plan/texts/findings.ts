import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { ApiModel, Operation } from '../../model/model.js';
import type { Curation } from '../curation/curation.js';
import { inputSchemas, type PlacedSchema } from '../schemas/places.js';
import { cutCharacters } from './cut.js';
import { hiddenIn, spelledInTags, withoutHidden } from './hidden.js';
import { instructionsIn } from './instructions.js';
import { cleanLine, cleanText } from './text.js';

/** A text of the document that a model or a user of tools gets to read. */
interface PlacedText {
  readonly text: string | undefined;
  readonly origin: Origin;
  /** Characters that are listed of it where it is a description of a parameter or property. */
  readonly limit?: number;
}

type CuratedTexts = Pick<Curation, 'title' | 'description' | 'descriptionAppend'>;

/** An operation that becomes a tool, with what people said of it. */
interface ToldOperation {
  readonly operation: Operation;
  readonly curation: CuratedTexts;
}

/** Reports what is removed from the texts that tools list, and what in them is meant to steer a model. */
export function reportTexts(
  model: ApiModel,
  tools: readonly ToldOperation[],
  diagnostics: Diagnostics,
): void {
  for (const text of headTexts(model)) reportText(text, diagnostics);
  for (const { operation, curation } of tools) {
    for (const text of [...operationTexts(operation), ...curatedTexts(operation, curation)]) {
      reportText(text, diagnostics);
    }
  }
  const operations = tools.map(({ operation }) => operation);
  for (const placed of inputSchemas(operations, model.schemas)) {
    const { schema, origin } = placed;
    const description = textOf(schema['description']);
    if (description !== undefined)
      reportText({ ...at(origin, 'description', description), limit: deeper }, diagnostics);
    reportValues(placed, diagnostics);
  }
}

/** Characters that are listed of descriptions at the first level and below it, at most. */
const [first, deeper] = [160, 80];

function headTexts({ origin, title, description, tags }: ApiModel): readonly PlacedText[] {
  const info = within(origin, 'info');
  return [
    at(info, 'title', title),
    at(info, 'description', description),
    ...tags.flatMap((tag) => [
      at(tag.origin, 'name', tag.name),
      at(tag.origin, 'description', tag.description),
    ]),
  ];
}

function operationTexts({
  origin,
  summary,
  description,
  parameters,
  requestBody,
}: Operation): readonly PlacedText[] {
  return [
    at(origin, 'summary', summary),
    at(origin, 'description', description),
    ...parameters.map((parameter) => ({
      ...at(parameter.origin, 'description', parameter.description),
      limit: first,
    })),
    ...(requestBody === undefined
      ? []
      : [{ ...at(requestBody.origin, 'description', requestBody.description), limit: first }]),
  ];
}

/** Extensions of the document can say these, a configuration too: nothing tells the very place. */
function curatedTexts({ origin }: Operation, curation: CuratedTexts): readonly PlacedText[] {
  return [curation.title, curation.description, curation.descriptionAppend].map((text) => ({ text, origin }));
}

function at(origin: Origin, key: string, text: string | undefined): PlacedText {
  return { text, origin: within(origin, key) };
}

function within({ file, pointer }: Origin, key: string): Origin {
  return { file, pointer: pointerTo(pointer, key) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function reportText({ text, origin, limit }: PlacedText, diagnostics: Diagnostics): void {
  if (text === undefined || text === '') return;
  reportHidden(text, origin, true, diagnostics);
  const cleaned = cleanText(text);
  if (cleaned !== text && hasMarkup(text, cleaned)) diagnostics.repeat('markup-removed', '', {}, origin);
  if (limit !== undefined && cleaned.length > limit) {
    diagnostics.repeat('parameter-text-cut', String(limit), { characters: String(limit) }, origin);
  }
  const words = [...new Set([...instructionsIn(text), ...(cleaned === text ? [] : instructionsIn(cleaned))])];
  if (words.length === 0) return;
  const told = words.map((each) => `'${cutCharacters(cleanLine(each), 80)}'`).join(', ');
  diagnostics.report('instruction-like-text', { words: told }, origin);
}

/** Whether more than hidden characters and white space was taken out. */
function hasMarkup(text: string, cleaned: string): boolean {
  const length = (each: string): number => each.replace(/\s+/g, '').length;
  return length(withoutHidden(text).normalize('NFC')) !== length(cleaned);
}

/** Values and names that cannot be listed because of what they hide. */
function reportValues({ schema, origin }: PlacedSchema, diagnostics: Diagnostics): void {
  const report = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') reportHidden(value, path.reduce(within, origin), false, diagnostics);
  };
  const { default: usual, enum: values, properties } = schema;
  report(usual, ['default']);
  if (Array.isArray(values)) values.forEach((value, index) => report(value, ['enum', String(index)]));
  if (typeof properties !== 'object' || properties === null) return;
  for (const name of Object.keys(properties)) report(name, ['properties', name]);
}

function reportHidden(text: string, origin: Origin, isListed: boolean, diagnostics: Diagnostics): void {
  const counts = hiddenIn(text);
  if (counts.length === 0) return;
  const what = counts.map(({ kind, count }) => `${kind} (${count})`).join(', ');
  const spelled = cutCharacters(cleanLine(spelledInTags(text)), 80);
  diagnostics.report('hidden-text-removed', { what, spelled, isListed }, origin);
}
