import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { apply, overlayOf } from './overlay-documents.js';

const nothing: readonly string[] = [];

/** A document, actions, and what comes of it; the clause of Overlay 1.1 that decides is named where one does. */
const cases: readonly [of: string, document: unknown, actions: readonly object[], expected: unknown][] = [
  [
    'merges objects member by member (Action Object: a property only in the update is inserted)',
    { a: { x: 1, y: { z: 1 } } },
    [{ target: '$.a', update: { y: { w: 2 }, v: 3 } }],
    { a: { x: 1, y: { z: 1, w: 2 }, v: 3 } },
  ],
  [
    'replaces primitive values by primitive values (Action Object), null included',
    { a: { x: 1, y: 'text', z: null } },
    [{ target: '$.a', update: { x: 'one', y: null, z: true } }],
    { a: { x: 'one', y: null, z: true } },
  ],
  [
    'concatenates arrays in an update (Action Object)',
    { a: { tags: ['x'] } },
    [{ target: '$.a', update: { tags: ['y', 'x'] } }],
    { a: { tags: ['x', 'y', 'x'] } },
  ],
  [
    'concatenates an array with a selected array',
    { a: [1] },
    [{ target: '$.a', update: [2, 3] }],
    { a: [1, 2, 3] },
  ],
  [
    'appends an object to a selected array',
    { a: [1] },
    [{ target: '$.a', update: { b: 2 } }],
    { a: [1, { b: 2 }] },
  ],
  [
    'appends a primitive value to a selected array',
    { a: [1] },
    [{ target: '$.a', update: null }],
    { a: [1, null] },
  ],
  [
    'replaces selected primitive values',
    { a: { t: 'x' }, b: { t: 1 } },
    [{ target: '$.*.t', update: 'y' }],
    { a: { t: 'y' }, b: { t: 'y' } },
  ],
  ['updates the root', { a: 1 }, [{ target: '$', update: { b: 2 } }], { a: 1, b: 2 }],
  [
    'updates every selected value',
    { a: {}, b: {} },
    [{ target: '$.*', update: { c: 1 } }],
    { a: { c: 1 }, b: { c: 1 } },
  ],
  [
    'updates a value that is selected twice once',
    { a: { l: [] } },
    [{ target: "$['a','a'].l", update: 1 }],
    { a: { l: [1] } },
  ],
  [
    'updates outer values before those in them',
    { a: { n: 1, in: { n: 2 } } },
    [{ target: '$..[?@.n]', update: { in: { n: 3 }, n: 4 } }],
    { a: { n: 4, in: { n: 4, in: { n: 3 } } } },
  ],
  ['removes members of objects', { a: { b: 1, c: 2 } }, [{ target: '$.a.b', remove: true }], { a: { c: 2 } }],
  [
    'removes all selected items of an array',
    { a: [1, 2, 3, 2] },
    [{ target: '$.a[?@ == 2]', remove: true }],
    { a: [1, 3] },
  ],
  [
    'removes what is in something that is removed too',
    { a: { b: { b: 1 } }, c: [{ b: 1 }] },
    [{ target: '$..b', remove: true }],
    { a: {}, c: [{}] },
  ],
  [
    'lets `remove` win over `update`',
    { a: 1, b: {} },
    [{ target: '$.b', update: { c: 1 }, remove: true }],
    { a: 1 },
  ],
  [
    'does not remove for `remove: false`',
    { a: {} },
    [{ target: '$.a', update: { c: 1 }, remove: false }],
    { a: { c: 1 } },
  ],
  ['does nothing without a modifier', { a: {} }, [{ target: '$.a', description: 'Only words.' }], { a: {} }],
  [
    'applies actions to the result of those before',
    { servers: [{ url: 'x' }] },
    [
      { target: '$.servers', remove: true },
      { target: '$', update: { servers: [] } },
      { target: '$.servers', update: { url: 'y' } },
    ],
    { servers: [{ url: 'y' }] },
  ],
  [
    'merges a copy into an object',
    { a: { x: 1 }, b: { y: { z: 2 } } },
    [{ target: '$.a', copy: '$.b' }],
    { a: { x: 1, y: { z: 2 } }, b: { y: { z: 2 } } },
  ],
  [
    'concatenates a copied array',
    { a: [1], b: [2] },
    [{ target: '$.a', copy: '$.b' }],
    { a: [1, 2], b: [2] },
  ],
  [
    'appends a copied object to an array',
    { a: [], b: {} },
    [{ target: '$.a', copy: '$.b' }],
    { a: [{}], b: {} },
  ],
  [
    'replaces a primitive value by a copy',
    { a: 1, b: 'x' },
    [{ target: '$.a', copy: '$.b' }],
    { a: 'x', b: 'x' },
  ],
  [
    'copies what was there before, also into itself',
    { a: { b: {} } },
    [{ target: '$.a.b', copy: '$.a' }],
    { a: { b: { b: {} } } },
  ],
  [
    'does not let a copy follow its source',
    { a: {}, b: { c: { d: 1 } } },
    [
      { target: '$.a', copy: '$.b' },
      { target: '$.b.c', update: { d: 2 } },
    ],
    { a: { c: { d: 1 } }, b: { c: { d: 2 } } },
  ],
  [
    'gives every place its own value of one update',
    { a: {}, b: {} },
    [
      { target: '$.*', update: { c: { d: 1 } } },
      { target: '$.a.c', update: { d: 2 } },
    ],
    { a: { c: { d: 2 } }, b: { c: { d: 1 } } },
  ],
];

suite('an overlay of version 1.1', () => {
  for (const [of, document, actions, expected] of cases) {
    test(of, async () => {
      const before = JSON.stringify(document);
      const { value, codes } = await apply(document, [overlayOf(actions)]);
      assert.deepEqual(codes, nothing);
      assert.deepEqual(value, expected);
      assert.equal(JSON.stringify(document), before);
    });
  }

  test('is applied after those before it', async () => {
    const first = overlayOf([{ target: '$', update: { a: { n: 1 } } }]);
    const second = overlayOf([{ target: '$.a', update: { n: 2 } }]);
    assert.deepEqual((await apply({}, [first, second])).value, { a: { n: 2 } });
    assert.deepEqual((await apply({}, [second, first])).codes, ['overlay-matches-nothing']);
  });

  test('may be written in YAML and change a document in JSON', async () => {
    const overlay =
      'overlay: 1.1.0\ninfo: {title: A, version: "1"}\nactions:\n  - {target: $.a, update: text}\n';
    assert.deepEqual((await apply({ a: 1 }, [overlay])).value, { a: 'text' });
  });
});

suite('an overlay of version 1.0', () => {
  test('appends an array to an array as one entry (update: "an entry to append to the array")', async () => {
    const { value } = await apply({ a: [1] }, [overlayOf([{ target: '$.a', update: [2] }], '1.0.0')]);
    assert.deepEqual(value, { a: [1, [2]] });
  });

  test('does not update primitive values, which its targets are not', async () => {
    const { value, codes } = await apply({ a: 1 }, [overlayOf([{ target: '$.a', update: 2 }], '1.0.0')]);
    assert.deepEqual([value, codes], [{ a: 1 }, ['incompatible-overlay']]);
  });

  test('removes primitive values', async () => {
    const { value, codes } = await apply({ a: 1 }, [overlayOf([{ target: '$.a', remove: true }], '1.0.1')]);
    assert.deepEqual([value, codes], [{}, nothing]);
  });
});

const incompatible: readonly [
  of: string,
  document: unknown,
  action: object,
  expected: unknown,
  words: RegExp,
][] = [
  [
    'an array in place of an object',
    { a: {} },
    { target: '$.a', update: [] },
    { a: {} },
    /an array cannot be merged into an object/,
  ],
  [
    'a primitive value in place of an object',
    { a: {} },
    { target: '$', update: { a: null, b: 1 } },
    { a: {}, b: 1 },
    /a primitive value cannot/,
  ],
  [
    'an object in place of an array, inside',
    { a: [] },
    { target: '$', update: { a: {} } },
    { a: [] },
    /an object cannot be merged into an array/,
  ],
  [
    'an object in place of a primitive value',
    { a: 1 },
    { target: '$.a', update: {} },
    { a: 1 },
    /an object cannot .* a primitive value/,
  ],
  [
    'targets of two kinds',
    { a: {}, b: [] },
    { target: '$.*', update: {} },
    { a: {}, b: [] },
    /selects objects and arrays/,
  ],
  ['the removal of the root', { a: 1 }, { target: '$', remove: true }, { a: 1 }, /root/],
  [
    'a copy of several values',
    { a: {}, b: {}, c: {} },
    { target: '$.a', copy: "$['b','c']" },
    { a: {}, b: {}, c: {} },
    /more than one/,
  ],
  [
    'a copy of another kind',
    { a: {}, b: [] },
    { target: '$.a', copy: '$.b' },
    { a: {}, b: [] },
    /an array cannot be merged into an object/,
  ],
];

suite('an action that cannot be applied', () => {
  for (const [of, document, action, expected, words] of incompatible) {
    test(`is an error and leaves the place as it is: ${of}`, async () => {
      const { value, diagnostics, codes } = await apply(document, [overlayOf([action])]);
      assert.deepEqual(codes, ['incompatible-overlay']);
      assert.match(diagnostics.all[0]?.message ?? '', words);
      assert.deepEqual(value, expected);
    });
  }

  test('is reported at the value that is wrong', async () => {
    const { diagnostics } = await apply({ a: { b: [] } }, [
      overlayOf([{ target: '$', update: { a: { b: 1 } } }]),
    ]);
    assert.equal(diagnostics.all[0]?.origin?.pointer, '/actions/0/update/a/b');
  });
});

suite('an action that selects nothing', () => {
  test('changes nothing (Action Object: the action succeeds) and is a warning at its target', async () => {
    const overlay = overlayOf([
      { target: '$.b', update: 1 },
      { target: '$.a', copy: '$.c' },
    ]);
    const { value, diagnostics } = await apply({ a: {} }, [overlay]);
    assert.deepEqual(value, { a: {} });
    assert.deepEqual(
      diagnostics.all.map(({ code, severity, origin }) => [code, severity, origin?.pointer]),
      [
        ['overlay-matches-nothing', 'warning', '/actions/0/target'],
        ['overlay-matches-nothing', 'warning', '/actions/1/copy'],
      ],
    );
  });
});

suite('`extends`', () => {
  const extending = (reference: string): object => ({ ...overlayOf([{ target: '$' }]), extends: reference });

  test('may name the document, relative to the overlay', async () => {
    for (const reference of ['../api/openapi.yaml', 'file:///api/openapi.yaml']) {
      assert.deepEqual((await apply({}, [extending(reference)])).codes, nothing);
    }
  });

  test('is noted where it names another one', async () => {
    const { diagnostics } = await apply({}, [extending('openapi.yaml')]);
    assert.deepEqual(
      diagnostics.all.map(({ code, severity }) => [code, severity]),
      [['overlay-of-other-document', 'note']],
    );
  });
});

suite('names of a document', () => {
  test('are members whatever they are called', async () => {
    const document = '{"__proto__": {"a": 1}, "constructor": {"a": 1}}';
    const overlay = `{"overlay": "1.1.0", "info": {"title": "A", "version": "1"}, "actions": [
      {"target": "$.*", "update": {"__proto__": {"b": 2}, "toString": 1}},
      {"target": "$.__proto__.a", "remove": true},
      {"target": "$.constructor", "copy": "$.__proto__"}
    ]}`;
    const { value, codes } = await apply(document, [overlay]);
    assert.deepEqual(codes, nothing);
    const expected =
      '{"__proto__":{"__proto__":{"b":2},"toString":1},"constructor":{"a":1,"__proto__":{"b":2},"toString":1}}';
    assert.equal(JSON.stringify(value), expected);
    assert.equal('b' in {}, false);
  });

  test('are not found where they are inherited', async () => {
    assert.deepEqual((await apply({}, [overlayOf([{ target: '$.toString', remove: true }])])).codes, [
      'overlay-matches-nothing',
    ]);
  });
});

suite('what stands in a document by a YAML alias', () => {
  test('is changed in the selected place alone', async () => {
    const document = 'a: &x {n: {m: 1}}\nb: *x\nc: {<<: *x}\n';
    const { value } = await apply(document, [overlayOf([{ target: '$.b.n', update: { m: 2 } }])]);
    assert.deepEqual(value, { a: { n: { m: 1 } }, b: { n: { m: 2 } }, c: { n: { m: 1 } } });
  });
});

suite('what is read of an applied document', () => {
  test('are the references that an overlay brings, and no longer those that it removes', async () => {
    const document = { a: { $ref: 'old.yaml' }, b: {} };
    const overlay = overlayOf([
      { target: '$.a', remove: true },
      { target: '$.b', update: { $ref: 'new.yaml#/x' } },
    ]);
    const { reading } = await apply(document, [overlay]);
    const files = [...(reading.parsed?.survey.references.values() ?? [])].flatMap((found) => [...found]);
    assert.deepEqual(files, ['new.yaml']);
  });

  test('is what was read where nothing changed', async () => {
    const { origins } = await apply({ a: 1 }, [overlayOf([{ target: '$.a' }])]);
    assert.equal(origins, undefined);
  });
});
