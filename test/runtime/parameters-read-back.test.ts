import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import type { ParameterStyle } from '../../src/runtime/request/parameters.js';
import { buildRequest, type UpstreamRequest } from '../../src/runtime/request/request.js';
import { ToolError } from '../../src/runtime/tool-error.js';
import { readReference, type Kind, type Read } from './reference-parameters.js';

type Location = 'path' | 'query' | 'header' | 'cookie';

/** A way to send a parameter. */
interface Way {
  readonly in: Location;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

const stylesIn: readonly (readonly [Location, ParameterStyle, canReserve: boolean])[] = [
  ['path', 'simple', true],
  ['path', 'label', true],
  ['path', 'matrix', true],
  ['query', 'form', true],
  ['query', 'spaceDelimited', true],
  ['query', 'pipeDelimited', true],
  ['query', 'tabDelimited', true],
  ['query', 'deepObject', true],
  ['header', 'simple', false],
  ['cookie', 'form', true],
  ['cookie', 'cookie', false],
];

const ways: readonly Way[] = [
  ...stylesIn.flatMap(([location, style, canReserve]) =>
    [false, true].flatMap((explode) =>
      (canReserve ? [false, true] : [false]).map((allowReserved) => ({
        in: location,
        style,
        explode,
        allowReserved,
      })),
    ),
  ),
  // Swagger 2.0 has its delimiters in every location.
  ...(['path', 'header'] as const).flatMap((location) =>
    (['spaceDelimited', 'pipeDelimited', 'tabDelimited'] as const).map((style) => ({
      ...{ in: location, style, explode: false, allowReserved: false },
    })),
  ),
];

const name = 'a b';

function toolOf({ in: location, style, explode, allowReserved }: Way): ToolDefinition {
  const parameter: ParameterBinding = {
    ...{
      property: 'p',
      name: location === 'header' ? 'X-P' : location === 'cookie' ? 'c' : name,
      in: location,
    },
    ...{ style, explode, ...(allowReserved ? { allowReserved } : {}) },
  };
  return {
    name: 'tool',
    inputSchema: { type: 'object', properties: { p: {} } },
    request: {
      method: 'GET',
      path: location === 'path' ? `/v/{${name}}/end` : '/v',
      parameters: [parameter],
      accept: [],
      security: [],
    },
  };
}

/** What of a request a server reads the parameter from; `undefined` where nothing was sent. */
function wireOf({ url, headers }: UpstreamRequest, location: Location): string | undefined {
  if (location === 'path') return /^\/v\/([^/]*)\/end$/.exec(url.pathname)?.[1];
  if (location === 'query') return url.search.slice(1);
  return headers.get(location === 'header' ? 'x-p' : 'cookie') ?? undefined;
}

// Texts in which something has a meaning to one style or another, and any text at all.
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({ unit: fc.constantFrom(...',;.=&|/?#+% []{}"\\\'\t~!$()*:@-_aB0é😀') }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 3, arbitrary: fc.stringMatching(/^[ -~]{0,6}$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '.',
      '..',
      '%2F',
      '%2e',
      '\ud800',
      '2024-02-29',
      '2024-02-29T12:30:00+01:00',
      'null',
    ),
  },
  { weight: 3, arbitrary: fc.stringMatching(/^[\w-]{1,6}$/) },
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.constantFrom<unknown>(0, -1, 1.5, 1e-7, 9007199254740991, 9007199254740992, true, false),
);
const nullable = fc.option(scalar, { freq: 8 });
const key = fc.oneof(fc.stringMatching(/^[\w-]{1,6}$/), text);
const values: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
  scalar,
  array: fc.array(nullable, { maxLength: 4 }),
  object: fc.dictionary(key, nullable, { maxKeys: 4 }),
};

/** The texts that a value is made of, names included. */
function textsOf(value: unknown): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [textOf(value)];
  return Array.isArray(value)
    ? value.flatMap(textsOf)
    : Object.entries(value).flatMap(([one, member]) => (member === null ? [] : [one, ...textsOf(member)]));
}

const delimiters: Partial<Record<ParameterStyle, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/** Values that a way has no text for: they are refused, and no others. */
function isRefused(way: Way, kind: Kind, value: unknown): boolean {
  const { in: location, style, explode } = way;
  const texts = textsOf(value);
  const has = (pattern: RegExp): boolean => texts.some((one) => pattern.test(one));
  const delimiter = delimiters[style];
  return [
    // JSON may have rounded it.
    texts.includes('9007199254740992'),
    // RFC 3986 2.5: an octet of a URL belongs to UTF-8, which has no surrogates.
    location !== 'header' && has(/\p{Surrogate}/u),
    // RFC 3986 5.2.4: dot segments are removed; a path without its parameter is another one.
    location === 'path' &&
      (style !== 'matrix' || texts.length === 0) &&
      texts.every((one) => /^\.*$/.test(one)),
    // With `allowReserved`, what is percent-encoded stays, and a dot is one in every spelling.
    location === 'path' && way.allowReserved && has(/^(?:\.|%2e)*$/i),
    location === 'path' && has(/\p{Cc}/u),
    // RFC 9110 5.5: white space around a value is no part of it; 5.6.1: nor is that around the items of a list.
    location === 'header' && has(/[^\x20-\x7e\t]/),
    location === 'header' && style === 'simple' && has(/^[ \t]|[ \t]$/),
    location === 'header' && /^[ \t]|[ \t]$/.test(texts.join(delimiter)),
    // OpenAPI 3.2, Parameter Object: headers are passed on as they are, so there is no escape for a delimiter.
    location === 'header' && style === 'simple' && kind !== 'scalar' && has(/,/),
    location === 'header' &&
      explode &&
      kind === 'object' &&
      Object.entries(value as object).some(([one, member]) => member !== null && one.includes('=')),
    // RFC 6265 4.1.1.
    style === 'cookie' && (has(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/) || kind === 'object'),
    // OpenAPI 3.2, Appendix E: delimiters that are percent-encoded themselves are not told from data.
    delimiter !== undefined && !explode && kind !== 'scalar' && has(new RegExp(`[${delimiter}]`)),
    style === 'deepObject' && kind === 'object' && has(/[[\]]|^$/),
  ].some(Boolean);
}

/** Values that a way sends, and that no reader can tell from others. */
function isAmbiguous({ style, explode, allowReserved }: Way, kind: Kind, value: unknown): boolean {
  const texts = textsOf(value);
  const has = (pattern: RegExp): boolean => texts.some((one) => pattern.test(one));
  const isList = kind !== 'scalar';
  return [
    // RFC 6570 3.2.5: the dot is unreserved, so it stands for itself within values as it does between them.
    style === 'label' && explode && isList && has(/\./),
    // OpenAPI 3.2, Appendix C: with `allowReserved`, delimiters and what is percent-encoded are left to the caller.
    allowReserved && has(/%[0-9a-f]{2}/i),
    allowReserved && style === 'matrix' && has(/;/),
    allowReserved && isList && (!explode || style === 'simple') && has(/,/),
    // qs and PHP read what counts from 0 as an array; the Specification has no arrays there.
    style === 'deepObject' &&
      kind === 'object' &&
      Object.keys(value as object).every((one) => /^\d+$/.test(one)),
  ].some(Boolean);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What has to be read: scalars are texts, and null is not there (RFC 6570 2.3). */
function expectedOf(value: unknown): Read {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(expectedOf);
  if (typeof value !== 'object' || value === null) return textOf(value);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([one, member]) => [one, expectedOf(member)]));
}

async function check(
  way: Way,
  kind: Kind,
  value: unknown,
  tool: ToolDefinition,
): Promise<'refused' | 'ambiguous' | 'read'> {
  let request: UpstreamRequest;
  try {
    request = await buildRequest(tool, { p: value }, new URL('https://a.test'), {});
  } catch (error) {
    assert.ok(error instanceof ToolError && error.code === 'invalid-argument', String(error));
    assert.ok(isRefused(way, kind, value), `refused: ${error.message}`);
    return 'refused';
  }
  const wire = wireOf(request, way.in);
  if (textsOf(value).length === 0 && kind !== 'scalar') {
    assert.equal(wire ?? '', '', 'what is empty leaves no trace');
    return 'read';
  }
  assert.ok(wire !== undefined);
  if (isAmbiguous(way, kind, value)) return 'ambiguous';
  const declared = { ...way, name: way.in === 'cookie' ? 'c' : name };
  assert.deepEqual(plain(readReference(declared, kind, wire)), plain(expectedOf(value)), wire);
  return 'read';
}

/** Without prototypes, and with `__proto__` as a member like any other. */
function plain(value: Read): unknown {
  return JSON.stringify(value);
}

suite('what a reader made from the Specification reads is what was given', () => {
  for (const way of ways) {
    for (const kind of ['scalar', 'array', 'object'] as const) {
      const { in: location, style, explode, allowReserved } = way;
      const shown = `${style} in ${location}${explode ? ', exploded' : ''}${allowReserved ? ', reserved' : ''}`;
      test(`${kind}: ${shown}`, async () => {
        const tool = toolOf(way);
        let read = 0;
        const property = fc.asyncProperty(values[kind], async (value) => {
          if ((await check(way, kind, value, tool)) === 'read') read += 1;
        });
        await fc.assert(property, { numRuns: 120, seed: 20261130 });
        assert.ok(read > 10, `only ${read} values were read`);
      });
    }
  }
});

suite('deepObject within deepObject, as qs, Rack and PHP read it', () => {
  const word = fc.stringMatching(/^[a-z]{1,4}$/);
  const leaf = fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.integer(), fc.boolean());
  const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.dictionary(word, tie('node'), { minKeys: 1, maxKeys: 3 }),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    ),
    tree: fc.dictionary(word, tie('node'), { minKeys: 1, maxKeys: 3 }),
  }));
  test('any tree', async () => {
    const way: Way = { in: 'query', style: 'deepObject', explode: true, allowReserved: false };
    const tool = toolOf(way);
    const property = fc.asyncProperty(tree, async (value) => {
      const { url } = await buildRequest(tool, { p: value }, new URL('https://a.test'), {});
      const read = readReference({ ...way, name }, 'object', url.search.slice(1));
      assert.equal(plain(read), plain(expectedOf(value)));
    });
    await fc.assert(property, { numRuns: 500, seed: 20261130 });
  });
});
