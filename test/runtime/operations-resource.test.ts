import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeOperations } from '../../src/runtime/operations-resource.js';
import { madeManifest, madeTool } from './made-manifest.js';

suite('api://operations', () => {
  test('lists the operations by group, in the order of the document', () => {
    const text = describeOperations(
      madeManifest([
        madeTool({ name: 'listBoats', title: 'List boats', group: 'Boats' }),
        madeTool({ name: 'ping', description: 'Answers.\nAlways.' }),
        madeTool({ name: 'getBoat', title: 'Get a boat', group: 'Boats' }),
      ]),
    );
    assert.equal(
      text,
      [
        '# Boats',
        '',
        '## Boats',
        '',
        '- `listBoats`: `GET /listBoats` – List boats',
        '- `getBoat`: `GET /getBoat` – Get a boat',
        '',
        '## Other',
        '',
        '- `ping`: `GET /ping` – Answers.',
        '',
      ].join('\n'),
    );
  });

  test('keeps the text of a document text', () => {
    const title = 'a\n# b [c](d) `e` <f>';
    const request = { method: 'GET', path: '/a`b\nc', parameters: [], accept: [], security: [] };
    const text = describeOperations(madeManifest([madeTool({ name: 'odd', title, group: title, request })]));
    assert.ok(text.includes(String.raw`## a \# b \[c\](d) \`e\` \<f\>`), text);
    assert.equal(text.split('\n').filter((line) => line.startsWith('#')).length, 2);
    assert.ok(text.includes('`GET /a%60b%0Ac`'), text);
  });

  test('uses a group called __proto__ like any other', () => {
    assert.match(
      describeOperations(madeManifest([madeTool({ name: 'a', group: '__proto__' })])),
      /^## \\_\\_proto\\_\\_$/m,
    );
  });
});
