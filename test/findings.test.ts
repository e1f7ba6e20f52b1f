import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { load as parseYaml } from 'js-yaml';
import { runHere } from './cli/command-line.js';
import { scratch } from './write/scratch.js';

/** What people get wrong, twelve times. */
const document = `openapi: 3.0.3
info:
  title: Harbour
servers:
  - url: https://harbour.example
paths:
  /piers:
    get:
      operationId: listPiers
      paramters:
        - {name: page, in: query, schema: {type: integer}}
      responses:
        '200': {description: Piers.}
    post:
      operationId: listPiers
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Peer'}
      responses:
        '201': {}
  /piers/{pier}/boats:
    get:
      operationId: listBoats
      deprecated: 'yes'
      parameters:
        - {name: flag, in: querry, schema: {type: string}}
        - {name: sizes, in: query, style: simpel, schema: {type: array, items: {type: integer}}}
      security:
        - harbourKey: []
      responses:
        '200':
          description: Boats.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Boat'}
components:
  schemas:
    Boat:
      type: object
      required: name
      properties:
        name: {type: string}
        picture: {type: file}
`;

/** Each fault: the code, the line that is told, and what is said of it. */
const faults: readonly (readonly [code: string, line: RegExp, message: RegExp])[] = [
  ['invalid-document', /^ *"?info"?:/, /needs `info.version`/],
  [
    'invalid-document',
    /paramters/,
    /`paramters` is no field of the Operation Object in OpenAPI 3.0 \(did you mean `parameters`\?\)/,
  ],
  ['duplicate-operation-id', /operationId"?: "?listPiers/, /'listPiers' is used more than once/],
  ['unresolved-reference', /schemas\/Peer/, /'#\/components\/schemas\/Peer' leads nowhere/],
  ['invalid-document', /'201'|"201"/, /^The Response Object has no `description`/],
  ['undeclared-path-parameter', /boats"?:.*\n +"?get"?:/, /names '\{pier\}', which no parameter declares/],
  [
    'invalid-document',
    /deprecated/,
    /`deprecated` of the Operation Object has to be true or false, and is 'yes'/,
  ],
  ['parameter-skipped', /querry.*$|"parameters": \[\n +\{$/, /nothing can be sent in 'querry'/],
  ['unsupported-parameter-style', /simpel/, /no style 'simpel'/],
  ['undefined-security-scheme', /harbourKey/, /'harbourKey' is required but not defined/],
  ['unsupported-schema-keyword', /required"?: "?name/, /'required'/],
  ['invalid-document', /type"?: "?file/, /known to Swagger 2.0 alone/],
];

/** What comes of a fault for the tools is told beside it. */
const consequences: ReadonlySet<string> = new Set(['tool-renamed', 'operation-skipped']);

const forms: readonly (readonly [file: string, text: string])[] = [
  ['openapi.yaml', document],
  ['openapi.json', JSON.stringify(parseYaml(document), undefined, 2)],
];

suite('a document with twelve faults', () => {
  for (const [file, text] of forms) {
    test(`gives one diagnostic each, at its line, and its tools all the same: ${file}`, async (t) => {
      const cwd = scratch(t);
      const { exitCode, found } = await generateFrom(file, text, cwd);
      assert.equal(exitCode, 0);
      assert.ok(readdirSync(join(cwd, 'out/src/tools')).includes('untagged.ts'));

      const lines = text.split('\n');
      for (const [code, line, message] of faults) {
        const told = found.filter((one) => one.code === code && message.test(one.message));
        assert.equal(told.length, 1, `${code} ${String(message)}`);
        const at = told[0]?.line ?? 0;
        // An operation is known by the path above it.
        const shown = lines.slice(at - (line.source.includes('\\n') ? 2 : 1), at).join('\n');
        assert.match(shown, line, told[0]?.message);
      }
      const warnings = found.filter(
        ({ severity, code }) => severity === 'warning' && !consequences.has(code),
      );
      assert.equal(warnings.length, faults.length, warnings.map(({ message }) => message).join('\n'));
    });

    test(`is refused under --strict: ${file}`, async (t) => {
      const cwd = scratch(t);
      const { exitCode, found } = await generateFrom(file, text, cwd, '--strict');
      assert.equal(exitCode, 1);
      assert.ok(found.length >= faults.length);
      assert.deepEqual(readdirSync(cwd), [file]);
    });
  }
});

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly line: number;
}

async function generateFrom(
  file: string,
  text: string,
  cwd: string,
  ...flags: readonly string[]
): Promise<{ readonly exitCode: number; readonly found: readonly Found[] }> {
  writeFileSync(join(cwd, file), text);
  const { exitCode, result } = await runHere([file, '--output', 'out', '--json', ...flags], cwd);
  // What `--json` prints.
  const { diagnostics } = JSON.parse(result) as { readonly diagnostics: readonly Found[] };
  return { exitCode, found: diagnostics };
}
