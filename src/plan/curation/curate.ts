import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import type { ApiModel, Extensions, Operation, Tag } from '../../model/model.js';
import type { TagTexts } from '../modules.js';
import { originOfSetting } from '../setting-names.js';
import type { ToolSettings } from '../settings.js';
import { curateAnnotations } from './annotations.js';
import type { Curation, Level, Sourced, Wishes } from './curation.js';
import { pointInto } from './reading.js';
import { namesOf } from './setting-names.js';
import { reportUnknownParameters } from './unknown-parameters.js';
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
export function curateOperations(
  model: ApiModel,
  settings: ToolSettings,
  diagnostics: Diagnostics,
): ReadonlyMap<Operation, Curation> {
  reportUnknownParameters(model.operations, settings, diagnostics);
  const tags = new Map(model.tags.map((tag) => [tag.name, tag]));
  return new Map(
    model.operations.map((operation) => {
      const sources = [
        ...settingsOf(operation, settings),
        ...extensionsOf(operation, model, tags, diagnostics),
      ];
      return [operation, curationOf(operation, sources, diagnostics)];
    }),
  );
}

/** What is said of the groups of tools: what the document says, under what people put in its place. */
export function curateTags(
  { tags }: ApiModel,
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
function settingsOf(operation: Operation, settings: ToolSettings): readonly Source[] {
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
      Object.entries(parameters).map(([parameter, setting]) => [
        parameter,
        'env' in setting ? { kind: 'env', variable: setting.env } : { kind: 'const', value: setting.const },
      ]),
    ),
  };
  const level = kind === 'tags' ? 'tag' : 'operation';
  const origin = originOfSetting(settings, [kind, name]);
  return [{ wishes, field: 'config', path: `${kind}.${name}`, origin, level }];
}

function extensionsOf(
  operation: Operation,
  model: ApiModel,
  tags: ReadonlyMap<string, Tag>,
  diagnostics: Diagnostics,
): readonly Source[] {
  const { origin, extensions, pathExtensions } = operation;
  const path = { ...origin, pointer: origin.pointer.replace(/\/[^/]*$/, '') };
  const own = operation.tags.flatMap((name) => tags.get(name) ?? []);
  return [
    ...sourcesIn(extensions, origin, 'operation', diagnostics),
    ...sourcesIn(pathExtensions, path, 'path', diagnostics),
    ...own.flatMap((tag) => sourcesIn(tag.extensions, tag.origin, 'tag', diagnostics)),
    ...sourcesIn(model.extensions, model.origin, 'root', diagnostics),
  ];
}

/** What the extensions of one object say, in the order of the table. */
function sourcesIn(
  beside: Extensions,
  parent: Origin,
  level: Level,
  diagnostics: Diagnostics,
): readonly Source[] {
  if (beside.size === 0) return [];
  const fields = vendorFields.filter(({ key, at }) => at.includes(level) && beside.has(key));
  return fields.map(({ key, read }) => {
    const origin = pointInto(parent, key);
    const field = { value: beside.get(key), path: key, origin, level, beside };
    return { wishes: read(field, diagnostics), field: key, path: key, origin, level };
  });
}

function curationOf(operation: Operation, sources: readonly Source[], diagnostics: Diagnostics): Curation {
  const own = sources.filter(({ level }) => level === 'operation');
  const inclusion = firstOf(sources, 'include');
  const hasId = (operation.operationId ?? '') !== '';
  return {
    include: inclusion && { wanted: inclusion.value, reason: inclusion.field },
    name: firstOf(own, 'name') ?? (hasId ? undefined : firstOf(own, 'methodName')),
    title: firstOf(own, 'title')?.value,
    description: firstOf(own, 'description')?.value,
    descriptionAppend: firstOf(own, 'descriptionAppend')?.value,
    group: firstOf(sources, 'group')?.value,
    annotations: curateAnnotations(operation, sources, diagnostics),
    headers: nearest(sources, 'headers', ({ headers }) => headers),
    parameters: nearest(sources, 'parameters', ({ parameters }) => parameters),
  };
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

/** The nearest word on each of the things that places say by name. */
function nearest<Value>(
  sources: readonly Source[],
  member: 'headers' | 'parameters',
  wishesOf: (wishes: Wishes) => ReadonlyMap<string, Value> | undefined,
): ReadonlyMap<string, Sourced<Value>> {
  const all = sources.flatMap((source) =>
    [...(wishesOf(source.wishes) ?? [])].map(([name, value]): [string, Sourced<Value>] => {
      const origin = source.origin && pointInto(pointInto(source.origin, member), name);
      return [name, { ...sourced(source, value), path: `${source.path}.${member}.${name}`, origin }];
    }),
  );
  // Of two entries with one name a Map keeps the last.
  return new Map(all.reverse());
}
