import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { unlessRestating } from '../../src/plan/texts/restating.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';

interface Case {
  readonly of: string;
  readonly name: string;
  readonly text: string;
  readonly schema?: JsonSchema;
  readonly enclosing?: readonly string[];
}

const restating: readonly Case[] = [
  { of: 'the name', name: 'user_id', text: 'The user id.' },
  { of: 'the name in another case', name: 'userID', text: "The user's ID" },
  { of: 'the name with a synonym', name: 'userId', text: 'Unique identifier of the user.' },
  { of: 'the name in the plural', name: 'tag_ids', text: 'The tags’ identifiers' },
  { of: 'a name with digits', name: 'Parameter1.Name', text: 'Parameter name' },
  { of: 'the name of what encloses it', name: 'id', text: 'The ID of the user.', enclosing: ['User'] },
  { of: 'the type', name: 'tags', text: 'A list of tags.', schema: { type: 'array' } },
  { of: 'the enum', name: 'sort', text: 'One of: up, down', schema: { enum: ['up', 'down'] } },
  { of: 'an enum of one value', name: 'kind', text: 'Always "pet".', schema: { enum: ['pet'] } },
  {
    of: 'the name of values of several words',
    name: 'sort',
    text: 'Either `by age` or `by name`.',
    schema: { enum: ['by age', 'by name'] },
  },
  { of: 'the name in Japanese', name: '名前', text: '名前' },
  { of: 'the default', name: 'limit', text: 'Default: 10', schema: { default: 10 } },
  { of: 'a default of false', name: 'draft', text: 'Defaults to `false`.', schema: { default: false } },
  {
    of: 'bounds',
    name: 'limit',
    text: 'Must be between 1 and 100.',
    schema: { minimum: 1, maximum: 100 },
  },
  {
    of: 'a bound of length',
    name: 'name',
    text: 'Maximum length: 30 characters.',
    schema: { maxLength: 30 },
  },
  { of: 'no word at all', name: 'name', text: '...' },
];

const telling: readonly Case[] = [
  { of: 'more than the name', name: 'user_id', text: 'The id of the user who pays.' },
  { of: 'the opposite', name: 'visible', text: 'Not visible.' },
  { of: 'the name of what is elsewhere', name: 'id', text: 'The ID of the user.', enclosing: ['Pet'] },
  {
    of: 'what kind of value it is',
    name: 'tag_id',
    text: 'The name of the tag.',
    enclosing: ['Delete a tag by name'],
  },
  { of: 'another default', name: 'limit', text: 'Default: 20', schema: { default: 10 } },
  {
    of: 'a word of a keyword without its value',
    name: 'width',
    text: 'Maximum width',
    schema: { maximum: 9 },
  },
  { of: 'an enum that is not listed', name: 'sort', text: 'One of: up, down' },
  {
    of: 'a value beside the enum',
    name: 'sort',
    text: 'One of: up, down, both',
    schema: { enum: ['up', 'down'] },
  },
  {
    of: 'which of the values of an enum can be set',
    name: 'status',
    text: 'Can only be set to inactive.',
    schema: { enum: ['active', 'inactive'] },
  },
  {
    of: 'a part of a default',
    name: 'since',
    text: 'Defaults to 2020.',
    schema: { default: '2020-01-01' },
  },
  { of: 'another sign', name: 'offset', text: 'Minimum: 1', schema: { minimum: -1 } },
  { of: 'a word beside an object', name: 'shape', text: 'Default object', schema: { default: {} } },
  { of: 'a value of __proto__', name: '__proto__', text: 'constructor' },
];

suite('a description that tells', () => {
  for (const { of, name, text, schema = {}, enclosing } of restating) {
    test(`only ${of} is left out`, () => {
      assert.deepEqual(unlessRestating(name, { ...schema, description: text }, enclosing), schema);
    });
  }

  for (const { of, name, text, schema = {}, enclosing } of telling) {
    test(`${of} stays`, () => {
      const described = { ...schema, description: text };
      assert.deepEqual(unlessRestating(name, described, enclosing), described);
    });
  }

  test('more in one of its sentences keeps that one', () => {
    const schema = { type: 'string', enum: ['open', 'closed'], default: 'open' };
    const description = 'State of the issue to look for. Can be one of: `open`, `closed`. Default: `open`';
    assert.deepEqual(unlessRestating('state', { ...schema, description }), {
      ...schema,
      description: 'State of the issue to look for.',
    });
  });
});
