import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Project, SyntaxKind } from 'ts-morph';
import { targets } from '../../src/emit/targets.js';
import type { Feature } from '../../src/plan/features.js';

/** Runtime files that only servers with a feature load, and so the only ones that may need its packages. */
const filesOfFeatures: Readonly<Record<Feature, readonly string[]>> = {
  xml: ['request/xml.ts'],
  xmlAnswers: ['answer/xml-events.ts'],
  jwt: ['authorization/jose-library.ts'],
  oauthClient: [
    'authorization/introspection-library.ts',
    'issuers/oauth-library.ts',
    'login/login-library.ts',
  ],
};

/** The packages that a file imports, also by a name in a constant, which the compiler does not follow. */
function packagesOf(text: string): readonly string[] {
  const file = new Project({ useInMemoryFileSystem: true }).createSourceFile('file.ts', text);
  const declared = [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap(
    (declaration) => declaration.getModuleSpecifierValue() ?? [],
  );
  const loaded = file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
    .map((call) => {
      const [argument] = call.getArguments();
      const named = file.getVariableDeclaration(argument?.getText() ?? '')?.getInitializer();
      const literal = (named ?? argument)?.asKind(SyntaxKind.StringLiteral);
      assert.ok(literal !== undefined, `what is loaded by ${call.getText()}?`);
      return literal.getLiteralValue();
    });
  const bare = [...declared, ...loaded].filter((name) => !/^(?:\.|node:)/.test(name));
  return bare.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

suite('every package that the runtime imports is a dependency of the projects that run it', () => {
  const runtime = fileURLToPath(new URL('../../src/runtime/', import.meta.url));
  const owners = new Map<string, Feature>();
  for (const feature of Object.keys(filesOfFeatures) as readonly Feature[]) {
    for (const file of filesOfFeatures[feature]) owners.set(file, feature);
  }
  const found = readdirSync(runtime, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .flatMap((path) => packagesOf(readFileSync(`${runtime}${path}`, 'utf8')).map((name) => ({ path, name })));
  for (const { path, name } of found) {
    test(`${name} of ${path}`, () => {
      const { dependencies, featureDependencies, devDependencies } = targets.node;
      const feature = owners.get(path);
      const declared: readonly string[] = [
        ...dependencies,
        ...(feature === undefined ? [] : featureDependencies[feature]),
        ...(path.startsWith('self-test/') ? devDependencies : []),
      ];
      assert.ok(declared.includes(name), declared.join(', '));
    });
  }

  test('and every package of a feature is imported', () => {
    const names = new Set(found.map(({ name }) => name));
    for (const name of Object.values(targets.node.featureDependencies).flat())
      assert.ok(names.has(name), name);
  });
});
