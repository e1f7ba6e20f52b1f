// npm run check:long [-- part ...]: the checks that take too long, or download too much, for `npm test`.
import { spawnSync } from 'node:child_process';

interface Part {
  readonly does: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether its outcome depends on how fast and idle the machine is; CI leaves such a part out. */
  readonly timed: boolean;
}

/** Every long part, by name. */
const parts: Readonly<Record<string, Part>> = {
  faults: {
    does: 'kills 200 regenerations at random moments',
    command: ['node', '--import', 'tsx', '--test', 'test/faults/kill.test.ts'],
    env: { KILLS: '200' },
    timed: false,
  },
  conformance: {
    does: 'runs the official MCP conformance suite against an emitted server',
    command: ['npm', 'run', '--silent', 'conformance'],
    timed: false,
  },
  inspector: {
    does: 'lists and calls a tool through the official MCP Inspector',
    command: ['npm', 'run', '--silent', 'inspector'],
    timed: false,
  },
  cases: {
    does: 'generates, builds and calls every one of the small APIs',
    command: ['npm', 'run', '--silent', 'cases'],
    timed: false,
  },
  oracle: {
    does: 'sends what documents allow through emitted servers to Prism, which reads the same documents',
    command: ['npm', 'run', '--silent', 'oracle'],
    timed: false,
  },
  issuers: {
    does: 'signs in, obtains and exchanges tokens at a real OpenID Provider, with a real browser',
    command: ['npm', 'run', '--silent', 'issuers'],
    timed: false,
  },
  corpus: {
    does: 'generates, builds and starts every document of the corpus',
    command: ['npm', 'run', '--silent', 'corpus'],
    timed: false,
  },
  hostile: {
    does: 'puts hostile documents and payloads to the generator and to emitted servers',
    command: ['npm', 'run', '--silent', 'hostile'],
    timed: false,
  },
  properties: {
    does: 'generates 10,000 random and 10,000 mutated documents',
    command: ['npm', 'run', '--silent', 'properties'],
    timed: false,
  },
  callers: {
    does: 'answers 50,000 calls of 200 clients, each with a token of its own, and mixes up none',
    command: ['node', '--import', 'tsx', 'test/callers/isolation.ts'],
    timed: false,
  },
  tokens: {
    does: 'calls for ten minutes with tokens that end in seconds, and for a thousand callers',
    command: ['node', '--import', 'tsx', 'test/tokens/run.ts'],
    timed: true,
  },
  bench: {
    does: 'measures and writes bench/RESULTS.md',
    command: ['npm', 'run', '--silent', 'bench'],
    timed: true,
  },
};

const asked = process.argv.slice(2);
const untimed = asked.includes('--untimed');
const names = asked.filter((name) => !name.startsWith('--'));
for (const name of names) {
  if (!Object.hasOwn(parts, name)) {
    console.error(`There is no part '${name}'. Parts: ${Object.keys(parts).join(', ')}`);
    process.exit(2);
  }
}

let failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (names.length > 0 ? !names.includes(name) : untimed && part.timed) continue;
  console.log(`\n${name}: ${part.does}`);
  const started = Date.now();
  const [command = '', ...args] = part.command;
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...part.env },
    shell: process.platform === 'win32',
  });
  console.log(
    `${status === 0 ? 'passed' : 'FAILED'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
