import type { OutputFile } from '../../src/emit/output-file.js';
import type { LockFacts } from '../../src/write/lock.js';
import { generated, packageJson, scaffolded } from '../write/scratch.js';

/** Two states of one project, far enough apart that a run has to create, replace and delete files. */
export interface Version {
  readonly files: readonly OutputFile[];
  readonly facts: Partial<LockFacts>;
}

/** What belongs to the user and lies among the files of a project. */
export const userFiles: Readonly<Record<string, string>> = {
  '.env': 'PETS_KEY=mine\n',
  'notes/todo.txt': 'mine\n',
  'src/own.ts': 'export const own = 1;\n',
};

/** The names of the two states. */
export type VersionName = 'old' | 'new';

/** Makes a version; `size` counts the modules of each kind. */
export function versionOf(name: VersionName, size: number): Version {
  const numbers = Array.from({ length: size }, (_, index) => index);
  return {
    files: [
      ...numbers.map((number) =>
        generated(`src/tools/changed-${number}.ts`, `// ${name} ${number}\n`.repeat(50)),
      ),
      ...numbers.map((number) => generated(`src/runtime/same-${number}.ts`, `// same ${number}\n`)),
      ...numbers.map((number) => generated(`src/${name}/only-${number}.ts`, `// ${name} only ${number}\n`)),
      generated('generated/manifest.json', `{"version":"${name}"}\n`),
      scaffolded('src/overrides.ts', '// overrides\n'),
      packageJson({ undici: name === 'old' ? '7.30.2' : '7.31.0' }),
    ],
    facts: { tools: { listPets: name } },
  };
}
