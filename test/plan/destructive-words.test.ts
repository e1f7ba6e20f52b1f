import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDestructive } from '../../src/plan/destructive-words.js';
import type { Operation } from '../../src/model/model.js';
import { operation } from './documents.js';

type Case = readonly [of: string, own: Partial<Operation>, expected: boolean];

// MCP, ToolAnnotations.destructiveHint: "may perform destructive updates"; false is "only additive updates".
suite('a POST may delete or change what is there', () => {
  const cases: readonly Case[] = [
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
    ['by an earlier segment that destroys', { path: '/delete/{id}/confirm' }, true],
    ['not by an earlier segment that only changes', { path: '/update/{id}/copies' }, false],
    ['not by what is only asked about', { path: '/delete/{id}/preview' }, false],
    ['by a noun that ends its path', { path: '/users/{id}/deletion' }, true],
    ['by a noun that ends its id', { operationId: 'requestAccountRemoval' }, true],
    ['not by a noun before another', { path: '/cancellation-policy' }, false],
    ['not by a noun that is asked about', { operationId: 'checkCancellation' }, false],
    ['behind its subject', { summary: 'This endpoint deletes a user.' }, true],
    ['behind what it allows', { summary: 'Allows you to remove a user' }, true],
    ['behind whom it lets', { summary: 'Lets the user permanently delete a file' }, true],
    ['behind what it is used for', { summary: 'Used to delete a user' }, true],
    ['behind how it is used', { summary: 'Use this endpoint to cancel an order' }, true],
    ['behind its subject alone', { summary: 'Endpoint to revoke a key' }, true],
    ['by what is made empty', { summary: 'Permanently empties the trash' }, true],
    ['by the noun of its summary', { summary: 'Account deletion' }, true],
    ['by the noun that its summary begins with', { summary: 'Removal of a user' }, true],
    ['by a description beside a summary without a verb', { summary: 'x', description: 'Deletes all.' }, true],
    ['not by the rest of the description', { summary: 'Run', description: 'Runs. Deletes all.' }, false],
    ['not by a description beside what asks', { summary: 'Wait', description: 'Block until then.' }, false],
    ['not by a description beside what adds', { summary: 'Adds a pet', description: 'Sets a name.' }, false],
    ...['create', 'add', 'search', 'list', 'get', 'send'].flatMap((verb): readonly Case[] => [
      [
        `not by ${verb}`,
        { operationId: `${verb}Pets`, path: `/pets/${verb}`, summary: `${verb} pets` },
        false,
      ],
      [
        `not behind a subject by ${verb}`,
        { summary: `This endpoint allows you to ${verb} set items` },
        false,
      ],
    ]),
    ['not by the name of a parameter', { path: '/pets/{delete}' }, false],
    ['not by a later word of its summary', { summary: 'Create a job that deletes pets' }, false],
    ['not by an object of its first verb', { summary: 'Create update jobs' }, false],
    ['by a description beside a summary', { summary: 'Run', description: 'Deletes pets.' }, true],
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
