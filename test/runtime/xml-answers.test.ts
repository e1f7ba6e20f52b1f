import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Told } from '../../src/runtime/answer/content.js';
import type { Truncation } from '../../src/runtime/answer/cut-told.js';
import { readXml } from '../../src/runtime/answer/xml.js';
import { parseXml } from '../../src/runtime/answer/xml-document.js';
import { readXmlValue } from '../../src/runtime/answer/xml-values.js';
import type { XmlBinding, XmlNode } from '../../src/runtime/binding.js';
import { defaultLimits, type Limits } from '../../src/runtime/limits.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';

function read(xml: string, ...bindings: readonly XmlBinding[]): unknown {
  const parsed = parseXml(xml, { depth: 200, isCut: false });
  assert.ok(!('problem' in parsed), xml);
  return readXmlValue(bindings, parsed.root);
}

type Case = readonly [of: string, node: XmlNode, xml: string, value: unknown];

function reads(title: string, cases: readonly Case[]): void {
  suite(title, () => {
    for (const [of, node, xml, value] of cases) {
      test(of, () => assert.deepEqual(read(xml, { root: { name: 'r', ...node } }), value));
    }
  });
}

/** A root with one member `a`. */
const holding = (a: XmlNode): XmlNode => ({ members: { a } });

reads('texts by the types of their schemas', [
  ['text', holding({}), '<r><a> x\n</a></r>', { a: ' x\n' }],
  ['no text', holding({}), '<r><a/></r>', { a: '' }],
  ['digits of a text', holding({}), '<r><a>007</a></r>', { a: '007' }],
  ['a number', holding({ scalar: 'number' }), '<r><a> -1.50e2\n</a></r>', { a: -150 }],
  ['a number of XML Schema', holding({ scalar: 'number' }), '<r><a>+.5</a></r>', { a: 0.5 }],
  ['a number with zeros', holding({ scalar: 'number' }), '<r><a>007</a></r>', { a: 7 }],
  [
    'the largest integer',
    holding({ scalar: 'number' }),
    '<r><a>9007199254740991</a></r>',
    { a: 2 ** 53 - 1 },
  ],
  [
    'an integer beyond 2^53',
    holding({ scalar: 'number' }),
    '<r><a>9007199254740993</a></r>',
    { a: '9007199254740993' },
  ],
  ['a number beyond all', holding({ scalar: 'number' }), '<r><a>1e400</a></r>', { a: '1e400' }],
  ['no number', holding({ scalar: 'number' }), '<r><a>n/a</a></r>', { a: 'n/a' }],
  ['INF', holding({ scalar: 'number' }), '<r><a>INF</a></r>', { a: 'INF' }],
  ['a number in another notation', holding({ scalar: 'number' }), '<r><a>0x10</a></r>', { a: '0x10' }],
  ['an empty number', holding({ scalar: 'number' }), '<r><a/></r>', { a: null }],
  ['true', holding({ scalar: 'boolean' }), '<r><a>true</a></r>', { a: true }],
  ['0 as a truth value', holding({ scalar: 'boolean' }), '<r><a>0</a></r>', { a: false }],
  ['no truth value', holding({ scalar: 'boolean' }), '<r><a>yes</a></r>', { a: 'yes' }],
  ['1 where it may be a number', holding({ scalar: 'any' }), '<r><a>1</a></r>', { a: 1 }],
  ['false where it may be a number', holding({ scalar: 'any' }), '<r><a>false</a></r>', { a: false }],
  ['text and CDATA', holding({}), '<r><a>x<![CDATA[<y>]]>z</a></r>', { a: 'x<y>z' }],
  ['the root itself', { scalar: 'number' }, '<r>5</r>', 5],
  ['a reference for a letter', holding({}), '<r><a>&lt;&#65;</a></r>', { a: '<A' }],
]);

reads('node types (OpenAPI 3.2, XML Object)', [
  ['an attribute', holding({ nodeType: 'attribute', scalar: 'number' }), '<r a="1"/>', { a: 1 }],
  ['an attribute by another name', holding({ nodeType: 'attribute', name: 'b' }), '<r b="1"/>', { a: '1' }],
  ['no attribute', holding({ nodeType: 'attribute' }), '<r/>', {}],
  [
    'attribute and text',
    { members: { kind: { nodeType: 'attribute' }, name: { nodeType: 'text' } } },
    '<r kind="Cat">Fluffy</r>',
    { kind: 'Cat', name: 'Fluffy' },
  ],
  [
    'attribute and a number as text',
    { members: { unit: { nodeType: 'attribute' }, value: { nodeType: 'text', scalar: 'number' } } },
    '<r unit="EUR"> 42 </r>',
    { unit: 'EUR', value: 42 },
  ],
  ['text that is not there', holding({ nodeType: 'text' }), '<r/>', { a: '' }],
  ['a number that is not there', holding({ nodeType: 'text', scalar: 'number' }), '<r/>', {}],
  [
    'text between elements',
    { members: { t: { nodeType: 'text' }, b: {} } },
    '<r>x<b/>y</r>',
    { t: 'xy', b: '' },
  ],
  [
    'no text between elements',
    { members: { t: { nodeType: 'text' }, b: {} } },
    '<r>\n <b/>\n</r>',
    { b: '' },
  ],
  ['CDATA', holding({ nodeType: 'cdata' }), '<r><![CDATA[<b>]]></r>', { a: '<b>' }],
  [
    'no node of its own',
    holding({ nodeType: 'none', members: { b: {} } }),
    '<r><b>1</b></r>',
    { a: { b: '1' } },
  ],
  ['nothing without a node', holding({ nodeType: 'none', members: { b: {} } }), '<r/>', {}],
  ['text without a node', holding({ nodeType: 'none', scalar: 'number' }), '<r>5</r>', { a: 5 }],
  [
    'an element within that of a reference',
    { inner: { name: 'Pet', members: { id: { scalar: 'number' } } } },
    '<r><Pet><id>1</id></Pet></r>',
    { id: 1 },
  ],
]);

reads('arrays (OpenAPI 3.2, XML Object: Modeling Element Lists)', [
  ['are not wrapped', holding({ items: {} }), '<r><a>1</a><a>2</a></r>', { a: ['1', '2'] }],
  ['have one item', holding({ items: { scalar: 'number' } }), '<r><a>1</a></r>', { a: [1] }],
  [
    'stand between others',
    { members: { a: { items: {} }, b: {} } },
    '<r><a>1</a><b/><a>2</a></r>',
    { a: ['1', '2'], b: '' },
  ],
  ['name their items', holding({ items: { name: 'i' } }), '<r><i>1</i><i>2</i></r>', { a: ['1', '2'] }],
  ['are missing', holding({ items: {} }), '<r/>', {}],
  ['are empty where they are required', holding({ items: {}, required: true }), '<r/>', { a: [] }],
  [
    'are wrapped',
    holding({ nodeType: 'element', items: { name: 'i' } }),
    '<r>\n<a>\n<i>1</i>\n<i>2</i></a></r>',
    { a: ['1', '2'] },
  ],
  [
    'are wrapped with one item',
    holding({ nodeType: 'element', items: { name: 'i' } }),
    '<r><a><i/></a></r>',
    { a: [''] },
  ],
  [
    'are wrapped and empty',
    holding({ nodeType: 'element', items: { name: 'i' } }),
    '<r><a> </a></r>',
    { a: [] },
  ],
  ['are wrapped and missing', holding({ nodeType: 'element', items: {} }), '<r/>', {}],
  [
    'are wrapped, whatever the items are called',
    holding({ nodeType: 'element', items: { scalar: 'number' } }),
    '<r><a><x>1</x><y>2</y></a></r>',
    { a: [1, 2] },
  ],
  ['are the root', { nodeType: 'element', items: { name: 'i' } }, '<r><i>1</i></r>', ['1']],
  [
    'hold null',
    holding({ items: {} }),
    '<r xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a i:nil="1"/></r>',
    { a: [null] },
  ],
  [
    'have a node for each position',
    {
      nodeType: 'element',
      prefixItems: [{ nodeType: 'text' }, { name: 'data', scalar: 'number' }, { nodeType: 'text' }],
    },
    '<r>Some preamble.<data>42</data>Some postamble.</r>',
    ['Some preamble.', 42, 'Some postamble.'],
  ],
  [
    'miss a position',
    { nodeType: 'element', prefixItems: [{ name: 'x' }, { name: 'y' }, { name: 'z' }], items: { name: 'i' } },
    '<r>\n<y>1</y>\n<i>2</i></r>',
    [null, '1', '2'],
  ],
  [
    'of objects',
    holding({ items: { name: 'i', members: { id: { nodeType: 'attribute', scalar: 'number' } } } }),
    '<r><i id="1"/><i id="2"/></r>',
    { a: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'lie in arrays, as one',
    holding({ items: { items: {} } }),
    '<r><a>1</a><a>2</a></r>',
    { a: [['1', '2']] },
  ],
]);

reads('namespaces (Namespaces in XML)', [
  ['a prefix of the document', holding({}), '<p:r xmlns:p="u"><p:a>x</p:a></p:r>', { a: 'x' }],
  [
    'another prefix than the schema has',
    holding({ prefix: 'p', namespace: 'u' }),
    '<r xmlns:q="u"><q:a>x</q:a></r>',
    { a: 'x' },
  ],
  ['no prefix', holding({ prefix: 'p', namespace: 'u' }), '<r><a>x</a></r>', { a: 'x' }],
  [
    'one name in two namespaces',
    { members: { a: { name: 'id', namespace: 'u' }, b: { name: 'id', prefix: 'w', namespace: 'v' } } },
    '<r xmlns:x="v" xmlns:y="u"><x:id>1</x:id><y:id>2</y:id></r>',
    { a: '2', b: '1' },
  ],
  [
    'an attribute',
    holding({ nodeType: 'attribute', name: 'lang', prefix: 'xml' }),
    '<r xml:lang="en"/>',
    { a: 'en' },
  ],
  ['declarations are no members', { open: true }, '<r xmlns="u" xmlns:p="v"><p:b/></r>', { 'p:b': '' }],
  [
    'nor are words of XML Schema',
    { open: true },
    '<r xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:type="t"><b s:schemaLocation="u">1</b></r>',
    { b: '1' },
  ],
]);

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

reads('null (OpenAPI 3.2, XML Object: Handling null Values)', [
  ['is xsi:nil', holding({ scalar: 'number' }), `<r ${xsi}><a xsi:nil="true"/></r>`, { a: null }],
  [
    'is xsi:nil under another prefix',
    holding({}),
    '<r xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a i:nil="1"/></r>',
    { a: null },
  ],
  ['is xsi:nil without a declaration', holding({}), '<r><a xsi:nil="true"/></r>', { a: null }],
  ['is not xsi:nil that is false', holding({}), `<r ${xsi}><a xsi:nil="false">x</a></r>`, { a: 'x' }],
  ['is not the nil of others', holding({}), '<r><a nil="true">x</a></r>', { a: 'x' }],
  ['is the root', {}, `<r ${xsi} xsi:nil="true"/>`, null],
]);

reads('what a schema does not name is kept', [
  ['an element', holding({}), '<r><a>1</a><b>2</b></r>', { a: '1', b: '2' }],
  ['an element again and again', holding({}), '<r><b>1</b><b>2</b></r>', { b: ['1', '2'] }],
  ['an attribute', holding({}), '<r c="1"><a/></r>', { a: '', c: '1' }],
  ['an attribute called as an element', holding({}), '<r a="1"><a>2</a></r>', { a: '2', '@a': '1' }],
  [
    'an element called as an attribute',
    holding({ nodeType: 'attribute' }),
    '<r a="1"><a>2</a></r>',
    { a: ['1', '2'] },
  ],
  ['text', holding({}), '<r>x<a/></r>', { a: '', '#text': 'x' }],
  ['markup in text', holding({}), '<r><a>x <b>y</b></a></r>', { a: { b: 'y', '#text': 'x ' } }],
  ['an element where there should be one', holding({}), '<r><a>1</a><a>2</a></r>', { a: ['1', '2'] }],
  [
    'members of additionalProperties',
    { additional: { scalar: 'number' } },
    '<r><x>1</x><y>2</y></r>',
    { x: 1, y: 2 },
  ],
  [
    'lists of additionalProperties',
    { additional: { items: { scalar: 'number' } } },
    '<r><x>1</x></r>',
    { x: [1] },
  ],
  [
    'anything',
    { open: true },
    '<r><a b="1">x</a><c><d/></c></r>',
    { a: { b: '1', '#text': 'x' }, c: { d: '' } },
  ],
  ['a text in place of a list', holding({ nodeType: 'element', items: {} }), '<r><a>x</a></r>', { a: ['x'] }],
  ['another root', holding({ scalar: 'number' }), '<other><a>1</a></other>', { a: 1 }],
]);

reads('alternatives', [
  ['text or an object: text', { members: { a: {} }, text: true, scalar: 'number' }, '<r>5</r>', 5],
  ['text or an object: an object', { members: { a: {} }, text: true }, '<r><a>5</a></r>', { a: '5' }],
  [
    'text or an object: an object by its attribute',
    { members: { a: { nodeType: 'attribute' } }, text: true },
    '<r a="5"/>',
    { a: '5' },
  ],
  [
    'an object or a list: a list',
    { nodeType: 'element', members: { a: {} }, items: { name: 'i' } },
    '<r><i>1</i></r>',
    ['1'],
  ],
  [
    'an object or a list: an object',
    { nodeType: 'element', members: { a: {} }, items: { name: 'i' } },
    '<r><a>1</a></r>',
    { a: '1' },
  ],
]);

suite('contents that nodes refer to', () => {
  test('can hold themselves', () => {
    const types = {
      Folder: { members: { name: {}, folders: { items: { name: 'folder', type: 'Folder' } } } },
    };
    assert.deepEqual(
      read('<r><name>a</name><folder><name>b</name><folder/></folder></r>', {
        root: { type: 'Folder' },
        types,
      }),
      { name: 'a', folders: [{ name: 'b', folders: [{}] }] },
    );
  });
  test('that hold themselves without an element have an end', () => {
    const node: XmlNode = { nodeType: 'none', type: 'A' };
    const types = { A: { members: { x: {}, a: node, b: { nodeType: 'none' as const, items: node } } } };
    assert.deepEqual(read('<r><x>1</x></r>', { root: { type: 'A' }, types }), { x: '1' });
    assert.deepEqual(read('<r><x>1</x></r>', { root: { members: { a: node } }, types }), { a: { x: '1' } });
  });
  test('whose names are those of prototypes are anything', () =>
    assert.deepEqual(read('<r><a>1</a></r>', { root: { type: 'toString' } }), { a: '1' }));
});

test('names of prototypes are ordinary', () => {
  const members = JSON.parse(
    '{"__proto__":{"scalar":"number"},"constructor":{"nodeType":"attribute"}}',
  ) as Record<string, XmlNode>;
  const value = read('<r constructor="c"><__proto__>1</__proto__><toString>x</toString></r>', {
    root: { members },
  });
  assert.equal(JSON.stringify(value), '{"__proto__":1,"constructor":"c","toString":"x"}');
  assert.equal(({} as { readonly polluted?: unknown }).polluted, undefined);
  const open = read('<r><__proto__><polluted>1</polluted></__proto__></r>', { root: { open: true } });
  assert.equal(JSON.stringify(open), '{"__proto__":{"polluted":"1"}}');
});

suite('several bindings', () => {
  const bindings = [
    { root: { name: 'pet', members: { id: { scalar: 'number' as const } } } },
    { root: { name: 'job', members: { id: {} } } },
  ];
  const cases = [
    ['<pet><id>1</id></pet>', { id: 1 }],
    ['<n:job xmlns:n="u"><id>1</id></n:job>', { id: '1' }],
    ['<other><id>1</id></other>', { id: 1 }],
  ] as const;
  for (const [xml, value] of cases) test(xml, () => assert.deepEqual(read(xml, ...bindings), value));
});

suite('a result', () => {
  const tool: ToolDefinition = {
    name: 't',
    inputSchema: { type: 'object', properties: {} },
    request: {
      method: 'GET',
      path: '/',
      parameters: [],
      security: [],
      accept: ['application/xml'],
      answerXml: [{ root: { name: 'r', members: { a: { items: { scalar: 'number' } } } } }],
    },
  };
  const result = (
    text: string,
    own: { limits?: Partial<Limits>; cut?: 'size'; tool?: ToolDefinition } = {},
  ) =>
    readXml({
      tool: own.tool ?? tool,
      mediaType: 'application/xml',
      bytes: Buffer.from(text),
      uri: 'response:///t',
      redact: (each) => each,
      limits: { ...defaultLimits, ...own.limits },
      ...(own.cut && { cut: own.cut }),
    });

  test('has the XML as it was sent and its value', async () => {
    const xml = '<?xml version="1.0"?>\r\n<r><a>1</a></r>';
    assert.deepEqual(await result(xml), {
      content: [{ type: 'text', text: xml }],
      structuredContent: { a: [1] },
    });
  });
  test('has text alone without a schema', async () => {
    const { answerXml, ...request } = tool.request;
    assert.ok(answerXml);
    const told = await result('<r/>', { tool: { ...tool, request } });
    assert.deepEqual(told, { content: [{ type: 'text', text: '<r/>' }] });
  });
  test('has text alone, and says why, where it is malformed', async () => {
    const told = await result('<r><a>1</r>');
    assert.equal(told.structuredContent, undefined);
    assert.match(told.notes?.join() ?? '', /not well-formed.*text alone/);
  });
  test('has text alone, and says why, where it is too deep', async () => {
    for (const xml of [
      `${'<r>'.repeat(300)}${'</r>'.repeat(300)}`,
      `${'<a>'.repeat(150)}${'</a>'.repeat(150)}`,
    ]) {
      const told = await result(xml, { limits: { depth: 140 } });
      assert.equal(told.structuredContent, undefined);
      assert.match(told.notes?.join() ?? '', /more than 140 levels/);
    }
  });
  test('tells of a DOCTYPE', async () => {
    const told = await result('<!DOCTYPE r><r><a>1</a></r>');
    assert.deepEqual(told.structuredContent, { a: [1] });
    assert.match(told.notes?.join() ?? '', /DOCTYPE/);
  });
  test('is empty where there is nothing', async () => assert.equal((await result(' \n')).empty, true));

  const rows = (count: number): string =>
    `<r>${Array.from({ length: count }, (_, index) => `<a>${index}</a>`).join('')}</r>`;
  /** What was given of such a list, and what was told. */
  const listed = (told: Told) => {
    const { a, _truncated } = told.structuredContent as { a: readonly number[]; _truncated: Truncation };
    assert.deepEqual(a, [...a.keys()]);
    assert.ok(JSON.stringify(told.structuredContent).length < 6000);
    return { a, truncation: _truncated, notes: told.notes?.join('\n') ?? '' };
  };

  test('is cut at items, and tells how many there are, where it was read whole', async () => {
    const members = { a: { items: { scalar: 'number' as const }, name: 'a' }, b: {} };
    const request = { ...tool.request, answerXml: [{ root: { name: 'r', members } }] };
    const told = await result(`<r><b>${'x'.repeat(3000)}</b>${rows(300).slice(3)}`, {
      limits: { resultCharacters: 3000 },
      tool: { ...tool, request },
    });
    const { a } = listed(told);
    assert.equal(a.length, 300);
    const { _truncated } = told.structuredContent as { _truncated: Truncation };
    assert.deepEqual(_truncated.cuts, [{ path: '/b', bytes: 3002 }]);
    assert.doesNotMatch(JSON.stringify(told), /is made of|or more/);
  });
  test('is made of a beginning, and says so, where it is far too long', async () => {
    for (const [xml, from, to] of [
      [rows(20_000), 300, 450],
      [rows(2500), 300, 450],
      [rows(20_000).replaceAll('<a>', '\n\n<a>'), 300, 450],
      [`${rows(200).slice(0, -4)}${'<!---->'.repeat(20_000)}<a>200</a></r>`, 199, 200],
      [`${rows(200).slice(0, -4)}${' '.repeat(100_000)}<a>200</a></r>`, 199, 200],
      [`${rows(200).slice(0, -4)}<a>${'2'.repeat(100_000)}</a></r>`, 199, 200],
      [`${rows(200).slice(0, -4)}<c d="${'2'.repeat(100_000)}"/></r>`, 199, 200],
    ] as const) {
      const { a, truncation, notes } = listed(await result(xml, { limits: { resultCharacters: 5000 } }));
      assert.ok(a.length >= from && a.length <= to, String(a.length));
      const said = /^The structure is made of the first (\d+) characters of the XML\./m.exec(notes);
      const read = Number(said?.[1]);
      assert.ok(read > xml.indexOf(`<a>${a.length - 1}`) && read <= 20_000, said?.[0]);
      assert.ok(truncation.message.startsWith(said?.[0] ?? '-'), truncation.message);
      assert.equal(truncation.bytes, xml.length);
    }
  });
  test('is whole where its text is, however short its elements are', async () => {
    const xml = `<r>${'<a/>'.repeat(900)}</r>`;
    const told = await result(xml, { limits: { resultCharacters: 5000 } });
    assert.deepEqual(told.structuredContent, { a: Array.from({ length: 900 }, () => null) });
    assert.deepEqual([told.notes, told.meta], [undefined, undefined]);
  });
  test('tells of counts as of the least that there is, where it was not read to its end', async () => {
    const xml = rows(20_000).replaceAll('<a>', '<a>10000000000');
    const told = await result(xml, { limits: { resultCharacters: 5000 } });
    const { _truncated } = told.structuredContent as { _truncated: Truncation };
    assert.deepEqual(
      _truncated.cuts?.map(({ path, atLeast }) => [path, atLeast]),
      [['/a', true]],
    );
    assert.match(_truncated.message, /\d+ of \d+ or more items in "\/a" are given/);
    assert.deepEqual((told.meta?.['openapi2mcp/truncated'] as Truncation).cuts, _truncated.cuts);
    assert.match(JSON.stringify(told.content), /Cut: the first \d+ characters are given/);
  });
  test('has text alone, and says why, where its first tag does not end', async () => {
    for (const xml of [`<r a="${'x'.repeat(100_000)}"/>`, `<!--${'x'.repeat(100_000)}--><r/>`]) {
      const told = await result(xml, { limits: { resultCharacters: 5000 } });
      assert.equal(told.structuredContent, undefined);
      assert.match(told.notes?.join() ?? '', /first tag of the XML does not end.*text alone/);
    }
  });
  test('has text alone, and says why, where it is a single value that does not end', async () => {
    const answerXml = [{ root: { name: 'r' } }];
    for (const xml of [`<r>${'x'.repeat(100_000)}</r>`, `<r>x<![CDATA[${'x'.repeat(100_000)}]]></r>`]) {
      const told = await result(xml, {
        limits: { resultCharacters: 5000 },
        tool: { ...tool, request: { ...tool.request, answerXml } },
      });
      assert.equal(told.structuredContent, undefined);
      assert.match(told.notes?.join() ?? '', /single value that was not read to its end/);
    }
  });
  test('is not empty where it begins with much white space', async () => {
    const told = await result(`${' '.repeat(100_000)}<r/>`, { limits: { resultCharacters: 5000 } });
    assert.equal(told.empty, undefined);
    assert.match(JSON.stringify(told.content), /Cut: the first/);
  });
  test('has what was read of an answer that was cut', async () => {
    const told = await result('<r><a>1</a><a>2</a><a>3', { cut: 'size' });
    const { a } = told.structuredContent as { a: readonly number[] };
    assert.deepEqual(a, [1, 2]);
    assert.match(JSON.stringify(told.structuredContent), /_truncated.*Reading stopped/);
  });
  test('of 8 MiB is read in seconds', async () => {
    const xml = `<r>${'<a>12345678</a>'.repeat(550_000)}</r>`;
    const started = performance.now();
    const told = await result(xml);
    assert.ok(told.structuredContent !== undefined);
    assert.ok(performance.now() - started < 15_000);
  });
});
