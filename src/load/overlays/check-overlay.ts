import { urlOf } from '../../diagnostics/addresses.js';
import type { Diagnostics, Origin } from '../../diagnostics/diagnostics.js';
import { isObject } from '../json.js';
import { child, items, type Located } from '../located.js';
import { uriOf } from '../uris.js';
import type { Action, Modifier, Overlay, OverlayVersion } from './overlay.js';
import type { Query, ReadQuery } from './queries.js';

/** Reads an Overlay Object; `undefined` where it is not valid, of which every reason is reported. */
export function checkOverlay(
  value: unknown,
  file: string,
  readQuery: ReadQuery,
  diagnostics: Diagnostics,
): Overlay | undefined {
  const root = { value, origin: { file, pointer: '' } };
  let isValid = true;
  const report = (problem: string, origin: Origin): void => {
    isValid = false;
    diagnostics.report('invalid-overlay', { problem: `${problem}.` }, origin);
  };
  const version = versionOf(root, report);
  if (version === undefined) return undefined;
  checkFields(root, overlayObject, version, report);
  checkFields(child(root, 'info'), infoObject, version, report);
  checkUnique(child(root, 'actions'), report);
  const base = extendsOf(child(root, 'extends'), report);
  const actions = items(child(root, 'actions')).map((action) => {
    checkFields(action, actionObject, version, report);
    return readAction(action, readQuery, report);
  });
  return isValid
    ? { version, extends: base, actions: actions.filter((action) => action !== undefined) }
    : undefined;
}

type Report = (problem: string, origin: Origin) => void;

/** What a field may hold. */
interface Field {
  readonly is: (value: unknown) => boolean;
  /** What it has to be, in words. */
  readonly words: string;
  readonly isRequired?: true;
  /** The version that brought it, where that is not the first. */
  readonly since?: '1.1';
}

/** What an object of an overlay is called, and what it may hold. */
interface ObjectRule {
  readonly noun: string;
  readonly fields: ReadonlyMap<string, Field>;
}

const text = { is: (value: unknown) => typeof value === 'string', words: 'a text' };
const truth = { is: (value: unknown) => typeof value === 'boolean', words: 'true or false' };
const anything = { is: () => true, words: 'a value' };

const overlayObject: ObjectRule = {
  noun: 'an overlay',
  fields: new Map<string, Field>([
    ['overlay', { ...text, isRequired: true }],
    ['info', { ...anything, isRequired: true }],
    ['extends', text],
    ['actions', { is: isFilledArray, words: 'an array with at least one action', isRequired: true }],
  ]),
};

const infoObject: ObjectRule = {
  noun: '`info`',
  fields: new Map<string, Field>([
    ['title', { ...text, isRequired: true }],
    ['version', { ...text, isRequired: true }],
    ['description', { ...text, since: '1.1' }],
  ]),
};

const actionObject: ObjectRule = {
  noun: 'an action',
  fields: new Map<string, Field>([
    ['target', { ...text, isRequired: true }],
    ['description', text],
    ['update', anything],
    ['copy', { ...text, since: '1.1' }],
    ['remove', truth],
  ]),
};

function isFilledArray(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function versionOf(root: Located, report: Report): OverlayVersion | undefined {
  const { value, origin } = child(root, 'overlay');
  if (!isObject(root.value)) report('it is no mapping of names to values', root.origin);
  else if (value === undefined)
    report('it has no field `overlay` with the version of the specification', root.origin);
  else if (typeof value !== 'string') report('`overlay` has to be a text, such as 1.1.0', origin);
  else {
    const version = /^(1\.[01])\.\d+(?:-.+)?$/.exec(value)?.[1];
    if (version === '1.0' || version === '1.1') return version;
    report(`its version '${value}' is not known; 1.0.0 and 1.1.0 are`, origin);
  }
  return undefined;
}

function checkFields(
  object: Located,
  { noun, fields }: ObjectRule,
  version: OverlayVersion,
  report: Report,
): void {
  const { value, origin } = object;
  if (value === undefined) return;
  if (!isObject(value)) {
    report(`${noun} has to be an object`, origin);
    return;
  }
  for (const [name, { isRequired }] of fields) {
    if (isRequired && !Object.hasOwn(value, name)) report(`\`${name}\` is missing`, origin);
  }
  for (const name of Object.keys(value)) checkField(name, object, fields, version, report);
}

function checkField(
  name: string,
  object: Located,
  fields: ObjectRule['fields'],
  version: OverlayVersion,
  report: Report,
): void {
  const { value, origin } = child(object, name);
  const field = fields.get(name);
  if (field === undefined) {
    if (!name.startsWith('x-')) report(`'${name}' is no field of the Overlay Specification`, origin);
  } else if (field.since !== undefined && version < field.since) {
    report(`\`${name}\` came with version ${field.since} of the Overlay Specification`, origin);
  } else if (!field.is(value)) report(`\`${name}\` has to be ${field.words}`, origin);
}

function checkUnique(actions: Located, report: Report): void {
  const seen = new Set<string>();
  for (const { value, origin } of items(actions)) {
    const key = JSON.stringify(value, sorted);
    if (seen.has(key)) report('the same action stands in it twice', origin);
    seen.add(key);
  }
}

/** Writes the members of objects in one order. */
function sorted(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

function extendsOf({ value, origin }: Located, report: Report): Located<string> | undefined {
  if (typeof value !== 'string') return undefined;
  if (urlOf(value, uriOf(origin.file)) === undefined)
    report('`extends` has to be the address of a document', origin);
  return { value, origin };
}

function readAction(action: Located, readQuery: ReadQuery, report: Report): Action | undefined {
  const target = readField(child(action, 'target'), readQuery, report);
  const modifier = readModifier(action, readQuery, report);
  return target && modifier && { target, modifier };
}

function readModifier(action: Located, readQuery: ReadQuery, report: Report): Modifier | undefined {
  const has = (name: string): boolean => isObject(action.value) && Object.hasOwn(action.value, name);
  const copy = readField(child(action, 'copy'), readQuery, report);
  if (child(action, 'remove').value === true) return { kind: 'remove' };
  if (has('update') && has('copy')) {
    report(
      'an action has either `update` or `copy`: each takes the effect from the other',
      child(action, 'copy').origin,
    );
    return undefined;
  }
  if (has('update')) return { kind: 'update', update: child(action, 'update') };
  if (has('copy')) return copy && { kind: 'copy', copy };
  return { kind: 'nothing' };
}

function readField({ value, origin }: Located, readQuery: ReadQuery, report: Report): Query | undefined {
  // What is no text is said of the field already.
  if (typeof value !== 'string') return undefined;
  const query = readQuery(value, origin);
  if (!('problem' in query)) return query;
  report(`'${beginningOf(value)}' is no JSONPath query of RFC 9535: ${query.problem}`, origin);
  return undefined;
}

function beginningOf(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100)}…` : value;
}
