import type { ServerPlan } from '../plan/plan.js';
import { readTestedVersions } from './assets.js';
import type { OutputFile } from './output-file.js';
import type { Target } from './targets.js';
import { commentLine, packageName } from './text.js';

/** Writes the emitted package.json; versions are exact, and those that this package is tested with. */
export async function emitPackageJson(
  { packageName: name, title, features }: Pick<ServerPlan, 'packageName' | 'title' | 'features'>,
  { program, scripts, dependencies, featureDependencies, devDependencies }: Target,
): Promise<OutputFile> {
  const versions = await readTestedVersions();
  const versionsOf = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((dependency) => [dependency, versionOf(dependency, versions)]));
  const needed = [...dependencies, ...features.flatMap((feature) => featureDependencies[feature])].sort();
  const contents = {
    name: packageName(name),
    version: '0.1.0',
    private: true,
    description: `MCP server for ${commentLine(title)}`,
    type: 'module',
    engines: { node: '>=20.19' },
    bin: program,
    scripts,
    dependencies: versionsOf(needed),
    devDependencies: versionsOf(devDependencies),
  };
  return {
    path: 'package.json',
    ownership: 'scaffolded',
    contents: `${JSON.stringify(contents, undefined, 2)}\n`,
  };
}

function versionOf(dependency: string, versions: ReadonlyMap<string, string>): string {
  const version = versions.get(dependency);
  if (version === undefined)
    throw new Error(`package.json does not say which version of ${dependency} is tested.`);
  return version;
}
