import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation } from '../../src/model/model.js';
import { leadAndText } from '../../src/plan/texts/tool-texts.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import { model, operation, origin, parameter, plan, planOne, response, schemaPool } from './documents.js';

suite('the title of a tool', () => {
  const cases: readonly [of: string, own: Partial<Operation>, title: string][] = [
    ['is the summary', { summary: 'List all pets' }, 'List all pets'],
    ['is clean', { summary: ' **List** <b>all</b>\npets ' }, 'List all pets'],
    ['is the first sentence of several', { summary: 'List pets. All of them.' }, 'List pets'],
    ['has no full stop', { summary: 'List pets.' }, 'List pets'],
    ['keeps the stop of an abbreviation', { summary: 'List pets, dogs etc.' }, 'List pets, dogs etc.'],
    ['has no quotation mark that nothing closes', { summary: '"List pets.' }, 'List pets'],
    ['keeps quotation marks in pairs', { summary: 'List "pets"' }, 'List "pets"'],
    ['is made of the name where there is none', { description: 'All of them' }, 'List pets'],
    ['is made of the name where the summary asks', { summary: '**New here?** List pets.' }, 'List pets'],
    ['is made of the name where the summary warns', { summary: 'NOTE: Costs money.' }, 'List pets'],
    ['is made of the name where the summary is a text', { summary: 'word '.repeat(20) }, 'List pets'],
  ];
  for (const [of, own, title] of cases) {
    test(of, () => assert.equal(planOne({ operationId: 'listPets', ...own }).title, title));
  }
});

suite('the description of a tool', () => {
  const cases: readonly [of: string, own: Partial<Operation>, description: string][] = [
    ['has both texts', { summary: 'List pets', description: 'In pages.' }, 'List pets\n\nIn pages.'],
    ['has equal words once', { summary: 'List pets', description: '**List pets.**' }, 'List pets.'],
    [
      'has equal words but for articles once',
      { summary: 'Update pet', description: 'Update a pet.' },
      'Update pet',
    ],
    [
      'has the start once',
      { summary: 'List pets', description: 'List pets, in pages.' },
      'List pets, in pages.',
    ],
    ['is the title where nothing is said', { operationId: 'listPets' }, 'List pets'],
    ['is the title behind a mark', { operationId: 'listPets', deprecated: true }, '[deprecated] List pets'],
    ['is marked as deprecated', { summary: 'A', deprecated: true }, '[deprecated] A'],
    [
      'tells in words what to use',
      {
        summary: 'A',
        deprecated: true,
        extensions: new Map([['x-stainless-deprecation-message', 'Use **B** instead.']]),
      },
      '[deprecated: Use B instead] A',
    ],
  ];
  for (const [of, own, description] of cases) {
    test(of, () => assert.equal(planOne(own).description, description));
  }

  test('names the tool that replaces a deprecated one', () => {
    const extensions = new Map([['x-speakeasy-deprecation-replacement', 'list pets']]);
    const { plan: planned } = plan(
      model([
        operation({ path: '/a', operationId: 'old', summary: 'A', deprecated: true, extensions }),
        operation({ path: '/b', operationId: 'list pets' }),
      ]),
    );
    assert.equal(planned?.manifest.tools[0]?.description, '[deprecated: use list_pets] A');
  });

  test('is cut within 2,000 bytes, with all hints', () => {
    const parameters = [parameter('page'), parameter('limit')];
    const { description = '' } = planOne({ description: 'One two three. '.repeat(200), parameters });
    assert.ok(Buffer.byteLength(description) <= 2000);
    assert.match(description, /three\. … \(paginated\)$/);
  });
});

suite('the summary is not told twice: as title and before a description that', () => {
  const summary = 'List pets';
  const cases: readonly [of: string, description: string, isAlone: boolean][] = [
    ['says what is done', 'Returns all pets that the user owns.', true],
    ['says so in the base form', 'Return all pets that users own.', true],
    ['says so in the progressive form', 'Listing all pets that users own.', true],
    ['is too short', 'Returns all of the pets.', false],
    ['starts with no verb', 'All pets that the user owns now.', false],
    ['starts with a verb of no operation', 'Is the list of pets of users.', false],
    ['is written in another script', 'ユーザーが所有するすべてのペットを返します。', false],
  ];
  for (const [of, description, isAlone] of cases) {
    const expected = isAlone ? description : `${summary}\n\n${description}`;
    test(`${of}: ${isAlone}`, () => assert.equal(planOne({ summary, description }).description, expected));
  }

  test('stands before it where the title is another', () => {
    const long = 'List pets. All of them.';
    const description = 'Returns all pets that the user owns.';
    assert.equal(planOne({ summary: long, description }).description, `${long}\n\n${description}`);
  });
});

suite('paging is told', () => {
  const page = parameter('page', { type: 'integer' });
  const size = (name: string, json: object) => parameter(name, { type: 'integer', ...json });
  const extension = (name: string, value: unknown) => ({ extensions: new Map([[name, value]]) });
  const cases: readonly [of: string, own: Partial<Operation>, hint: string][] = [
    [
      'with the default size',
      { parameters: [page, size('per_page', { default: 25 })] },
      ' (paginated, 25 a page)',
    ],
    [
      'with the largest size',
      { parameters: [parameter('cursor'), size('limit', { maximum: 100 })] },
      ' (paginated, at most 100 a page)',
    ],
    [
      'with a size behind a reference',
      { parameters: [parameter('$skip'), parameter('$top', { $ref: '#/$defs/Size' })] },
      ' (paginated, 7 a page)',
    ],
    ['of names in any case', { parameters: [parameter('PageToken'), size('PageSize', {})] }, ' (paginated)'],
    ['by x-speakeasy-pagination', extension('x-speakeasy-pagination', { type: 'cursor' }), ' (paginated)'],
    ['by x-fern-pagination', extension('x-fern-pagination', true), ' (paginated)'],
    ['by x-ms-pageable', extension('x-ms-pageable', { nextLinkName: null }), ' (paginated)'],
    ['not by x-fern-pagination: false', extension('x-fern-pagination', false), ''],
    ['not by a size alone', { parameters: [size('limit', { default: 5 })] }, ''],
    ['not by a position alone', { parameters: [page] }, ''],
    ['not of what changes something', { method: 'POST', parameters: [page, size('limit', {})] }, ''],
    ['not by headers', { parameters: [page, parameter('limit', {}, { in: 'header' })] }, ''],
    ['not where the text tells', { summary: 'A paginated list', parameters: [page, size('limit', {})] }, ''],
  ];
  for (const [of, own, hint] of cases) {
    test(of, () => {
      const summary = own.summary ?? 'Lists pets';
      const schemas = schemaPool({ Size: { type: 'integer', default: 7 } });
      assert.equal(planOne({ ...own, summary }, { schemas }).description, `${summary}${hint}`);
    });
  }
});

const id = (name: string) => parameter(name, { type: 'string' }, { in: 'path', required: true });

/** The description of the last of some operations. */
function lastDescription(operations: readonly Partial<Operation>[]): string | undefined {
  const { plan: planned } = plan(model(operations.map((own) => operation({ summary: 'A', ...own }))));
  return planned?.manifest.tools.at(-1)?.description;
}

suite('where an id comes from is told', () => {
  const list = { path: '/teams', operationId: 'list_groups' };
  const one = { path: '/teams/{team_id}', operationId: 'get_team', parameters: [id('team_id')] };
  const hint = 'A. `team_id` from `list_groups`.';
  const cases: readonly [of: string, operations: readonly Partial<Operation>[], description: string][] = [
    ['of a member', [list, one], hint],
    ['of what belongs to a member', [list, { ...one, path: '/teams/{team_id}/x' }], hint],
    [
      'of the innermost alone',
      [
        list,
        { path: '/teams/{t}/users', operationId: 'list_members', parameters: [id('t')] },
        { path: '/teams/{team_id}/users/{userId}', parameters: [id('team_id'), id('userId')] },
      ],
      'A. `userId` from `list_members`.',
    ],
    [
      'of paths with a suffix',
      [
        { path: '/teams.json', operationId: 'list_groups' },
        { ...one, path: '/teams/{team_id}.json' },
      ],
      hint,
    ],
    ['not where no tool lists', [one], 'A'],
    ['not where the list is deprecated', [{ ...list, deprecated: true }, one], 'A'],
    [
      'not where the list wants more',
      [{ ...list, parameters: [parameter('q', true, { required: true })] }, one],
      'A',
    ],
    ['not of what can be new', [list, { ...one, method: 'PUT' }], 'A'],
    ['not of what is no id', [list, { path: '/teams/{team}', parameters: [id('team')] }], 'A'],
    ['not of what only ends like one', [list, { path: '/teams/{paid}', parameters: [id('paid')] }], 'A'],
  ];
  for (const [of, operations, description] of cases) {
    test(of, () => assert.equal(lastDescription(operations), description));
  }

  test('also where names tell', () => {
    assert.equal(
      lastDescription([{ ...list, operationId: 'list_teams' }, one]),
      'A. `team_id` from `list_teams`.',
    );
  });

  test('alike in lists of any length', () => {
    const others = Array.from({ length: 60 }, (_, at) => ({ path: `/x${at}` }));
    assert.equal(lastDescription([list, ...others, one]), hint);
  });
});

/** What an answer has to say for its operation to count as a list of things with ids. */
suite('where an id comes from is told by what is answered', () => {
  const arrayOf = (properties: JsonSchema) => ({ type: 'array', items: { type: 'object', properties } });
  const things = arrayOf({ id: { type: 'string' } });
  const text = { type: 'string' };
  const thing = { type: 'object', properties: { id: text, parts: things } };
  const cases: readonly [of: string, answer: JsonSchema | boolean, isSource: boolean][] = [
    ['an array', things, true],
    ['an array of texts', { type: 'array', items: text }, false],
    [
      'a page of texts',
      { type: 'object', properties: { total: text, entries: { type: 'array', items: text } } },
      false,
    ],
    [
      'a page of texts with errors',
      { type: 'object', properties: { entries: { type: 'array', items: text }, errors: things } },
      false,
    ],
    ['an array of anything', { type: 'array' }, true],
    ['things with ids of another type', arrayOf({ id: { type: 'integer' } }), false],
    [
      'things with such an id beside one of another type',
      arrayOf({ id: { type: 'integer' }, team_id: text }),
      true,
    ],
    ['things with ids of some type', arrayOf({ id: true }), true],
    ['things without ids', arrayOf({ name: text }), true],
    ['a page of an array', { type: 'object', properties: { total: text, entries: things } }, true],
    [
      'an array in an envelope',
      { type: 'object', properties: { data: { type: 'object', properties: { teams: things } } } },
      true,
    ],
    ['a reference to an array', { $ref: '#/$defs/Teams' }, true],
    ['an array or nothing', { oneOf: [things, { type: 'null' }] }, true],
    ['one thing', { type: 'object', properties: { id: text, name: text } }, false],
    ['one thing with parts', { type: 'object', properties: { id: text, members: things } }, false],
    ['one thing with such an id', { type: 'object', properties: { team_id: text, parts: things } }, false],
    ['a figure', { type: 'object', properties: { total: { type: 'integer' } } }, false],
    [
      'one thing with errors',
      {
        type: 'object',
        properties: { result: { type: 'object', properties: { id: text } }, errors: things },
      },
      false,
    ],
    ['a text', text, false],
    ['anything', true, true],
    ['an object of anything', { type: 'object' }, true],
    ['success alone', { type: 'object', properties: { ok: { type: 'boolean' } } }, true],
    [
      'one thing and more',
      { type: 'object', properties: { name: text }, additionalProperties: things },
      true,
    ],
    ['one thing in an envelope', { type: 'object', properties: { user: thing } }, false],
    ['many with one thing beside it', { type: 'object', properties: { owner: thing, teams: things } }, true],
    ['a page with messages', { type: 'object', properties: { messages: things, total: text } }, true],
    [
      'one thing with messages and errors',
      { type: 'object', properties: { messages: things, errors: things, total: text } },
      false,
    ],
  ];
  for (const [of, answer, isSource] of cases) {
    test(`${of}: ${isSource}`, () => {
      const responses = [response('200', { 'application/json': answer })];
      const { plan: planned } = plan(
        model(
          [
            operation({ path: '/teams', operationId: 'list_teams', responses }),
            operation({ path: '/teams/{team_id}', summary: 'A', parameters: [id('team_id')] }),
          ],
          { schemas: schemaPool({ Teams: things }) },
        ),
      );
      const hint = isSource ? 'A. `team_id` from `list_teams`.' : 'A';
      assert.equal(planned?.manifest.tools.at(-1)?.description, hint);
    });
  }

  const paths: readonly [path: string, isSource: boolean][] = [
    ['/teams', true],
    ['/teams.json', true],
    ['/policies', true],
    ['/me', false],
    ['/team', false],
    ['/status', false],
    ['/address', false],
    ['/analysis', false],
  ];
  for (const [path, isSource] of paths) {
    test(`by the path alone, where no schema tells: ${path}: ${isSource}`, () => {
      const one = { path: `${path.replace('.json', '')}/{x_id}`, parameters: [id('x_id')] };
      const hint = isSource ? 'A. `x_id` from `first`.' : 'A';
      assert.equal(lastDescription([{ path, operationId: 'first' }, one]), hint);
    });
  }
});

suite('paging is told by what is asked and answered', () => {
  const date = parameter('before', { type: 'string', format: 'date' });
  const said = (name: string, description: string) => parameter(name, { type: 'integer' }, { description });
  const answers = (json: JsonSchema) => ({ responses: [response('200', { 'application/json': json })] });
  const [page, limit] = [parameter('page'), parameter('limit')];
  const cases: readonly [of: string, own: Partial<Operation>, isTold: boolean][] = [
    ['of a list', { parameters: [page, limit], ...answers({ type: 'array' }) }, true],
    [
      'of ids in a member',
      {
        parameters: [page, limit],
        ...answers({ type: 'object', properties: { id: true, ids: { type: 'array' } } }),
      },
      true,
    ],
    [
      'not of a thing',
      { parameters: [page, limit], ...answers({ type: 'object', properties: { id: { type: 'string' } } }) },
      false,
    ],
    ['not with a time for a size', { parameters: [page, said('limit', 'Time limit in seconds.')] }, false],
    ['not with a rate for a size', { parameters: [page, said('limit', 'The rate of it.')] }, false],
    ['not with bytes for a size', { parameters: [page, said('limit', 'At most so many bytes.')] }, false],
    [
      'with a size whose second sentence is on more',
      { parameters: [page, said('limit', 'Pets. A rate.')] },
      true,
    ],
    ['not with a date for a position', { parameters: [date, parameter('top')] }, false],
    ['not with a day for a position', { parameters: [said('before', 'A date.'), parameter('top')] }, false],
    ['with a cursor that is called so', { parameters: [said('before', 'A cursor.'), limit] }, true],
  ];
  for (const [of, own, isTold] of cases) {
    test(of, () => {
      assert.equal(planOne({ summary: 'Pets', ...own }).description, isTold ? 'Pets (paginated)' : 'Pets');
    });
  }
});

suite('Link Objects tell where a value comes from', () => {
  const target = {
    path: '/b/{slug}',
    operationId: 'b',
    parameters: [id('slug')],
    origin: { ...origin, pointer: '/paths/~1b~1{slug}/get' },
  };
  const linking = (link: object, own: Partial<Operation> = {}) => ({
    path: '/a',
    operationId: 'a',
    responses: [
      {
        ...response('200'),
        links: [{ operationId: undefined, operationRef: undefined, fromBody: ['slug'], ...link }],
      },
    ],
    ...own,
  });
  const cases: readonly [of: string, from: Partial<Operation>, description: string][] = [
    ['by operationId', linking({ operationId: 'b' }), 'A. `slug` from `a`.'],
    ['by operationRef', linking({ operationRef: '#/paths/~1b~1{slug}/get' }), 'A. `slug` from `a`.'],
    [
      'by an encoded operationRef',
      linking({ operationRef: '#/paths/~1b~1%7Bslug%7D/get' }),
      'A. `slug` from `a`.',
    ],
    ['not by another one', linking({ operationRef: 'other.yaml#/paths/~1b/get' }), 'A'],
    ['not by a broken one', linking({ operationRef: '#/paths/%E0%A4%A/get' }), 'A'],
    [
      'not of what the source takes itself',
      linking({ operationId: 'b' }, { path: '/a/{slug}', parameters: [id('slug')] }),
      'A',
    ],
    ['not of what is no argument', linking({ operationId: 'b', fromBody: ['other'] }), 'A'],
  ];
  for (const [of, from, description] of cases) {
    test(of, () => assert.equal(lastDescription([from, target]), description));
  }
});

test('a lead stands before a text that says more', () => {
  assert.equal(leadAndText('Pets', 'All about pets.'), 'Pets\n\nAll about pets.');
  assert.equal(leadAndText('Pets', 'Pets: all about them.'), 'Pets: all about them.');
  assert.equal(leadAndText('Pets', ''), 'Pets');
  assert.equal(leadAndText('', 'Pets.'), 'Pets.');
});
