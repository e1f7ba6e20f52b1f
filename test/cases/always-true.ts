import type { ListedTool } from '../tools/mcp-session.js';
import { parseMessage } from '../tools/stdio-server.js';
import { isValid, schemaFault, subschemas } from './json-schemas.js';
import { isObject } from './matchers.js';
import type { Generation, ProjectObservation, SessionObservation } from './observation.js';
import { toolResultOf } from './result-checks.js';
import { toolName } from './tool-names.js';

const argumentName = /^[a-zA-Z0-9_.-]{1,64}$/;
const keywordsHostsRefuse = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', '$ref'];

/** Rules 1 and 2 of "Always true" in FORMAT.md: the run left all else alone, and what it wrote can be built. */
export function projectProblems(generation: Generation, project: ProjectObservation): readonly string[] {
  const { manifest, failure, build, changedOutside } = project;
  const outside = [...new Set([...generation.changedOutside, ...changedOutside])];
  return [
    ...outside.map((path) => `rule 1: '${path}', outside the output folder, was changed`),
    ...(failure === undefined ? [] : [`rule 2: ${failure}`]),
    ...(manifest === undefined ? ['rule 2: there is no generated/manifest.json that can be read'] : []),
    ...build.map((report) => `rule 2: ${report}`),
  ];
}

/** Rules 3 to 7 of "Always true" in FORMAT.md, for what one life of the server showed. */
export function sessionProblems(session: SessionObservation): readonly string[] {
  return [
    ...nameProblems(session.tools),
    ...session.tools.flatMap((tool) => [
      ...inputProblems(tool),
      ...schemaProblems(tool, 'inputSchema'),
      ...(tool.outputSchema === undefined ? [] : schemaProblems(tool, 'outputSchema')),
    ]),
    ...outputProblems(session),
    ...stdoutProblems(session.stdout),
  ];
}

function nameProblems(tools: readonly ListedTool[]): readonly string[] {
  const names = tools.map(({ name }) => name);
  return [
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `rule 3: two tools named '${name}'`),
    ...names.filter((name) => !toolName.test(name)).map((name) => `rule 3: tool name '${name}'`),
  ];
}

function inputProblems({ name, inputSchema }: ListedTool): readonly string[] {
  const { type, properties } = inputSchema;
  const refused = keywordsHostsRefuse.filter((keyword) => Object.hasOwn(inputSchema, keyword));
  const illegal = Object.keys(isObject(properties) ? properties : {}).filter(
    (key) => !argumentName.test(key),
  );
  return [
    ...(type === 'object' ? [] : ['its type is not object']),
    ...refused.map((keyword) => `'${keyword}' stands at its top`),
    ...illegal.map((key) => `it has a property '${key}'`),
  ].map((problem) => `rule 4: inputSchema of '${name}': ${problem}`);
}

function schemaProblems(tool: ListedTool, which: 'inputSchema' | 'outputSchema'): readonly string[] {
  const schema = tool[which];
  const fault = schemaFault(schema);
  const away = subschemas(schema)
    .flatMap(({ $ref, $dynamicRef }) => [$ref, $dynamicRef])
    .filter((reference): reference is string => typeof reference === 'string')
    .filter((reference) => !reference.startsWith('#'));
  return [
    ...(fault === undefined ? [] : [fault]),
    ...away.map((reference) => `$ref '${reference}' leaves the schema`),
  ].map((problem) => `rule 5: ${which} of '${tool.name}': ${problem}`);
}

/** Before 2026-07-28 an `outputSchema` describes an object and `structuredContent` is one. */
function outputProblems({ era, tools, calls }: SessionObservation): readonly string[] {
  const objectsOnly = era !== '2026-07-28';
  const schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
  const listed = tools
    .filter(
      ({ outputSchema }) => objectsOnly && outputSchema !== undefined && outputSchema['type'] !== 'object',
    )
    .map(({ name }) => `rule 6: outputSchema of '${name}' describes no object`);
  const returned = calls.flatMap(({ tool, answer }, index) => {
    const result = answer && toolResultOf(answer);
    if (tool === undefined || result === undefined || result['isError'] === true) return [];
    const problem = contentProblem(schemas.get(tool), result['structuredContent'], objectsOnly);
    return problem === undefined ? [] : [`rule 6: call ${index + 1}: structuredContent ${problem}`];
  });
  return [...listed, ...returned];
}

function contentProblem(
  schema: object | undefined,
  content: unknown,
  objectsOnly: boolean,
): string | undefined {
  if (schema !== undefined && content === undefined) return 'is missing, and the tool has an outputSchema';
  if (schema !== undefined && !isValid(schema, content))
    return `${JSON.stringify(content)} breaks the outputSchema`;
  if (objectsOnly && content !== undefined && !isObject(content)) return 'is no object';
  return undefined;
}

function stdoutProblems(stdout: Buffer): readonly string[] {
  const lines = stdout.toString().split('\n');
  const unended = lines.pop();
  if (unended !== '') lines.push(unended ?? '');
  const foreign = lines.filter((line) => !isServerMessage(line));
  return [
    ...foreign.map((line) => `rule 7: on stdout stands '${line.slice(0, 200)}'`),
    ...(unended === '' || stdout.length === 0 ? [] : ['rule 7: the last line on stdout does not end']),
  ];
}

/** A server writes responses and notifications, never requests. */
function isServerMessage(line: string): boolean {
  const message = parseMessage(line);
  if (message === undefined) return false;
  const members = new Set(Object.keys(message));
  if (members.has('method')) return typeof message['method'] === 'string' && !members.has('id');
  return members.has('id') && members.has('result') !== members.has('error');
}
