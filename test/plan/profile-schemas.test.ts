import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { lintHosts } from '../../src/plan/hosts/check.js';
import { profileNames, type ProfileName } from '../../src/plan/hosts/profile-names.js';
import { readArguments, type ToolArguments } from '../../src/runtime/request/arguments.js';
import type { JsonSchema } from '../../src/runtime/json-schema.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { createValidators } from '../../src/runtime/validation.js';
import { model, noOptions, operation, parameter, plan, requestBody, schemaPool } from './documents.js';
import { instanceOf } from './schema-instances.js';
import { judgeOf, type Json, type Pool } from './schema-judge.js';
import { schemas } from './schema-samples.js';

const runs = 40;
const seed = 20_261_130;

interface Sample {
  readonly body: Json;
  readonly query: Json;
  readonly pool: Pool;
}

const samples: fc.Arbitrary<Sample> = fc.record({
  body: schemas,
  query: schemas,
  pool: fc.record({ A: schemas, B: schemas, C: schemas }),
});

/** The tool of a random document, as it is planned for one profile. */
function toolFor(profile: ProfileName, { body, query, pool }: Sample): ToolDefinition {
  const own = operation({
    method: 'POST',
    operationId: 'savePet',
    parameters: [parameter('q', query)],
    requestBody: requestBody({ 'application/json': body }),
  });
  const planned = plan(model([own], { schemas: schemaPool(pool) }), { profiles: [profile] });
  const [tool] = planned.plan?.manifest.tools ?? [];
  if (tool === undefined) throw new Error('The operation became no tool.');
  return tool;
}

function listedSchema({ inputSchema, listedSchema: own = inputSchema }: ToolDefinition): JsonSchema {
  return own;
}

type Pick = (sides: number) => number;

/** Answers how many calls were tried. */
type Property = (sample: Sample, pick: Pick) => Promise<number>;

/** Holds a property against random documents. */
async function hold(property: Property): Promise<number> {
  let tried = 0;
  const all = fc.asyncProperty(samples, fc.infiniteStream(fc.nat()), async (sample, dice) => {
    tried += await property(sample, (sides) => (dice.next().value ?? 0) % sides);
  });
  await fc.assert(all, { numRuns: runs, seed, includeErrorInReport: true });
  return tried;
}

/** Calls made from a schema. */
function callsOf(schema: JsonSchema, pick: Pick): readonly unknown[] {
  // Only the root of rich listings has definitions.
  const pool = (schema['$defs'] ?? {}) as Pool;
  return Array.from({ length: 10 }, () => instanceOf(schema, pool, pick));
}

/** Calls that the server takes as they are, and that have no null. */
async function takenCalls({ inputSchema }: ToolDefinition, pick: Pick): Promise<readonly ToolArguments[]> {
  const violationOf = await createValidators()(inputSchema);
  return callsOf(inputSchema, pick).filter(
    (call): call is ToolArguments => call !== undefined && !hasNull(call) && violationOf(call) === undefined,
  );
}

suite('random schemas', () => {
  for (const profile of profileNames.filter((name) => name !== 'rich')) {
    test(`are listed for ${profile} in a way that compiles and that the host does not refuse`, async () => {
      const rules = noOptions.hostRules.filter(
        ({ host, rule, effect }) => host === profile && (effect === 'refuses' || /^named-/.test(rule)),
      );
      await hold((sample) => {
        const tool = toolFor(profile, sample);
        judgeOf(listedSchema(tool));
        assert.deepEqual(lintHosts([tool], 'pets', rules), []);
        return Promise.resolve(1);
      });
    });
  }
});

/** Whether null is anywhere in a value. */
function hasNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(hasNull));
}

suite('a call that a schema as it is listed takes', () => {
  test('rich: is taken where the document marks no member as one of answers', async () => {
    const tried = await hold(async (sample, pick) => {
      if (/"readOnly"/.test(JSON.stringify(sample))) return 0;
      const tool = toolFor('rich', sample);
      const schema = listedSchema(tool);
      const takes = judgeOf(schema);
      const calls = callsOf(schema, pick).filter((call): call is ToolArguments => takes(call));
      for (const call of calls) {
        const read = await readArguments(tool, call, createValidators());
        assert.ok('values' in read, JSON.stringify([call, read, tool]));
      }
      return calls.length;
    });
    assert.ok(tried > runs, `${tried} calls were tried`);
  });

  // What this host cannot be told of null it is told in words.
  test('cursor: are all that the server takes and that have no null', async () => {
    const tried = await hold(async (sample, pick) => {
      const tool = toolFor('cursor', sample);
      const takes = judgeOf(listedSchema(tool));
      const calls = await takenCalls(tool, pick);
      // Ajv, which is the judge, passes over a member called `__proto__`.
      for (const call of calls.filter((each) => !JSON.stringify(each).includes('"__proto__"'))) {
        assert.ok(takes(call), JSON.stringify([call, tool]));
        const read = await readArguments(tool, call, createValidators());
        assert.deepEqual(read, { values: call });
      }
      return calls.length;
    });
    assert.ok(tried > runs, `${tried} calls were tried`);
  });

  for (const profile of ['openai-strict', 'gemini'] as const) {
    test(`${profile}: sends what it says by null, and by text`, async () => {
      const tried = await hold(async (sample, pick) => {
        const tool = toolFor(profile, sample);
        const schema = listedSchema(tool);
        const takes = judgeOf(schema);
        const calls = await takenCalls(tool, pick);
        let told = 0;
        for (const call of calls) {
          const said = asStrict(call, schema);
          // Members beyond those that are listed, and some values of any type, cannot be given.
          if (!takes(said)) continue;
          told += 1;
          const read = await readArguments(tool, said as ToolArguments, createValidators());
          assert.ok('values' in read, JSON.stringify([said, read, tool]));
          // The server took it, so that null and text that are left in place are values that the document allows.
          assert.deepEqual(meaningOf(read.values), meaningOf(call), JSON.stringify([said, tool]));
        }
        return told;
      });
      assert.ok(tried > runs, `${tried} calls were tried`);
    });
  }
});

/** What a value says: without the members that are null, and with the texts of objects read. */
function meaningOf(value: unknown): unknown {
  if (typeof value === 'string' && /^[{[]/.test(value)) return meaningOfText(value);
  if (Array.isArray(value)) return value.map(meaningOf);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, meaningOf(member)]));
}

function meaningOfText(text: string): unknown {
  try {
    return meaningOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A value in the form that a listing asks for: null for members of closed objects that are not given, a map as text. */
function asStrict(value: unknown, schema: JsonSchema, words = schema['description']): unknown {
  const { anyOf, type, properties = {}, items, additionalProperties } = schema;
  if (Array.isArray(anyOf)) {
    const branches = anyOf as readonly JsonSchema[];
    const forms = branches.map((branch) => [branch, asStrict(value, branch, words)] as const);
    return forms.find(([branch, form]) => judgeOf(branch)(form))?.[1] ?? value;
  }
  if (Array.isArray(value) && type === 'array') {
    return value.map((item) => asStrict(item, items as JsonSchema));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (type === 'string')
    return /JSON (?:object as )?text/.test(String(words)) ? JSON.stringify(value) : value;
  if (Array.isArray(value)) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  const listed = Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) => {
      const given = members.get(name);
      members.delete(name);
      if (given !== undefined) return [[name, asStrict(given, member)] as const];
      return additionalProperties === false ? [[name, null] as const] : [];
    },
  );
  return Object.fromEntries([...listed, ...members]);
}
