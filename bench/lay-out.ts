import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Workspace } from '../test/tools/projects.js';

/**
 * Lays a script of this folder out like a built project, with the packages that emitted projects install:
 * `program` (`dist/stdio.js` or `dist/http.js`) and the scripts that it imports.
 */
export function layOut(
  workspace: Workspace,
  name: string,
  program: 'stdio' | 'http',
  imported: readonly string[] = [],
): string {
  const folder = workspace.project(name);
  const output = join(folder, 'dist');
  mkdirSync(output);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  writeFileSync(join(output, `${program}.js`), scriptOf(name));
  for (const other of imported) writeFileSync(join(output, `${other}.js`), scriptOf(other));
  return folder;
}

function scriptOf(name: string): string {
  const text = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  return ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  }).outputText;
}
