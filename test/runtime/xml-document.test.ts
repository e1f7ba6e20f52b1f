import * as fastXmlParser from 'fast-xml-parser';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseXml, type XmlElement } from '../../src/runtime/answer/xml-document.js';

const limits = { depth: 200, isCut: false };

/** A document in short: `[name, attributes, ...children]`; attributes only where there are some. */
type Short = string | readonly [name: string, ...rest: unknown[]];

function short({ name, attributes, children }: XmlElement): Short {
  const inner = children.map((child) => (typeof child === 'string' ? child : short(child)));
  return attributes.size === 0 ? [name, ...inner] : [name, Object.fromEntries(attributes), ...inner];
}

function read(xml: string, isCut = false): Short | { readonly problem: string } {
  const parsed = parseXml(xml, { ...limits, isCut });
  return 'problem' in parsed ? parsed : short(parsed.root);
}

suite('well-formed documents (XML 1.0)', () => {
  const cases: readonly [of: string, xml: string, expected: Short][] = [
    ['an empty element (3.1)', '<a/>', ['a']],
    ['an element without content (3.1)', '<a></a>', ['a']],
    ['white space in tags (3.1)', '<a\n b = "1"\tc\t=\'2\' ></a\n>', ['a', { b: '1', c: '2' }]],
    ['text and elements in their order', '<a>x<b/>y<b>z</b></a>', ['a', 'x', ['b'], 'y', ['b', 'z']]],
    ['white space of content is kept (2.10)', '<a> <b/>\n</a>', ['a', ' ', ['b'], '\n']],
    ['the five entities (4.6)', '<a>&lt;&gt;&amp;&quot;&apos;</a>', ['a', '<>&"\'']],
    ['an expanded reference is not expanded again (4.4)', '<a>&amp;lt;</a>', ['a', '&lt;']],
    ['references by number (4.1)', '<a>&#65;&#x42;&#x1F600;&#0013;</a>', ['a', 'AB\u{1f600}\r']],
    ['CDATA is text (2.7)', '<a>x<![CDATA[<b>&amp;]]>y</a>', ['a', 'x<b>&amp;y']],
    ['an empty CDATA section', '<a><![CDATA[]]></a>', ['a']],
    ['comments are nothing (2.5)', '<!-- - --><a>x<!---->y</a><!-- z -->', ['a', 'xy']],
    ['instructions are nothing (2.6)', "<?b don't?><a><?c?>x</a><?d >?>", ['a', 'x']],
    ['the declaration is nothing (2.8)', '<?xml version="1.0" encoding="UTF-8"?>\n<a/>', ['a']],
    ['a byte order mark is nothing', '\ufeff<?xml version="1.0"?><a/>', ['a']],
    ['line ends are one (2.11)', '<a>1\r\n2\r3</a>', ['a', '1\n2\n3']],
    ['white space of attributes is kept', '<a b="1\t2\r\n3&#10;4"/>', ['a', { b: '1\t2\n3\n4' }]],
    ['markup in attributes that is none', '<a b=">\'" c=\'"\'/>', ['a', { b: ">'", c: '"' }]],
    ['names of any letters (2.3)', '<é:日本 \u00e0.-1="x"/>', ['é:日本', { 'à.-1': 'x' }]],
    ['a greater-than sign in text (2.4)', '<a>]> ]]</a>', ['a', ']> ]]']],
    [
      'names of prototypes',
      '<constructor><__proto__ toString="x"/><hasOwnProperty/></constructor>',
      ['constructor', ['__proto__', { toString: 'x' }], ['hasOwnProperty']],
    ],
    [
      'attributes with names of prototypes',
      '<a hasOwnProperty="1" b="2" __proto__="3" constructor="4"/>',
      ['a', JSON.parse('{"hasOwnProperty":"1","b":"2","__proto__":"3","constructor":"4"}')],
    ],
  ];
  for (const [of, xml, expected] of cases) test(of, () => assert.deepEqual(read(xml), expected));
});

suite('texts that are no well-formed document', () => {
  const texts = [
    '',
    ' ',
    'x',
    '{"a":1}',
    '<',
    '<a',
    '<a>',
    '</a>',
    '<a></b>',
    '<a></a',
    '<a><b></a></b>',
    '<a/><b/>',
    '<a/>x',
    'x<a/>',
    '<a b/>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a b="1" c="2" b="1"/>',
    '<a __proto__="1" __proto__="2"/>',
    '<a hasOwnProperty="1" hasOwnProperty="2"/>',
    '<a b="1"c="2"/>',
    '<a b="&"/>',
    '<a>&</a>',
    '<a>&nbsp;</a>',
    '<a>&lt</a>',
    '<a>&toString;</a>',
    '<a>&__proto__;</a>',
    '<a b="&constructor;"/>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>&#;</a>',
    '<a><!-- -- --></a>',
    '<a><!-- </a>',
    '<a><![CDATA[</a>',
    '<![CDATA[x]]><a/>',
    '<1/>',
    '<a 1="x"/>',
    '<a>\u0001</a>',
    '<a>\ufffe</a>',
    '<a><!DOCTYPE a></a>',
    '<!DOCTYPE a><!DOCTYPE a><a/>',
    '<!DOCTYPE a',
    '<a/><!DOCTYPE a>',
    '<!a/>',
    '<a =""/>',
    '<a b=""',
    '&lt;a/>',
    '<a/>&#32;',
    '<!ELEMENT a ANY><a/>',
    `<a><!${'b'.repeat(2000)}></a>`,
    // An instruction whose end the library does not see: what it passes over would be missing.
    '<a><?b ??><c/><?d?></a>',
  ];
  for (const text of texts) {
    test(JSON.stringify(text), () => assert.deepEqual(read(text), { problem: 'malformed' }));
  }
});

suite('what is read although it is not well-formed: nothing is lost, and nothing made up', () => {
  const cases: readonly [xml: string, expected: Short][] = [
    ['<a b="<"/>', ['a', { b: '<' }]],
    ['<a>]]></a>', ['a', ']]>']],
    ['<a>&#X41;&AMP;</a>', ['a', 'A&']],
    ['<a>< b/></ a>', ['a', ['b']]],
    [' <?xml version="1.0"?><a/>', ['a']],
    ['<a><? b?></a>', ['a']],
    ['<a:b:c/>', ['a:b:c']],
  ];
  for (const [xml, expected] of cases) {
    test(JSON.stringify(xml), () => assert.deepEqual(read(xml), expected));
  }
});

suite('a DOCTYPE is passed over (XML 1.0, 2.8)', () => {
  const doctypes = [
    '<!DOCTYPE a>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/>]">',
    '<!DOCTYPE a PUBLIC "-//X//Y" \'b>\'>',
    '<!DOCTYPE a [<!ENTITY b "c>]"><!ELEMENT a (#PCDATA)>]>',
    '<!DOCTYPE a [<!-- "]> --><?x ]>?><!ENTITY % p SYSTEM "file:///etc/passwd">%p;]\n>',
  ];
  for (const doctype of doctypes) {
    test(doctype, () => {
      const parsed = parseXml(`<?xml version="1.0"?>${doctype}<a>x</a>`, limits);
      assert.ok(!('problem' in parsed));
      assert.deepEqual([short(parsed.root), parsed.hasDoctype], [['a', 'x'], true]);
    });
  }
  const lol = (level: number): string => `<!ENTITY l${level} "${`&l${level - 1};`.repeat(10)}">`;
  const refused: readonly [of: string, xml: string][] = [
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an entity of its own in an attribute', '<!DOCTYPE a [<!ENTITY b "c">]><a d="&b;"/>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    [
      'a billion laughs',
      `<!DOCTYPE a [<!ENTITY l0 "lol">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(lol).join('')}]><a>&l9;</a>`,
    ],
  ];
  for (const [of, xml] of refused) {
    test(`${of} is not expanded`, () => assert.deepEqual(read(xml), { problem: 'malformed' }));
  }
});

suite('depth', () => {
  const nest = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels);
  test('as many levels as there may be are read', () =>
    assert.ok(!('problem' in parseXml(nest(200), limits))));
  for (const xml of [nest(201), nest(500_000), `${'<a>'.repeat(200)}<b/>`, '<a>'.repeat(500_000)]) {
    test(`${xml.length} characters with more are not`, () =>
      assert.deepEqual(parseXml(xml, limits), { problem: 'deep' }));
  }
});

suite('the beginning of a document', () => {
  const cases: readonly [cut: string, expected: Short][] = [
    ['<r><a>1</a><!DOCT', ['r', ['a', '1']]],
    ['<r><a>1</a><a>2</a>', ['r', ['a', '1'], ['a', '2']]],
    ['<r><a>1</a><a>2', ['r', ['a', '1']]],
    ['<r><a>1</a><a><b>2</b><c>', ['r', ['a', '1'], ['a', ['b', '2']]]],
    ['<r><a>1</a><a', ['r', ['a', '1']]],
    ['<r><a>1</a><a b="2', ['r', ['a', '1']]],
    ['<r><a>1</a><a b="2>', ['r', ['a', '1']]],
    ['<r><a>1</a></', ['r', ['a', '1']]],
    ['<r><a>1</a><!-- 2', ['r', ['a', '1']]],
    ['<r><a>1</a><!-- 2 --', ['r', ['a', '1']]],
    ['<r><a>1</a><![CDATA[2', ['r', ['a', '1']]],
    ['<r><a>1</a><?b', ['r', ['a', '1']]],
    ['<r><a>1</a>x &am', ['r', ['a', '1']]],
    ['<r b="1">x', ['r', { b: '1' }]],
    ['<r/>', ['r']],
  ];
  for (const [cut, expected] of cases) {
    test(JSON.stringify(cut), () => assert.deepEqual(read(cut, true), expected));
  }
  for (const cut of ['<r><a>1</b><c>', '<r>&nbsp;<a/>', '<r><a 1="x"/><a']) {
    test(`${JSON.stringify(cut)} is none`, () => assert.deepEqual(read(cut, true), { problem: 'malformed' }));
  }
  for (const cut of ['', '<', '<r', '<r a="x', '<!-- x', '<!DOCTYPE r [', '<?xml version="1.0"?>\n']) {
    test(`${JSON.stringify(cut)} says nothing yet`, () =>
      assert.deepEqual(read(cut, true), { problem: 'unfinished' }));
  }
  test('every beginning of a document gives a beginning of its elements', () => {
    const xml =
      '<?xml version="1.0"?><!-- c --><r a="1"><i>1</i><![CDATA[x]]><i b="&lt;">2&amp;</i><j><k/></j></r>';
    const first = xml.indexOf('<i>');
    for (let length = first; length < xml.length; length += 1) {
      const parsed = parseXml(xml.slice(0, length), { ...limits, isCut: true });
      assert.ok(!('problem' in parsed), xml.slice(0, length));
      assert.equal(parsed.root.name, 'r');
    }
  });
});

suite('a bound on elements and attributes', () => {
  const bounded = (xml: string, nodes: number) => parseXml(xml, { ...limits, nodes });
  test('ends reading soon behind it, as if the text had been cut there', () => {
    const parsed = bounded(`<r>${'<a b="1"/>'.repeat(5000)}</r>`, 1000);
    assert.ok(!('problem' in parsed));
    const { root, isCut, read: characters } = parsed;
    assert.equal(isCut, true);
    assert.ok(root.children.length >= 499 && root.children.length < 650, String(root.children.length));
    assert.ok(characters >= 10 * root.children.length && characters < 10 * root.children.length + 20);
  });
  test('leaves what is not more as it is', () => {
    const xml = `<r>${'<a b="1"/>'.repeat(5000)}</r>`;
    const parsed = bounded(xml, 10_002);
    assert.ok(!('problem' in parsed));
    assert.deepEqual([parsed.isCut, parsed.read, parsed.root.children.length], [false, xml.length, 5000]);
  });
  test('is no end of a text that ends right behind it', () => {
    const parsed = bounded('<r><a/></r>', 2);
    assert.ok(!('problem' in parsed));
    assert.deepEqual([parsed.isCut, parsed.read], [false, 11]);
    for (const xml of ['<r><a/>', '<r><a/></r><']) {
      assert.deepEqual(bounded(xml, 2), { problem: 'malformed' });
    }
  });
});

suite('1 MiB', () => {
  const size = 1024 * 1024;
  const filled = (start: string, piece: string, end: string): string =>
    start + piece.repeat(Math.floor((size - start.length - end.length) / piece.length)) + end;
  const texts: readonly [of: string, xml: string, expected: 'read' | 'malformed'][] = [
    ['elements', filled('<r>', '<i a="1"><n>x</n></i>', '</r>'), 'read'],
    ['text', filled('<r>', 'x', '</r>'), 'read'],
    ['references', filled('<r>', '&lt;', '</r>'), 'read'],
    ['declared namespaces', filled('<r>', '<a xmlns:b="c"/>', '</r>'), 'read'],
    ['comments in text', filled('<r>', 'x<!---->', '</r>'), 'read'],
    ['CDATA sections', filled('<r>', '<![CDATA[x]]>', '</r>'), 'read'],
    ['space in a tag', filled('<r ', ' ', '/>'), 'read'],
    ['a DOCTYPE', filled('<!DOCTYPE r [', '<!ENTITY a "b">', ']><r/>'), 'read'],
    ['broken references', filled('<r>', '&', '</r>'), 'malformed'],
    ['long references', filled('<r>&#', '0', ';</r>'), 'malformed'],
    ['open tags', filled('', '<', ''), 'malformed'],
    ['an open attribute', filled('<r a', '=', ''), 'malformed'],
    ['open comments', filled('<r>', '<!--', ''), 'malformed'],
    ['a quoted DOCTYPE', filled('<!DOCTYPE ', '"', ''), 'malformed'],
    ['an unknown declaration', filled('<r><!', 'x', '></r>'), 'malformed'],
    ['a quoted declaration', filled('<r><!"', 'x', '"></r>'), 'malformed'],
    ['an attribute', filled('<r a="', 'x', '"/>'), 'read'],
    ['a comment', filled('<r><!--', 'x', '--></r>'), 'read'],
    ['an instruction', filled('<r><?a ', 'x', '?></r>'), 'read'],
    ['a name', filled('<', 'a', '/>'), 'read'],
    ['an end tag', filled('<r></', 'a', '>'), 'malformed'],
    ['an entity', filled('<r>&', 'a', ';</r>'), 'malformed'],
    ['brackets', filled('<r><![CDATA[', ']', ']]></r>'), 'read'],
  ];
  for (const [of, xml, expected] of texts) {
    test(`of ${of} take linear time`, () => {
      const started = performance.now();
      const parsed = parseXml(xml, limits);
      assert.equal('problem' in parsed ? parsed.problem : 'read', expected);
      assert.ok(performance.now() - started < 10_000);
    });
  }
});

test('what the library reads of well-formed documents is read here too', () => {
  const library = new fastXmlParser.XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
  });
  type Tree = Readonly<Record<string, unknown>>;
  // The library keeps a CDATA section apart from the text around it.
  const joined = (children: readonly Short[]): readonly Short[] =>
    children.reduce((all: readonly Short[], child) => {
      const last = all.at(-1);
      const isText = typeof last === 'string' && typeof child === 'string';
      return isText ? [...all.slice(0, -1), last + child] : [...all, child];
    }, []);
  const shortTree = (node: Tree): Short => {
    if ('#text' in node) return String(node['#text']);
    const [name = ''] = Object.keys(node).filter((key) => key !== ':@');
    const children = joined((node[name] as readonly Tree[]).map(shortTree));
    return node[':@'] === undefined
      ? [name, ...children]
      : [name, { ...(node[':@'] as object) }, ...children];
  };
  const name = fc.constantFrom('a', 'b', 'c:d', 'é');
  const text = fc.constantFrom('x', ' y ', '&amp;', '<![CDATA[<]]>', '<!-- z -->', '1\n');
  const { element } = fc.letrec<{ element: string }>((tie) => ({
    element: fc
      .tuple(
        name,
        fc.dictionary(name, fc.constantFrom('', 'v', '&quot;'), { maxKeys: 2 }),
        fc.array(fc.oneof({ depthSize: 'small' }, text, tie('element')), { maxLength: 4 }),
      )
      .map(([tag, attributes, children]) => {
        const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
        return `<${tag}${written.join('')}>${children.join('')}</${tag}>`;
      }),
  }));
  fc.assert(
    fc.property(element, (xml) => {
      const [root = {}] = library.parse(xml) as readonly Tree[];
      assert.deepEqual(read(xml), shortTree(root));
    }),
    { numRuns: 500 },
  );
});
