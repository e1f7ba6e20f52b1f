import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { planServer } from '../../src/plan/plan-server.js';
import type { OperationSettings } from '../../src/plan/settings.js';
import { model, noOptions, operation, origin } from './documents.js';

interface Places {
  readonly operation?: unknown;
  readonly path?: unknown;
  readonly tag?: unknown;
  readonly root?: unknown;
  readonly config?: OperationSettings;
  readonly configOfTag?: OperationSettings;
}

function extensions(value: unknown): ReadonlyMap<string, unknown> {
  return value === undefined ? new Map() : new Map([['x-mcp', value]]);
}

/** The time of the one tool, and what was found. */
function timeOf(places: Places) {
  const diagnostics = new Diagnostics();
  const pets = operation({
    operationId: 'listPets',
    tags: ['pets'],
    extensions: extensions(places.operation),
    pathExtensions: extensions(places.path),
  });
  const tag = {
    origin,
    name: 'pets',
    title: 'pets',
    description: undefined,
    isGroup: true,
    extensions: extensions(places.tag),
  };
  const api = model([pets], { tags: [tag], extensions: extensions(places.root) });
  const settings = {
    operations: places.config === undefined ? {} : { listPets: places.config },
    tags: places.configOfTag === undefined ? {} : { pets: places.configOfTag },
  };
  const planned = planServer(api, new Map(), { ...noOptions, settings }, diagnostics);
  return {
    timeoutMs: planned?.manifest.tools[0]?.timeoutMs,
    codes: diagnostics.all.map(({ code }) => code),
  };
}

suite('the time of a tool', () => {
  const cases: readonly [of: string, places: Places, timeoutMs: number | undefined][] = [
    ['nobody', {}, undefined],
    ['the configuration', { config: { timeoutMs: 60_000 } }, 60_000],
    ['the configuration of a tag', { configOfTag: { timeoutMs: 50_000 } }, 50_000],
    ['the document', { operation: { timeoutMs: 40_000 } }, 40_000],
    ['a path', { path: { timeoutMs: 30_000 } }, 30_000],
    ['a tag', { tag: { timeoutMs: 20_000 } }, 20_000],
    ['the root', { root: { timeoutMs: 10_000 } }, 10_000],
    ['the nearest', { operation: { timeoutMs: 2 }, path: { timeoutMs: 3 }, root: { timeoutMs: 4 } }, 2],
    ['the configuration first', { config: { timeoutMs: 1 }, operation: { timeoutMs: 2 } }, 1],
  ];
  for (const [of, places, timeoutMs] of cases) {
    test(`is set by ${of}`, () => assert.deepEqual(timeOf(places), { timeoutMs, codes: [] }));
  }
  for (const value of [0, -1, 1.5, 2 ** 31, '10', true, null]) {
    test(`${JSON.stringify(value)} is none`, () => {
      const { timeoutMs, codes } = timeOf({ operation: { timeoutMs: value } });
      assert.equal(timeoutMs, undefined);
      assert.deepEqual(codes, ['unusable-curation']);
    });
  }
});
