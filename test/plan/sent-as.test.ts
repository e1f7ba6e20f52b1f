import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { sentAs } from '../../src/plan/texts/sent-as.js';
import { model, operation, parameter, plan } from './documents.js';

suite('the name that an argument is sent as', () => {
  const cases: readonly [of: string, name: string, expected: string][] = [
    ['in another script', '名前', 'Sent as `名前`.'],
    ['with signs', 'b[*]', 'Sent as `b[*]`.'],
    ['without what would end the quote', 'a`b', 'Sent as `a b`.'],
    ['without hidden characters', 'é\u202e\u200b', 'Sent as `é`.'],
    ['on one line', 'é\n\tb', 'Sent as `é b`.'],
    ['not where nothing shows', '\u200b', ''],
  ];
  for (const [of, name, expected] of cases) test(of, () => assert.equal(sentAs(name), expected));

  test('is cut', () => assert.ok(sentAs('é'.repeat(300)).length < 100));
});

suite('an argument tells', () => {
  const described = (name: string, description: string | undefined, deprecated = false) => {
    const one = operation({ parameters: [parameter(name, { type: 'string' }, { description, deprecated })] });
    const properties = plan(model([one])).plan?.manifest.tools[0]?.inputSchema.properties ?? {};
    const [[property, schema] = ['', {} as JsonSchema]] = Object.entries(properties);
    return [property, schema['description']];
  };

  const cases: readonly [of: string, given: Parameters<typeof described>, property: string, says: unknown][] =
    [
      ['its name before its description', ['😀', 'How glad.'], 'argument_f0443a', 'Sent as `😀`. How glad.'],
      ['its name alone', ['größe', undefined], 'gro_e', 'Sent as `größe`.'],
      [
        'that it is deprecated first',
        ['名前', 'Who.', true],
        'argument_7ec262',
        'Deprecated. Sent as `名前`. Who.',
      ],
      [
        'no name that its own tells',
        ['filter[x]', 'What to keep of all.'],
        'filter_x',
        'What to keep of all.',
      ],
    ];
  for (const [of, given, property, says] of cases) {
    test(of, () => assert.deepEqual(described(...given), [property, says]));
  }

  test('its name however long its description is', () => {
    const [, says] = described('名前', 'This sentence is one of many. '.repeat(40));
    assert.match(String(says), /^Sent as `名前`\. This/);
  });
});
