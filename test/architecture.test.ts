import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Project, type SourceFile } from 'ts-morph';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What the files of a layer may import, by prefix of the path below src; `type:` allows types alone. */
const layers: Readonly<Record<string, readonly string[]>> = {
  diagnostics: ['diagnostics/'],
  load: ['load/', 'diagnostics/'],
  model: [
    'model/',
    'load/',
    'diagnostics/',
    'runtime/json-schema',
    'runtime/binding',
    'runtime/request/encoding',
    'runtime/request/parameters',
    'runtime/media-types',
    'runtime/credentials/parts',
    'runtime/issuers/issuer-url',
    'runtime/scope-token',
    'runtime/security',
  ],
  plan: [
    'plan/',
    'diagnostics/',
    'runtime/answer/paging-names',
    'runtime/authorization/variables',
    'runtime/credential-names',
    'runtime/credentials/parts',
    'runtime/issuers/metadata-place',
    'runtime/limits',
    'runtime/media-types',
    'runtime/security',
    'runtime/request/body',
    'runtime/request/encoding',
    'runtime/request/fixed-arguments',
    'runtime/request/form',
    'runtime/request/inbound-headers',
    'runtime/request/media-ranges',
    'runtime/request/xml-text',
    'runtime/scope-token',
    'runtime/listed-tool',
    'type:model/',
    'type:runtime/',
  ],
  emit: ['emit/', 'type:plan/', 'type:runtime/'],
  write: ['write/', 'diagnostics/', 'type:emit/'],
  cli: [
    'cli/',
    'generate',
    'inspection',
    'tool-parts',
    'lint',
    'host-data',
    'config',
    'choices',
    'value-rules',
    'diagnostics/',
    'load/positions',
    // A configuration is read and bounded as documents are, and its values follow the rules of whoever takes them.
    'load/parse-text',
    'load/limits',
    'load/web/headers',
    'plan/left-out',
    'plan/hosts/tokens',
    'plan/hosts/profile-names',
    'type:runtime/binding',
    'type:load/',
    'type:write/',
  ],
  runtime: ['runtime/'],
  '': [
    'generate',
    'host-data',
    'inspection',
    'choices',
    'value-rules',
    'cli/',
    'load/',
    'model/',
    'plan/',
    'emit/',
    'write/',
    'runtime/authorization/variables',
    'runtime/listed-tool',
    'runtime/scope-token',
    'type:runtime/',
    'diagnostics/',
  ],
};

/** Libraries, and the one layer or file that each belongs to; few have two. */
const libraries: Readonly<Record<string, string>> = {
  '@apidevtools/': 'load/',
  'js-yaml': 'load/',
  'jsonc-parser': 'load/ write/package-json.ts',
  'ts-morph': 'emit/',
  handlebars: 'emit/templates.ts',
  prettier: 'emit/',
  yargs: 'cli/',
  picocolors: 'cli/',
  jiti: 'cli/configuration-process.ts',
  ajv: 'plan/ load/findings/ cli/configuration-check.ts',
  'ajv-draft-04': 'load/findings/',
  undici: 'runtime/upstream/ runtime/issuers/ load/web/',
  re2js: 'runtime/ load/overlays/',
  'json-p3': 'load/overlays/',
  'fast-xml-parser': 'runtime/request/xml.ts',
  sax: 'runtime/answer/xml-events.ts',
  '@modelcontextprotocol/': 'runtime/',
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

suite('the layer law', () => {
  const project = new Project({ compilerOptions: { allowJs: false }, skipAddingFilesFromTsConfig: true });
  const files = project.addSourceFilesAtPaths(join(root, 'src/**/*.ts'));
  const imports = files.flatMap(importsOf);

  test('every file lies in a layer', () => {
    for (const file of files) assert.ok(layerOf(pathOf(file)) in layers, pathOf(file));
  });

  test('a file imports only what its layer may', () => {
    const broken = imports.filter(({ from, to, typeOnly }) => {
      if (!to.startsWith('./')) return false;
      const target = to.slice(2);
      const allowed = layers[layerOf(from)] ?? [];
      return !allowed.some((prefix) =>
        prefix.startsWith('type:')
          ? typeOnly && target.startsWith(prefix.slice(5))
          : target.startsWith(prefix),
      );
    });
    assert.deepEqual(
      broken.map(({ from, to, typeOnly }) => `${from} → ${to}${typeOnly ? ' (types)' : ''}`),
      [],
    );
  });

  test('a library is imported only where it belongs', () => {
    const broken = imports.filter(({ from, to }) => {
      if (to.startsWith('./') || to.startsWith('node:')) return false;
      const home = Object.entries(libraries).find(
        ([name]) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`),
      );
      return home === undefined || !home[1].split(' ').some((room) => from.startsWith(room));
    });
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  test('what receives answers knows nothing of how they are given', () => {
    const broken = imports.filter(
      ({ from, to }) => from.startsWith('runtime/upstream/') && to.startsWith('./runtime/answer/'),
    );
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  test('credentials and authorization do not meet: what both know of issuers has a room of its own', () => {
    const strangers: Readonly<Record<string, readonly string[]>> = {
      credentials: ['authorization'],
      authorization: ['credentials'],
      issuers: ['authorization', 'credentials'],
    };
    const broken = imports.filter(({ from, to }) =>
      Object.entries(strangers).some(
        ([room, others]) =>
          from.startsWith(`runtime/${room}/`) && others.some((other) => to.startsWith(`./runtime/${other}/`)),
      ),
    );
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  test('the runtime imports no Node module in its web-standard files', () => {
    const found = imports.filter(({ from, to }) => from === 'runtime/http.ts' && to.startsWith('node:'));
    assert.deepEqual(found, []);
  });
});

test('package-lock.json holds no download address', () => {
  assert.ok(!readFileSync(join(root, 'package-lock.json'), 'utf8').includes('"resolved"'));
});

test('no install script runs when this package or an emitted one is installed', () => {
  // JSON read from disk: its shape is npm's.
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.ok(!(name in scripts), name);
});

test('rooms have names of their own', () => {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    names.filter((name) => /(^|[/\\])(utils?|helpers?|common|misc|shared)(\.ts|[/\\]|$)/.test(name)),
    [],
  );
});

function pathOf(file: SourceFile): string {
  return posix.relative(posix.join(root.replaceAll('\\', '/'), 'src'), file.getFilePath());
}

function layerOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** Static and dynamic imports; those between files of src as `./<path>` without ending. */
function importsOf(file: SourceFile): readonly Import[] {
  const from = pathOf(file);
  const declared = [
    ...file.getImportDeclarations().map((declaration) => ({
      specifier: declaration.getModuleSpecifierValue(),
      typeOnly:
        declaration.isTypeOnly() ||
        (declaration.getNamedImports().length > 0 &&
          declaration.getNamedImports().every((name) => name.isTypeOnly())),
    })),
    ...file.getExportDeclarations().flatMap((declaration) => {
      const specifier = declaration.getModuleSpecifierValue();
      return specifier === undefined ? [] : [{ specifier, typeOnly: declaration.isTypeOnly() }];
    }),
    ...[...file.getFullText().matchAll(/(?<!typeof )\bimport\(\s*'([^']+)'\s*\)/g)].map(
      ([, specifier = '']) => ({
        specifier,
        typeOnly: false,
      }),
    ),
  ];
  return declared.map(({ specifier, typeOnly }) => ({
    from,
    to: specifier.startsWith('.')
      ? `./${posix.join(dirname(from), specifier).replace(/\.js$/, '')}`
      : specifier,
    typeOnly,
  }));
}
