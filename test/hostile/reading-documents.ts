import type { DocumentRun, HostileDocument, Problems } from './documents.js';
import { allCredentials, withUpstream } from './recorded-calls.js';

/** INDEX.md's rows on references, YAML, JSON and their limits. */
export const readingDocuments: readonly HostileDocument[] = [
  {
    id: '06-ref-ssrf',
    file: '06-ref-ssrf.yaml',
    ends: 'written',
    checks: {
      'reports each reference': (run) => unreportedReferences(run, /^(?!#)/),
      'names the option': (run) => findingsLacking(run, 'refused-reference', '--allow-refs-from'),
      'keeps the rest': (run) => missingTools(run, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'j', 'k', 'ok']),
      'refuses under --strict': refusesStrictly,
    },
  },
  {
    id: '07-ref-local-file',
    file: '07-ref-local-file.yaml',
    ends: 'written',
    checks: {
      'reports each reference': (run) => unreportedReferences(run, /^(?!#)/),
      'names the option': (run) =>
        outsideReferences.flatMap((reference) => {
          const [finding] = run.findings.filter(({ message }) => message.includes(`'${reference}`));
          return says(finding, '--ref-root') ? [] : [`--ref-root is not named for '${reference}'`];
        }),
      'refuses under --strict': refusesStrictly,
    },
  },
  {
    id: '08-ref-cycles',
    file: '08-ref-cycles.yaml',
    ends: 'written',
    checks: {
      tree: (run) =>
        carries(
          run,
          'tree',
          nested(40, (inner) => ({ children: [inner, {}] })),
        ),
      mutual: (run) =>
        carries(
          run,
          'mutual',
          nested(40, (inner) => ({ b: { a: inner } })),
        ),
      'one finding for each illegal case': unclearLoops,
    },
  },
  {
    id: '09-ref-bomb',
    file: '09-ref-bomb.yaml',
    ends: 'either',
    most: { cpuSeconds: 5, peakMiB: 300 },
    checks: {
      'stays small': (run) => {
        if (run.first.status === 1) return [];
        const bytes = JSON.stringify(run.project().tools).length;
        return bytes < 100_000 ? [] : [`the tool is listed with ${bytes} bytes`];
      },
      'takes deep values': (run) =>
        run.first.status === 1
          ? []
          : carries(
              run,
              'bomb',
              nested(28, (inner) => ({ l: inner, r: {} }), 'leaf'),
            ),
    },
  },
  {
    id: '10-yaml-alias-bomb',
    file: '10-yaml-alias-bomb.yaml',
    ends: 'refused',
    most: { cpuSeconds: 1 },
    checks: { 'names the limit': (run) => firstErrorLacks(run, 'limit-exceeded', /'aliases'/) },
  },
  {
    id: '11-yaml-merge-quadratic',
    file: '11-yaml-merge-quadratic.yaml',
    ends: 'either',
    most: { cpuSeconds: 5 },
    checks: {
      'names the limit': (run) =>
        run.first.status === 0 ? [] : firstErrorLacks(run, 'limit-exceeded', /nodes|depth/),
    },
  },
  {
    id: '12-yaml-tags-and-types',
    file: '12-yaml-tags-and-types.yaml',
    ends: 'refused',
    checks: { 'names the first problem': (run) => firstErrorLacks(run, 'invalid-syntax', /js\/function/, 4) },
  },
  {
    // What is refused in 12 as a whole: the same without its tags, double keys and second document.
    id: '12-yaml-tags-and-types (mended)',
    file: '12-yaml-tags-and-types.yaml',
    alter: (text) =>
      text
        .replace(/^x-(fn|py|bin):.*\n/gm, '')
        .replace(/^ +operationId: second\n/m, '')
        .replace(/\n {2}\/x:\n {4}post:[^]*$/, '\n'),
    ends: 'written',
    checks: {
      'words stay words': (run) => {
        const properties = run.project().tools[0]?.inputSchema['properties'] as
          { readonly country?: { readonly enum?: readonly unknown[] } } | undefined;
        const values = properties?.country?.enum ?? [];
        const words = ['NO', 'SE', 'yes', 'on', '1_000', '12:30:45', '2026-11-29'];
        return words.filter((word) => !values.includes(word)).map((word) => `'${word}' is no text any more`);
      },
    },
  },
  {
    id: '13-deep-nesting',
    file: '13-deep-nesting.json',
    ends: 'refused',
    checks: {
      'names limit and place': (run) => firstErrorLacks(run, 'limit-exceeded', /'depth'.*'\/paths\/~1x\//),
    },
  },
  {
    id: '14-proto-keys',
    file: '14-proto-keys.json',
    ends: 'written',
    checks: {
      // Through JSON: a literal would set the prototype. That nothing is polluted is looked at when the server ends.
      'carries such names': (run) =>
        carries(
          run,
          'x',
          JSON.parse(
            '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x"}',
          ),
        ),
    },
  },
];

const outsideReferences = [
  '../canary/secret.json',
  'file:///etc/hostname',
  '/etc/hostname',
  '/proc/self/environ',
  '/dev/zero',
];

/** Every reference of the text that fits has a finding that quotes it. */
function unreportedReferences({ text, findings }: DocumentRun, which: RegExp): Problems {
  const references = [...text.matchAll(/^ *(?:- )?\$ref: "?([^"\n]+)"?$/gm)].map(
    ([, reference = '']) => reference,
  );
  const about = findings.filter(({ code }) => /^(refused|unresolved)-reference$/.test(code));
  return references
    .filter((reference) => which.test(reference))
    .filter((reference) => !about.some(({ message }) => message.includes(`'${reference}'`)))
    .map((reference) => `no finding on '${reference}'`);
}

function findingsLacking({ findings }: DocumentRun, code: string, word: string): Problems {
  const about = findings.filter((finding) => finding.code === code);
  if (about.length === 0) return [`there is no ${code}`];
  return about
    .filter((finding) => !says(finding, word))
    .map(({ message }) => `${word} is not named: ${message}`);
}

function says(finding: DocumentRun['findings'][number] | undefined, word: string): boolean {
  return finding !== undefined && `${finding.message} ${finding.help}`.includes(word);
}

function missingTools(run: DocumentRun, names: readonly string[]): Problems {
  const listed = run.project().tools.map(({ name }) => name);
  return names.filter((name) => !listed.includes(name)).map((name) => `there is no tool '${name}'`);
}

async function refusesStrictly(run: DocumentRun): Promise<Problems> {
  const { status, output, changedOutside } = await run.generateWith('--strict');
  return [
    ...(status === 1 ? [] : [`exit ${status} under --strict`]),
    ...(output.size === 0 ? [] : [`${output.size} files were written under --strict`]),
    ...changedOutside.map((path) => `${path} was changed under --strict`),
  ];
}

function firstErrorLacks({ findings }: DocumentRun, code: string, words: RegExp, line?: number): Problems {
  const [first] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return ['there is no error'];
  if (first.code !== code) return [`the first error is ${first.code}: ${first.message.slice(0, 200)}`];
  if (line !== undefined && first.line !== line) return [`the first error is in line ${first.line}`];
  return words.test(first.message) ? [] : [`the error says: ${first.message.slice(0, 200)}`];
}

/** The illegal references of 08, by the words of their findings. */
const illegalCases: readonly RegExp[] = [
  /'#\/paths\/~1item'/,
  /'#\/paths\/~1p1'/,
  /'#\/paths\/~1p2'/,
  /'#\/components\/schemas\/Nope'/,
  /'#\/paths\/~1tree\/post\/requestBody'/,
  /'#\/components\/schemas\/Self'/,
  /'#\/components\/schemas\/L[12]'/,
];

function unclearLoops(run: DocumentRun): Problems {
  return illegalCases.flatMap((words) => {
    const about = run.findings.filter(({ message }) => words.test(message));
    return about.length === 1 ? [] : [`${about.length} findings on ${words.source}`];
  });
}

function nested(depth: number, wrap: (inner: unknown) => unknown, leaf: unknown = {}): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** Calls a tool with a body, and compares what arrives. */
async function carries(run: DocumentRun, tool: string, body: unknown): Promise<Problems> {
  const project = run.project();
  return withUpstream(project, allCredentials(project.manifest), async ({ call }) => {
    const { called, requests } = await call(tool, { body });
    if (called.isError) return [`'${tool}' failed: ${called.line.slice(0, 300)}`];
    const sent = requests.map((request) => request.body.toString());
    return sent.length === 1 && sent[0] === JSON.stringify(body)
      ? []
      : [`'${tool}' did not send the body as it is`];
  });
}
