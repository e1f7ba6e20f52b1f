import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { plainEnvironment, runProcess } from '../tools/run-process.js';

/** A protocol revision that the official suite has a frozen set of requirements for. */
export type Revision = '2026-07-28' | '2025-11-25';

/** What the suite says of one check: the worst, where a scenario makes it several times. */
export interface Check {
  readonly revision: Revision;
  readonly scenario: string;
  readonly id: string;
  readonly status: Status;
  readonly message: string;
}

/** From best to worst. */
const statuses = ['INFO', 'SUCCESS', 'SKIPPED', 'WARNING', 'FAILURE'] as const;

/** How a check can end. */
export type Status = (typeof statuses)[number];

const packageName = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** The scenarios that can be asked of a server that has tools and nothing else of its own. */
export const scenarios: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
    'http-custom-header-server-validation',
    'caching',
  ],
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-multiple-streams',
    'server-sse-polling',
    'dns-rebinding-protection',
  ],
};

/** Runs the suite for one revision against the server at `url`; `folder` is empty and takes its results. */
export async function runSuite(url: string, revision: Revision, folder: string): Promise<readonly Check[]> {
  const server = ['server', '--url', url, '-o', folder];
  await conformance([...server, '--requirements', revision], folder);
  const ran = new Set(readChecks(revision, folder).map(({ scenario }) => scenario));
  for (const scenario of scenarios[revision].filter((name) => !ran.has(name))) {
    await conformance([...server, '--scenario', scenario, '--spec-version', revision, '--force'], folder);
  }
  return readChecks(revision, folder).filter(({ scenario }) => scenarios[revision].includes(scenario));
}

/** Starts the suite under a Node that is new enough for it; its exit status counts scenarios that are not ours. */
async function conformance(suiteArguments: readonly string[], cwd: string): Promise<void> {
  const packages = ['-y', '-p', 'node@24', '-p', packageName];
  const result = await runProcess('npx', [...packages, '--', 'conformance', ...suiteArguments], {
    cwd,
    env: plainEnvironment(),
    timeoutMs: 300_000,
  });
  if (result.timedOut) throw new Error(`The suite was killed after 300 s:\n${result.stdout.slice(-2000)}`);
  if (readdirSync(cwd).length === 0) throw new Error(`The suite did not run:\n${result.stderr.slice(-2000)}`);
}

/** Reads the suite's `server-<scenario>-<time>/checks.json`. */
export function readChecks(revision: Revision, folder: string): readonly Check[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => basename(file) === 'checks.json')
    .flatMap((file) => {
      const scenario = basename(dirname(file))
        .replace(/^server-/, '')
        .replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      const checks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly SuiteCheck[];
      return checks.map(({ id, status, errorMessage = '' }): Check => ({
        revision,
        scenario,
        id,
        status,
        message: errorMessage,
      }));
    });
  const worst = new Map<string, Check>();
  for (const check of found) {
    const key = JSON.stringify([check.scenario, check.id]);
    const before = worst.get(key);
    if (before === undefined || rank(check) > rank(before)) worst.set(key, check);
  }
  return [...worst.values()];
}

interface SuiteCheck {
  readonly id: string;
  readonly status: Status;
  readonly errorMessage?: string;
}

function rank({ status }: Check): number {
  return statuses.indexOf(status);
}
