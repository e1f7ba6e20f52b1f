import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { ToolSettings } from '../../src/plan/settings.js';
import { reportUnknownParameters, reportUnknownSettings } from '../../src/plan/unknown-settings.js';
import { createFlattener } from '../../src/plan/schemas/flatten.js';
import { model, operation, parameter } from './documents.js';

const pets = operation({
  path: '/pets',
  key: 'GET /pets#all',
  operationId: 'listPets',
  tags: ['pets'],
  parameters: [parameter('limit'), parameter('Trace', { type: 'string' }, { in: 'header' })],
});

suite('a setting of nothing', () => {
  const cases: readonly [settings: Partial<ToolSettings>, expected: readonly string[]][] = [
    [{ operations: { listPets: {} }, tags: { pets: {} } }, []],
    [{ operations: { 'GET /pets': {} } }, []],
    [{ operations: { 'GET /pets#all': {} } }, []],
    [{ operations: { listPets: { parameters: { 'query:limit': { const: 1 } } } } }, []],
    [{ operations: { listPets: { parameters: { 'header:TRACE': { const: 'a' } } } } }, []],
    [{ operations: { listPets: { headers: { trace: 'T' } } } }, []],
    [
      { operations: { listPets: { parameters: { LIMIT: { const: 1 } } } } },
      ["/operations/listPets/parameters/LIMIT no parameter 'LIMIT'."],
    ],
    [{ operations: { listPest: {} } }, ["/operations/listPest no such operation; did you mean 'listPets'?"]],
    [{ tags: { constructor: {} } }, ['/tags/constructor no such tag.']],
    [{ operations: { listPets: { parameters: { limit: { const: 1 } } } } }, []],
    [
      { operations: { 'GET /pets': { parameters: { limitt: { const: 1 } } } } },
      ["/operations/GET ~1pets/parameters/limitt no parameter 'limitt'; did you mean 'limit'?"],
    ],
    [{ tags: { pets: { headers: { region: 'X' } } } }, ["/tags/pets/headers/region no parameter 'region'."]],
    [
      { operations: { other: { parameters: { limit: { const: 1 } } } } },
      ['/operations/other no such operation.'],
    ],
  ];
  for (const [some, expected] of cases) {
    test(JSON.stringify(some), () => {
      const settings = { file: '/c.json', operations: {}, tags: {}, ...some };
      const diagnostics = new Diagnostics();
      reportUnknownSettings(model([pets]), settings, diagnostics);
      reportUnknownParameters([pets], [], settings, createFlattener(new Map()), diagnostics);
      const found = diagnostics.all.map(({ message, origin }) => {
        const [, problem = ''] = /: there is (.*)$/.exec(message) ?? [];
        return `${origin?.pointer ?? ''} ${problem}`;
      });
      assert.deepEqual(found, expected);
    });
  }
});

test('a setting of an operation that is there by another name is told at the second', () => {
  const operations = { 'GET /pets#all': { name: 'a' }, listPets: { name: 'b' }, 'GET /pets': { name: 'c' } };
  const diagnostics = new Diagnostics();
  reportUnknownSettings(model([pets]), { file: '/c.json', operations, tags: {} }, diagnostics);
  assert.deepEqual(
    diagnostics.all.map(({ code, origin, message }) => [
      code,
      origin?.pointer,
      /'GET \/pets#all'/.test(message),
    ]),
    [
      ['unusable-setting', '/operations/listPets', true],
      ['unusable-setting', '/operations/GET ~1pets', true],
    ],
  );
});
