import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation } from '../../src/model/model.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { parameter, planOne, requestBody } from './documents.js';

const text = { type: 'string' };

type Told = Partial<Pick<Operation, 'operationId' | 'summary' | 'description'>>;

const ofCustomer = 'The id of the customer to archive.';

suite('an argument does not say again what the tool says', () => {
  const cases: readonly [of: string, told: Told, description: string, listed: string | undefined][] = [
    ['its summary', { summary: 'Archive a customer' }, ofCustomer, undefined],
    ['its operationId', { operationId: 'archiveCustomer' }, ofCustomer, undefined],
    ['its first sentence', { description: 'Archives one customer. Slow.' }, 'The id to archives.', undefined],
    ['a part of it', { summary: 'Archive a customer' }, `${ofCustomer} Case matters.`, 'Case matters.'],
    ['what it does not say', { summary: 'Delete a customer' }, ofCustomer, ofCustomer],
    [
      'what its second sentence says',
      { description: 'Hides one customer. This will archive it.' },
      ofCustomer,
      ofCustomer,
    ],
    [
      'what a long first sentence says',
      { description: `${'It takes its time, '.repeat(12)}and it will archive a customer.` },
      ofCustomer,
      ofCustomer,
    ],
    [
      'a sentence of many words, told as it is',
      { summary: 'Archive all old green round customers' },
      'Archive all old green round customers.',
      'Archive all old green round customers.',
    ],
  ];
  for (const [of, told, description, listed] of cases) {
    test(`${of}: a parameter`, () => {
      const { properties } = planOne({
        ...told,
        parameters: [parameter('id', text, { description })],
      }).inputSchema;
      assert.equal(properties['id']?.['description'], listed);
    });

    test(`${of}: a first member of the body`, () => {
      const json = { type: 'object', properties: { id: { ...text, description } } };
      const { properties } = planOne({
        ...told,
        method: 'POST',
        requestBody: requestBody({ 'application/json': json }),
      }).inputSchema;
      const members = properties['body']?.['properties'] as Readonly<Record<string, JsonSchema>>;
      assert.equal(members['id']?.['description'], listed);
    });
  }

  test('a member deeper in the body says it', () => {
    const inner = { type: 'object', properties: { id: { ...text, description: ofCustomer } } };
    const json = { type: 'object', properties: { given: inner } };
    const tool = planOne({
      summary: 'Archive a customer',
      method: 'POST',
      requestBody: requestBody({ 'application/json': json }),
    });
    assert.match(JSON.stringify(tool.inputSchema), /The id of the customer to archive\./);
  });

  test('one schema that two tools have is told by each as its own words ask', () => {
    const shared = parameter('id', text, { description: ofCustomer });
    const listed = ['Archive a customer', 'Delete a customer', 'Archive a customer'].map(
      (summary) => planOne({ summary, parameters: [shared] }).inputSchema.properties['id']?.['description'],
    );
    assert.deepEqual(listed, [undefined, ofCustomer, undefined]);
  });
});
