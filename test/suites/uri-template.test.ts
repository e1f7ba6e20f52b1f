import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ParameterBinding } from '../../src/runtime/binding.js';
import { parameterStyles, type Encode, type Pair } from '../../src/runtime/request/parameters.js';
import { percentEncode } from '../../src/runtime/request/encoding.js';
import { buildRequest } from '../../src/runtime/request/request.js';
import { encodeReserved } from '../../src/runtime/request/reserved.js';

// The URI Template Test Suite is not ours to keep a copy of: it is read where it is, if it is.
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(process.env['SUITES'] ?? join(root, '..', 'shared', 'suites'), 'uri-template');
const isThere = existsSync(folder);
if (!isThere) console.log(`No URI Template suite: there is no ${folder}.`);

// The file of failures is left out: it holds templates that RFC 6570 refuses, and OpenAPI has a grammar of its own.
const files = ['spec-examples.json', 'spec-examples-by-section.json', 'extended-tests.json'];

interface Group {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly testcases: readonly (readonly [template: string, expansion: string | readonly string[]])[];
}

/** An operator of RFC 6570 as OpenAPI spells it, and what stands before and between the expansions of several variables. */
interface Operator {
  readonly style: keyof typeof parameterStyles;
  readonly encode: Encode;
  readonly before: string;
  readonly between: string;
  /** Whether the name of a variable is written by the style, or is a part of the pair. */
  readonly isPair?: true;
}

/** The styles that are expansions of RFC 6570 (OpenAPI 3.2, Appendix C). */
const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['', { style: 'simple', encode: percentEncode, before: '', between: ',' }],
  ['+', { style: 'simple', encode: encodeReserved, before: '', between: ',' }],
  ['.', { style: 'label', encode: percentEncode, before: '', between: '' }],
  [';', { style: 'matrix', encode: percentEncode, before: '', between: '' }],
  ['?', { style: 'form', encode: percentEncode, before: '?', between: '&', isPair: true }],
]);

/** Operators and modifiers that OpenAPI has no style for. */
const withoutStyle = /\{[#/&]|:\d+[,}]/;

function expand(template: string, { variables }: Group): string {
  return template.replace(/\{([+.;?]?)([^{}]*)\}/g, (_, sign: string, list: string) => {
    const operator = operators.get(sign);
    assert.ok(operator !== undefined, sign);
    const texts = list.split(',').flatMap((variable) => {
      const explode = variable.endsWith('*');
      const written = explode ? variable.slice(0, -1) : variable;
      const value = Object.hasOwn(variables, written) ? variables[written] : undefined;
      // The names of RFC 6570 are percent-encoded already.
      const name = percentEncode(decodeURIComponent(written));
      const { write } = parameterStyles[operator.style];
      return write(name, value, explode, operator.encode).map((pair) => textOf(pair, operator));
    });
    return texts.length === 0 ? '' : `${operator.before}${texts.join(operator.between)}`;
  });
}

function textOf([name, text]: Pair, { isPair }: Operator): string {
  return isPair === true ? `${name}=${text}` : text;
}

suite('styles expand as RFC 6570 does', () => {
  for (const file of isThere ? files : []) {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, Group>>;
    for (const [name, group] of Object.entries(groups)) {
      if (name.endsWith('Literal Encoding')) continue;
      for (const [template, expansion] of group.testcases) {
        if (withoutStyle.test(template)) continue;
        test(`${name}: ${template}`, () => {
          const expected = [expansion].flat();
          const actual = expand(template, group);
          assert.ok(expected.includes(actual), `${actual} is none of ${expected.join(' ')}`);
        });
      }
    }
  }
});

suite('path templates encode their literals as RFC 6570 3.1 does', () => {
  const groups = isThere
    ? (JSON.parse(readFileSync(join(folder, 'extended-tests.json'), 'utf8')) as Readonly<
        Record<string, Group>
      >)
    : {};
  const group = Object.entries(groups).find(([name]) => name.endsWith('Literal Encoding'))?.[1];
  test('the suite has a group for it', () => assert.equal(group !== undefined, isThere));
  for (const [template, expansion] of group?.testcases ?? []) {
    test(template, async () => {
      const parameter: ParameterBinding = {
        ...{ property: 'var', name: 'var', in: 'path', style: 'simple', explode: false },
      };
      const request = {
        method: 'GET',
        path: `/${template}`,
        parameters: [parameter],
        accept: [],
        security: [],
      };
      const tool = { name: 't', inputSchema: { type: 'object' as const, properties: {} }, request };
      const { url } = await buildRequest(tool, group?.variables ?? {}, new URL('https://a.test'), {});
      assert.equal(url.pathname, `/${String(expansion)}`);
    });
  }
});

test('the suite is tried in earnest', () => {
  if (!isThere) return;
  const groups = files.map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Group>,
  );
  const templates = groups.flatMap((file) => Object.values(file)).flatMap(({ testcases }) => testcases);
  const tried = templates.filter(([template]) => !withoutStyle.test(template));
  assert.ok(tried.length > 120, String(tried.length));
});
