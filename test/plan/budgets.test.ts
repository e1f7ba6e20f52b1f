import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultBudgets, type Budgets } from '../../src/plan/hosts/budgets.js';
import { listedTool } from '../../src/runtime/listed-tool.js';
import type { ProfileName } from '../../src/plan/hosts/profile-names.js';
import { estimateTokens } from '../../src/plan/hosts/tokens.js';
import { model, operation, plan } from './documents.js';

const roomy: Budgets = { tools: 1e6, tokens: 1e6, toolTokens: 1e6, descriptionCharacters: 1e6 };
const words = 'Tells what it does in more words than anyone reads. ';

/** What is found of `count` tools under these budgets. */
function foundOf(count: number, budgets: Partial<Budgets>, profiles: readonly ProfileName[] = []) {
  const operations = Array.from({ length: count }, (_, index) =>
    operation({ operationId: `tool${index}`, path: `/${index}`, description: words.repeat(3) }),
  );
  const { plan: planned, found } = plan(model(operations), { budgets: { ...roomy, ...budgets }, profiles });
  const tools = planned?.manifest.tools ?? [];
  const costs = tools.map((tool) => estimateTokens(JSON.stringify(listedTool(tool))));
  return {
    costs,
    tools,
    messages: found.filter(([code]) => code.endsWith('-over-budget')).map(([, message]) => message),
  };
}

suite('a budget', () => {
  const { costs, tools } = foundOf(3, {});
  const [cost = 0] = costs;
  const tokens = costs.reduce((sum, own) => sum + own, 0);
  const characters = tools[0]?.description?.length ?? 0;

  const cases: readonly [budget: keyof Budgets, spent: number, findings: number, says: RegExp][] = [
    ['tools', 3, 1, /^The list of tools has 3 tools; the budget \(`tools\.budgets\.tools`\) is 2\.$/],
    ['tokens', tokens, 1, new RegExp(`has about ${tokens} tokens; .* is ${tokens - 1}\\.$`)],
    ['toolTokens', cost, 3, new RegExp(`^Tool 'tool0' takes about ${cost} tokens; .* is ${cost - 1}\\.$`)],
    [
      'descriptionCharacters',
      characters,
      3,
      new RegExp(`^The description of tool 'tool0' has ${characters} `),
    ],
  ];
  for (const [budget, spent, findings, says] of cases) {
    test(`of ${budget} may be spent, and not more`, () => {
      assert.deepEqual(foundOf(3, { [budget]: spent }).messages, []);
      const { messages } = foundOf(3, { [budget]: spent - 1 });
      assert.equal(messages.length, findings);
      assert.match(messages[0] ?? '', says);
    });
  }

  test('counts a tool as it is listed', () => {
    const [tool] = foundOf(1, {}).tools;
    assert.ok(tool);
    const listed = listedTool({ ...tool, listedSchema: { type: 'object', properties: {} }, _meta: { a: 1 } });
    assert.deepEqual(Object.keys(listed), [
      'name',
      'title',
      'description',
      'inputSchema',
      'annotations',
      '_meta',
    ]);
    assert.deepEqual(listed.inputSchema, { type: 'object', properties: {} });
  });

  test('is as large as a host takes where one was chosen', () => {
    const { messages } = foundOf(130, {}, ['openai']);
    assert.deepEqual(messages, [
      'The list of tools has 130 tools; the budget (`tools.budgets.tools`) is 128.',
    ]);
  });

  test('of a user counts below what a host takes', () => {
    assert.match(foundOf(5, { tools: 4 }, ['openai']).messages.join(), /is 4\./);
  });

  test('is what hosts and models take well where nobody chose', () => {
    assert.deepEqual(defaultBudgets, {
      tools: 40,
      tokens: 12_000,
      toolTokens: 800,
      descriptionCharacters: 1024,
    });
  });
});

suite('names for hosts that put the server before them', () => {
  const id = 'a'.repeat(60);
  const namesFor = (profiles: readonly ProfileName[]) => {
    const { plan: planned, found } = plan(model([operation({ operationId: id })]), { profiles });
    const long = found.filter(([code]) => code === 'long-served-names').map(([, message]) => message);
    return { name: planned?.manifest.tools[0]?.name ?? '', long };
  };

  test('are told once where they are long', () => {
    const operations = [operation({ operationId: id }), operation({ operationId: `${id}b`, path: '/b' })];
    const { found } = plan(model(operations));
    const long = found.filter(([code]) => code === 'long-served-names').map(([, message]) => message);
    assert.deepEqual(long, [
      `With the server's key claude makes more than 64 characters of the names of 2 tools, such as '${id}b'; ${64 - 'mcp__pets__'.length} are left to a tool's own name (64 less 'mcp__pets__').`,
    ]);
    assert.equal(namesFor([]).name, id);
  });

  const cases: readonly [profile: ProfileName, longest: number][] = [
    ['claude', 64 - 'mcp__pets__'.length],
    ['vscode', 64 - 'mcp_pets_'.length],
    ['gemini', 63 - 'mcp_pets_'.length],
    ['cursor', 59 - 'pets'.length],
  ];
  for (const [profile, longest] of cases) {
    test(`fit for ${profile}`, () => {
      const { name, long } = namesFor([profile]);
      assert.ok(name.length <= longest, `${name} has ${name.length} characters of ${longest}`);
      assert.deepEqual(
        long.filter((message) => message.includes(profile)),
        [],
      );
    });
  }
});
