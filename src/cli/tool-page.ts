import { grouped } from '../diagnostics/figures.js';
import type { InspectedTool } from '../inspection.js';
import type { FixedValue, RequestBinding } from '../runtime/binding.js';
import { costliestParts, mirrorsOf, type SchemaPart } from '../tool-parts.js';
import { printable, printableJson, printableLines } from './printable.js';
import { padEnd, widthOf } from './text-width.js';
import type { TokenFigures } from './token-counter.js';

/** One tool in full, as hosts get to see it, and what its arguments become. */
export function writeTool(tool: InspectedTool, { isExact, count }: TokenFigures): string {
  const { listed, group, operationId, aliases, scopes, request } = tool;
  const { name, title, description = '', annotations, inputSchema, outputSchema } = listed;
  const facts = table([
    ['name', name],
    ['title', title ?? ''],
    ['request', `${request.method} ${request.path}`],
    ['operationId', operationId ?? ''],
    ['aliases', aliases.join(', ')],
    ['group', group ?? ''],
    ['annotations', annotations === undefined ? '' : JSON.stringify(annotations)],
    ['scopes', writeScopes(scopes)],
  ]);
  return [
    facts,
    section('description', printableLines(description)),
    section('inputSchema', printableJson(inputSchema)),
    ...(outputSchema === undefined ? [] : [section('outputSchema', printableJson(outputSchema))]),
    section('arguments → request', table([...sendingsOf(request), ...mirrorRows(tool)])),
    section(isExact ? 'tokens' : 'tokens (estimate)', table(costsOf(tool))),
    ...costliestSection(costliestParts(tool, count, mostParts)),
  ].join('\n');
}

function section(title: string, text: string): string {
  return `\n${title}:\n${text}`;
}

type Row = readonly [name: string, value: string];

function table(rows: readonly Row[]): string {
  const told = rows
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [printable(name), printable(value)] as const);
  const width = told.reduce((most, [name]) => Math.max(most, widthOf(name)), 0);
  return told.map(([name, value]) => `  ${padEnd(name, width)}  ${value}`).join('\n');
}

/** What each argument is sent as, and what is sent without one. */
function sendingsOf({ parameters, fixed = [], body, accept }: RequestBinding): readonly Row[] {
  const known = new Map(fixed.map((one) => [one.property, sourceOf(one)]));
  const rows = parameters.map((parameter): Row => {
    const { property, name, in: location } = parameter;
    const how = 'mediaType' in parameter ? parameter.mediaType : parameter.style;
    const sent = `${location} ${name} (${how})`;
    const value = known.get(property);
    return value === undefined ? [property, sent] : ['(no argument)', `${sent} = ${value}`];
  });
  return [
    ...rows,
    ...(body === undefined ? [] : [[body.property, `body, ${body.mediaType}`] as const]),
    ...(accept.length === 0 ? [] : [['(no argument)', `header Accept = ${accept.join(', ')}`] as const]),
  ];
}

/** The value that is sent in every call, or where it comes from. */
function sourceOf(fixed: FixedValue): string {
  if ('env' in fixed) return `$${fixed.env}`;
  if ('claim' in fixed) return `claim '${fixed.claim}' of the client's token`;
  if ('header' in fixed) return `header '${fixed.header}' of the client's request`;
  return JSON.stringify(fixed.value);
}

/** The sets of scopes, any one of which a client's token has to hold. */
function writeScopes(sets: InspectedTool['scopes']): string {
  return sets.length === 0
    ? 'none: every client may call it'
    : sets.map((set) => set.join(' ')).join(', or ');
}

/** What clients repeat in headers of their own request, for gateways before this server. */
function mirrorRows(tool: InspectedTool): readonly Row[] {
  return mirrorsOf(tool).map(({ path, header }) => [path, `mirrored in ${header} by clients of HTTP`]);
}

/** So many parts of an input schema tell where its tokens go. */
export const mostParts = 5;

function costliestSection(parts: readonly SchemaPart[]): readonly string[] {
  const rows = parts.map(({ path, tokens }): Row => [path, grouped(tokens)]);
  return rows.length === 0 ? [] : [section('costs most of inputSchema', table(rows))];
}

function costsOf({ tokens, tokensByPart, inputSchemaBytes }: InspectedTool): readonly Row[] {
  const parts = Object.entries(tokensByPart).map(([part, count]): Row => [part, grouped(count)]);
  const bytes = ` (inputSchema: ${grouped(inputSchemaBytes)} bytes)`;
  return [...parts, ['whole tool', `${grouped(tokens)}${bytes}`]];
}
