import type { JsonObject } from '../load/json.js';
import { child, isLocatedObject, items, type Located } from '../load/located.js';
import { followList } from './misplaced-references.js';
import type { Tag } from './model.js';
import { extensionsOf, textOf, type OutlineReading } from './reading.js';

/** Tag Objects by name. */
type WrittenTags = ReadonlyMap<string, Located<JsonObject>>;

/** Reads the Tag Objects of a document. */
export function readTags(root: Located, reading: OutlineReading): readonly Tag[] {
  const named = items(followList(child(root, 'tags'), reading)).flatMap((tag) => {
    const name = textOf(child(tag, 'name').value);
    return name === undefined || !isLocatedObject(tag) ? [] : [[name, tag] as const];
  });
  const tags = new Map(named);
  return named.map(([name, tag]) => ({
    origin: tag.origin,
    name,
    description: textOf(tag.value.description),
    ...(reading.rules.hasTagKinds ? readKind(name, tags, reading) : { title: name, isGroup: true }),
    extensions: extensionsOf(tag.value),
  }));
}

/** What OpenAPI 3.2 says of a tag besides. */
function readKind(name: string, tags: WrittenTags, reading: OutlineReading): Pick<Tag, 'title' | 'isGroup'> {
  const titles = lineageOf(name, tags, reading).map((one) => textOf(tags.get(one)?.value.summary) ?? one);
  const kind = tags.get(name)?.value.kind;
  return { title: titles.join(' › '), isGroup: kind === undefined || kind === 'nav' };
}

/** A tag and those above it, the topmost first; a parent that is none is reported. */
function lineageOf(name: string, tags: WrittenTags, { diagnostics }: OutlineReading): readonly string[] {
  const lineage = [name];
  for (let tag = tags.get(name); tag !== undefined;) {
    const parent = child(tag, 'parent');
    const above = textOf(parent.value);
    if (above === undefined) return lineage;
    const isCircle = lineage.includes(above);
    tag = tags.get(above);
    if (isCircle || tag === undefined) {
      const problem = isCircle
        ? `The tag '${above}' is above itself; this \`parent\` is left out.`
        : `The document has no tag '${above}'; this \`parent\` is left out.`;
      diagnostics.report('invalid-document', { problem }, parent.origin);
      return isCircle ? [name] : lineage;
    }
    lineage.unshift(above);
  }
  return lineage;
}
