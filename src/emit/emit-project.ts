import type { ServerPlan } from '../plan/plan.js';
import { readRuntime } from './assets.js';
import { writeManifest, writeOperations } from './manifest-json.js';
import type { OutputFile } from './output-file.js';
import { emitPackageJson } from './package-json.js';
import { targets } from './targets.js';
import { emitTemplate } from './templates.js';
import { templateData } from './template-data.js';
import { filesOf, scriptsOf } from './traits.js';
import { emitToolModules } from './tool-modules.js';

/** Writes down a plan as the files of a project, in order of path. */
export async function emitProject(plan: ServerPlan): Promise<readonly OutputFile[]> {
  const target = targets.node;
  const data = templateData(plan);
  const files = await Promise.all([
    emitPackageJson(plan, { ...target, scripts: scriptsOf(target, plan) }),
    emitRuntime(),
    emitToolModules(plan),
    ...filesOf(target, plan).map((file) => emitTemplate(file, data)),
  ]);
  return [emitManifest(plan), emitOperations(plan), ...files.flat()].sort((left, right) =>
    left.path < right.path ? -1 : 1,
  );
}

function emitManifest({ manifest }: ServerPlan): OutputFile {
  return { path: 'generated/manifest.json', ownership: 'generated', contents: writeManifest(manifest) };
}

/** What the document says of its operations, for the project's own test to hold the manifest against. */
function emitOperations({ manifest }: ServerPlan): OutputFile {
  const { upstream, securitySchemes, securityPreset, tools } = manifest;
  const operations = tools.map(({ name, group, request }) => ({
    tool: name,
    ...(group !== undefined && { group }),
    request,
  }));
  const preset = securityPreset === undefined ? {} : { securityPreset };
  const contents = writeOperations({ upstream, securitySchemes, ...preset, operations });
  return { path: 'test/operations.json', ownership: 'generated', contents };
}

async function emitRuntime(): Promise<readonly OutputFile[]> {
  const assets = await readRuntime();
  return assets.map(({ name, contents }) => ({
    path: `src/runtime/${name}`,
    ownership: 'generated',
    contents,
  }));
}
