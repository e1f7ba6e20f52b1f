import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import { child, entries, follow, items } from '../../src/load/located.js';
import { documentOf, loadText, messagesOf } from './documents.js';

/** The pointer that `x` leads to in a document, or the findings. */
async function followed(fields: object, version = '3.1.0'): Promise<string> {
  const document = documentOf(await loadText({ openapi: version, ...fields }));
  const diagnostics = new Diagnostics();
  const found = follow(child(document.root, 'x'), document, diagnostics);
  return found === undefined ? messagesOf(diagnostics).join('\n') : found.origin.pointer;
}

/** References each of which leads to the next. */
function chainOf(length: number): readonly object[] {
  const references = Array.from({ length }, (_, index) => ({ $ref: `#/y/${index + 1}` }));
  return [...references, { type: 'string' }];
}

suite('a reference is followed', () => {
  const names = {
    'a/b': 1,
    'c~d': 1,
    'e f': 1,
    '{g}': 1,
    '100%': 1,
    '~1': 1,

    '': 1,
    list: [5, 6],
  };
  const cases: readonly [of: string, fields: object, pointer: string][] = [
    ['a value that is none', { x: 1 }, '/x'],
    ['the whole document', { x: { $ref: '#' } }, ''],
    ['~1 for a slash (RFC 6901, 4)', { x: { $ref: '#/y/a~1b' } }, '/y/a~1b'],
    ['~0 for a tilde', { x: { $ref: '#/y/c~0d' } }, '/y/c~0d'],
    ['~01 is no slash', { x: { $ref: '#/y/~01' } }, '/y/~01'],
    ['percent-encoding comes off first (RFC 6901, 6)', { x: { $ref: '#/y/%7Bg%7D' } }, '/y/{g}'],
    ['percent-encoded escapes', { x: { $ref: '#/y/a%7E1b' } }, '/y/a~1b'],
    ['a raw space', { x: { $ref: '#/y/e f' } }, '/y/e f'],
    ['a percent sign of its own', { x: { $ref: '#/y/100%' } }, '/y/100%'],
    ['an empty name', { x: { $ref: '#/y/' } }, '/y/'],
    ['an item', { x: { $ref: '#/y/list/1' } }, '/y/list/1'],
    ['60 references in a row', { x: { $ref: '#/y/0' }, y: chainOf(59) }, '/y/59'],
    ['a chain', { x: { $ref: '#/z' }, z: { $ref: '#/y/list' } }, '/y/list'],
    ['siblings do not matter', { x: { $ref: '#/y', description: 'here' } }, '/y'],
    ['a $ref that is no text is a member', { x: { $ref: 1 } }, '/x'],
  ];
  for (const [of, fields, pointer] of cases) {
    test(of, async () => assert.equal(await followed({ y: names, ...fields }), pointer));
  }
});

suite('a reference passes others on its way', () => {
  const cases: readonly [of: string, fields: object, says: string | RegExp][] = [
    ['in place of a map', { x: { $ref: '#/y/a/b' }, y: { $ref: '#/z' }, z: { a: { b: 1 } } }, '/z/a/b'],
    [
      'more than once',
      { x: { $ref: '#/y/a' }, y: { $ref: '#/z/w' }, z: { $ref: '#/v' }, v: { w: { a: 1 } } },
      '/v/w/a',
    ],
    [
      'at the end of others',
      { x: { $ref: '#/y/a/b' }, y: { $ref: '#/z' }, z: { a: { $ref: '#/v' } }, v: { b: 1 } },
      '/v/b',
    ],
    [
      'but what stands beside it counts first',
      { x: { $ref: '#/y/a' }, y: { $ref: '#/z', a: 1 }, z: { a: 2 } },
      '/y/a',
    ],
    ['and none that comes back', { x: { $ref: '#/y/a' }, y: { $ref: '#/y' } }, /Nothing stands there/],
    [
      'and none that goes on and on',
      { x: { $ref: '#/y/a' }, y: { $ref: '#/y/a/a' } },
      /Nothing stands there/,
    ],
    [
      'and none that leads to nothing of the name',
      { x: { $ref: '#/y/a' }, y: { $ref: '#/z' }, z: 1 },
      /Nothing stands there/,
    ],
  ];
  for (const [of, fields, says] of cases) {
    test(of, async () => {
      const found = await followed(fields);
      if (typeof says === 'string') assert.equal(found, says);
      else assert.match(found, says);
    });
  }
});

suite('a broken reference is one finding', () => {
  const cases: readonly [of: string, fields: object, says: string][] = [
    ['a missing member', { x: { $ref: '#/y' } }, "The reference '#/y' leads nowhere: Nothing stands there."],
    [
      'an inherited member',
      { x: { $ref: '#/toString' } },
      "'#/toString' leads nowhere: Nothing stands there.",
    ],
    ['the length of a list', { x: { $ref: '#/y/length' }, y: [1] }, 'Nothing stands there.'],
    ['an index with a leading zero', { x: { $ref: '#/y/00' }, y: [1] }, 'Nothing stands there.'],
    ['an unknown anchor', { x: { $ref: '#y' } }, "'#y' leads nowhere: Nothing stands there."],
    ['itself', { x: { $ref: '#/x' } }, "'#/x' leads nowhere: It only leads back to itself."],
    [
      'a circle',
      { x: { $ref: '#/y' }, y: { $ref: '#/x' } },
      "'#/x' leads nowhere: It only leads back to itself.",
    ],
    [
      'more than 60 references in a row',
      { x: { $ref: '#/y/0' }, y: chainOf(60) },
      'more than 60 references in a row.',
    ],
    ['a circle behind it', { x: { $ref: '#/y' }, y: { $ref: '#/y' } }, 'It only leads back to itself.'],
    [
      'a file beside standard input',
      { x: { $ref: 'a.json' } },
      'A document on standard input has no folder to read from; --ref-root gives it one.',
    ],
  ];
  for (const [of, fields, says] of cases) {
    test(of, async () => {
      const message = await followed(fields);
      assert.ok(message.endsWith(says), message);
      assert.ok(!message.includes('\n'));
    });
  }

  test('it is placed at the $ref', async () => {
    const document = documentOf(await loadText({ openapi: '3.0.0', x: { $ref: '#/y' } }));
    const diagnostics = new Diagnostics();
    follow(child(document.root, 'x'), document, diagnostics);
    assert.equal(diagnostics.all[0]?.origin?.pointer, '/x/$ref');
  });
});

suite('names that schemas give to themselves (JSON Schema 2020-12 core, 8.2)', () => {
  const cases: readonly [of: string, fields: object, pointer: string][] = [
    ['$anchor', { x: { $ref: '#cat' }, y: [{ $anchor: 'cat' }] }, '/y/0'],
    ['$dynamicAnchor', { x: { $ref: '#cat' }, y: { $dynamicAnchor: 'cat' } }, '/y'],
    ['$id', { x: { $ref: 'urn:cat' }, y: { $id: 'urn:cat' } }, '/y'],
    [
      'a pointer into an $id',
      { x: { $ref: 'https://a.example/cat#/z' }, y: { $id: 'https://a.example/cat', z: {} } },
      '/y/z',
    ],
    [
      'an $id relative to the one around it',
      { x: { $ref: 'https://a.example/b/cat' }, y: { $id: 'https://a.example/b/', z: { $id: 'cat' } } },
      '/y/z',
    ],
    [
      'an $anchor of the $id around it first',
      { y: { $anchor: 'a' }, x: { $id: 'urn:cat', $ref: '#a', z: { $anchor: 'a' } } },
      '/x/z',
    ],
    [
      'an $anchor of the file before those of an $id in it',
      { y: [{ $id: 'urn:cat', $anchor: 'a' }], x: { $ref: '#a' }, z: { in: { deep: { $anchor: 'a' } } } },
      '/z/in/deep',
    ],
    [
      'an $anchor in an $id by its URI',
      { y: { $anchor: 'a' }, x: { $ref: 'urn:cat#a' }, z: { $id: 'urn:cat', $anchor: 'a' } },
      '/z',
    ],
    [
      'the first $anchor of the file last',
      { y: { z: { $id: 'urn:cat', $anchor: 'a' } }, x: { $ref: '#a' } },
      '/y/z',
    ],
    ['its own root first', { x: { $id: 'urn:cat', $ref: '#/z', z: {} }, z: {} }, '/x/z'],
    ['then the root of the file', { x: { $id: 'urn:cat', $ref: '#/z' }, z: {} }, '/z'],
    [
      '$defs of a schema that was put in as it was',
      { x: { $ref: '#/$defs/z', $defs: { z: {} } } },
      '/x/$defs/z',
    ],
  ];
  for (const [of, fields, pointer] of cases) {
    test(of, async () => assert.equal(await followed(fields), pointer));
  }

  test('are looked up in no time, however many have the same', async () => {
    const x = Array.from({ length: 15_000 }, () => ({ $ref: '#a' }));
    const y = Array.from({ length: 15_000 }, () => ({ $anchor: 'a' }));
    const document = documentOf(await loadText({ openapi: '3.1.0', x, y }));
    const started = process.cpuUsage();
    for (const reference of items(child(document.root, 'x'))) {
      assert.ok(follow(reference, document, new Diagnostics())?.origin.pointer.startsWith('/y/'));
    }
    const { user } = process.cpuUsage(started);
    assert.ok(user < 2_000_000, `${user} µs`);
  });

  test('are no names before OpenAPI 3.1', async () => {
    assert.match(
      await followed({ x: { $ref: '#cat' }, y: { $anchor: 'cat' } }, '3.0.3'),
      /Nothing stands there/,
    );
  });

  test('are no names in examples', async () => {
    assert.match(
      await followed({ x: { $ref: '#cat' }, y: { example: { $anchor: 'cat' } } }),
      /Nothing stands there/,
    );
  });

  test('a reference relative to an $id is taken from there, and not fetched', async () => {
    const x = { $id: 'http://127.0.0.1:9/base/', $ref: 'relative.json' };
    assert.match(
      await followed({ x }),
      /^refused-reference: .*It is on the network; --allow-refs-from 127\.0\.0\.1:9 /,
    );
  });
});

suite('located values', () => {
  test('a member is found among own members alone', async () => {
    const { root } = documentOf(await loadText('{"openapi":"3.1.0","__proto__":{"a":1}}'));
    assert.deepEqual(child(root, '__proto__').value, { a: 1 });
    assert.equal(child(root, 'constructor').value, undefined);
    assert.equal(child(root, 'a').value, undefined);
  });

  test('pointers are escaped (RFC 6901, 3)', async () => {
    const { root } = documentOf(await loadText({ openapi: '3.1.0', paths: { '/a/{b~c}': [1] } }));
    const pointers = entries(child(root, 'paths')).flatMap(([, list]) =>
      items(list).map(({ origin }) => origin.pointer),
    );
    assert.deepEqual(pointers, ['/paths/~1a~1{b~0c}/0']);
  });

  test('what is no object has no members, what is no list has no items', () => {
    const text = { value: 'text', origin: { file: 'f', pointer: '' } };
    assert.deepEqual([child(text, 'length').value, items(text), entries(text)], [undefined, [], []]);
  });
});
