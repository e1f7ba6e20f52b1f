import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { evenXmlObject } from '../../src/model/xml.js';
import { buildOperation } from './models.js';

suite('an XML Object of any version', () => {
  const cases: readonly [of: string, written: object, evened: object][] = [
    [
      'names (2.0)',
      { name: 'a', namespace: 'urn:a', prefix: 'p' },
      { name: 'a', namespace: 'urn:a', prefix: 'p' },
    ],
    ['an attribute (2.0)', { attribute: true }, { nodeType: 'attribute' }],
    ['a wrapped array (2.0)', { wrapped: true, name: 'a' }, { nodeType: 'element', name: 'a' }],
    ['flags that are not set (2.0)', { attribute: false, wrapped: false }, {}],
    ['text (AutoRest)', { 'x-ms-text': true }, { nodeType: 'text' }],
    ['a node type (3.2)', { nodeType: 'cdata' }, { nodeType: 'cdata' }],
    [
      'a node type before flags, which it forbids (3.2)',
      { nodeType: 'none', wrapped: true },
      { nodeType: 'none' },
    ],
    ['a node type that there is not', { nodeType: 'comment' }, {}],
    ['fields of wrong types', { name: 1, prefix: null, namespace: '', attribute: 'true' }, {}],
    ['names of prototypes', JSON.parse('{"__proto__":{"name":"a"},"nodeType":"toString"}') as object, {}],
  ];
  for (const [of, written, evened] of cases) {
    test(of, () => assert.deepEqual(evenXmlObject(written as Record<string, unknown>), evened));
  }
});

suite('`xml` in a Schema Object', () => {
  async function bodyOf(schema: object) {
    const { operation, diagnostics } = await buildOperation({
      requestBody: { content: { 'application/xml': { schema } } },
      responses: {},
    });
    const json = operation.requestBody?.content[0]?.schema?.json as JsonSchema;
    return { json, found: diagnostics.all.map(({ message }) => message) };
  }

  test('is evened out', async () => {
    const { json } = await bodyOf({ type: 'array', xml: { name: 'a', wrapped: true, 'x-more': 1 } });
    assert.deepEqual(json, { type: 'array', xml: { nodeType: 'element', name: 'a' } });
  });
  test('counts beside a reference since 3.1', async () => {
    const { json } = await bodyOf({ $ref: '#/components/schemas/None', xml: { name: 'a' } });
    assert.deepEqual(json['xml'], { name: 'a' });
  });
  test('that is no object is left out', async () => {
    const { json, found } = await bodyOf({ type: 'string', xml: 'a' });
    assert.deepEqual(json, { type: 'string' });
    assert.deepEqual(found, ["The schema keyword 'xml' is left out: it has to be an object."]);
  });
  test('is a property like any other', async () => {
    const { json } = await bodyOf({ type: 'object', properties: { xml: { type: 'string' } } });
    assert.deepEqual(json['properties'], { xml: { type: 'string' } });
  });
});
