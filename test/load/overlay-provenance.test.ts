import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SourceFile } from '../../src/load/document.js';
import { positionsOf, writtenAt } from '../../src/load/positions.js';
import { apply, documentFile, overlayOf } from './overlay-documents.js';

/** A document, overlays by their actions, and where values of the result were written. */
const cases: readonly [
  of: string,
  document: unknown,
  overlays: readonly (readonly object[])[],
  expected: Readonly<Record<string, string>>,
][] = [
  [
    'of an update are places in it, all others in the document',
    { a: { x: 1, y: 1, z: { w: 1 } } },
    [[{ target: '$.a', update: { y: 2, v: { u: 1 }, z: { t: 1 } } }]],
    {
      '': 'document ',
      '/a': 'document /a',
      '/a/x': 'document /a/x',
      '/a/y': '0 /actions/0/update/y',
      '/a/v': '0 /actions/0/update/v',
      '/a/v/u': '0 /actions/0/update/v/u',
      '/a/z': 'document /a/z',
      '/a/z/w': 'document /a/z/w',
      '/a/z/t': '0 /actions/0/update/z/t',
      '/a/missing': 'document /a/missing',
    },
  ],
  [
    'of appended items are places in the overlay',
    { a: [1], b: [1] },
    [
      [
        { target: '$.a', update: { c: 1 } },
        { target: '$.b', update: [2, { d: 3 }] },
      ],
    ],
    {
      '/a/0': 'document /a/0',
      '/a/1/c': '0 /actions/0/update/c',
      '/b/1': '0 /actions/1/update/0',
      '/b/2/d': '0 /actions/1/update/1/d',
    },
  ],
  [
    'of items that moved are where they stood',
    { a: [0, { n: 1 }, 2, { n: 3 }] },
    [
      [
        { target: '$.a[0,2]', remove: true },
        { target: '$.a', update: { n: 4 } },
        { target: '$.a[0]', remove: true },
      ],
    ],
    { '/a/0/n': 'document /a/3/n', '/a/1/n': '0 /actions/1/update/n', '/a': 'document /a' },
  ],
  [
    'of a copy are those of its source',
    { a: {}, b: { c: { d: 1, 'e/f': 1 } } },
    [
      [
        { target: '$.b.c', update: { d: 2 } },
        { target: '$.a', copy: '$.b' },
        { target: '$.a.c', update: { g: 1 } },
      ],
    ],
    {
      '/a/c': 'document /b/c',
      '/a/c/e~1f': 'document /b/c/e~1f',
      '/a/c/d': '0 /actions/0/update/d',
      '/a/c/g': '0 /actions/2/update/g',
      '/b/c/g': 'document /b/c/g',
    },
  ],
  [
    'of several overlays are each in its own',
    { a: {} },
    [[{ target: '$.a', update: { b: { c: 1 } } }], [{ target: '$.a.b', update: { c: 2, d: 3 } }]],
    { '/a/b': '0 /actions/0/update/b', '/a/b/c': '1 /actions/0/update/c', '/a/b/d': '1 /actions/0/update/d' },
  ],
  [
    'of a member that was removed and came again are new',
    { servers: [{ url: 'x' }] },
    [
      [
        { target: '$.servers', remove: true },
        { target: '$', update: { servers: [{ url: 'y' }] } },
      ],
    ],
    { '/servers': '0 /actions/1/update/servers', '/servers/0/url': '0 /actions/1/update/servers/0/url' },
  ],
];

suite('the origins', () => {
  for (const [of, document, overlays, expected] of cases) {
    test(of, async () => {
      const { written } = await apply(
        document,
        overlays.map((actions) => overlayOf(actions)),
      );
      const pointers = Object.keys(expected);
      assert.deepEqual(Object.fromEntries(pointers.map((pointer) => [pointer, written(pointer)])), expected);
    });
  }
});

suite('a position', () => {
  test('is in the overlay where the value came from there', async () => {
    const document = 'paths:\n  /pets:\n    get: {}\n';
    const overlay = [
      'overlay: 1.1.0',
      'info: {title: A, version: "1"}',
      'actions:',
      '  - target: $.paths["/pets"].get',
      '    update:',
      '      description: new',
    ].join('\n');
    const { reading, origins, value } = await apply(document, [overlay]);
    assert.ok(origins);
    const files = new Map<string, SourceFile>([
      [documentFile, { name: 'openapi.yaml', text: reading.text, value, origins }],
      ['/overlays/0.yaml', { name: '0.yaml', text: overlay, value: undefined }],
    ]);
    const description = { file: documentFile, pointer: '/paths/~1pets/get/description' };
    assert.deepEqual(writtenAt(description, files), {
      file: '/overlays/0.yaml',
      pointer: '/actions/0/update/description',
    });
    const operation = { file: documentFile, pointer: '/paths/~1pets/get' };
    const find = positionsOf([description, operation], files);
    assert.deepEqual(find(description), { line: 6, column: 7 });
    assert.deepEqual(find(operation), { line: 3, column: 5 });
  });
});
