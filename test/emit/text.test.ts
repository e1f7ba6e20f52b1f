import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseEnv } from 'node:util';
import * as prettier from 'prettier';
import ts from 'typescript';
import {
  commentLine,
  commentText,
  envName,
  envValue,
  identifier,
  jsonString,
  markdownCode,
  markdownText,
  moduleFileName,
  packageName,
  propertyName,
  stringLiteral,
  typeName,
} from '../../src/emit/text.js';
import { anyText } from './random-schemas.js';

type Sink = (text: string) => string | undefined;

const sinks: Readonly<
  Record<string, readonly [write: Sink, cases: readonly [of: string, expected: string][]]>
> = {
  commentText: [
    commentText,
    [
      ['Lists pets.', 'Lists pets.'],
      ['a */ b /* c', 'a *\\/ b /* c'],
      ['a *\u200b/ b', 'a *\\/ b'],
      ['one\r\ntwo\u2028three\rfour', 'one\ntwo\nthree\nfour'],
      ['one  \n\n\n\ntwo', 'one\n\ntwo'],
      ['@ts-expect-error\n  @deprecated', '\\@ts-expect-error\n  \\@deprecated'],
      ['half \ud800 bidi \u202e zero \u0000', 'half \ufffd bidi  zero'],
      [`${'word '.repeat(30)}end`, `${'word '.repeat(20).trim()}\n${'word '.repeat(10)}end`],
      [`${'word '.repeat(20)} tail`, `${'word '.repeat(20).trim()}\ntail`],
      [`| ${'cell | '.repeat(30)}`, `| ${'cell | '.repeat(30)}`.trim()],
    ],
  ],
  commentLine: [commentLine, [['one\ntwo  three */', 'one two three *\\/']]],
  stringLiteral: [
    stringLiteral,
    [
      ['plain', "'plain'"],
      ["it's", `"it's"`],
      [`"it's"`, `'"it\\'s"'`],
      ['back\\slash', "'back\\\\slash'"],
      ['`${x}`', "'`${x}`'"],
      ['a\u2028b\u202ec\ud800', "'a\\u2028b\\u202ec\\ud800'"],
      ['</script>', "'\\u003c/script>'"],
      ['\u{e0041}', "'\\udb40\\udc41'"],
    ],
  ],
  jsonString: [
    jsonString,
    [
      ['größe "x"', '"größe \\"x\\""'],
      ['a\u2028// b\u202e', '"a\\u2028// b\\u202e"'],
    ],
  ],
  propertyName: [
    propertyName,
    [
      ['petId', 'petId'],
      ['__proto__', '__proto__'],
      ['größe', 'größe'],
      ['X-Region', "'X-Region'"],
      ['1st', "'1st'"],
      ['', "''"],
      ['\u{10400}', "'\u{10400}'"],
    ],
  ],
  identifier: [
    identifier,
    [
      ['listPets', 'listPets'],
      ['list_pets', 'list_pets'],
      ['list-pets', 'listPets'],
      ['delete', 'delete_'],
      ['constructor', 'constructor_'],
      ['1st', 'schema1st'],
      ['日本', 'schema'],
    ],
  ],
  typeName: [
    typeName,
    [
      ['simple-user', 'SimpleUser'],
      ['café au-lait', 'CafeAuLait'],
      ['2fa', 'Schema2fa'],
      ['Record', 'Record_'],
      ['*/', 'Schema'],
    ],
  ],
  markdownText: [
    markdownText,
    [
      ['Pet store, v1.0 - beta', 'Pet store, v1.0 - beta'],
      ['a | b', 'a \\| b'],
      ['<img src=x>', '&lt;img src=x&gt;'],
      ['[x](javascript:y)', '\\[x\\](javascript:y)'],
      ['see https://a.b and www.a.b', 'see https\\://a.b and www\\.a.b'],
      ['# no heading\n- no list', '\\# no heading - no list'],
      ['1. no list', '1\\. no list'],
    ],
  ],
  markdownCode: [
    markdownCode,
    [
      ['{protocol}://a.b/*', '`{protocol}://a.b/*`'],
      ['a | b\n<c>', '`a \\| b <c>`'],
      ['a`b``', 'a\\`b\\`\\`'],
      [' ', ''],
    ],
  ],
  envValue: [
    envValue,
    [
      ['https://api.example.com/v1', 'https://api.example.com/v1'],
      ['a b # c', "'a b # c'"],
      ["it's", `"it's"`],
    ],
  ],
};

for (const [name, [write, cases]] of Object.entries(sinks)) {
  suite(name, () => {
    for (const [of, expected] of cases) {
      test(`writes ${escape(of)}`, () => assert.equal(write(of), expected));
    }
  });
}

/** A title of a test hides nothing. */
function escape(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

suite('names that only a fault of the planner could spoil', () => {
  for (const name of ['../x.ts', 'a/b.ts', '.npmrc', 'Pets.ts', 'pets.js', '']) {
    test(`no file is called '${name}'`, () => assert.throws(() => moduleFileName(name)));
  }
  for (const name of ['path', 'A-B', '1A', 'A=1\nB', '']) {
    test(`no variable is called ${JSON.stringify(name)}`, () => assert.throws(() => envName(name)));
  }
  for (const name of ['../x', 'Pets', '.pets', 'a b', '@/x', '']) {
    test(`no package is called '${name}'`, () => assert.throws(() => packageName(name)));
  }
});

suite('any text stays in its place', () => {
  const literal = (text: string): unknown => {
    const { statements } = ts.createSourceFile('a.ts', `x = ${text};`, ts.ScriptTarget.ES2023);
    const [statement] = statements;
    assert.equal(statements.length, 1);
    assert.ok(
      statement && ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression),
    );
    assert.ok(ts.isStringLiteral(statement.expression.right), text);
    return statement.expression.right.text;
  };

  test('a string literal has its value', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(literal(stringLiteral(text)), text)));
  });

  test('a string literal shows what cannot be seen as escapes', () => {
    fc.assert(
      fc.property(anyText, (text) =>
        assert.doesNotMatch(stringLiteral(text), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<]/u),
      ),
    );
  });

  test('a comment ends where it should', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = commentText(text).split('\n');
        const source = `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n// ${commentLine(text)}\nx;`;
        const { statements } = ts.createSourceFile('a.ts', source, ts.ScriptTarget.ES2023);
        assert.equal(statements.length, 1, source);
      }),
    );
  });

  test('a name is an identifier of ASCII letters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const name of [identifier(text), typeName(text)]) {
          assert.match(name, /^[A-Za-z][\w$]*$/);
          assert.ok(!(name in {}), name);
        }
      }),
    );
  });

  test('the name of a property has its value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const source = ts.createSourceFile(
          'a.ts',
          `interface A { ${propertyName(text)}?: 1 }`,
          ts.ScriptTarget.ES2023,
        );
        const [statement] = source.statements;
        assert.ok(statement && ts.isInterfaceDeclaration(statement) && statement.members.length === 1);
        const name = statement.members[0]?.name;
        assert.ok(name && (ts.isIdentifier(name) || ts.isStringLiteral(name)));
        assert.equal(ts.isIdentifier(name) ? ts.idText(name) : name.text, text);
      }),
    );
  });

  test('Markdown makes one cell of it, without HTML, link or code', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const source = `| a | b |\n| --- | --- |\n| x ${markdownText(text)} | y |\n`;
        const formatted = await prettier.format(source, { parser: 'markdown' });
        const rows = formatted.trim().split('\n');
        assert.equal(rows.length, 3, formatted);
        assert.equal(rows[2]?.split(/(?<!\\)\|/).length, 4, formatted);
        assert.doesNotMatch(formatted, /(?<!\\)[`[<]/);
      }),
    );
  });

  test('Markdown makes one cell of code of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const source = `| a | b |\n| --- | --- |\n| ${markdownCode(text)} | y |\n`;
        const formatted = await prettier.format(source, { parser: 'markdown' });
        const rows = formatted.trim().split('\n');
        assert.equal(rows.length, 3, formatted);
        const cell = text.includes('`') ? /^\|[^<>]*\| y +\|$/u : /^\|(?: `[^`]*`)? +\| y +\|$/u;
        assert.match(rows[2] ?? '', cell, formatted);
      }),
    );
  });

  test('a .env file gives the value back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = envValue(text);
        if (value === undefined) return;
        const read = parseEnv(`FIRST=1\nA=${value}\nLAST=2\n`);
        assert.deepEqual({ ...read }, { FIRST: '1', A: text, LAST: '2' });
      }),
    );
  });
});
