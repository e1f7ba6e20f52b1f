import * as fastXmlParser from 'fast-xml-parser';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { XmlBinding, XmlContent, XmlNode } from '../../src/runtime/binding.js';
import { writeBody } from '../../src/runtime/request/body.js';
import type { XmlLibrary } from '../../src/runtime/request/xml.js';
import { isXmlLocalName, isXmlName, isXmlText } from '../../src/runtime/request/xml-text.js';

// What the runtime says of the library, which it loads without its types, has to be true.
const library: XmlLibrary = fastXmlParser;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** Reads XML as it is written: nothing is trimmed or taken for a number. */
const reader = new fastXmlParser.XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

async function write(
  root: XmlNode,
  value: unknown,
  types: Readonly<Record<string, XmlContent>> = {},
): Promise<string> {
  const xml: XmlBinding = { root: { nodeType: 'element', name: 'r', ...root }, types };
  const { bytes } = await writeBody({ property: 'body', mediaType: 'application/xml', xml }, value);
  const text = bytes.toString();
  assert.ok(text.startsWith(declaration), text);
  assert.equal(library.XMLValidator.validate(text), true);
  return text.slice(declaration.length);
}

type Case = readonly [of: string, node: XmlNode, value: unknown, xml: string];

function writes(title: string, cases: readonly Case[]): void {
  suite(title, () => {
    for (const [of, node, value, xml] of cases) {
      test(of, async () => assert.equal(await write(node, value), xml));
    }
  });
}

/** A root with one member `a`. */
const holding = (a: XmlNode): XmlNode => ({ members: { a } });

writes('elements and their text (OpenAPI 3.2, XML Object: Implicit and Explicit text Nodes)', [
  ['text', {}, 'x', '<r>x</r>'],
  ['no text at all', {}, '', '<r/>'],
  ['a number', {}, 1.5, '<r>1.5</r>'],
  ['a large number by its digits', {}, 1e21, '<r>1000000000000000000000</r>'],
  ['an integer that has more digits than a number', {}, 12345678901234567890n, '<r>12345678901234567890</r>'],
  ['zero without a sign', {}, -0, '<r>0</r>'],
  ['a truth value', {}, false, '<r>false</r>'],
  ['a member by its name', holding({}), { a: 'x' }, '<r><a>x</a></r>'],
  ['a member by another name', holding({ name: 'b' }), { a: 'x' }, '<r><b>x</b></r>'],
  [
    'members in the order of the schema',
    { members: { a: {}, b: {} } },
    { b: 1, a: 2 },
    '<r><a>2</a><b>1</b></r>',
  ],
  ['no member', holding({}), {}, '<r/>'],
  ['text beside members', { members: {}, text: true }, 'x', '<r>x</r>'],
]);

writes('node types (OpenAPI 3.2, XML Object: XML Node Types)', [
  ['an attribute', holding({ nodeType: 'attribute' }), { a: 1 }, '<r a="1"/>'],
  [
    'attribute and text',
    { members: { kind: { nodeType: 'attribute' }, name: { nodeType: 'text' } } },
    { kind: 'Cat', name: 'Fluffy' },
    '<r kind="Cat">Fluffy</r>',
  ],
  ['a CDATA section', holding({ nodeType: 'cdata' }), { a: '<b>' }, '<r><![CDATA[<b>]]></r>'],
  [
    'no node of its own',
    holding({ nodeType: 'none', members: { b: {} } }),
    { a: { b: 1 } },
    '<r><b>1</b></r>',
  ],
  ['an element within that of a reference', { inner: { name: 'Pet', members: {} } }, {}, '<r><Pet/></r>'],
]);

writes('arrays (OpenAPI 3.2, XML Object: Modeling Element Lists)', [
  ['are not wrapped', holding({ items: {} }), { a: [1, 2] }, '<r><a>1</a><a>2</a></r>'],
  ['name their items', holding({ items: { name: 'i' } }), { a: [1, 2] }, '<r><i>1</i><i>2</i></r>'],
  [
    'are wrapped',
    holding({ nodeType: 'element', items: {} }),
    { a: [1, 2] },
    '<r><a><a>1</a><a>2</a></a></r>',
  ],
  [
    'are wrapped by another name, which their items have too',
    holding({ nodeType: 'element', name: 'w', items: {} }),
    { a: [1] },
    '<r><w><w>1</w></w></r>',
  ],
  [
    'are wrapped and name their items',
    holding({ nodeType: 'element', items: { name: 'i' } }),
    { a: [1] },
    '<r><a><i>1</i></a></r>',
  ],
  ['are wrapped without an item', holding({ nodeType: 'element', items: {} }), { a: [] }, '<r><a/></r>'],
  ['are not wrapped without an item', holding({ items: {} }), { a: [] }, '<r/>'],
  [
    'have a node for each position',
    { prefixItems: [{ nodeType: 'text' }, { name: 'data' }, { nodeType: 'text' }] },
    ['Some preamble.', 42, 'Some postamble.'],
    '<r>Some preamble.<data>42</data>Some postamble.</r>',
  ],
  [
    'lie in arrays',
    holding({ items: { items: {} } }),
    { a: [[1, 2], [3]] },
    '<r><a>1</a><a>2</a><a>3</a></r>',
  ],
]);

writes('namespaces (OpenAPI 3.2, XML Object)', [
  [
    'with a prefix',
    holding({ prefix: 'p', namespace: 'https://example.com/schema/sample' }),
    { a: 'x' },
    '<r><p:a xmlns:p="https://example.com/schema/sample">x</p:a></r>',
  ],
  ['by default', { namespace: 'urn:a', ...holding({}) }, { a: 1 }, '<r xmlns="urn:a"><a>1</a></r>'],
  [
    'of a prefix that is declared above',
    { prefix: 'p', namespace: 'urn:a', ...holding({ prefix: 'p' }) },
    { a: 1 },
    '<p:r xmlns:p="urn:a"><p:a>1</p:a></p:r>',
  ],
  [
    'of an attribute, which its element declares',
    holding({ nodeType: 'attribute', prefix: 'p', namespace: 'urn:a' }),
    { a: 1 },
    '<r xmlns:p="urn:a" p:a="1"/>',
  ],
  [
    'of an attribute without a prefix, which has none',
    holding({ nodeType: 'attribute', namespace: 'urn:a' }),
    { a: 1 },
    '<r a="1"/>',
  ],
]);

const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';

writes('null (OpenAPI 3.2, XML Object: Handling null Values)', [
  ['is an empty element that says so', holding({ nil: true }), { a: null }, `<r><a ${nil}/></r>`],
  ['is one item', holding({ items: { nil: true } }), { a: [null, 1] }, `<r><a ${nil}/><a>1</a></r>`],
  ['is the root', { nil: true }, null, `<r ${nil}/>`],
  ['is left out where the schema does not take it', holding({}), { a: null }, '<r/>'],
  ['is left out as an attribute', holding({ nodeType: 'attribute', nil: true }), { a: null }, '<r/>'],
  ['is left out as text', holding({ nodeType: 'text', nil: true }), { a: null }, '<r/>'],
]);

writes('what a schema does not name', [
  [
    'is an element of the same name',
    { members: {} },
    { b: 1, c: { d: [true] } },
    '<r><b>1</b><c><d>true</d></c></r>',
  ],
  ['comes after what it names', holding({}), { b: 1, a: 2 }, '<r><a>2</a><b>1</b></r>'],
  [
    'has the node of additionalProperties',
    { additional: { members: { x: { nodeType: 'attribute' } } } },
    { b: { x: 1 } },
    '<r><b x="1"/></r>',
  ],
  ['is left out where it is null', { members: {} }, { 'a b': null }, '<r/>'],
  ['is written as it is built', { open: true }, { a: [1, { b: null }] }, '<r><a>1</a><a/></r>'],
]);

suite('contents that nodes refer to', () => {
  const types: Readonly<Record<string, XmlContent>> = {
    Folder: { members: { name: {}, folders: { items: { name: 'folder', type: 'Folder' } } } },
  };
  test('can hold themselves', async () => {
    const value = { name: 'a', folders: [{ name: 'b', folders: [{ name: 'c' }] }] };
    const inner = '<folder><name>b</name><folder><name>c</name></folder></folder>';
    assert.equal(await write({ type: 'Folder' }, value, types), `<r><name>a</name>${inner}</r>`);
  });
  test('whose names are those of prototypes take anything', async () =>
    assert.equal(await write({ type: 'toString' }, { a: 1 }, types), '<r><a>1</a></r>'));
});

suite('hostile values stay data', () => {
  const everywhere: XmlNode = { members: { a: { nodeType: 'attribute' }, t: {}, c: { nodeType: 'cdata' } } };
  const cases: readonly [text: string, attribute: string, element: string, cdata: string][] = [
    [']]>', ']]&gt;', ']]&gt;', ']]]]><![CDATA[>'],
    ['<!-- x -->', '&lt;!-- x --&gt;', '&lt;!-- x --&gt;', '<!-- x -->'],
    ['&amp; &', '&amp;amp; &amp;', '&amp;amp; &amp;', '&amp; &'],
    ['"\'', '&quot;&apos;', '&quot;&apos;', '"\''],
    ['</t><evil/>', '&lt;/t&gt;&lt;evil/&gt;', '&lt;/t&gt;&lt;evil/&gt;', '</t><evil/>'],
    ['<?php ?>', '&lt;?php ?&gt;', '&lt;?php ?&gt;', '<?php ?>'],
    ['a\n\tb', 'a&#10;&#9;b', 'a\n\tb', 'a\n\tb'],
    ['a\rb', 'a&#13;b', 'a&#13;b', 'a]]>&#13;<![CDATA[b'],
    ['é\u{1f600}', 'é\u{1f600}', 'é\u{1f600}', 'é\u{1f600}'],
    ['true', 'true', 'true', 'true'],
  ];
  for (const [text, attribute, element, cdata] of cases) {
    test(JSON.stringify(text), async () =>
      assert.equal(
        await write(everywhere, { a: text, t: text, c: text }),
        `<r a="${attribute}"><t>${element}</t><![CDATA[${cdata}]]></r>`,
      ),
    );
  }

  test('any text can be read again', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        const xml = await write(everywhere, { a: text, t: text, c: text }).catch((error: unknown) => {
          assert.equal((error as { code?: unknown }).code, 'invalid-argument');
          assert.ok(!isXmlText(text));
        });
        if (xml === undefined) return;
        assert.deepEqual(reader.parse(xml), { r: { '@_a': text, t: text, ...(text && { '#text': text }) } });
      }),
      { numRuns: 1000 },
    ));

  test('names of prototypes are ordinary', async () => {
    const value = JSON.parse('{"__proto__":{"constructor":"x"},"toString":"y"}') as unknown;
    const expected = '<r><__proto__><constructor>x</constructor></__proto__><toString>y</toString></r>';
    assert.equal(await write({ members: {} }, value), expected);
    const members = JSON.parse('{"__proto__":{"nodeType":"attribute"}}') as Record<string, XmlNode>;
    assert.equal(await write({ members }, JSON.parse('{"__proto__":"x"}')), '<r __proto__="x"/>');
    assert.equal(await write({ members: { toString: {}, constructor: {} } }, {}), '<r/>');
  });
  test('a text of some MiB', async () => {
    const text = '<&'.repeat(1 << 20);
    const started = performance.now();
    assert.equal((await write({}, text)).length, '<r></r>'.length + text.length * 4.5);
    assert.ok(performance.now() - started < 5000);
  });
  test('many elements', async () => {
    const xml = await write(holding({ items: {} }), {
      a: Array.from({ length: 50_000 }, (_, index) => index),
    });
    assert.equal(xml.match(/<a>/g)?.length, 50_000);
  });
});

suite('what is refused before anything is sent', () => {
  const nest = (depth: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < depth; level += 1) value = { a: value };
    return value;
  };
  const cases: readonly [of: string, node: XmlNode, value: unknown, message: RegExp][] = [
    [
      'an object as text',
      holding({}),
      { a: {} },
      /'body' has, at "\/a", an object where text is expected; nothing/,
    ],
    [
      'an array as text',
      holding({ nodeType: 'attribute' }),
      { a: [1] },
      /has, at "\/a", an array where text/,
    ],
    [
      'text as an object',
      holding(holding({})),
      { a: 'x' },
      /has, at "\/a", text where an object is expected/,
    ],
    [
      'text as an array',
      holding({ nodeType: 'element', items: {} }),
      { a: 'x' },
      /text where an array is expected/,
    ],
    ['an array as an object', { members: {} }, [1], /'body' has an array where an object is expected/],
    ['an object in an array', holding({ items: {} }), { a: ['x', {}] }, /at "\/a\/1", an object where text/],
    ['a name with a space', { members: {} }, { 'a b': 1 }, /at "\/a b", a property whose name cannot be/],
    ['a name that would end its tag', { members: {} }, { 'a><b': 1 }, /a property whose name cannot be/],
    ['an undeclared prefix', { members: {} }, { 'a:b': 1 }, /a property whose name cannot be/],
    ['a number as a name', { members: {} }, { 1: 1 }, /a property whose name cannot be/],
    ['a line end in a name', { open: true }, { 'a\nb': 1 }, /at "\/a\\nb", a property/],
    ['no name for an attribute', { members: { '@id': { nodeType: 'attribute' } } }, { '@id': 1 }, /"\/@id"/],
    ['a control character', {}, 'a\u0001b', /'body' has a character that XML cannot carry/],
    [
      'a mark of our own',
      holding({ nodeType: 'attribute' }),
      { a: '\u0002' },
      /at "\/a", a character that XML/,
    ],
    ['a NUL', holding({ nodeType: 'cdata' }), { a: '\0' }, /cannot carry/],
    ['half of a surrogate pair', holding({}), { a: 'x\ud800y' }, /cannot carry/],
    ['a noncharacter', holding({}), { a: '\ufffe' }, /cannot carry/],
    ['too many levels', { members: {} }, nest(200), /is nested too deeply for XML/],
    ['endless levels', { open: true }, nest(200_000), /is nested too deeply for XML/],
    ['a function', holding({}), { a: () => 1 }, /where text is expected/],
    ['null as the root', {}, null, /does not become one root element/],
    ['two roots', { nodeType: 'none', members: { a: {}, b: {} } }, { a: 1, b: 2 }, /one root element/],
    ['no root', { nodeType: 'none', members: { a: {} } }, {}, /one root element/],
    [
      'text as the root',
      { nodeType: 'none', members: { a: { nodeType: 'text' } } },
      { a: 'x' },
      /one root element/,
    ],
    [
      'an attribute of no element',
      { nodeType: 'none', members: { a: { nodeType: 'attribute' }, b: {} } },
      { a: 1, b: 2 },
      /one root/,
    ],
  ];
  for (const [of, node, value, message] of cases) {
    test(of, () => assert.rejects(write(node, value), { code: 'invalid-argument', message }));
  }
  test('but a hundred levels are written', async () =>
    assert.equal((await write({ members: {} }, nest(100))).match(/<a>/g)?.length, 100));
});

suite('a document that is given as text', () => {
  const send = (value: unknown, mediaType = 'application/xml') =>
    writeBody({ property: 'body', mediaType }, value);
  for (const text of ['<a/>', '<?xml version="1.0"?>\n<a b="c">d<!-- e --></a>\n', '<a><![CDATA[<]]></a>']) {
    test(`${JSON.stringify(text)} is sent as it is`, async () =>
      assert.deepEqual(await send(text), { contentType: 'application/xml', bytes: text }));
  }
  const refused: readonly [value: unknown, message: RegExp][] = [
    ['', /no well-formed XML/],
    ['hello', /no well-formed XML: line 1/],
    ['{"a":1}', /no well-formed XML/],
    ['<a>', /no well-formed XML/],
    ['<a>\n&</a>', /no well-formed XML: line 2/],
    ['<a\n\u0007/>', /cannot carry/],
    ['<a>\udfff</a>', /cannot carry/],
    [{ a: 1 }, /has to be an XML document, as text/],
    [null, /has to be an XML document, as text/],
  ];
  for (const [value, message] of refused) {
    test(`${JSON.stringify(value)} is refused`, () =>
      assert.rejects(send(value), { code: 'invalid-argument', message }));
  }
});

suite('the media type of an XML body', () => {
  const cases: readonly [declared: string, sent: string][] = [
    ['application/xml', 'application/xml'],
    ['application/atom+xml; type=entry', 'application/atom+xml; type=entry'],
    ['text/xml', 'text/xml; charset=utf-8'],
    ['text/xml; charset=UTF-8', 'text/xml; charset=UTF-8'],
    ['application/xml; charset=iso-8859-1', 'application/xml; charset=utf-8'],
    ['application/*+xml', 'application/xml'],
  ];
  for (const [declared, sent] of cases) {
    test(declared, async () => {
      const { contentType } = await writeBody({ property: 'body', mediaType: declared }, '<a/>');
      assert.equal(contentType, sent);
    });
  }
});

suite('names and characters (XML 1.0, 2.2 and 2.3; Namespaces in XML, 4)', () => {
  const names: readonly [text: string, isName: boolean, isLocal: boolean][] = [
    ['a', true, true],
    ['_a-1.b', true, true],
    ['é', true, true],
    ['p:a', true, false],
    ['\u{10000}', true, true],
    ['', false, false],
    ['1a', false, false],
    ['-a', false, false],
    ['p:a:b', false, false],
    [':a', false, false],
    ['a b', false, false],
    ['a\n', false, false],
    ['×', false, false],
    ['\ud800', false, false],
  ];
  for (const [text, isName, isLocal] of names) {
    test(JSON.stringify(text), () =>
      assert.deepEqual([isXmlName(text), isXmlLocalName(text)], [isName, isLocal]),
    );
  }
  test('characters', () => {
    for (const text of ['\t\n\r ', '\ud7ff\ue000\ufffd', '\u{10ffff}', '\u0085']) assert.ok(isXmlText(text));
    for (const text of ['\0', '\v', '\u001f', '\ud800', '\udc00\ud800', '\uffff'])
      assert.ok(!isXmlText(text));
  });
});
