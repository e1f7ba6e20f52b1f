import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { pointerTo } from '../../diagnostics/pointer.js';
import type { ApiModel, Operation } from '../../model/model.js';
import type { Curation } from '../curation/curation.js';
import { inputSchemas, type PlacedSchema } from '../schemas/places.js';
import { descriptionLimits, firstLevel } from './description-limits.js';
import { withoutHidden } from './hidden.js';
import type { Told } from './listed-findings.js';
import { instructionsOf, reportHidden, reportInstructions } from './text-findings.js';
import { cleanText } from './text.js';
import { withoutUnseen } from './unseen-markup.js';

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

/**
 * Reports what is removed from the texts that tools list, and what in them is meant to steer a model, where it was
 * written; the words of the latter are what has been told.
 */
export function reportTexts(
  model: ApiModel,
  tools: readonly ToldOperation[],
  diagnostics: Diagnostics,
): Told {
  const reportAll = (texts: readonly PlacedText[]): readonly string[] =>
    texts.flatMap((text) => reportText(text, diagnostics));
  const head = reportAll(headTexts(model));
  const operations = tools.map(({ operation, curation }) => reportAll(ownTexts(operation, curation)));
  // A Parameter Object that many operations refer to is looked at once.
  const known = new Set<string>();
  const described = tools.flatMap(({ operation }) =>
    reportAll(argumentTexts(operation).filter((each) => isNew(each, known))),
  );
  const placed = [
    ...inputSchemas(
      tools.map(({ operation }) => operation),
      model.schemas,
    ),
  ];
  const limitOf = descriptionLimits(
    tools.map(({ operation }) => operation),
    placed,
    model.schemas,
  );
  const shared = placed.flatMap((each) => {
    const { schema, origin } = each;
    const text = { ...at(origin, 'description', textOf(schema['description'])), limit: limitOf(schema) };
    return [...reportText(text, diagnostics), ...reportValues(each, diagnostics)];
  });
  return { head, operations, shared: [...described, ...shared] };
}

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

/** Extensions of the document can say what is curated, a configuration too: nothing tells the very place. */
function ownTexts(
  { origin, summary, description }: Operation,
  curation: CuratedTexts,
): readonly PlacedText[] {
  const curated = [curation.title, curation.description, curation.descriptionAppend];
  return [
    at(origin, 'summary', summary),
    at(origin, 'description', description),
    ...curated.map((text) => ({ text, origin })),
  ];
}

function argumentTexts({ parameters, requestBody }: Operation): readonly PlacedText[] {
  const described = requestBody === undefined ? parameters : [...parameters, requestBody];
  return described.map(({ origin, description }) => ({
    ...at(origin, 'description', description),
    limit: firstLevel,
  }));
}

function at(origin: Origin, key: string, text: string | undefined): PlacedText {
  return { text, origin: within(origin, key) };
}

function within({ file, pointer }: Origin, key: string): Origin {
  return { file, pointer: pointerTo(pointer, key) };
}

function isNew({ text, origin }: PlacedText, known: Set<string>): boolean {
  const key = JSON.stringify([text, origin.file, origin.pointer]);
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reports what is wrong with a text; its words that instruct a model. */
function reportText({ text, origin, limit }: PlacedText, diagnostics: Diagnostics): readonly string[] {
  if (text === undefined || text === '') return [];
  reportHidden(text, origin, true, diagnostics);
  const cleaned = cleanText(text);
  if (cleaned !== text && hasMarkup(text, cleaned)) diagnostics.repeat('markup-removed', '', {}, origin);
  if (limit !== undefined && cleaned.length > limit) {
    diagnostics.repeat('parameter-text-cut', String(limit), { characters: String(limit) }, origin);
  }
  const words = instructionsOf(text, cleaned);
  reportInstructions(words, origin, diagnostics);
  return words;
}

/** Whether more than what is hidden and white space was taken out. */
function hasMarkup(text: string, cleaned: string): boolean {
  const length = (each: string): number => each.replace(/\s+/g, '').length;
  return length(withoutUnseen(withoutHidden(text)).normalize('NFC')) !== length(cleaned);
}

/** Values and names are listed as they are, or not at all for what they hide. */
function reportValues({ schema, origin }: PlacedSchema, diagnostics: Diagnostics): readonly string[] {
  const report = (value: unknown, ...path: readonly string[]): readonly string[] => {
    if (typeof value !== 'string') return [];
    const place = path.reduce(within, origin);
    reportHidden(value, place, false, diagnostics);
    const words = instructionsOf(value, value);
    reportInstructions(words, place, diagnostics);
    return words;
  };
  const { default: usual, enum: values, properties } = schema;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [
    ...report(usual, 'default'),
    ...(Array.isArray(values) ? values : []).flatMap((value, index) => report(value, 'enum', String(index))),
    ...names.flatMap((name) => report(name, 'properties', name)),
  ];
}
