import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readHostNames, readHostRules, rulesOf } from '../../src/host-data.js';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { defaultHosts, lintHosts } from '../../src/plan/hosts/check.js';
import type { HostRule } from '../../src/plan/hosts/rules.js';
import type { PlannedTool } from '../../src/plan/plan.js';
import type { ProfileName } from '../../src/plan/hosts/profile-names.js';
import { proveTools } from '../../src/plan/hosts/prove-tools.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, noOptions, operation, origin, plan } from './documents.js';

const row: HostRule = {
  host: 'one',
  rule: 'array-items',
  effect: 'refuses',
  date: '2026-11',
  source: 'a test',
};

function toolWith(schema: JsonSchema, name = 'savePet'): PlannedTool {
  const inputSchema = { type: 'object' as const, properties: { a: schema }, additionalProperties: false };
  return {
    origin,
    identifier: name,
    definition: {
      name,
      inputSchema,
      request: { method: 'GET', path: '/', parameters: [], accept: [], security: [] },
    },
    types: { input: inputSchema, output: undefined },
  };
}

function foundIn(tool: PlannedTool, profiles: readonly ProfileName[]): readonly string[] {
  const diagnostics = new Diagnostics();
  proveTools([tool], 'pets', { ...noOptions, profiles }, diagnostics);
  return diagnostics.all.map(({ message }) => message);
}

suite('the checker of hosts', () => {
  const { definition } = toolWith({ type: 'object', properties: { 'b/c~': { type: 'array' } } });

  test('tells host, rule, tool, place, words and what to do', () => {
    assert.deepEqual(lintHosts([definition], 'pets', [row]), [
      {
        host: 'one',
        rule: 'array-items',
        effect: 'refuses',
        tool: 'savePet',
        pointer: '/properties/a/properties/b~1c~0',
        problem: 'an array has no `items`',
        help: 'This is a fault of the generator: please report it with the operation.',
      },
    ]);
  });

  test('tells a breach of each host that asks, with what it means there', () => {
    const rules = [row, { ...row, host: 'two', effect: 'degrades' as const }];
    assert.deepEqual(
      lintHosts([definition], 'pets', rules).map(({ host, effect }) => [host, effect]),
      [
        ['one', 'refuses'],
        ['two', 'degrades'],
      ],
    );
  });

  test('keeps limits of one rule apart', () => {
    const rules = [1, 3].map((limit) => ({ ...row, host: `host${limit}`, rule: 'levels', limit }));
    assert.deepEqual(
      lintHosts([definition], 'pets', rules).map(({ host }) => host),
      ['host1'],
    );
  });

  test('takes a rule called as what every object inherits for one that is not there', () => {
    assert.deepEqual(lintHosts([definition], 'pets', [{ ...row, rule: 'constructor' }]), []);
  });

  test('reads schemas however deep they are', () => {
    let deep: JsonSchema = { type: 'array' };
    for (let level = 0; level < 20_000; level += 1) deep = { anyOf: [deep] };
    assert.equal(lintHosts([toolWith(deep).definition], 'pets', [row]).length, 1);
  });

  test('is asked by the name of a host', () => {
    assert.ok(defaultHosts.every((host) => readHostNames().includes(host)));
    assert.deepEqual([...new Set(rulesOf(['cursor', 'n8n']).map(({ host }) => host))].sort(), [
      'cursor',
      'n8n',
    ]);
    assert.equal(rulesOf(readHostNames()).length, readHostRules().length);
  });
});

suite('every run', () => {
  test('proves tools for the default hosts, and names a breach as our fault', () => {
    assert.deepEqual(foundIn(toolWith({ type: 'array' }), []), [
      ...['vscode', 'gemini'].map(
        (host) =>
          `Tool 'savePet' is listed in a way that ${host} does not take: an array has no \`items\` ` +
          '(at /properties/a of its input schema). This is a fault of the generator.',
      ),
    ]);
  });

  test('tells a rule of a host once per tool', () => {
    const lists = { type: 'object', properties: { b: { type: 'array' }, c: { type: 'array' } } };
    assert.equal(foundIn(toolWith(lists), []).length, 2);
  });

  test('asks what makes a host work worse only of those that were chosen', () => {
    const union = { anyOf: [{ type: 'string' }, { type: 'boolean' }] };
    assert.deepEqual(foundIn(toolWith(union), []), []);
    const [first, ...others] = foundIn(toolWith(union), ['cursor']);
    assert.match(first ?? '', /cursor works worse with: it has the keyword `anyOf` \(at \/properties\/a/);
    assert.deepEqual(others, []);
  });

  test('asks of rich listings that they are schemas', () => {
    assert.deepEqual(foundIn(toolWith({ oneOf: [{ type: 'array' }] }), ['rich']), []);
    assert.match(foundIn(toolWith({ type: 'text' }), ['rich']).join(), /no JSON Schema 2020-12/);
  });

  test('tells a name that a chosen host does not take', () => {
    const { found } = plan(model([operation({ operationId: '2pets' })]), { profiles: ['gemini'] });
    assert.deepEqual(
      found.filter(([code]) => code === 'host-rule-broken').map(([, message]) => message.includes("'2pets'")),
      [true],
    );
  });
});
