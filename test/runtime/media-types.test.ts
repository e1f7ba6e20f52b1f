import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  isBinary,
  isJson,
  isMediaType,
  isText,
  isXml,
  mediaTypeParameter,
  parametersOf,
  sequenceKindOf,
  withCharset,
} from '../../src/runtime/media-types.js';

suite('parameters (RFC 9110 5.6.6)', () => {
  const cases: readonly [field: string, parameters: readonly (readonly [string, string])[]][] = [
    ['text/plain', []],
    ['text/plain; charset=utf-8', [['charset', 'utf-8']]],
    ['text/plain;Charset = "UTF-8" ;format=flowed', [['charset', 'UTF-8'], ['format', 'flowed']]], // prettier-ignore
    ['a/b; t="x;y\\"z\\\\"; n=1', [['t', 'x;y"z\\'], ['n', '1']]], // prettier-ignore
    ['a/b; n=1; N=2', [['n', '1']]],
    ['a/b; n=a=b', [['n', 'a=b']]],
    ['a/b;;n=1;', [['n', '1']]],
    ['a/b; flag; n=""', [['n', '']]],
    [';name=a', [['name', 'a']]],
    ['a/b; __proto__=1; constructor=2', [['__proto__', '1'], ['constructor', '2']]], // prettier-ignore
    // A quote without an end goes on to the end.
    ['a/b; t="x;y', [['t', 'x;y']]],
    ['a/b; t="x\\"', [['t', 'x"']]],
    ['a/b; t="x\\', [['t', 'x\\']]],
  ];
  for (const [field, parameters] of cases) {
    test(JSON.stringify(field), () => assert.deepEqual([...parametersOf(field)], parameters));
  }
  test('what stands beyond 1 KiB is not read', () => {
    const field = `a/b; n=1; t="${'x'.repeat(2_000)}"; m=2`;
    assert.deepEqual([...parametersOf(field).keys()], ['n', 't']);
    assert.ok((mediaTypeParameter(field, 't') ?? '').length < 1_024);
  });
  for (const piece of ['\\"', '"', '\\', ';', '="', 'x', '"\\";']) {
    test(`${piece} half a million times behind a quote is read in time`, () => {
      const start = process.cpuUsage().user;
      const field = `a/b; x="${piece.repeat(500_000)}`;
      mediaTypeParameter(field, 'name');
      withCharset(field, 'utf-8');
      assert.ok(process.cpuUsage().user - start < 1_000_000);
    });
  }
});

suite('another charset', () => {
  const cases: readonly [mediaType: string, expected: string][] = [
    ['text/plain', 'text/plain; charset=utf-8'],
    ['text/plain; format=flowed', 'text/plain; format=flowed; charset=utf-8'],
    ['text/plain; charset=latin1; format=flowed', 'text/plain; charset=utf-8; format=flowed'],
    ['text/plain;Charset="utf-16"', 'text/plain;Charset=utf-8'],
    ['a/b; t="; charset=x"; charset=y', 'a/b; t="; charset=x"; charset=utf-8'],
    ['a/b; t="; charset=x"', 'a/b; t="; charset=x"; charset=utf-8'],
  ];
  for (const [mediaType, expected] of cases) {
    test(mediaType, () => assert.equal(withCharset(mediaType, 'utf-8'), expected));
  }
});

suite('kinds of media types', () => {
  /** What a media type is, by each rule that takes it. */
  function kindOf(mediaType: string): string {
    const rules = { json: isJson, xml: isXml, text: isText, bytes: isBinary };
    const names = Object.entries(rules).filter(([, matches]) => matches(mediaType));
    return names.map(([name]) => name).join(' ');
  }
  const kinds: Readonly<Record<string, readonly string[]>> = {
    json: [
      'Application/JSON; charset=utf-8',
      'text/json',
      'application/x-json',
      'text/x-json',
      'application/x-amz-json-1.0',
      'application/x-amz-json-1.1; charset=utf-8',
      'application/x-amz-json',
      'application/json-rpc',
      'application/hal+json',
      'application/vnd.api+json; ext="a"',
      'application/ld+json',
      'model/gltf+json',
    ],
    xml: ['text/xml', 'application/atom+xml', 'image/svg+xml'],
    text: [
      'text/csv',
      'application/json5',
      'application/yaml',
      'application/vnd.oai.openapi+yaml',
      'application/json-seq',
      'application/geo+json-seq',
      'application/jsonl',
      'application/x-jsonl',
      'application/json-lines',
      'application/stream+json',
      'text/x-ndjson',
      'text/event-stream',
    ],
    bytes: [
      'application/octet-stream',
      'application/pdf',
      'image/png',
      'application/json-web-token',
      'application/jsonp',
      'application/x-jsonfile',
      'application/vnd.x',
    ],
    '': ['multipart/mixed', '*/*', 'application/x-www-form-urlencoded', 'message/http'],
  };
  for (const [kind, mediaTypes] of Object.entries(kinds)) {
    for (const mediaType of mediaTypes) {
      test(`${mediaType} is ${kind || 'none of them'}`, () => assert.equal(kindOf(mediaType), kind));
    }
  }
});

suite('sequences (OpenAPI 3.2, Sequential Media Types)', () => {
  const kinds: readonly [kind: string | undefined, mediaTypes: readonly string[]][] = [
    ['events', ['text/event-stream', 'Text/Event-Stream; charset=utf-8']],
    [
      'lines',
      [
        'application/jsonl',
        'application/x-jsonl',
        'application/jsonlines',
        'application/x-jsonlines',
        'application/json-lines',
        'text/jsonl',
        'application/ndjson',
        'application/x-ndjson',
        'text/x-ndjson',
        'application/x-ldjson',
        'application/stream+json',
        'application/x-json-stream',
        'application/vnd.x+jsonl',
        'application/vnd.x+ndjson',
      ],
    ],
    ['records', ['application/json-seq', 'application/geo+json-seq', 'application/vnd.x+json-seq']],
    [undefined, ['application/json', 'application/ld+json', 'application/vnd.stream+json2', 'text/plain']],
  ];
  for (const [kind, mediaTypes] of kinds) {
    for (const mediaType of mediaTypes) {
      test(`${mediaType} is ${kind}`, () => assert.equal(sequenceKindOf(mediaType), kind));
    }
  }
});

suite('what a header can carry as a media type', () => {
  const cases: readonly [text: string, expected: boolean][] = [
    ['text/plain', true],
    ['text/*; q=0.5', true],
    ['nonsense', false],
    ['text/plain\r\nx: 1', false],
    ['text/plain; x=ä', false],
  ];
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => assert.equal(isMediaType(text), expected));
  }
});
