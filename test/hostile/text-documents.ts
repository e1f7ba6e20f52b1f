import { load } from 'js-yaml';
import { findingsAt, type DocumentRun, type HostileDocument, type Problems } from './documents.js';

/** INDEX.md's rows on text that would become code, names or prompts. */
export const textDocuments: readonly HostileDocument[] = [
  {
    id: '01-codegen-every-field',
    file: '01-codegen-every-field.yaml',
    ends: 'written',
    checks: {
      'words reach the descriptions': (run) => {
        const sinks = [...run.text.matchAll(/PWNED-description-(\w+)/g)].map(([, sink = '']) => sink);
        const descriptions = run.project().tools.map(({ description }) => description ?? '');
        return [...new Set(sinks)]
          .filter(
            (sink) =>
              !descriptions.some(
                (text) =>
                  text.includes(`PWNED-description-${sink}'`) || text.includes(`PWNED-description-${sink}"`),
              ),
          )
          .map((sink) => `the description with ${sink} is no tool's`);
      },
    },
  },
  {
    id: '02-codegen-info-servers-security',
    file: '02-codegen-info-servers-security.yaml',
    ends: 'either',
    checks: {
      'refuses the header name': (run) =>
        run.first.status === 1 ||
        run.findings.some(({ message }) => /PWNED-keyheader.* is no name of a header/.test(message))
          ? []
          : ['nothing is said of a security scheme whose header name is no token'],
    },
  },
  {
    id: '03-codegen-path-keys',
    file: '03-codegen-path-keys.yaml',
    ends: 'written',
    checks: {
      'warns of what does not match': (run) =>
        [/^\/paths\/~1a~1/, /^\/paths\/~1d~1/]
          .filter((place) => {
            const about = run.findings.filter(({ pointer = '' }) => place.test(pointer));
            return !about.some(({ code, severity }) => mismatches.has(code) && severity === 'warning');
          })
          .map(({ source }) => `no warning at ${source}`),
    },
  },
  {
    id: '04-identifiers-and-collisions',
    file: '04-identifiers-and-collisions.yaml',
    ends: 'written',
    checks: { 'valid and unique names': nameProblems, 'reports each rename': unreportedRenames },
  },
  {
    id: '05-output-path-traversal',
    file: '05-output-path-traversal.yaml',
    ends: 'written',
    checks: {
      'valid names': nameProblems,
      'no special names': ({ first }) =>
        [...first.output.keys()].filter((path) => !isPlain(path)).map((path) => `a special name: ${path}`),
      'valid package name': ({ first }) => {
        const { name } = JSON.parse(first.output.get('package.json')?.toString() ?? '{}') as {
          readonly name?: string;
        };
        return /^[a-z0-9][a-z0-9._-]{0,213}$/.test(name ?? '') ? [] : [`the package is named '${name}'`];
      },
    },
  },
  {
    id: '16-tool-poisoning',
    file: '16-tool-poisoning.yaml',
    ends: 'written',
    checks: {
      'no invisible characters': (run) => {
        const found = JSON.stringify(run.project().tools, (_, value: unknown) =>
          typeof value === 'string'
            ? value.replace(invisible, (character) => `<U+${codeOf(character)}>`)
            : value,
        ).matchAll(/.{0,30}<U\+[0-9A-F]+>/g);
        return [...found].map(([text]) => `an invisible character: ${text}`);
      },
      'reports what it removes': (run) =>
        ['/paths/~1w1', '/paths/~1w2', '/paths/~1w3', '/paths/~1w4', '/paths/~1w6']
          .filter((pointer) => findingsAt(run, pointer).length === 0)
          .map((pointer) => `no finding at ${pointer}`),
      'reports instructions': (run) =>
        ['/info', '/paths/~1w5', '/paths/~1w6']
          .filter((pointer) => findingsAt(run, pointer).length === 0)
          .map((pointer) => `no finding at ${pointer}`),
      'cuts long text and says so': (run) => {
        const text = run.project().tools.find(({ name }) => name === 'w7')?.description ?? '';
        if (text.length > 8_000) return [`a description of ${text.length} characters is listed`];
        return /…|\.\.\.|truncated|cut/.test(text.slice(-80))
          ? []
          : ['the cut is not told in the description'];
      },
      'replaces a look-alike name': (run) => [
        ...nameProblems(run),
        ...(findingsAt(run, '/paths/~1w8', renames).length > 0 ? [] : ['the new name is not reported']),
      ],
    },
  },
];

const mismatches = new Set(['operation-skipped', 'parameter-skipped', 'undeclared-path-parameter']);
const renames = ['tool-renamed', 'tool-name-made', 'tool-name-kept'];

/** Controls but line ends and tabs; zero-width, bidi and filler characters; tags; variation selectors without an emoji. */
const invisible =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<!\p{Emoji})[\ufe00-\ufe0f]/gu;

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}

function nameProblems(run: DocumentRun): Problems {
  const names = run.project().tools.map(({ name }) => name);
  return [
    ...names
      .filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      .map((name) => `'${name}' is no valid name`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `'${name}' is there twice`),
  ];
}

/** Every tool whose name is not its operation's id has a finding that says so. */
function unreportedRenames(run: DocumentRun): Problems {
  const { paths } = load(run.text) as {
    readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId?: unknown } }>>;
  };
  const { tools } = run.project().manifest;
  return Object.entries(paths).flatMap(([path, item]) => {
    const tool = tools.find(({ request }) => request.path === path);
    if (tool === undefined) return [`there is no tool for ${path}`];
    if (tool.name === item.get?.operationId) return [];
    const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return findingsAt(run, pointer, renames).length > 0 ? [] : [`the name '${tool.name}' is not reported`];
  });
}

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A path that every file system takes as it is, and that no tool gives a meaning of its own below `src`. */
function isPlain(path: string): boolean {
  const segments = path.split('/');
  if (
    segments.some(
      (segment) => reserved.test(segment) || !/^\.?[\w-][\w.-]*\w$/.test(segment) || segment.length > 100,
    )
  )
    return false;
  return (
    ['.env.example', '.gitignore'].includes(path) ||
    !segments.some((segment) => segment.startsWith('.') || segment === 'node_modules')
  );
}
