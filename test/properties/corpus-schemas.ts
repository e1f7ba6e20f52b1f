import { planDocument } from '../../src/generate.js';
import type { PlannedTool } from '../../src/plan/plan.js';
import type { CorpusDocument } from '../corpus/corpus.js';
import { tryInstances, type Pair } from '../plan/invariant.js';
import { documentJudges, judgeOf, type Json, type Judge, type Pool } from '../plan/schema-judge.js';
import { plainOptions } from '../tools/document-options.js';
import { picker } from './mutations.js';

/** What came of the schemas of a document. */
export interface SchemaFigures {
  readonly schemas: number;
  /** Instances that the document accepts. */
  readonly accepted: number;
  /** Schemas for which no instance was made, and those that Ajv cannot judge. */
  readonly unmade: readonly string[];
  readonly unjudged: readonly string[];
  readonly problems: readonly string[];
}

/** One listed schema of a tool beside the document's own. */
interface Listed {
  readonly name: string;
  readonly document: Json;
  readonly listed: Json;
  /** How a value of the document is given where the schema lists arguments. */
  readonly wrap: (value: unknown) => unknown;
  readonly leftOut: Pair['leftOut'];
}

/** Tries `count` instances of every schema that a document's tools list. */
export async function checkDocument(
  { id, file }: Pick<CorpusDocument, 'id' | 'file'>,
  count: number,
  seed: number,
): Promise<SchemaFigures> {
  const { plan } = await planDocument(plainOptions(file, process.cwd()));
  const listed = (plan?.modules ?? []).flatMap(({ tools }) => tools).flatMap(schemasOf);
  const pool = Object.fromEntries(plan?.schemas ?? []);
  const judges = documentJudges(
    pool,
    Object.fromEntries(listed.map(({ name, document }) => [name, document])),
  );
  const trials = listed.map((schema) => ({
    name: `${id} ${schema.name}`,
    ...trySchema(schema, pool, judges(schema.name), count, seed),
  }));
  return {
    schemas: listed.length,
    accepted: trials.reduce((sum, { accepted }) => sum + accepted, 0),
    unmade: trials.filter(({ accepted, isJudged }) => isJudged && accepted === 0).map(({ name }) => name),
    unjudged: trials.filter(({ isJudged }) => !isJudged).map(({ name }) => name),
    problems: trials.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`])),
  };
}

function schemasOf({ definition, types }: PlannedTool): readonly Listed[] {
  const { name, inputSchema, outputSchema } = definition;
  const input: Listed = {
    name: `${name} input`,
    document: types.input,
    listed: inputSchema,
    wrap: givenArguments(inputSchema.required ?? []),
    leftOut: 'readOnly',
  };
  if (outputSchema === undefined || types.output === undefined) return [input];
  const output: Listed = {
    name: `${name} output`,
    document: types.output,
    listed: outputSchema,
    wrap: (value) => value,
    leftOut: 'writeOnly',
  };
  return [input, output];
}

/** A null argument counts as not given, but for the body; one that is required cannot be left out. */
function givenArguments(required: readonly string[]): Listed['wrap'] {
  return (value) =>
    Object.fromEntries(
      Object.entries(value as object).filter(
        ([name, member]) => member !== null || name === 'body' || required.includes(name),
      ),
    );
}

interface Tried {
  readonly accepted: number;
  readonly isJudged: boolean;
  readonly problem: string | undefined;
}

function trySchema(
  { document, listed, wrap, leftOut }: Listed,
  pool: Pool,
  accepts: Judge | undefined,
  count: number,
  seed: number,
): Tried {
  let isListed: Judge;
  try {
    isListed = judgeOf(listed);
  } catch (error) {
    return { accepted: 0, isJudged: true, problem: `does not compile: ${String(error)}` };
  }
  if (accepts === undefined) return { accepted: 0, isJudged: false, problem: undefined };
  const pair: Pair = { document, pool, leftOut, accepts, isListed: (value) => isListed(wrap(value)) };
  const { accepted, refused } = tryInstances(pair, count, picker(seed));
  const [first] = refused;
  const problem =
    first === undefined ? undefined : `refuses ${JSON.stringify(first)} as ${JSON.stringify(listed)}`;
  return { accepted, isJudged: true, problem: problem?.slice(0, 3000) };
}
