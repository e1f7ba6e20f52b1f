import type { Feature } from '../plan/features.js';
import type { Ownership } from './output-file.js';
import type { Trait } from './traits.js';

/** A file of an emitted project that is made from one of `templates/`. */
export interface TargetFile {
  /** Its name in `templates/`; one that ends in `.hbs` has holes, any other is copied as it is. */
  readonly template: string;
  readonly path: string;
  readonly ownership: Ownership;
  /** There only in projects that have it. */
  readonly only?: Trait;
}

/** What kind of project is emitted. */
export interface Target {
  readonly files: readonly TargetFile[];
  /** The `bin` of package.json. */
  readonly program: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** Scripts that only some projects have. */
  readonly onlyScripts: Readonly<Partial<Record<string, Trait>>>;
  /** Names of packages; this package's own package.json has their versions. */
  readonly dependencies: readonly string[];
  /** Dependencies of servers with a feature that not all of them have. */
  readonly featureDependencies: { readonly [Name in Feature]: readonly string[] };
  readonly devDependencies: readonly string[];
}

/** Every target. A new one is an entry here and its templates. */
export const targets = {
  node: {
    files: [
      { template: 'src/manifest.ts', path: 'src/manifest.ts', ownership: 'generated' },
      { template: 'src/doctor.ts', path: 'src/doctor.ts', ownership: 'generated' },
      { template: 'src/login.ts', path: 'src/login.ts', ownership: 'generated', only: 'login' },
      { template: 'test/tools.test.ts', path: 'test/tools.test.ts', ownership: 'generated' },
      { template: 'test/tsconfig.json', path: 'test/tsconfig.json', ownership: 'generated' },
      { template: 'env.example.hbs', path: '.env.example', ownership: 'generated' },
      { template: 'OAUTH.md.hbs', path: 'OAUTH.md', ownership: 'generated', only: 'oauth' },
      { template: 'README.md.hbs', path: 'README.md', ownership: 'scaffolded' },
      { template: 'tsconfig.json', path: 'tsconfig.json', ownership: 'scaffolded' },
      { template: 'gitignore', path: '.gitignore', ownership: 'scaffolded' },
      { template: 'src/stdio.ts.hbs', path: 'src/stdio.ts', ownership: 'scaffolded' },
      { template: 'src/http.ts.hbs', path: 'src/http.ts', ownership: 'scaffolded' },
      { template: 'src/server.ts.hbs', path: 'src/server.ts', ownership: 'scaffolded' },
      { template: 'src/credentials.ts.hbs', path: 'src/credentials.ts', ownership: 'scaffolded' },
      { template: 'src/overrides.ts.hbs', path: 'src/overrides.ts', ownership: 'scaffolded' },
      { template: 'src/hooks.ts.hbs', path: 'src/hooks.ts', ownership: 'scaffolded' },
    ],
    program: 'dist/stdio.js',
    scripts: {
      build: 'tsc',
      start: 'node dist/http.js',
      login: 'node dist/login.js',
      doctor: 'tsc && node dist/doctor.js',
      test: 'tsc && tsc -p test && node --test dist/tests/test/tools.test.js',
    },
    onlyScripts: { login: 'login' },
    dependencies: ['@modelcontextprotocol/server', 're2js', 'undici'],
    featureDependencies: {
      xml: ['fast-xml-parser'],
      xmlAnswers: ['sax'],
      jwt: ['jose'],
      oauthClient: ['oauth4webapi'],
    },
    devDependencies: ['@modelcontextprotocol/client', '@types/node', 'typescript'],
  },
} as const satisfies Readonly<Record<string, Target>>;

/** The name of a target. */
export type TargetName = keyof typeof targets;
