import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Diagnostic, Diagnostics } from '../diagnostics/diagnostics.js';
import type { SourceFile } from '../load/document.js';
import { defaultLimits } from '../load/limits.js';

/** A configuration as it stands in its file. */
export interface ConfigurationFile {
  readonly text: string;
  /** Its value, `undefined` where there is none; what tells the places of findings is there for JSON and YAML alone. */
  readonly source: SourceFile;
}

/** The endings of configurations; the value of a module is what it exports. */
const endings = ['.json', '.yaml', '.yml', '.ts', '.mts', '.js', '.mjs'];

/** The configuration of a folder, by its absolute path; of two it is reported that only one may be there. */
export function findConfiguration(folder: string, diagnostics: Diagnostics): string | undefined {
  const names = endings.map((ending) => `openapi2mcp.config${ending}`);
  const [first, second] = names.filter((name) => existsSync(join(folder, name)));
  if (first !== undefined && second !== undefined) {
    const problem = `both ${first} and ${second} are here; remove one, or say which with --config.`;
    diagnostics.report('invalid-option', { option: '--config', problem });
    return undefined;
  }
  return first === undefined ? undefined : join(folder, first);
}

/** Reads a configuration; why it has no value is reported. */
export async function readConfigurationFile(
  file: string,
  cwd: string,
  diagnostics: Diagnostics,
): Promise<ConfigurationFile> {
  const name = relative(cwd, file);
  const refuse = (problem: string, position?: Diagnostic['position']): ConfigurationFile => {
    diagnostics.report('unusable-configuration', { problem }, { file, pointer: '' }, position);
    return { text: '', source: { name, text: '', value: undefined } };
  };
  if (!endings.includes(extname(file)))
    return refuse(`has a name that ends with none of ${endings.join(', ')}.`);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return refuse('is no file.');
  const bytes = readFileSync(file);
  if (bytes.length > defaultLimits.documentBytes) return refuse('is too large.');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (/^\.m?[jt]s$/.test(extname(file))) {
    const { evaluateModule } = await import('./configuration-module.js');
    const outcome = await evaluateModule(file);
    if ('problem' in outcome) return refuse(outcome.problem, outcome.position);
    return { text, source: { name, text: '', value: outcome.value } };
  }
  const { parseText } = await import('../load/parse-text.js');
  const parsed = await parseText(text, file, defaultLimits, diagnostics);
  return { text, source: { name, text, value: parsed && (parsed.value ?? null) } };
}
