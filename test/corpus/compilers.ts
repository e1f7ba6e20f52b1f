import { plainEnvironment, runProcess } from '../tools/run-process.js';

/** Compilers that an emitted project has to pass besides the one that it installs. */
const versions = ['5.9', '7.0'] as const;

const timeoutMs = 300_000;

/** Type-checks a project with each of the other compilers, fetched by npx; the problems of each. */
export async function findCompilerProblems(project: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const version of versions) {
    const checked = await runProcess('npx', ['-y', '-p', `typescript@${version}`, '--', 'tsc', '--noEmit'], {
      cwd: project,
      env: plainEnvironment(),
      timeoutMs,
    });
    if (checked.status !== 0)
      problems.push(
        `TypeScript ${version} (${checked.status}): ${`${checked.stdout}${checked.stderr}`.slice(0, 1000)}`,
      );
  }
  return problems;
}
