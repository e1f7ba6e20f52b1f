import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, follow } from '../../src/load/located.js';
import { documentOf, loadText } from './documents.js';

/** Follows every reference of `x` in a document; each finding with its place. */
async function reported(
  references: readonly string[],
  rest: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const x = Object.fromEntries(references.map(($ref, index) => [String(index), { $ref }]));
  const document = documentOf(await loadText({ openapi: '3.0.3', ...rest, x }));
  const diagnostics = new Diagnostics();
  for (const key of [...Object.keys(x), ...Object.keys(x)])
    follow(child(child(document.root, 'x'), key), document, diagnostics);
  return diagnostics.all.map(({ origin, message }) => `${origin?.pointer} ${message}`);
}

suite('a reference that leads nowhere', () => {
  const components = { schemas: { Album: {}, AlbumId: {}, 'a/b': {} } };

  const cases: readonly (readonly [of: string, reference: string, problem: string])[] = [
    ['a name that is near', '#/components/schemas/AlbumID', "Nothing stands there. Did you mean 'AlbumId'?"],
    ['an escaped name', '#/components/schemas/a~1c', "Nothing stands there. Did you mean 'a/b'?"],
    ['a name like none', '#/components/schemas/Harbour', 'Nothing stands there.'],
    ['a name of Object.prototype', '#/components/schemas/constructor', 'Nothing stands there.'],
    ['a part of a value', '#/components/schemas/Album/properties/id', 'Nothing stands there.'],
  ];
  for (const [of, reference, problem] of cases) {
    test(`gets a suggestion from the same map: ${of}`, async () =>
      assert.deepEqual(await reported([reference], { components }), [
        `/x/0/$ref The reference '${reference}' leads nowhere: ${problem}`,
      ]));
  }

  test('into a map that is missing as a whole is told once, at what stands in its place', async () => {
    const references = ['#/components/schemas/A', '#/components/schemas/B', '#/components/parameters/c'];
    assert.deepEqual(await reported(references, { component: components }), [
      "/component The reference '#/components/schemas/A' and 2 more lead nowhere: There is `component` in place of `components`.",
    ]);
  });

  test('into a map that is missing as a whole is told once, at the first where nothing is like it', async () => {
    const references = ['#/components/responses/A', '#/components/responses/B', '#/components/schema/c'];
    assert.deepEqual(await reported(references, { components }), [
      "/x/0/$ref The reference '#/components/responses/A' and 1 more lead nowhere: There is no `components.responses`.",
      "/components/schemas The reference '#/components/schema/c' leads nowhere: There is `schemas` in place of `components.schema`.",
    ]);
  });
});
