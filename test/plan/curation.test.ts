import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Diagnostics } from '../../src/diagnostics/diagnostics.js';
import type { ApiModel, Operation, Tag } from '../../src/model/model.js';
import { curateOperations } from '../../src/plan/curation/curate.js';
import type { Curation } from '../../src/plan/curation/curation.js';
import type { OperationSettings, ToolSettings } from '../../src/plan/settings.js';
import type { ToolAnnotations } from '../../src/runtime/manifest.js';
import { planServer } from '../../src/plan/plan-server.js';
import { model, noOptions, operation, origin, plan } from './documents.js';

type Fields = Readonly<Record<string, unknown>>;

const noSettings: ToolSettings = { operations: {}, tags: {} };

function extensions(fields: Fields): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(fields));
}

function tag(name: string, fields: Fields, own: Partial<Tag> = {}): Tag {
  return {
    origin,
    name,
    title: name,
    description: undefined,
    isGroup: true,
    extensions: extensions(fields),
    ...own,
  };
}

interface Places {
  readonly operation?: Fields;
  readonly path?: Fields;
  readonly tag?: Fields;
  readonly root?: Fields;
  readonly config?: OperationSettings;
  readonly configOfTag?: OperationSettings;
}

/** What comes of what is said in several places of the one operation `listPets`. */
function curate(places: Places, own: Partial<Operation> = {}) {
  const diagnostics = new Diagnostics();
  const pets = operation({
    path: '/pets',
    operationId: 'listPets',
    tags: ['pets'],
    extensions: extensions(places.operation ?? {}),
    pathExtensions: extensions(places.path ?? {}),
    ...own,
  });
  const api = model([pets], {
    tags: [tag('pets', places.tag ?? {})],
    extensions: extensions(places.root ?? {}),
  });
  const settings: ToolSettings = {
    operations: places.config === undefined ? {} : { listPets: places.config },
    tags: places.configOfTag === undefined ? {} : { pets: places.configOfTag },
  };
  const curation = curateOperations(api, settings, diagnostics).get(pets);
  assert.ok(curation !== undefined);
  return { curation, found: diagnostics.all };
}

suite('the nearest word wins', () => {
  const cases: readonly [of: string, places: Places, wanted: boolean | undefined, reason?: string][] = [
    ['of nobody', {}, undefined],
    ['of an operation', { operation: { 'x-mcp': false } }, false, 'x-mcp'],
    [
      'of an operation above its path',
      { operation: { 'x-mcp': true }, path: { 'x-mcp': false } },
      true,
      'x-mcp',
    ],
    ['of a path above a tag', { path: { 'x-mcp': true }, tag: { 'x-internal': true } }, true, 'x-mcp'],
    [
      'of a tag above the root',
      { tag: { 'x-internal': true }, root: { 'x-mcp': true } },
      false,
      'x-internal',
    ],
    ['of the root', { root: { 'x-mcp': false } }, false, 'x-mcp'],
    ['ours above other vendors', { operation: { 'x-internal': true, 'x-mcp': true } }, true, 'x-mcp'],
    [
      'of the configuration above all',
      { operation: { 'x-mcp': false }, config: { include: true } },
      true,
      'config',
    ],
    [
      'of a tag in the configuration above the document',
      { operation: { 'x-mcp': true }, configOfTag: { include: false } },
      false,
      'config',
    ],
    [
      'of an operation in the configuration above its tag there',
      { config: { include: true }, configOfTag: { include: false } },
      true,
      'config',
    ],
    ['an object that says nothing of it', { operation: { 'x-mcp': { title: 'T' } } }, undefined],
    ['of the kind none', { operation: { 'x-mcp': { kind: 'none' } } }, false, 'x-mcp'],
  ];
  for (const [of, places, wanted, reason] of cases) {
    test(of, () => {
      const { include } = curate(places).curation;
      assert.deepEqual(include, wanted === undefined ? undefined : { wanted, reason });
    });
  }

  test('for each thing apart, and for each hint', () => {
    const { curation } = curate({
      operation: { 'x-mcp': { title: 'Near', annotations: { idempotent: false } } },
      root: { 'x-mcp': { group: 'far', annotations: { idempotent: true, openWorldHint: false } } },
    });
    assert.equal(curation.title, 'Near');
    assert.equal(curation.group, 'far');
    assert.deepEqual(curation.annotations, { idempotentHint: false, openWorldHint: false });
  });

  test('in the configuration, by METHOD /path too', () => {
    const pets = operation({ method: 'GET', path: '/pets' });
    const settings = { operations: { 'GET /pets': { name: 'all_pets' } }, tags: {} };
    const found = curateOperations(model([pets]), settings, new Diagnostics()).get(pets);
    assert.equal(found?.name?.value, 'all_pets');
  });

  test('and what is said of many operations is read once', () => {
    let reads = 0;
    const counted = new (class extends Map<string, unknown> {
      override get(key: string): unknown {
        reads += 1;
        return super.get(key);
      }
    })([['x-mcp', { group: 'all' }]]);
    const many = ['/a', '/b', '/c'].map((path) => operation({ path }));
    const curations = curateOperations(model(many, { extensions: counted }), noSettings, new Diagnostics());
    assert.deepEqual(
      many.map((each) => curations.get(each)?.group),
      ['all', 'all', 'all'],
    );
    assert.equal(reads, 1);
  });

  test('where the names are those of every object', () => {
    const odd = operation({ operationId: 'constructor', tags: ['__proto__', 'toString'] });
    const found = curateOperations(model([odd]), noSettings, new Diagnostics()).get(odd);
    assert.equal(found?.include, undefined);
    assert.equal(found?.name, undefined);
  });
});

suite('an extension says', () => {
  type Said = Partial<Pick<Curation, 'title' | 'description' | 'group' | 'annotations'>> & {
    readonly name?: string;
    readonly include?: boolean;
  };
  const cases: readonly [fields: Fields, said: Said][] = [
    [{ 'x-mcp': { name: 'n', title: 't', description: 'd' } }, { name: 'n', title: 't', description: 'd' }],
    [{ 'x-mcp': { group: ['a', 'b'] } }, { group: 'a' }],
    [
      {
        'x-speakeasy-mcp': { disabled: true, name: 'n', title: 't', description: 'd', destructiveHint: true },
      },
      { include: false, name: 'n', title: 't', description: 'd', annotations: { destructiveHint: true } },
    ],
    [
      { 'x-mcp-annotations': { readOnlyHint: true, title: 't' } },
      { title: 't', annotations: { readOnlyHint: true } },
    ],
    [{ 'x-mcp-group': 'g' }, { group: 'g' }],
    [{ 'x-mcp-tool': false }, { include: false }],
    [{ 'x-mcp-tool': 'n' }, { name: 'n' }],
    [{ 'x-mcp-tool': 'false' }, { include: false }],
    [{ 'x-mcp-description': 'd' }, { description: 'd' }],
    [{ 'x-mcp-hidden': true }, { include: false }],
    [{ 'x-mcp-ignore': true }, { include: false }],
    [{ 'x-mcp-ignore': false }, {}],
    [{ 'x-mcp-ignore': 'true' }, { include: false }],
    [{ 'x-internal': 'False' }, {}],
    [{ 'x-mcp': 'false' }, { include: false }],
    [{ 'x-mcp': { enabled: false } }, { include: false }],
    [{ 'x-mcp': { include: 'false' } }, { include: false }],
    [{ 'x-mcp': { hidden: true } }, { include: false }],
    [{ 'x-mcp': { exclude: true } }, { include: false }],
    [{ 'x-mcp': { disabled: true, enabled: true } }, { include: false }],
    [{ 'x-speakeasy-mcp': false }, { include: false }],
    [{ 'x-mint': { mcp: false } }, { include: false }],
    [{ 'x-mcp-server': true }, { include: false }],
    [{ 'x-tool-description': 'd' }, { description: 'd' }],
    [
      {
        'x-zuplo-route': {
          corsPolicy: 'none',
          mcp: { type: 'tool', name: 'n', description: 'd', enabled: false },
        },
      },
      { include: false, name: 'n', description: 'd' },
    ],
    [
      { 'x-zuplo-mcp-tool': { name: 'n', annotations: { idempotentHint: true } } },
      { name: 'n', annotations: { idempotentHint: true } },
    ],
    [{ 'x-kong-mcp-tool-name': 'n' }, { name: 'n' }],
    [{ 'x-mint': { mcp: { enabled: true, name: 'n' }, content: 'c' } }, { include: true, name: 'n' }],
    [{ 'x-openai-isConsequential': true }, { annotations: { readOnlyHint: false, destructiveHint: true } }],
    [{ 'x-openai-isConsequential': false }, { annotations: { destructiveHint: false } }],
    [{ 'x-ai-description': 'd' }, { description: 'd' }],
    [{ 'x-ms-summary': 't' }, { title: 't' }],
    [{ 'x-ms-summary': '' }, {}],
    [{ 'x-ms-visibility': 'internal' }, { include: false }],
    [{ 'x-ms-visibility': 'important' }, {}],
    [{ 'x-speakeasy-ignore': true }, { include: false }],
    [{ 'x-speakeasy-group': 'g' }, { group: 'g' }],
    [{ 'x-stainless-skip': true }, { include: false }],
    [{ 'x-stainless-skip': ['go'] }, {}],
    [{ 'x-stainless-skip': ['go', 'mcp'] }, { include: false }],
    [{ 'x-stainless-skip': 'true' }, { include: false }],
    [{ 'x-fern-ignore': true }, { include: false }],
    [{ 'x-fern-sdk-group-name': ['a', 'b'] }, { group: 'a.b' }],
    [{ 'x-internal': true }, { include: false }],
    [{ 'x-hidden': true }, { include: false }],
    [{ 'x-hidden-from-docs': true }, { include: false }],
    [{ 'x-excluded': true }, { include: false }],
    [{ 'x-private': true }, { include: false }],
  ];
  for (const [fields, said] of cases) {
    test(JSON.stringify(fields), () => {
      const { curation, found } = curate({ operation: fields });
      const { include, name, title, description, group, annotations } = curation;
      const all = { include: include?.wanted, name: name?.value, title, description, group };
      const none = {
        include: undefined,
        name: undefined,
        title: undefined,
        description: undefined,
        group: undefined,
      };
      assert.deepEqual({ ...all, annotations }, { ...none, annotations: {}, ...said });
      assert.deepEqual(found, []);
    });
  }

  test('of the root, what Mintlify exposes', () => {
    assert.equal(curate({ root: { 'x-mint': { mcp: { enabled: false } } } }).curation.include?.wanted, false);
  });
});

suite('what is to show or hide something and says neither', () => {
  const cases: readonly [places: Places, pointer: string][] = [
    [{ operation: { 'x-internal': 1 } }, '/x-internal'],
    [{ operation: { 'x-internal': 'yes' } }, '/x-internal'],
    [{ operation: { 'x-mcp': 'yes' } }, '/x-mcp'],
    [{ operation: { 'x-mcp': null } }, '/x-mcp'],
    [{ operation: { 'x-mcp': { hidden: 'yes', title: 'T' } } }, '/x-mcp/hidden'],
    [{ operation: { 'x-mcp': { kind: 'nothing' } } }, '/x-mcp/kind'],
    [{ operation: { 'x-mcp-tool': 5 } }, '/x-mcp-tool'],
    [{ operation: { 'x-speakeasy-mcp': 0 } }, '/x-speakeasy-mcp'],
    [{ operation: { 'x-mint': { mcp: 'off' } } }, '/x-mint/mcp'],
    [{ operation: { 'x-ms-visibility': 'secret' } }, '/x-ms-visibility'],
    [{ operation: { 'x-stainless-skip': {} } }, '/x-stainless-skip'],
    [{ path: { 'x-hidden': [] } }, '/x-hidden'],
    [{ tag: { 'x-mcp': { include: 'no' } } }, '/x-mcp/include'],
    [{ root: { 'x-mcp': 'off' } }, '/x-mcp'],
    [{ operation: { 'x-mcp': { enable: false } } }, '/x-mcp/enable'],
    [{ operation: { 'x-mcp': { Enabled: false } } }, '/x-mcp/Enabled'],
    [{ operation: { 'x-mcp': { skip: 'true' } } }, '/x-mcp/skip'],
    [{ operation: { 'x-mcp': { quux: true } } }, '/x-mcp/quux'],
    [{ operation: { 'x-mcp': { hiden: 'yes' } } }, '/x-mcp/hiden'],
    [{ operation: { 'x-mcp-tool': { enable: false } } }, '/x-mcp-tool/enable'],
    [{ operation: { 'x-speakeasy-mcp': { DISABLED: true } } }, '/x-speakeasy-mcp/DISABLED'],
    [{ operation: { 'X-Internal': true } }, '/X-Internal'],
    [{ operation: { 'X-MCP': false } }, '/X-MCP'],
    [{ path: { 'x-Hidden': 'maybe' } }, '/x-Hidden'],
    [{ operation: { 'x-mint': { hidden: true } } }, '/x-mint/hidden'],
    [{ tag: { 'x-mint': { hidden: true } } }, '/x-mint/hidden'],
    [{ operation: { 'x-stainless': { skip: true } } }, '/x-stainless/skip'],
  ];
  for (const [places, pointer] of cases) {
    test(`hides it: ${JSON.stringify(places)}`, () => {
      const { include } = curate(places).curation;
      assert.equal(include?.wanted, false);
      assert.deepEqual(include.unclear?.origin, { ...origin, pointer });
    });
  }

  const shown: readonly Fields[] = [
    { 'X-Internal': false },
    { 'X-MCP': { title: 'T' } },
    { 'x-mint': { hidden: false, href: '/a' } },
    { 'x-stainless': { skip: false, naming: 'pets' } },
    { 'x-speakeasy-mcp': { confirm: true } },
    { 'x-fern-audiences': ['internal'] },
  ];
  for (const fields of shown) {
    test(`is not ${JSON.stringify(fields)}`, () => {
      const { include, title } = curate({ operation: fields }).curation;
      assert.deepEqual([include, title], [undefined, undefined]);
    });
  }

  test('can be a field that has nearly the right name, which is told', () => {
    const { include } = curate({ operation: { 'x-mcp': { enable: false } } }).curation;
    assert.equal(include?.unclear?.meant, 'enabled');
    assert.equal(
      curate({ operation: { 'X-Internal': true } }).curation.include?.unclear?.meant,
      'x-internal',
    );
  });

  test('is not an audience, which is told where it is internal alone', () => {
    const codesOf = (audiences: unknown) =>
      curate({ operation: { 'x-fern-audiences': audiences } }).found.map(({ code }) => code);
    assert.deepEqual(codesOf(['internal']), ['curation-not-used']);
    assert.deepEqual(codesOf(['internal', 'public']), []);
    assert.deepEqual(codesOf([]), []);
  });

  test('gives way to the configuration', () => {
    const { include } = curate({ operation: { 'x-internal': 1 }, config: { include: true } }).curation;
    assert.deepEqual(include, { wanted: true, reason: 'config' });
  });
});

suite('the name of an SDK method', () => {
  const cases: readonly [fields: Fields, id: string | undefined, expected: string | undefined][] = [
    [{ 'x-speakeasy-name-override': 'list' }, undefined, 'list'],
    [{ 'x-speakeasy-name-override': 'list', 'x-speakeasy-group': 'pets' }, undefined, 'pets_list'],
    [{ 'x-fern-sdk-method-name': 'list', 'x-fern-sdk-group-name': ['pets'] }, undefined, 'pets_list'],
    [{ 'x-cli-name': 'list-pets' }, undefined, 'list-pets'],
    [{ 'x-speakeasy-name-override': 'list' }, 'listPets', undefined],
    [{ 'x-speakeasy-name-override': 'list', 'x-mcp': { name: 'all' } }, undefined, 'all'],
  ];
  for (const [fields, operationId, expected] of cases) {
    test(`${JSON.stringify(fields)} beside ${operationId ?? 'no id'}`, () => {
      assert.equal(curate({ operation: fields }, { operationId }).curation.name?.value, expected);
    });
  }
});

suite('what cannot be used is told', () => {
  const cases: readonly [places: Places, code: string, message: RegExp, pointer: string][] = [
    [
      { operation: { 'x-mcp': { tilte: 'T' } } },
      'unknown-curation-key',
      /'x-mcp\.tilte'.*mean 'title'\?$/,
      '/x-mcp/tilte',
    ],
    [
      { operation: { 'x-mcp': { title: 5 } } },
      'unusable-curation',
      /'x-mcp\.title'.*text\.$/,
      '/x-mcp/title',
    ],
    [
      { root: { 'x-mcp': { title: 'T' } } },
      'unusable-curation',
      /on an operation or on a tag/,
      '/x-mcp/title',
    ],
    [
      { operation: { 'x-mcp': { annotations: { readOnly: 'yes' } } } },
      'unusable-curation',
      /true or false/,
      '/x-mcp/annotations/readOnly',
    ],
    [
      { operation: { 'x-mcp': { annotations: { readonly: true } } } },
      'unknown-curation-key',
      /mean 'readOnly'/,
      '/x-mcp/annotations/readonly',
    ],
    [{ operation: { 'x-mcp': { pin: true } } }, 'curation-not-used', /'x-mcp\.pin'/, '/x-mcp/pin'],
    [{ operation: { 'x-mcp': { kind: 'prompt' } } }, 'curation-not-used', /stays a tool/, '/x-mcp/kind'],
    [
      { root: { 'x-mcp': { protocolVersion: '2025-06-18' } } },
      'curation-not-used',
      /exists already/,
      '/x-mcp',
    ],
    [
      { operation: { 'x-mcp': { parameters: { limit: { env: 'HOME' } } } } },
      'unusable-curation',
      /not trusted with it/,
      '/x-mcp/parameters/limit/env',
    ],
  ];
  for (const [places, code, message, pointer] of cases) {
    test(JSON.stringify(places), () => {
      const [found, ...more] = curate(places).found;
      assert.equal(found?.code, code);
      assert.match(found.message, message);
      assert.deepEqual(found.origin, { ...origin, pointer });
      assert.deepEqual(more, []);
    });
  }
});

suite('annotations', () => {
  const cases: readonly [of: string, method: string, places: Places, expected: ToolAnnotations][] = [
    [
      'say that a POST reads where x-mcp says so',
      'POST',
      { operation: { 'x-mcp': { annotations: { readOnly: true } } } },
      { readOnlyHint: true },
    ],
    [
      'say that a DELETE reads where the configuration says so',
      'DELETE',
      { config: { annotations: { readOnlyHint: true } } },
      { readOnlyHint: true },
    ],
    [
      'never say so for the word of another vendor',
      'POST',
      { operation: { 'x-speakeasy-mcp': { readOnlyHint: true } } },
      { destructiveHint: false },
    ],
    [
      'say that a GET does more',
      'GET',
      { operation: { 'x-openai-isConsequential': true } },
      { destructiveHint: true },
    ],
    [
      'leave a GET read only where an action has no consequences',
      'GET',
      { operation: { 'x-openai-isConsequential': false } },
      { readOnlyHint: true },
    ],
    [
      'say that a DELETE destroys nothing',
      'DELETE',
      { operation: { 'x-openai-isConsequential': false } },
      { destructiveHint: false, idempotentHint: true },
    ],
  ];
  for (const [of, method, { operation: fields = {}, config }, expected] of cases) {
    test(of, () => {
      const one = operation({ method, operationId: 'op', extensions: extensions(fields) });
      const settings = { operations: config === undefined ? {} : { op: config }, tags: {} };
      assert.deepEqual(toolsOf(model([one]), settings)[0]?.annotations, expected);
    });
  }

  test('that contradict each other are told of, and the careful one counts', () => {
    const fields = { 'x-mcp': { annotations: { readOnlyHint: true, destructiveHint: true } } };
    const { curation, found } = curate({ operation: fields }, { method: 'DELETE' });
    assert.deepEqual(curation.annotations, { readOnlyHint: false, destructiveHint: true });
    assert.match(found[0]?.message ?? '', /'x-mcp\.readOnlyHint' .* destructiveHint is true beside it/);
  });

  test('of another vendor that are not believed are told of', () => {
    const { found } = curate(
      { operation: { 'x-speakeasy-mcp': { readOnlyHint: true } } },
      { method: 'POST' },
    );
    assert.match(found[0]?.message ?? '', /POST can change things/);
  });
});

function toolsOf(api: ApiModel, settings = noSettings) {
  return plan(api, { settings }).plan?.manifest.tools ?? [];
}

suite('a tool', () => {
  test('has the texts that someone wrote for it, cleaned', () => {
    const texts = { title: ' My <b>pets</b> ', description: 'Mine.\u200b', descriptionAppend: 'Ten a page.' };
    const [tool] = toolsOf(
      model([
        operation({ summary: 'List', description: 'All.', extensions: extensions({ 'x-mcp': texts }) }),
      ]),
    );
    assert.equal(tool?.title, 'My pets');
    assert.equal(tool.description, 'Mine.\n\nTen a page.');
  });

  test('adds to the words of the document', () => {
    const fields = extensions({ 'x-mcp': { descriptionAppend: 'Ten a page.' } });
    const [tool] = toolsOf(model([operation({ summary: 'List', deprecated: true, extensions: fields })]));
    assert.equal(tool?.description, '[deprecated] List\n\nTen a page.');
  });

  test('stands in the module and the group that someone chose', () => {
    const { plan: planned } = plan(
      model([
        operation({ tags: ['pets'], group: 'pets', extensions: extensions({ 'x-mcp': { group: 'Zoo' } }) }),
      ]),
    );
    assert.equal(planned?.modules[0]?.fileName, 'zoo.ts');
    assert.equal(planned.manifest.tools[0]?.group, 'Zoo');
  });

  test('stands under the title that its tag is displayed with', () => {
    const titles = ([fields, settings]: readonly [Fields, OperationSettings?]) =>
      plan(model([operation({ tags: ['pets'], group: 'pets' })], { tags: [tag('pets', fields)] }), {
        settings: { operations: {}, tags: settings === undefined ? {} : { pets: settings } },
      }).plan?.modules.map(({ title, description }) => [title, description]);
    assert.deepEqual(titles([{ 'x-displayName': 'All pets' }]), [['All pets', undefined]]);
    assert.deepEqual(titles([{ 'x-mcp': { title: 'T', description: 'D' }, 'x-displayName': 'X' }]), [
      ['T', 'D'],
    ]);
    assert.deepEqual(titles([{ 'x-mcp': { title: 'T' } }, { title: 'C' }]), [['C', undefined]]);
  });
});

suite('a chosen name', () => {
  const named = (name: string | undefined, path: string, operationId?: string) =>
    operation({
      path,
      operationId,
      extensions: extensions(name === undefined ? {} : { 'x-mcp': { name } }),
    });
  const cases: readonly [of: string, operations: readonly Operation[], expected: readonly string[]][] = [
    ['is kept', [named('all_pets', '/a', 'listPets')], ['all_pets']],
    ['is made legal', [named('All pets!', '/a', 'listPets')], ['all_pets']],
    [
      'goes before the id of another',
      [named('list', '/a', 'x'), named(undefined, '/b', 'list')],
      ['list', 'list_get_b'],
    ],
    [
      'goes before it in any order',
      [named(undefined, '/b', 'list'), named('list', '/a', 'x')],
      ['list_get_b', 'list'],
    ],
    [
      'is nobody’s where two have it',
      [named('list', '/a', 'x'), named('list', '/b', 'y')],
      ['list_get_a', 'list_get_b'],
    ],
  ];
  for (const [of, operations, expected] of cases) {
    test(of, () =>
      assert.deepEqual(
        toolsOf(model(operations)).map(({ name }) => name),
        expected,
      ),
    );
  }

  test('that is not kept is reported', () => {
    const { found } = plan(model([named('All pets!', '/a', 'listPets')]));
    assert.deepEqual(found, [
      [
        'unusable-curation',
        "'x-mcp.name' is ignored: a tool name has 1 to 64 letters, digits, `_` and `-`; the tool is named 'all_pets'.",
      ],
    ]);
  });

  test('that two operations have is reported where it was chosen', () => {
    const { found } = plan(model([named('list', '/a', 'x'), named('list', '/b', 'y')]));
    assert.deepEqual(found, [
      [
        'unusable-curation',
        "'x-mcp.name' is ignored: 'list' is the name of GET /b too; the tool is named 'list_get_a'.",
      ],
      [
        'unusable-curation',
        "'x-mcp.name' is ignored: 'list' is the name of GET /a too; the tool is named 'list_get_b'.",
      ],
    ]);
  });

  const settings: readonly [
    of: string,
    names: Readonly<Record<string, string>>,
    pointers: readonly string[],
  ][] = [
    ['is illegal', { x: 'a b' }, ['/operations/x/name']],
    ['is chosen twice', { x: 'same', y: 'same' }, ['/operations/x/name', '/operations/y/name']],
    ['is the id of another operation', { x: 'y' }, ['/operations/x/name']],
    ['is swapped with another', { x: 'y', y: 'x' }, []],
    ['is its own id', { x: 'x' }, []],
  ];
  for (const [of, names, pointers] of settings) {
    test(`of the configuration that ${of} ${pointers.length === 0 ? 'is had' : 'is an error there'}`, () => {
      const diagnostics = new Diagnostics();
      const operations = Object.fromEntries(Object.entries(names).map(([id, name]) => [id, { name }]));
      const api = model([named(undefined, '/a', 'x'), named(undefined, '/b', 'y')]);
      const options = { ...noOptions, settings: { file: '/c.json', operations, tags: {} } };
      planServer(api, new Map(), options, diagnostics);
      const errors = diagnostics.all.filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ code, origin: place }) => [code, place?.file, place?.pointer]),
        pointers.map((pointer) => ['unusable-setting', '/c.json', pointer]),
      );
    });
  }
});
