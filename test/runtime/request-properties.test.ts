import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triedOperations } from '../properties/request-operations.js';
import { checkRequests } from '../properties/requests.js';

// `npm run properties` tries many more.
test('no arguments lead out of the template, and none break anything', async () => {
  assert.equal(triedOperations.length, 30);
  const { sent, refused, problems } = await checkRequests(6000, 20261130);
  assert.deepEqual(problems, []);
  assert.ok(sent > 1500 && refused > 1500, `${sent} sent, ${refused} refused`);
});
