import { dirname, relative } from 'node:path';
import type { Config } from '../config.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Configuration } from '../generate-options.js';
import type { SourceFile } from '../load/document.js';
import type { Choices } from '../write/choices.js';
import { readConfigurationFile } from './configuration-file.js';
import { absolute, checkFolder } from './flag-choices.js';
import { hostOf } from './value-rules.js';

/** A configuration, and what else it says of a run. */
export interface ReadConfiguration {
  readonly configuration: Configuration;
  /** As seen from the current folder. */
  readonly document: string | undefined;
  /** As seen from the current folder. */
  readonly output: string | undefined;
  readonly strict: boolean | undefined;
}

/** What came of reading a configuration; the files are there on failure too, so that positions in them can be found. */
export interface ConfigurationOutcome {
  readonly read: ReadConfiguration | undefined;
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** Reads the configuration at an absolute path; what is wrong with it is reported. */
export async function readConfiguration(
  file: string,
  cwd: string,
  diagnostics: Diagnostics,
): Promise<ConfigurationOutcome> {
  const found = await readConfigurationFile(file, cwd, diagnostics);
  if (found === undefined) return { read: undefined, files: new Map() };
  const { text, source } = found;
  const files = new Map([[file, source]]);
  // A text that cannot be parsed has been reported.
  if (diagnostics.hasErrors && source.value === undefined) return { read: undefined, files };
  const { checkConfiguration } = await import('./configuration-check.js');
  const config = checkConfiguration(source.value, file, diagnostics);
  if (config === undefined) return { read: undefined, files };
  const folder = dirname(file);
  const choices = choicesOfConfig(config, folder);
  if (choices.refRoot !== undefined) checkFolder('references.root', choices.refRoot, diagnostics);
  const seen = (path: string | undefined): string | undefined =>
    path === undefined || path === '-' ? path : fromHere(absolute(path, folder), cwd);
  const { document, output, strict, operations = {}, tags = {} } = config;
  const configuration = { file, text, choices, settings: { file, operations, tags } };
  return { read: { configuration, document: seen(document), output: seen(output), strict }, files };
}

function fromHere(path: string, cwd: string): string {
  return /^https?:/i.test(path) ? path : relative(cwd, path) || '.';
}

function choicesOfConfig(config: Config, folder: string): Choices {
  const { name, envPrefix, serverUrl, overlays, filter, deprecated, references, allowHttp, limits } = config;
  return {
    ...(name === undefined ? {} : { name }),
    ...(envPrefix === undefined ? {} : { envPrefix }),
    ...(serverUrl === undefined ? {} : { serverUrl }),
    ...(overlays === undefined ? {} : { overlays: overlays.map((path) => absolute(path, folder)) }),
    ...(filter === undefined ? {} : { filter }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(references?.root === undefined ? {} : { refRoot: absolute(references.root, folder) }),
    ...(references?.hosts === undefined
      ? {}
      : { refHosts: references.hosts.map((host) => hostOf(host) ?? host) }),
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(limits === undefined ? {} : { limits }),
  };
}
