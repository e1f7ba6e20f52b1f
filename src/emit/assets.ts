import { readdir, readFile } from 'node:fs/promises';

/** The root of this package, from `src/emit` and from `dist/emit` alike. */
const root = new URL('../../', import.meta.url);

/** A file of this package. */
export interface Asset {
  readonly name: string;
  readonly contents: string;
}

/** Reads a file of `templates/`. */
export async function readTemplate(name: string): Promise<string> {
  return readFile(new URL(`templates/${name}`, root), 'utf8');
}

/** Reads the runtime that emitted projects carry, in order of name: `server.ts`, `request/body.ts`. */
export async function readRuntime(): Promise<readonly Asset[]> {
  const folder = new URL('src/runtime/', root);
  const found = await readdir(folder, { recursive: true });
  const names = found.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts'));
  names.sort();
  return Promise.all(
    names.map(async (name) => ({ name, contents: await readFile(new URL(name, folder), 'utf8') })),
  );
}

/** Reads the exact versions with which this package is tested, by package name. */
export async function readTestedVersions(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL('package.json', root), 'utf8');
  // Our own file: its shape is known.
  const { dependencies, devDependencies } = JSON.parse(text) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return new Map(Object.entries({ ...dependencies, ...devDependencies }));
}
