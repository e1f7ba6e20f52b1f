import { child, type Located } from '../load/located.js';
import type { ParameterStyle } from '../runtime/request/parameters.js';
import type { DeclaredParameter } from './parameter-list.js';
import { textOf, type Reading } from './reading.js';

/** How an array of Swagger 2.0 is written. */
interface CollectionEncoding {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly itemSeparators?: readonly string[];
}

interface Format {
  /** In OpenAPI 3; `undefined` is the style of the location. */
  readonly style: ParameterStyle | undefined;
  readonly separator: string;
}

/** Every `collectionFormat` but `multi`, which repeats the parameter. */
const formats: ReadonlyMap<unknown, Format> = new Map([
  ['csv', { style: undefined, separator: ',' }],
  ['ssv', { style: 'spaceDelimited', separator: ' ' }],
  ['tsv', { style: 'tabDelimited', separator: '\t' }],
  ['pipes', { style: 'pipeDelimited', separator: '|' }],
]);

/** Reads the `collectionFormat` of a parameter and of the arrays in it. */
export function readCollectionFormat(
  { name, location, object }: DeclaredParameter,
  defaultStyle: ParameterStyle,
  isRepeatable: boolean,
  reading: Reading,
): CollectionEncoding {
  const isMulti = isRepeatable && object.value.collectionFormat === 'multi';
  const style = isMulti ? undefined : readFormat(object, { name, location }, reading)?.style;
  const separators: string[] = [];
  // An Items Object can be an array of its own, in which nothing can be repeated.
  for (
    let items = child(object, 'items');
    child(items, 'type').value === 'array';
    items = child(items, 'items')
  ) {
    separators.push(readFormat(items, { name, location }, reading)?.separator ?? ',');
  }
  return {
    style: style ?? defaultStyle,
    explode: isMulti,
    ...(separators.length === 0 ? {} : { itemSeparators: separators }),
  };
}

function readFormat(
  object: Located,
  { name, location }: Pick<DeclaredParameter, 'name' | 'location'>,
  { diagnostics }: Reading,
): Format | undefined {
  const written = child(object, 'collectionFormat');
  const format = formats.get(written.value ?? 'csv');
  if (format === undefined) {
    const style = textOf(written.value) ?? 'of no name';
    diagnostics.report('unsupported-parameter-style', { name, style, location }, written.origin);
  }
  return format;
}
