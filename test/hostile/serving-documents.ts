import type { DocumentRun, HostileDocument, Problems } from './documents.js';
import { findingsAt } from './documents.js';
import { listWithSdkClient } from './sdk-client.js';
import { securityChecks } from './security-matrix.js';
import { allCredentials, sentProblems, withUpstream } from './recorded-calls.js';

/** INDEX.md's rows on what an emitted server lets through. */
export const servingDocuments: readonly HostileDocument[] = [
  {
    id: '15-redos-patterns',
    file: '15-redos-patterns.yaml',
    ends: 'written',
    most: { cpuSeconds: 5 },
    checks: {
      'warns of patterns that are not checked': (run) =>
        uncheckedPatterns
          .filter((index) =>
            findingsAt(run, `/paths/~1r~1${index}`).every(({ severity }) => severity !== 'warning'),
          )
          .map((index) => `no warning on the pattern of r${index}`),
    },
  },
  {
    id: '17-header-and-host-control',
    file: '17-header-and-host-control.yaml',
    ends: 'written',
    checks: {
      'no header is an argument': forbiddenHeaders,
      'server variables are no arguments': (run) =>
        run.project().tools.flatMap(({ name, inputSchema }) =>
          Object.keys(inputSchema['properties'] ?? {})
            .filter((property) => /^(?:host|port|base)$/i.test(property))
            .map((property) => `'${property}' is an argument of ${name}`),
        ),
      'paths do not leave the origin': pathsStay,
      'another origin is refused': otherOriginRefused,
    },
  },
  {
    id: '18-security-matrix',
    file: '18-security-matrix.yaml',
    ends: 'written',
    checks: securityChecks,
  },
  {
    id: '19-x-mcp-header',
    file: '19-x-mcp-header.yaml',
    ends: 'written',
    checks: {
      'keeps what is right': (run) => {
        const kept = annotatedProperties(run);
        const twice = kept.filter((name) => /^dup/.test(name)).length;
        return [
          ...(kept.includes('region') ? [] : ["'region' lost its annotation"]),
          ...(twice < 2 ? [] : ["'dup1' and 'dup2' both have the header"]),
          ...kept.filter((name) => !mayKeep.has(name)).map((name) => `'${name}' kept its annotation`),
        ];
      },
      'warns of each that is lost': (run) => {
        const kept = new Set(annotatedProperties(run));
        const warned = run.findings.filter(({ code }) => code === 'header-annotation-refused');
        return annotated
          .filter(
            (name) => !kept.has(name) && !(name.startsWith('dup') && (kept.has('dup1') || kept.has('dup2'))),
          )
          .filter((name) => !warned.some(({ message }) => message.includes(`'${name}'`)))
          .map((name) => `nothing is said of the annotation of '${name}'`);
      },
      'stays listed by a client': async (run) => {
        const names = await listWithSdkClient(run.project().folder);
        return names.includes('x') ? [] : ['the SDK’s client drops the tool'];
      },
    },
  },
];

/** Patterns of 15 that no linear-time engine takes, or that are of another dialect. */
const uncheckedPatterns = [6, 7, 8, 10, 11];

const annotated = [
  'region',
  'password',
  'api_key',
  'dup1',
  'dup2',
  'crlf',
  'empty',
  'num',
  'arr',
  'ref',
  'authz',
];
const mayKeep = new Set(['region', 'dup1', 'dup2', 'ref']);

function annotatedProperties(run: DocumentRun): readonly string[] {
  const tool = run.project().tools.find(({ name }) => name === 'x');
  const properties = (tool?.inputSchema['properties'] ?? {}) as Readonly<Record<string, object>>;
  return Object.keys(properties).filter((name) =>
    JSON.stringify(properties[name]).includes('"x-mcp-header"'),
  );
}

function forbiddenHeaders(run: DocumentRun): Problems {
  const { tools } = run.project().manifest;
  const headers = tools.flatMap(({ request }) =>
    request.parameters.filter((parameter) => parameter.in === 'header'),
  );
  return headers
    .filter(({ name }) => name !== 'Idempotency-Key')
    .map(({ name }) => `a caller may set the header '${name}'`);
}

async function pathsStay(run: DocumentRun): Promise<Problems> {
  const project = run.project();
  const expected: readonly (readonly [tool: string, toolArguments: object, target: string])[] = [
    ['doubleslash', {}, '/v1//evil.example.test/x'],
    ['at', {}, '/v1/@evil.example.test/'],
    ['rest', { rest: '/evil.example.test' }, '/v1/%2Fevil.example.test'],
  ];
  return withUpstream(project, allCredentials(project.manifest), async ({ call }) => {
    const problems: string[] = [];
    for (const [tool, toolArguments, target] of expected) {
      const { called, requests } = await call(tool, toolArguments);
      const targets = requests.map((request) => request.target);
      if (!called.isError && targets.join() !== target)
        problems.push(`${tool} went to ${targets.join() || 'nowhere'}`);
      if (called.isError && targets.length > 0) problems.push(`${tool} failed, but sent ${targets.join()}`);
    }
    return problems;
  });
}

/** Even with its address configured, another origin gets nothing before it is allowed by name. */
async function otherOriginRefused(run: DocumentRun): Promise<Problems> {
  const project = run.project();
  const tool = project.manifest.tools.find(({ name }) => name === 'opserver');
  // Left out by the generator: refused as well.
  if (tool === undefined) return [];
  const { server } = tool.request;
  if (server === undefined) return ["'opserver' would go to the API's own server"];
  const address = { [server.env]: `http://127.0.0.1:${run.canary?.port}/` };
  const credentials = allCredentials(project.manifest);
  return withUpstream(project, { ...credentials, ...address }, async ({ call }) =>
    sentProblems(await call('opserver', {}), 'opserver'),
  );
}
