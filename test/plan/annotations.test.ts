import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  annotationsOf,
  annotationStyle,
  hintNames,
  type Effects,
  type HintName,
  type Hints,
} from '../../src/plan/annotations.js';
import { profileNames, type ProfileName } from '../../src/plan/hosts/profile-names.js';
import type { OperationSettings } from '../../src/plan/settings.js';
import type { ToolAnnotations } from '../../src/runtime/manifest.js';
import { model, operation, plan } from './documents.js';

const nothing = { annotations: {}, ownHints: new Set<HintName>() };
const compact = { full: false, title: undefined };
const full = { full: true, title: undefined };

/** An operation that tells nothing but its method. */
function plain(method: string): Effects {
  return operation({ method, path: '/pets' });
}

/** What a client takes a missing hint for (MCP, ToolAnnotations). */
const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

// RFC 9110 9.2.1 and 9.2.2, RFC 5789 2; of a method that nobody knows the worst is assumed.
suite('a method', () => {
  const cases: readonly [method: string, compact: ToolAnnotations, full: ToolAnnotations][] = [
    ...['GET', 'HEAD', 'QUERY', 'OPTIONS', 'TRACE'].map(
      (method): [string, ToolAnnotations, ToolAnnotations] => [
        method,
        { readOnlyHint: true },
        { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      ],
    ),
    ...['PUT', 'DELETE'].map((method): [string, ToolAnnotations, ToolAnnotations] => [
      method,
      { destructiveHint: true, idempotentHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    ]),
    ...['PATCH', 'PURGE', 'get'].map((method): [string, ToolAnnotations, ToolAnnotations] => [
      method,
      { destructiveHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    ]),
    [
      'POST',
      { destructiveHint: false },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    ],
  ];
  for (const [method, short, whole] of cases) {
    test(`${method} is annotated, shortly and in full`, () => {
      assert.deepEqual(annotationsOf(plain(method), nothing, compact), short);
      assert.deepEqual(annotationsOf(plain(method), nothing, full), whole);
      assert.deepEqual(Object.keys(annotationsOf(plain(method), nothing, full)), [...hintNames]);
    });

    test(`${method} means the same to a client either way`, () => {
      const [one, other] = [short, whole].map((each) => ({ ...defaults, ...each }));
      const isRead = other?.readOnlyHint === true;
      // What is destroyed or repeated means something only where a tool does more than read.
      const said = hintNames.filter(
        (name) => !isRead || !['destructiveHint', 'idempotentHint'].includes(name),
      );
      for (const name of said) assert.equal(one?.[name], other?.[name], name);
    });
  }
});

suite('what the team wrote', () => {
  const cases: readonly [of: string, method: string, hints: Hints, expected: ToolAnnotations][] = [
    ['a default', 'GET', { openWorldHint: true }, { readOnlyHint: true, openWorldHint: true }],
    [
      'a hint without meaning',
      'GET',
      { destructiveHint: false },
      { readOnlyHint: true, destructiveHint: false },
    ],
    [
      'that nothing is repeated',
      'POST',
      { idempotentHint: false },
      { destructiveHint: false, idempotentHint: false },
    ],
    ['that a GET destroys', 'GET', { destructiveHint: true }, { destructiveHint: true }],
  ];
  for (const [of, method, hints, expected] of cases) {
    test(`is listed: ${of}`, () => {
      // The keys of `hints` are names of hints.
      const ownHints = new Set(Object.keys(hints) as HintName[]);
      assert.deepEqual(annotationsOf(plain(method), { annotations: hints, ownHints }, compact), expected);
    });
  }

  test('of another vendor is listed where it tells something', () => {
    const hints = { idempotentHint: true, openWorldHint: true };
    const said = { annotations: hints, ownHints: new Set<HintName>() };
    assert.deepEqual(annotationsOf(plain('POST'), said, compact), {
      destructiveHint: false,
      idempotentHint: true,
    });
    const closed = { annotations: { openWorldHint: false }, ownHints: new Set<HintName>() };
    assert.deepEqual(annotationsOf(plain('GET'), closed, compact), {
      readOnlyHint: true,
      openWorldHint: false,
    });
  });

  test('of a GET that does more takes the worst of what it leaves open', () => {
    const said = { annotations: { readOnlyHint: false }, ownHints: new Set<HintName>(['readOnlyHint']) };
    assert.deepEqual(annotationsOf(plain('GET'), said, full), defaults);
  });
});

suite('a word that something is deleted or changed', () => {
  const named = (method: string) => operation({ method, operationId: 'deletePets' });

  test('makes a POST destructive', () => {
    assert.deepEqual(annotationsOf(named('POST'), nothing, compact), { destructiveHint: true });
    assert.deepEqual(annotationsOf(named('POST'), nothing, full), defaults);
  });

  test('tells nothing of other methods', () => {
    assert.deepEqual(annotationsOf(named('GET'), nothing, compact), { readOnlyHint: true });
    assert.deepEqual(
      annotationsOf(named('PUT'), nothing, compact),
      annotationsOf(plain('PUT'), nothing, compact),
    );
  });

  test('counts below what people said', () => {
    const own = new Set<HintName>(['destructiveHint']);
    const said = { annotations: { destructiveHint: false }, ownHints: own };
    assert.deepEqual(annotationsOf(named('POST'), said, compact), { destructiveHint: false });
    const reads = { annotations: { readOnlyHint: true }, ownHints: own };
    assert.equal(annotationsOf(named('POST'), reads, full).readOnlyHint, true);
    assert.equal(annotationsOf(named('POST'), reads, full).destructiveHint, false);
  });
});

/** The annotations of one operation in a plan. */
function annotated(
  method: string,
  given: {
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly config?: OperationSettings;
    readonly tag?: OperationSettings;
    readonly profiles?: readonly ProfileName[];
  },
): ToolAnnotations | undefined {
  const { fields = {}, config, tag, profiles = [] } = given;
  const extensions = new Map(Object.entries(fields));
  const one = operation({ method, operationId: 'op', summary: 'Do it', tags: ['t'], extensions });
  const settings = {
    operations: config === undefined ? {} : { op: config },
    tags: tag === undefined ? {} : { t: tag },
  };
  return plan(model([one]), { settings, profiles }).plan?.manifest.tools[0]?.annotations;
}

suite('in a plan', () => {
  const hints = (annotations: Hints) => ({ annotations });
  const cases: readonly [
    of: string,
    method: string,
    given: Parameters<typeof annotated>[1],
    expected: ToolAnnotations,
  ][] = [
    [
      'the configuration is listed even where it says the default',
      'GET',
      { config: hints({ openWorldHint: true, idempotentHint: true }) },
      { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    ],
    [
      'x-mcp is listed too',
      'GET',
      { fields: { 'x-mcp': hints({ openWorldHint: true }) } },
      { readOnlyHint: true, openWorldHint: true },
    ],
    [
      'another vendor is not',
      'GET',
      { fields: { 'x-speakeasy-mcp': { openWorldHint: true } } },
      { readOnlyHint: true },
    ],
    [
      'the nearer word that something is destroyed counts before the farther one that it is read',
      'POST',
      { config: hints({ destructiveHint: true }), tag: hints({ readOnlyHint: true }) },
      { destructiveHint: true },
    ],
    [
      'the nearer word that something is read counts before the farther one that it is destroyed',
      'POST',
      { config: hints({ readOnlyHint: true }), tag: hints({ destructiveHint: true }) },
      { readOnlyHint: true },
    ],
    [
      'a GET that another vendor calls destructive is none that reads',
      'GET',
      { fields: { 'x-speakeasy-mcp': { destructiveHint: true } } },
      { destructiveHint: true },
    ],
    [
      'a POST with consequences is destructive',
      'POST',
      { fields: { 'x-openai-isConsequential': true } },
      { destructiveHint: true },
    ],
    [
      'a POST without is not',
      'POST',
      { fields: { 'x-openai-isConsequential': false } },
      { destructiveHint: false },
    ],
    [
      'a POST that only searches reads where the team says so',
      'POST',
      { config: hints({ readOnlyHint: true }), profiles: ['openai'] },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    ],
  ];
  for (const [of, method, given, expected] of cases) {
    test(of, () => assert.deepEqual(annotated(method, given), expected));
  }

  for (const field of ['x-speakeasy-mcp', 'x-mcp-annotations', 'x-mcp-tool', 'x-zuplo-mcp-tool']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      test(`${field} makes no ${method} one that reads`, () => {
        const said =
          field === 'x-mcp-tool' || field === 'x-zuplo-mcp-tool'
            ? hints({ readOnlyHint: true })
            : { readOnlyHint: true };
        // MCP's default is false.
        assert.notEqual(annotated(method, { fields: { [field]: said } })?.readOnlyHint, true);
      });
    }
  }
});

test('profiles of hosts that want each hint have all of them, that of Claude the title too', () => {
  const styles = profileNames.map((name) => [name, annotationStyle([name], 'Do it')] as const);
  assert.deepEqual(
    styles.filter(([, style]) => style.full).map(([name]) => name),
    ['claude', 'openai', 'openai-strict', 'chatgpt'],
  );
  assert.deepEqual(
    styles.filter(([, style]) => style.title !== undefined).map(([name]) => name),
    ['claude'],
  );
  assert.deepEqual(annotated('GET', { profiles: ['cursor', 'claude'] }), {
    title: 'Do it',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  });
});
