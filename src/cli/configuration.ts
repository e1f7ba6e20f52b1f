import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { choiceRules, faultsOf, madeChoices, type Choices } from '../choices.js';
import type { Config } from '../config.js';
import { hostOf, isWebUrl } from '../diagnostics/addresses.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Configuration } from '../generate-options.js';
import type { SourceFile } from '../load/document.js';
import { absolute, valueRules } from '../value-rules.js';
import type { SettingFault } from './configuration-check.js';
import { readConfigurationFile } from './configuration-file.js';

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
  const { text, source } = await readConfigurationFile(file, cwd, diagnostics);
  const files = new Map([[file, source]]);
  // Why there is no value has been reported.
  if (source.value === undefined) return { read: undefined, files };
  const { readConfig, reportFaults, scopeFaults, serverFaults, variableFaults } =
    await import('./configuration-check.js');
  const config = readConfig(source.value);
  if (isFaults(config)) {
    reportFaults(config, file, diagnostics);
    return { read: undefined, files };
  }
  const folder = dirname(file);
  const choices = choicesOfConfig(config, folder);
  const faults = [...variableFaults(config), ...serverFaults(config), ...scopeFaults(config)];
  reportFaults([...faultsOfChoices(choices), ...faults], file, diagnostics);
  const seen = (path: string | undefined): string | undefined =>
    path === undefined || path === '-' ? path : fromHere(absolute(path, folder), cwd);
  const { document, output, strict, operations = {}, tags = {}, server } = config;
  const settings = { file, operations, tags, ...(server === undefined ? {} : { server }) };
  const configuration = { file, text, choices, settings };
  return { read: { configuration, document: seen(document), output: seen(output), strict }, files };
}

/** Reports a document that a configuration names and that is not there: the document may have been moved. */
export function reportMissingDocument(
  { configuration: { file }, document }: ReadConfiguration,
  cwd: string,
  diagnostics: Diagnostics,
): void {
  if (document === undefined || document === '-' || isWebUrl(document)) return;
  if (existsSync(resolve(cwd, document))) return;
  const origin = { file, pointer: '/document' };
  const problem = `there is no file ${document}.`;
  diagnostics.report('unusable-setting', { setting: 'document', problem }, origin);
}

function isFaults(config: Config | readonly SettingFault[]): config is readonly SettingFault[] {
  return Array.isArray(config);
}

function fromHere(path: string, cwd: string): string {
  return isWebUrl(path) ? path : relative(cwd, path) || '.';
}

function choicesOfConfig(config: Config, folder: string): Choices {
  const { name, envPrefix, serverUrl, overlays, filter, deprecated, references, allowHttp, limits } = config;
  const { tools, server } = config;
  return madeChoices({
    ...tools,
    name,
    envPrefix,
    serverUrl,
    overlays: overlays?.map((path) => absolute(path, folder)),
    filter,
    deprecated,
    refRoot: references?.root === undefined ? undefined : absolute(references.root, folder),
    refHosts: references?.hosts?.map((host) => hostOf(host) ?? host),
    allowHttp,
    limits,
    auth: server?.auth,
  });
}

function faultsOfChoices(choices: Choices): readonly SettingFault[] {
  const { refRoot } = choices;
  const missing = refRoot === undefined ? undefined : valueRules.folder(refRoot);
  return [
    ...faultsOf(choices).map(({ choice, at, problem }) => {
      return { keys: [...choiceRules[choice].setting, ...(at === undefined ? [] : [at])], problem };
    }),
    ...(missing === undefined ? [] : [{ keys: choiceRules.refRoot.setting, problem: missing }]),
  ];
}
