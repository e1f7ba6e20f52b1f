import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Level, ParameterWish, Wishes } from './curation.js';
import {
  annotations,
  isHiding,
  isNearSwitch,
  isRecord,
  joined,
  keyMeant,
  memberOf,
  members,
  refuse,
  refuseKey,
  switches,
  switchOr,
  text,
  unclear,
  type Field,
  type ReadWishes,
} from './reading.js';

interface Key {
  /** The objects where it means something. */
  readonly at: readonly Level[];
  readonly read: ReadWishes;
}

const everywhere: readonly Level[] = ['operation', 'path', 'tag', 'root'];

/** Every key of `x-mcp` that is read. Of a tag, title and description are those of its group. */
const keys: Readonly<Record<string, Key>> = {
  name: { at: ['operation'], read: text('name') },
  aliases: { at: ['operation'], read: readAliases },
  title: { at: ['operation', 'tag'], read: text('title') },
  description: { at: ['operation', 'tag'], read: text('description') },
  descriptionAppend: { at: ['operation'], read: text('descriptionAppend') },
  group: { at: everywhere, read: readGroup },
  annotations: { at: everywhere, read: annotations },
  headers: { at: everywhere, read: readHeaders },
  parameters: { at: everywhere, read: readParameters },
  kind: { at: everywhere, read: readKind },
  timeoutMs: { at: everywhere, read: readTimeout },
  ...Object.fromEntries(Object.entries(switches).map(([key, read]) => [key, { at: everywhere, read }])),
};

/** Keys that this version does nothing with. */
const unread: readonly string[] = [
  'pin',
  'confirm',
  'keywords',
  'output',
  'pagination',
  'retries',
  'hosts',
  'instructions',
  'mode',
  'budget',
  'toolsets',
];

/** Reads `x-mcp` of an operation, a path, a tag or the document: `true`, `false`, or an object. */
export const readXMcp: ReadWishes = switchOr((field, diagnostics) => {
  const keysOf = Object.keys(isRecord(field.value) ? field.value : {});
  if (field.level === 'root' && keysOf.includes('protocolVersion')) {
    const reason = 'it describes an MCP server that exists already.';
    return ignore(field, reason, diagnostics);
  }
  return joined(keysOf.map((key) => readKey(memberOf(field, key), key, diagnostics)));
});

function readKey(field: Field, name: string, diagnostics: Diagnostics): Wishes {
  if (unread.includes(name)) return ignore(field, 'this version does nothing with it.', diagnostics);
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
  if (key === undefined) {
    const known = [...Object.keys(keys), ...unread];
    return isNearSwitch(field, known)
      ? unclear(field, keyMeant(field, known))
      : refuseKey(field, known, diagnostics);
  }
  if (key.at.includes(field.level)) return key.read(field, diagnostics);
  return refuse(field, `it means something only ${places(key.at)}.`, diagnostics);
}

const placeNames: Readonly<Record<Level, string>> = {
  parameter: 'on a parameter',
  operation: 'on an operation',
  path: 'on a path',
  tag: 'on a tag',
  root: 'at the root of the document',
};

function places(at: readonly Level[]): string {
  return at.map((level) => placeNames[level]).join(' or ');
}

function ignore({ path, origin }: Field, reason: string, diagnostics: Diagnostics): Wishes {
  diagnostics.report('curation-not-used', { field: path, reason }, origin);
  return {};
}

/** `none` is no tool; other kinds of things than tools are not made. */
function readKind(field: Field, diagnostics: Diagnostics): Wishes {
  if (field.value === 'none') return { include: false };
  if (field.value === 'tool') return {};
  if (field.value === 'resource' || field.value === 'prompt') {
    return ignore(field, `it stays a tool, since this version makes no ${field.value}.`, diagnostics);
  }
  return unclear(field);
}

// What a timer takes.
const mostMilliseconds = 2 ** 31 - 1;

function readTimeout(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  const isTime =
    typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= mostMilliseconds;
  if (isTime) return { timeoutMs: value };
  return refuse(field, `it has to be a whole number from 1 to ${mostMilliseconds}.`, diagnostics);
}

/** Of several groups the first is the module. */
function readGroup(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  if (!Array.isArray(value)) return text('group')(field, diagnostics);
  const [first] = value as readonly unknown[];
  return text('group')({ ...field, value: first }, diagnostics);
}

function readAliases(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  const aliases: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isText = aliases.every((alias) => typeof alias === 'string');
  return isText ? { aliases } : refuse(field, 'it has to be a list of names.', diagnostics);
}

function readHeaders(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  if (!isRecord(value)) return refuse(field, 'it has to be an object.', diagnostics);
  const headers = new Map<string, string>();
  for (const [parameter, name] of Object.entries(value)) {
    if (typeof name === 'string') headers.set(parameter, name);
    else refuse(memberOf(field, parameter), 'it has to be the name of a header.', diagnostics);
  }
  return { headers };
}

function readParameters(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  if (!isRecord(value)) return refuse(field, 'it has to be an object.', diagnostics);
  const parameters = new Map<string, ParameterWish>();
  for (const name of Object.keys(value)) {
    const wish = readParameterWish(memberOf(field, name), diagnostics);
    if (wish !== undefined) parameters.set(name, wish);
  }
  return { parameters };
}

const parameterKeys = [...Object.keys(switches), 'const', 'default'];

/** Reads what `x-mcp` says of one parameter: `hidden`, `false`, or `{ hidden, const, default }`. */
export function readParameterWish(field: Field, diagnostics: Diagnostics): ParameterWish | undefined {
  const { value } = field;
  if (value === 'hidden') return { kind: 'hidden' };
  const isSwitched = isHiding(switchOr(members(switches))(field, diagnostics), diagnostics);
  if (!isRecord(value)) return isSwitched ? { kind: 'hidden' } : undefined;
  const others = Object.keys(value).map((key) => readMember(memberOf(field, key), key, diagnostics));
  const isHidden = others.map((wishes) => isHiding(wishes, diagnostics)).includes(true) || isSwitched;
  if (Object.hasOwn(value, 'const')) return { kind: 'const', value: value['const'] };
  if (Object.hasOwn(value, 'default')) {
    if (isHidden) return { kind: 'const', value: value['default'] };
    ignore(memberOf(field, 'default'), 'this version uses it beside `hidden: true` alone.', diagnostics);
  }
  return isHidden ? { kind: 'hidden' } : undefined;
}

/** Reads a member that does not say by itself what is sent; all but those that seem to hide are left out. */
function readMember(field: Field, key: string, diagnostics: Diagnostics): Wishes {
  if (key === 'env' || key === 'claim' || key === 'header') {
    return refuse(field, 'a document is not trusted with it; write it in the configuration.', diagnostics);
  }
  if (key === 'max') return ignore(field, 'this version does nothing with it.', diagnostics);
  if (parameterKeys.includes(key)) return {};
  if (isNearSwitch(field, parameterKeys)) return unclear(field, keyMeant(field, parameterKeys));
  return refuseKey(field, parameterKeys, diagnostics);
}
