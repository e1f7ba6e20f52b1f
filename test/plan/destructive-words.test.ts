import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDestructive } from '../../src/plan/destructive-words.js';
import type { Operation } from '../../src/model/model.js';
import { operation } from './documents.js';

// MCP, ToolAnnotations.destructiveHint: "may perform destructive updates"; false is "only additive updates".
suite('a POST may delete or change what is there', () => {
  const cases: readonly [of: string, own: Partial<Operation>, expected: boolean][] = [
    ['by the first word of its id', { operationId: 'delete_points' }, true],
    ['by a later word of its id', { operationId: 'chat_delete' }, true],
    ['by the last fixed segment of its path', { path: '/subscriptions/{id}/cancel' }, true],
    ['by a segment before a parameter', { path: '/users/purge/{id}' }, true],
    ['by a verb behind a parameter', { path: '/jobs/{id}:cancel' }, true],
    ['by the first word of its summary', { summary: 'Deletes a message.' }, true],
    ['by a summary with markup', { summary: '<p>Updates the customer.</p>' }, true],
    ['by how and what is done', { summary: 'Permanently remove users' }, true],
    ['by the second of joined verbs', { summary: 'Create, update or delete pets' }, true],
    ['by what happens to one that is there', { summary: 'Post a silence or update an existing one' }, true],
    ['by a description without a summary', { description: 'Replaces the file.' }, true],
    ['by an id that may update', { operationId: 'createOrUpdatePet' }, true],
    ['by an id that sets', { operationId: 'users_profile_set' }, true],
    ['not by the name of what it makes', { operationId: 'createRuleSet' }, false],
    ['not by the name of what it adds', { operationId: 'pins.addBlock' }, false],
    ['not by a plural', { operationId: 'PostTransfers', path: '/v1/transfers' }, false],
    ['not by a part of a word', { operationId: 'undeletePet', path: '/cancellations' }, false],
    ['not by an earlier segment', { path: '/delete/{id}/copies' }, false],
    ['not by the name of a parameter', { path: '/pets/{delete}' }, false],
    ['not by a later word of its summary', { summary: 'Create a job that deletes pets' }, false],
    ['not by an object of its first verb', { summary: 'Create update jobs' }, false],
    ['not by a description beside a summary', { summary: 'Run', description: 'Deletes pets.' }, false],
    ['not by a verb that is none of how', { summary: 'Apply reset rules' }, false],
    ['not without words', {}, false],
  ];
  for (const [of, own, expected] of cases) {
    test(of, () => assert.equal(isDestructive(operation({ method: 'POST', ...own })), expected));
  }

  test('in linear time', () => {
    const long = 'create or '.repeat(100_000);
    assert.equal(isDestructive(operation({ operationId: long, summary: long, path: `/${long}` })), false);
  });
});
