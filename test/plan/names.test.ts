import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { argumentNames, tellsName } from '../../src/plan/names/argument-names.js';
import { identifiersOf } from '../../src/plan/names/identifiers.js';
import { planModules, type Placed } from '../../src/plan/modules.js';
import { nameProject } from '../../src/plan/project-names.js';
import { titleOfName } from '../../src/plan/names/title-words.js';
import { cutName, wordsOf } from '../../src/plan/names/words.js';
import { model, operation, plan } from './documents.js';

suite('words of a name', () => {
  const cases: readonly [name: string, expected: readonly string[]][] = [
    ['petId', ['pet', 'id']],
    ['PetID2', ['pet', 'id2']],
    ['HTTPServer', ['http', 'server']],
    ['getURLsNow', ['get', 'urls', 'now']],
    ['Reserved IPs', ['reserved', 'ips']],
    ['VPCs', ['vpcs']],
    ['userIDs2', ['user', 'ids2']],
    ['IPv6', ['ipv6']],
    ['reservedIPv6Address', ['reserved', 'ipv6', 'address']],
    ['TLSv1_2', ['tlsv1', '2']],
    ['AIsland', ['a', 'island']],
    ['a-b_c d', ['a', 'b', 'c', 'd']],
    ['é', ['e']],
    ['名', []],
  ];
  for (const [name, expected] of cases) test(name, () => assert.deepEqual(wordsOf(name), expected));

  test('of a long name are found in linear time', () => {
    assert.equal(wordsOf('A'.repeat(200_000)).length, 1);
  });

  test('are cut within the limit', () => assert.match(cutName('a'.repeat(70), 64), /^a{57}_[0-9a-f]{6}$/));
});

suite('an argument', () => {
  type Case = readonly [
    of: string,
    parameters: readonly (readonly [place: string, name: string])[],
    expected: readonly string[],
  ];
  const cases: readonly Case[] = [
    ['its own name', [['query', 'page.size']], ['page.size']],
    ['no brackets', [['query', 'filter[name]']], ['filter_name']],
    [
      'no sign at the start',
      [
        ['query', '$top'],
        ['query', '@type'],
      ],
      ['top', 'type'],
    ],
    ['ASCII letters', [['query', 'größe']], ['gro_e']],
    ['a name that validators check', [['query', '__proto__']], ['proto']],
    ['a digest where no letter is left', [['query', '名前']], ['argument_7ec262']],
    [
      'its location beside one of the same name',
      [
        ['path', 'id'],
        ['query', 'id'],
      ],
      ['id_path', 'id_query'],
    ],
    ['its location beside the body', [['query', 'body']], ['body_query']],
    [
      'another name than a legal one',
      [
        ['query', 'a[b]'],
        ['query', 'a_b'],
      ],
      ['a_b_query', 'a_b'],
    ],
    [
      'another name than all before',
      [
        ['query', 'a[b]'],
        ['query', 'a{b}'],
        ['header', 'a_b'],
      ],
      ['a_b_6686f7', 'a_b_cdacf2', 'a_b'],
    ],
    [
      'what it compares as a word, alone too',
      [
        ['query', 'Date'],
        ['query', 'Date<'],
        ['query', 'Date>='],
        ['query', 'size!='],
        ['query', 'name~'],
        ['query', '>'],
      ],
      ['Date', 'Date_lt', 'Date_gte', 'size_ne', 'name_like', 'gt'],
    ],
    [
      'its signs as words where another has the name without',
      [
        ['query', 'a*'],
        ['query', 'a+'],
        ['query', 'a'],
        ['query', 'b[<]'],
        ['query', 'b'],
        ['query', 'c*'],
      ],
      ['a_star', 'a_plus', 'a', 'b_lt', 'b', 'c'],
    ],
    ['its sign as a word where nothing else is left', [['query', '*']], ['star']],
    [
      'another name than a legal one with the word of its sign',
      [
        ['query', 'Date<'],
        ['query', 'Date_lt'],
      ],
      ['Date_lt_query', 'Date_lt'],
    ],
  ];
  for (const [of, parameters, expected] of cases) {
    test(`has ${of}`, () => {
      const named = parameters.map(([place, name]) => ({ in: place, name }));
      const names = argumentNames(named, new Set(['body']));
      assert.deepEqual(
        named.map((each) => names.get(each)),
        expected,
      );
    });
  }

  test('is told by its own name where letters of it are lost or a digest stands for them', () => {
    const told: readonly (readonly [name: string, property: string, tells: boolean])[] = [
      ['id', 'id', true],
      ['filter[name]', 'filter_name', true],
      ['Date<', 'Date_lt', true],
      ['a*', 'a_star', true],
      ['id', 'id_query', true],
      ['é', 'e', true],
      ['größe', 'gro_e', false],
      ['😀', 'argument_f0443a', false],
      ['a[b]', 'a_b_6686f7', false],
      ['x'.repeat(70), `${'x'.repeat(57)}_6686f7`, false],
    ];
    for (const [name, property, tells] of told) {
      assert.equal(tellsName({ name, in: 'query' }, property), tells, name);
    }
  });

  test('of 300 characters is cut', () => {
    const long = { name: 'x'.repeat(300), in: 'query' };
    assert.match(argumentNames([long], new Set()).get(long) ?? '', /^x{57}_[0-9a-f]{6}$/);
  });
});

suite('the title that a name makes', () => {
  interface Case {
    readonly of: string;
    readonly given: Parameters<typeof titleOfName>;
    readonly title: string;
  }
  const of = (operationId: string | undefined, path = '/a', method = 'GET') => ({
    operationId,
    path,
    method,
  });
  const cases: readonly Case[] = [
    { of: 'an id', given: [of('listPets'), undefined, 'listPets'], title: 'List pets' },
    {
      of: 'an id behind the prefix of all names',
      given: [of('list.pets'), undefined, 'my_list_pets'],
      title: 'List pets',
    },
    {
      of: 'an id that is cut in the name',
      given: [of('Connect_GetOAuthConfiguration'), undefined, 'connect_get_o_auth_b83466'],
      title: 'Connect get OAuth configuration',
    },
    {
      of: 'an id that several have',
      given: [of('list', '/b/{petId}'), undefined, 'list_get_b_by_pet_id'],
      title: 'List get b by pet id',
    },
    {
      of: 'method and path',
      given: [of(undefined, '/b/{petIDs}'), undefined, 'x'],
      title: 'Get b by pet ids',
    },
    { of: 'a path in another script', given: [of('', '/日本'), undefined, 'get_cf2abf'], title: 'Get 日本' },
    { of: 'an id in another script', given: [of('Über名前'), undefined, 'uber'], title: 'Über名前' },
    { of: 'a name that was chosen', given: [of('x'), 'findPets', 'findPets'], title: 'Find pets' },
    { of: 'a status', given: [of('response2XX'), undefined, 'response2_xx'], title: 'Response 2xx' },
    { of: 'a small letter first', given: [of('oAuth2Token'), undefined, 'o'], title: 'OAuth2 token' },
    { of: 'authors', given: [of('getOAuthors'), undefined, 'o'], title: 'Get o authors' },
    {
      of: 'a spelling that begins small',
      given: [of('iOS_versions'), undefined, 'o'],
      title: 'iOS versions',
    },
    { of: 'no word', given: [of('___', '/'), undefined, '___'], title: 'Get' },
  ];
  for (const { of: what, given, title } of cases) {
    test(`is that of ${what}`, () => assert.equal(titleOfName(...given), title));
  }
});

suite('an identifier', () => {
  const cases: readonly [toolName: string, expected: string][] = [
    ['listPets', 'listPets'],
    ['getURLs', 'getURLs'],
    ['get_pet', 'getPet'],
    ['has-dash', 'hasDash'],
    ['GetUser', 'getUser'],
    ['delete', 'deleteTool'],
    ['constructor', 'constructorTool'],
    ['__proto__', 'protoTool'],
    ['toString', 'toStringTool'],
    ['tool', 'toolTool'],
    ['1st', 'tool1st'],
    ['___', 'toolTool'],
  ];
  for (const [toolName, expected] of cases) {
    test(`of ${toolName}`, () => assert.equal(identifiersOf([toolName]).get(toolName), expected));
  }

  test('is unique, ignoring case, and the same in any order', () => {
    const names = ['get_user', 'getUser', 'get-user', 'GetUser', 'getuser'];
    const identifiers = identifiersOf(names);
    assert.equal(new Set([...identifiers.values()].map((each) => each.toLowerCase())).size, names.length);
    const reversed = identifiersOf(names.toReversed());
    for (const name of names) assert.equal(reversed.get(name), identifiers.get(name));
  });
});

suite('a module', () => {
  const tool = plan(model([operation()])).plan?.modules[0]?.tools[0];
  const place = (tag: string | undefined, path = '/'): Placed => {
    assert.ok(tool);
    return { tool, tag, path };
  };
  const fileNames = (placed: readonly Placed[]): readonly string[] =>
    planModules(placed, []).map(({ fileName }) => fileName);

  const cases: readonly [of: string, tags: readonly (string | undefined)[], expected: readonly string[]][] = [
    ['the first tag', ['Pet Store'], ['pet-store.ts']],
    ['no tag', [undefined], ['untagged.ts']],
    ['a tag that climbs folders', ['../../etc'], ['etc.ts']],
    ['a device of Windows', ['con', 'AUX.', 'schemas'], ['con-tools.ts', 'aux-tools.ts', 'schemas-tools.ts']],
    ['a tag without ASCII letters', ['名前'], ['tag-7ec262.ts']],
    ['an empty tag', [''], ['tag-e3b0c4.ts']],
    ['tags that differ in case alone', ['Pets', 'pets'], ['pets.ts', 'tag-d4a1f7.ts']],
    ['a tag called like no tag', ['Untagged', undefined], ['tag-f8a3a1.ts', 'untagged.ts']],
    ['a long tag', ['x'.repeat(50)], [`${'x'.repeat(40)}.ts`]],
    ['whole words of a long tag', [`Alpha ${'Beta '.repeat(9)}`], [`alpha${'-beta'.repeat(7)}.ts`]],
    ['a tag with acronyms', ['Reserved IPs', 'VPCs', 'IPv6'], ['reserved-ips.ts', 'vpcs.ts', 'ipv6.ts']],
  ];
  for (const [of, tags, expected] of cases) {
    test(`is named for ${of}`, () => {
      const found = fileNames(tags.map((tag) => place(tag)));
      assert.equal(found.length, expected.length);
      found.forEach((name, at) =>
        assert.match(
          name,
          new RegExp(`^${(expected[at] ?? '').replace(/tag-.*\.ts/, 'tag-[0-9a-f]{6}\\.ts')}$`),
        ),
      );
    });
  }

  test('over 100 tools is split by the first path segment that differs', () => {
    const paths = Array.from({ length: 60 }, (_, at) => [`/v1/cats/${at}`, `/v1/dogs/${at}`]).flat();
    assert.deepEqual(fileNames(paths.map((path) => place('Pets', path))), ['pets-cats.ts', 'pets-dogs.ts']);
  });

  test('has the title and the description of its tag', () => {
    const tags = [
      {
        origin: { file: 'a.yaml', pointer: '' },
        name: 'Pets',
        description: 'All <b>animals</b>.',
        extensions: new Map<string, unknown>(),
      },
    ];
    const [found] = planModules([place('Pets')], tags);
    assert.equal(found?.title, 'Pets');
    assert.equal(found.description, 'All animals.');
  });
});

suite('a project', () => {
  const cases: readonly [name: string | undefined, title: string, packageName: string, prefix: string][] = [
    [undefined, 'Pet Store', 'pet-store-mcp', 'PET_STORE'],
    [undefined, '', 'api-mcp', 'API'],
    [undefined, 'My MCP', 'my-mcp', 'MY'],
    [undefined, 'MCP', 'mcp-mcp', 'API_MCP'],
    [undefined, 'Node options', 'node-options-mcp', 'API_NODE_OPTIONS'],
    [undefined, '3D prints', '3d-prints-mcp', 'API_3D_PRINTS'],
    [undefined, '../../../climbed', 'climbed-mcp', 'CLIMBED'],
    [undefined, 'x'.repeat(80), `${'x'.repeat(36)}-mcp`, 'X'.repeat(36)],
    ['pets', 'Cats', 'pets', 'PETS'],
    ['@acme/pets-mcp', 'Cats', '@acme/pets-mcp', 'PETS'],
    ['My Pets', 'Cats', 'my-pets-mcp', 'MY_PETS'],
  ];
  for (const [name, title, packageName, prefix] of cases) {
    test(`called ${name ?? `after '${title.slice(0, 20)}'`} is ${packageName}`, () => {
      const names = nameProject(name, title);
      assert.equal(names.packageName, packageName);
      assert.equal(names.prefix, prefix);
      assert.doesNotMatch(names.serverName, /[@/]/);
    });
  }
});
