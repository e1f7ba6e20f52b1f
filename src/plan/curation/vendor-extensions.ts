import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Level, Wishes } from './curation.js';
import {
  annotations,
  doubted,
  hides,
  hintReaders,
  members,
  refuse,
  scopes,
  switchOf,
  switchWith,
  text,
  visibility,
  type Field,
  type ReadWishes,
} from './reading.js';
import { readXMcp } from './x-mcp.js';

/** An extension that says something of tools. */
interface VendorField {
  /** The name of the field, with `x-`. */
  readonly key: string;
  /** The objects that can have it. */
  readonly at: readonly Level[];
  readonly read: ReadWishes;
}

const operation: readonly Level[] = ['operation'];
const groups: readonly Level[] = ['operation', 'path', 'tag'];

const named = { name: text('name'), title: text('title'), description: text('description') };
const switched = switchWith({ ...named, annotations });

/** Every extension that is read, ours first: of those on one object the first that speaks of a thing decides it. */
export const vendorFields: readonly VendorField[] = [
  { key: 'x-mcp', at: ['operation', 'path', 'tag', 'root'], read: readXMcp },

  { key: 'x-mcp-tool', at: operation, read: readMcpTool },
  { key: 'x-mcp-hidden', at: groups, read: hides },
  { key: 'x-mcp-ignore', at: groups, read: hides },
  {
    key: 'x-mcp-server',
    at: operation,
    read: ({ value }) => (switchOf(value) === false ? {} : { include: false }),
  },
  { key: 'x-mcp-description', at: operation, read: text('description') },
  { key: 'x-mcp-group', at: groups, read: text('group') },
  { key: 'x-mcp-annotations', at: operation, read: annotations },
  { key: 'x-tool-description', at: operation, read: text('description') },

  {
    key: 'x-speakeasy-mcp',
    at: operation,
    read: switchWith({ ...named, ...hintReaders, scopes }),
  },
  { key: 'x-zuplo-route', at: operation, read: members({ mcp: switched }) },
  { key: 'x-zuplo-mcp-tool', at: operation, read: switched },
  { key: 'x-kong-mcp-tool-name', at: operation, read: text('name') },
  { key: 'x-kong-mcp-tool-description', at: operation, read: text('description') },
  { key: 'x-mint', at: operation, read: members({ mcp: switched, ...doubted }) },
  { key: 'x-mint', at: ['path', 'tag'], read: members(doubted) },
  { key: 'x-mint', at: ['root'], read: members({ mcp: switchWith() }) },

  { key: 'x-pd-requires-scope', at: operation, read: scopes },
  { key: 'x-required-scopes', at: operation, read: scopes },

  { key: 'x-openai-isConsequential', at: operation, read: readConsequential },
  { key: 'x-ai-description', at: operation, read: text('description') },
  { key: 'x-ms-summary', at: operation, read: readSummary },
  { key: 'x-ms-visibility', at: operation, read: visibility },

  { key: 'x-speakeasy-ignore', at: groups, read: hides },
  { key: 'x-speakeasy-name-override', at: operation, read: methodOf('x-speakeasy-group') },
  { key: 'x-speakeasy-group', at: operation, read: readSdkGroup },
  { key: 'x-stainless-skip', at: operation, read: readSkip },
  { key: 'x-stainless', at: groups, read: members(doubted) },
  { key: 'x-fern-ignore', at: groups, read: hides },
  { key: 'x-fern-audiences', at: operation, read: readAudiences },
  { key: 'x-fern-sdk-method-name', at: operation, read: methodOf('x-fern-sdk-group-name') },
  { key: 'x-fern-sdk-group-name', at: operation, read: readSdkGroup },
  { key: 'x-cli-name', at: operation, read: methodOf() },

  { key: 'x-internal', at: groups, read: hides },
  { key: 'x-hidden', at: groups, read: hides },
  { key: 'x-hidden-from-docs', at: groups, read: hides },
  { key: 'x-excluded', at: groups, read: hides },
  { key: 'x-private', at: groups, read: hides },
];

/** `true` or `false`, the name that the tool has, or an object. */
function readMcpTool(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  const isName = typeof value === 'string' && value.trim() !== '' && switchOf(value) === undefined;
  return (isName ? text('name') : switched)(field, diagnostics);
}

/** `true`, or what is not made of the operation: SDKs of some languages, or MCP tools. */
function readSkip(field: Field, diagnostics: Diagnostics): Wishes {
  const { value } = field;
  const skipped: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!skipped.every((one) => typeof one === 'string') || switchOf(value) !== undefined) {
    return hides(field, diagnostics);
  }
  return skipped.includes('mcp') ? { include: false } : {};
}

/** Audiences choose among SDKs, and hide nothing by themselves; but one that is internal alone is told of. */
function readAudiences({ value, path, origin }: Field, diagnostics: Diagnostics): Wishes {
  const audiences: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (audiences.length === 0 || !audiences.every((audience) => audience === 'internal')) return {};
  const reason = 'audiences filter what Fern makes; `x-mcp: false` leaves the operation out.';
  diagnostics.report('curation-not-used', { field: path, reason }, origin);
  return {};
}

/** An action with consequences is to be confirmed, whatever its method is. */
function readConsequential(field: Field, diagnostics: Diagnostics): Wishes {
  if (field.value === true) return { annotations: { readOnlyHint: false, destructiveHint: true } };
  if (field.value === false) return { annotations: { destructiveHint: false } };
  return refuse(field, 'it has to be true or false.', diagnostics);
}

/** Generators of connectors write an empty one. */
function readSummary(field: Field, diagnostics: Diagnostics): Wishes {
  return field.value === '' ? {} : text('title')(field, diagnostics);
}

/** The name of a method is unique in its group alone. */
function methodOf(groupKey?: string): ReadWishes {
  return (field, diagnostics) => {
    const { value, beside } = field;
    if (typeof value !== 'string') return refuse(field, 'it has to be text.', diagnostics);
    const group = groupKey === undefined ? undefined : groupOf(beside.get(groupKey));
    return { methodName: group === undefined ? value : `${group}_${value}` };
  };
}

function readSdkGroup(field: Field, diagnostics: Diagnostics): Wishes {
  const group = groupOf(field.value);
  return group === undefined ? refuse(field, 'it has to be text.', diagnostics) : { group };
}

/** The name of a group, or the names of nested ones. */
function groupOf(value: unknown): string | undefined {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isText = names.every((name) => typeof name === 'string' && name !== '');
  return isText && names.length > 0 ? names.join('.') : undefined;
}
