import fc from 'fast-check';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeManifest } from '../../src/emit/manifest-json.js';
import type { Manifest } from '../../src/runtime/manifest.js';
import { plannedTool, serverPlan } from './plans.js';

suite('generated/manifest.json', () => {
  test('has what fits on one line, and a line for each key of what does not', () => {
    const input = {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string' }, description: 'Tags to filter by.' },
        note: { type: 'string', description: 'A text that is too long for a line. '.repeat(4) },
        free: {},
      },
      required: [],
    } as const;
    const { manifest } = serverPlan([plannedTool({ input })]);
    const text = writeManifest(manifest);
    assert.ok(text.endsWith('}\n'));
    assert.ok(
      text.includes(`
      "inputSchema": {
        "type": "object",
        "properties": {
          "tags": { "type": "array", "items": { "type": "string" }, "description": "Tags to filter by." },
          "note": {
            "type": "string",
            "description": "${input.properties.note.description}"
          },
          "free": {}
        },
        "required": []
      },
`),
      text,
    );
  });

  // Any JSON stands in a manifest, in `default` and `enum`; the types of the manifest say nothing of it.
  const anyManifest = fc.jsonValue({ maxDepth: 6 }).map((value) => value as unknown as Manifest);

  test('means what JSON.stringify would write', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        assert.equal(JSON.stringify(JSON.parse(writeManifest(manifest))), JSON.stringify(manifest));
      }),
    );
  });

  test('keeps keys that every object inherits, and drops what has no value', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as Record<string, unknown>;
    const manifest = { ...value, gone: undefined, list: [undefined] } as unknown as Manifest;
    assert.equal(writeManifest(manifest), '{ "__proto__": { "a": 1 }, "constructor": 2, "list": [null] }\n');
  });

  test('has no line beyond its width but for a text that is longer', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        for (const line of writeManifest(manifest).trimEnd().split('\n')) {
          const isOneValue =
            /^\s*(?:"(?:[^"\\]|\\.)*": )?(?:"(?:[^"\\]|\\.)*"|[^"{}[\]]*|[[{][\]}]?),?$/.test(line);
          assert.ok(line.length <= 110 || isOneValue, line);
        }
      }),
    );
  });
});
