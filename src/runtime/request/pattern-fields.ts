import type { PropertyEncoding } from '../binding.js';
import { loadPatternEngine } from '../patterns.js';
import type { Content } from './body.js';
import { isObject } from './value-text.js';

/** The content of a form with the Encoding Object of every member whose name matches a pattern of the schema. */
export async function withPatternFields(content: Content): Promise<Content> {
  const { value, encoding: form } = content;
  const { patternEncoding, encoding: named = {} } = form;
  if (patternEncoding === undefined || !isObject(value)) return content;
  const { compile } = await loadPatternEngine();
  const patterns = Object.entries(patternEncoding).map(
    ([source, encoding]) => [compile(source), encoding] as const,
  );
  const matched = Object.keys(value).flatMap((name): readonly [string, PropertyEncoding][] => {
    const [, encoding] = patterns.find(([pattern]) => pattern.test(name)) ?? [];
    return encoding === undefined || Object.hasOwn(named, name) ? [] : [[name, encoding]];
  });
  return {
    ...content,
    encoding: { ...form, encoding: Object.fromEntries([...Object.entries(named), ...matched]) },
  };
}
