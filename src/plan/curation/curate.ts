import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ApiOutline, Extensions, OperationHead, Tag } from '../../model/model.js';
import type { TagTexts } from '../modules.js';
import { originOfSetting, type ParameterSetting, type ToolSettings } from '../settings.js';
import { namesOf } from '../names/tool-names.js';
import type {
  Curation,
  Inclusion,
  Level,
  NameWord,
  ParameterWish,
  ParameterWord,
  Sourced,
  Wishes,
} from './curation.js';
import { curateHints } from './hints.js';
import { alikeIn, hidesAlike, pointInto, type ReadWishes } from './reading.js';
import { vendorFields } from './vendor-extensions.js';

/** What one place says, and which place that is. */
export interface Source {
  readonly wishes: Wishes;
  /** `config`, or the key of an extension. */
  readonly field: string;
  /** As `field`, of a configuration the setting: `operations.listPets`. */
  readonly path: string;
  readonly origin: Origin | undefined;
  readonly level: Level;
}

/** What is said of each operation: by the configuration, then by the document's extensions, the nearest first. */
export function curateOperations<Head extends OperationHead>(
  model: ApiOutline<Head>,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): ReadonlyMap<Head, Curation> {
  const tags = new Map(model.tags.map((tag) => [tag.name, tag]));
  const readExtensions = createExtensionReader(diagnostics);
  return new Map(
    model.operations.map((operation) => {
      const sources = [
        ...settingsOf(operation, settings),
        ...extensionsOf(operation, model, tags, readExtensions),
      ];
      return [operation, curationOf(operation, sources, diagnostics)];
    }),
  );
}

/** What is said of the groups of tools: what the document says, under what people put in its place. */
export function curateTags(
  { tags }: ApiOutline,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): readonly TagTexts[] {
  const named = new Map(tags.map((tag) => [tag.name, tag]));
  const names = [...new Set([...named.keys(), ...Object.keys(settings.tags)])];
  return names.map((name) => {
    const tag = named.get(name);
    const display = tag?.extensions.get('x-displayName');
    const wishes = [
      ...settingsFor(settings, 'tags', name),
      ...(tag === undefined ? [] : sourcesIn(tag.extensions, tag.origin, 'tag', diagnostics)),
    ].map((source) => source.wishes);
    const shown = typeof display === 'string' && display !== '' ? display : tag?.title;
    return {
      name,
      title: wishes.find(({ title }) => title !== undefined)?.title ?? shown,
      description:
        wishes.find(({ description }) => description !== undefined)?.description ?? tag?.description,
    };
  });
}

/** The configuration's words on an operation: those for its id, for its route, and for its tags. */
function settingsOf(operation: OperationHead, settings: ToolSettings): readonly Source[] {
  return [
    ...namesOf(operation).flatMap((name) => settingsFor(settings, 'operations', name)),
    ...operation.tags.flatMap((name) => settingsFor(settings, 'tags', name)),
  ];
}

function settingsFor(settings: ToolSettings, kind: 'operations' | 'tags', name: string): readonly Source[] {
  const said = Object.hasOwn(settings[kind], name) ? settings[kind][name] : undefined;
  if (said === undefined) return [];
  const { headers = {}, parameters = {}, ...rest } = said;
  const wishes: Wishes = {
    ...rest,
    headers: new Map(Object.entries(headers)),
    parameters: new Map(
      Object.entries(parameters).map(([parameter, setting]) => [parameter, wishOf(setting)]),
    ),
  };
  const level = kind === 'tags' ? 'tag' : 'operation';
  const origin = originOfSetting(settings, [kind, name]);
  return [{ wishes, field: 'config', path: `${kind}.${name}`, origin, level }];
}

function wishOf(setting: ParameterSetting): ParameterWish {
  if ('env' in setting) return { kind: 'env', variable: setting.env };
  if ('claim' in setting) return { kind: 'claim', claim: setting.claim };
  if ('header' in setting) return { kind: 'header', header: setting.header };
  return { kind: 'const', value: setting.const };
}

function extensionsOf(
  operation: OperationHead,
  model: Pick<ApiOutline, 'origin' | 'extensions'>,
  tags: ReadonlyMap<string, Tag>,
  read: ReadExtensions,
): readonly Source[] {
  const { origin, extensions, pathExtensions } = operation;
  const path = { ...origin, pointer: origin.pointer.replace(/\/[^/]*$/, '') };
  const own = operation.tags.flatMap((name) => tags.get(name) ?? []);
  return [
    ...read(extensions, origin, 'operation'),
    ...read(pathExtensions, path, 'path'),
    ...own.flatMap((tag) => read(tag.extensions, tag.origin, 'tag')),
    ...read(model.extensions, model.origin, 'root'),
  ];
}

/** What the extensions of the object at `parent` say, in the order of the table. */
type ReadExtensions = (beside: Extensions, parent: Origin, level: Level) => readonly Source[];

/** Reads the extensions of each object once: those of the root, a tag or a path speak of many operations. */
function createExtensionReader(diagnostics: Diagnostics): ReadExtensions {
  const known = new Map<Extensions, readonly Source[]>();
  return (beside, parent, level) => {
    if (beside.size === 0) return [];
    const sources = known.get(beside) ?? sourcesIn(beside, parent, level, diagnostics);
    known.set(beside, sources);
    return sources;
  };
}

function sourcesIn(
  beside: Extensions,
  parent: Origin,
  level: Level,
  diagnostics: Diagnostics,
): readonly Source[] {
  const sourceOf = (key: string, read: ReadWishes): Source => {
    const origin = pointInto(parent, key);
    const field = { value: beside.get(key), path: key, origin, level, beside };
    return { wishes: read(field, diagnostics), field: key, path: key, origin, level };
  };
  const fields = vendorFields.filter(({ at }) => at.includes(level));
  return [
    ...fields.filter(({ key }) => beside.has(key)).map(({ key, read }) => sourceOf(key, read)),
    // In another case it is another field, which says nothing; but one that hides is not taken for one that shows.
    ...fields.flatMap(({ key, read }) =>
      alikeIn(beside, key).map((other) => sourceOf(other, hidesAlike(key, read))),
    ),
  ];
}

function curationOf(
  operation: OperationHead,
  sources: readonly Source[],
  diagnostics: Diagnostics,
): Curation {
  const own = sources.filter(({ level }) => level === 'operation');
  return {
    include: inclusionIn(sources),
    name: nameIn(operation, own),
    aliases: aliasesIn(own),
    title: firstOf(own, 'title')?.value,
    description: firstOf(own, 'description')?.value,
    descriptionAppend: firstOf(own, 'descriptionAppend')?.value,
    group: firstOf(sources, 'group')?.value,
    timeoutMs: firstOf(sources, 'timeoutMs')?.value,
    ...scopesIn(sources),
    ...curateHints(operation, sources, diagnostics),
    headers: wordsOf(sources, 'headers', ({ headers }) => headers),
    parameters: wordsOf(sources, 'parameters', ({ parameters }) => parameters),
  };
}

/** The first place that speaks of scopes decides, though they may be unreadable there. */
function scopesIn(sources: readonly Source[]): Pick<Curation, 'scopes' | 'unreadable'> {
  const [first] = sources.filter(({ wishes }) => (wishes.scopes ?? wishes.unreadable) !== undefined);
  const scopes = first?.wishes.scopes;
  return { scopes: first && scopes && sourced(first, scopes), unreadable: first?.wishes.unreadable };
}

function inclusionIn(sources: readonly Source[]): Inclusion | undefined {
  for (const { wishes, field } of sources) {
    const { include, unclear } = wishes;
    if (include !== undefined) return { wanted: include, reason: field, ...(unclear && { unclear }) };
  }
  return undefined;
}

function firstOf<Name extends keyof Wishes>(
  sources: readonly Source[],
  name: Name,
): Sourced<NonNullable<Wishes[Name]>> | undefined {
  for (const source of sources) {
    const value = source.wishes[name];
    if (value !== undefined) return sourced(source, value);
  }
  return undefined;
}

function sourced<Value>({ field, path, origin, level }: Source, value: Value): Sourced<Value> {
  return { value, field, path, origin, isOwn: level === 'operation' };
}

/** What places say by the names of parameters, the nearest first. */
function wordsOf<Value>(
  sources: readonly Source[],
  member: 'headers' | 'parameters',
  wishesOf: (wishes: Wishes) => ReadonlyMap<string, Value> | undefined,
): readonly ParameterWord<Value>[] {
  return sources.flatMap((source) =>
    [...(wishesOf(source.wishes) ?? [])].map(([name, value]) => {
      const inside = memberOf(memberOf(source, member), name);
      return { ...sourced(inside, value), name };
    }),
  );
}

function memberOf(source: Source, key: string): Source {
  const origin = source.origin && pointInto(source.origin, key);
  return { ...source, path: `${source.path}.${key}`, origin };
}

/** Old names add up: whoever lists one wants it served. */
function aliasesIn(own: readonly Source[]): readonly Sourced<string>[] {
  return own.flatMap((source) => {
    const { aliases = [] } = source.wishes;
    return aliases.map((alias, at) => sourced(memberOf(memberOf(source, 'aliases'), String(at)), alias));
  });
}

/** The name that someone chose; of an operation without an id that of an SDK's method is better than nothing. */
function nameIn({ operationId = '' }: OperationHead, own: readonly Source[]): NameWord | undefined {
  // Of other vendors' fields some are the name itself.
  const placed = own.map((source) =>
    source.field === 'config' || source.field === 'x-mcp' ? memberOf(source, 'name') : source,
  );
  const chosen = firstOf(placed, 'name');
  if (chosen !== undefined) return { ...chosen, isOfMethod: false };
  const method = operationId.trim() === '' ? firstOf(own, 'methodName') : undefined;
  return method && { ...method, isOfMethod: true };
}
