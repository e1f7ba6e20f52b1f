import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { apply, overlayOf } from './overlay-documents.js';

const info = { title: 'A test', version: '1' };
const actions = [{ target: '$' }];

const broken: readonly [of: string, overlay: unknown, pointer: string, words: RegExp][] = [
  ['no object', [], '', /no mapping/],
  ['no version', { info, actions }, '', /`overlay`/],
  ['a version that is a number', { overlay: 1, info, actions }, '/overlay', /a text/],
  ['a version without a patch', { overlay: '1.1', info, actions }, '/overlay', /'1\.1' is not known/],
  ['a version that is not known', { overlay: '1.2.0', info, actions }, '/overlay', /'1\.2\.0' is not known/],
  ['no info', { overlay: '1.1.0', actions }, '', /`info` is missing/],
  ['info that is no object', { overlay: '1.1.0', info: 'x', actions }, '/info', /an object/],
  ['no title', { overlay: '1.1.0', info: { version: '1' }, actions }, '/info', /`title` is missing/],
  [
    'a title that is no text',
    { overlay: '1.1.0', info: { ...info, title: 1 }, actions },
    '/info/title',
    /a text/,
  ],
  ['no actions', { overlay: '1.1.0', info }, '', /`actions` is missing/],
  ['an empty list of actions', { overlay: '1.1.0', info, actions: [] }, '/actions', /at least one/],
  ['actions that are no array', { overlay: '1.1.0', info, actions: {} }, '/actions', /an array/],
  ['an action that is no object', overlayOf([1 as never]), '/actions/0', /an object/],
  [
    'an action twice',
    overlayOf([
      { target: '$', update: { a: 1, b: 2 } },
      { update: { b: 2, a: 1 }, target: '$' },
    ]),
    '/actions/1',
    /twice/,
  ],
  ['an action without a target', overlayOf([{ remove: true }]), '/actions/0', /`target` is missing/],
  ['a target that is no text', overlayOf([{ target: 1 }]), '/actions/0/target', /a text/],
  [
    'a target that is no query',
    overlayOf([{ target: 'info' }]),
    '/actions/0/target',
    /'info' is no JSONPath .* at character 1: /,
  ],
  [
    'a copy that is no query',
    overlayOf([{ target: '$', copy: '$[' }]),
    '/actions/0/copy',
    /at character 3: /,
  ],
  ['a copy and an update', overlayOf([{ target: '$', copy: '$', update: {} }]), '/actions/0/copy', /either/],
  [
    'a remove that is no truth',
    overlayOf([{ target: '$', remove: 'yes' }]),
    '/actions/0/remove',
    /true or false/,
  ],
  [
    'a copy in 1.0',
    overlayOf([{ target: '$', copy: '$' }], '1.0.0'),
    '/actions/0/copy',
    /came with version 1\.1/,
  ],
  [
    'a description of the overlay in 1.0',
    { overlay: '1.0.0', info: { ...info, description: 'x' }, actions },
    '/info/description',
    /came with/,
  ],
  ['an unknown field', { overlay: '1.1.0', info, actions, action: 1 }, '/action', /'action' is no field/],
  [
    'an unknown field of an action',
    overlayOf([{ target: '$', merge: {} }]),
    '/actions/0/merge',
    /'merge' is no field/,
  ],
  ['`extends` that is no text', { overlay: '1.1.0', info, actions, extends: {} }, '/extends', /a text/],
  [
    '`extends` that is no address',
    { overlay: '1.1.0', info, actions, extends: 'http://[' },
    '/extends',
    /the address/,
  ],
];

suite('a broken overlay', () => {
  for (const [of, overlay, pointer, words] of broken) {
    test(`is an error at its place: ${of}`, async () => {
      const { diagnostics, codes, origins } = await apply({ a: 1 }, [overlay]);
      assert.deepEqual(codes, ['invalid-overlay']);
      assert.match(diagnostics.all[0]?.message ?? '', words);
      assert.deepEqual(diagnostics.all[0]?.origin, { file: '/overlays/0.yaml', pointer });
      assert.equal(origins, undefined);
    });
  }

  test('is reported whole, with all others, and nothing is applied', async () => {
    const good = overlayOf([{ target: '$', update: { b: 1 } }]);
    const bad = { overlay: '1.1.0', info: {}, actions: [{ target: '$.' }, { copy: 1 }], more: 1 };
    const { value, diagnostics } = await apply({ a: 1 }, [good, bad, { overlay: '3.0.0' }]);
    assert.deepEqual(value, { a: 1 });
    assert.deepEqual(diagnostics.all.map(({ origin }) => `${origin?.file} ${origin?.pointer}`).sort(), [
      '/overlays/1.yaml /actions/0/target',
      '/overlays/1.yaml /actions/1',
      '/overlays/1.yaml /actions/1/copy',
      '/overlays/1.yaml /info',
      '/overlays/1.yaml /info',
      '/overlays/1.yaml /more',
      '/overlays/2.yaml /overlay',
    ]);
  });
});

suite('a valid overlay', () => {
  test('may have specification extensions everywhere', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { ...info, 'x-a': 1 },
      actions: [{ target: '$', 'x-b': {} }],
      'x-c': null,
    };
    assert.deepEqual((await apply({}, [overlay])).codes, []);
  });
});

/** Texts that look like queries of other JSONPath dialects, or of none. */
const noQueries = [
  '',
  ' ',
  'info',
  '@',
  '$.',
  '$..',
  '$.a b',
  '$ ',
  '$[',
  "$['a",
  '$[?@.a=1]',
  '$[(@.length-1)]',
  '$.a.length()',
  '$[?foo(@)]',
  '$[?length(@)]',
  '$[?count(1) > 1]',
  '$[?match(@.a)]',
  '$[01]',
  '$.-1',
  `$[?${'('.repeat(4_990)}@${')'.repeat(4_990)}]`,
  `$.${'a'.repeat(10_000)}`,
  `$${'.a'.repeat(1_001)}`,
  `$${'[?@'.repeat(101)}${']'.repeat(101)}`,
];

suite('a text that is no query of RFC 9535', () => {
  for (const target of noQueries) {
    test(`is a finding and never an exception: ${target.slice(0, 30)}`, async () => {
      const { codes } = await apply({}, [overlayOf([{ target }])]);
      assert.deepEqual(codes, ['invalid-overlay']);
    });
  }
});
