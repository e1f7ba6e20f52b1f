import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buildProject, type BuiltProject } from '../runtime/built-project.js';
import { madeManifest, madeTool } from '../runtime/made-manifest.js';
import type { ToolDefinition } from '../../src/runtime/manifest.js';
import { startLargeApi, type LargeApi } from './large-answers.js';
import { measureCall, type CallCost } from './measure-answers.js';

/** Kinds that differ in how they are read; `npm run hostile` measures further ones. */
const kinds = ['rows-with-space', 'wide-characters', 'nested', 'text', 'gzip-bomb'];

/** Kinds of XML, all of which have a schema. */
const xmlKinds = ['xml-elements', 'xml-attributes', 'xml-attribute', 'xml-text', 'xml-comment'];

const most = 64;

/** When a process that waits for the processor collects its garbage is chance: the least of some calls is what one takes. */
async function leastOf(times: number, measure: () => Promise<CallCost>): Promise<CallCost> {
  const cost = await measure();
  if (cost.extraMiB < most || times === 1) return cost;
  return leastOf(times - 1, measure);
}

/** A tool whose answer has a schema: a list `a` without an element of its own, and whatever else there is. */
function xmlTool(name: string): ToolDefinition {
  const { request, ...tool } = madeTool({ name });
  const answerXml = [{ root: { name: 'r', members: { a: { items: { open: true as const } } } } }];
  return { ...tool, request: { ...request, accept: ['application/xml'], answerXml } };
}

suite('an answer of 100 MiB or more takes less than 64 MiB', () => {
  let project: BuiltProject;
  let api: LargeApi;
  before(async () => {
    const tools = [...['small', ...kinds].map((name) => madeTool({ name })), ...xmlKinds.map(xmlTool)];
    project = await buildProject(madeManifest(tools));
    api = await startLargeApi();
  });
  after(async () => {
    api.close();
    await project.remove();
  });

  for (const kind of [...kinds, ...xmlKinds]) {
    test(kind, async () => {
      const variables = { BOATS_BASE_URL: api.url };
      const { extraMiB, result } = await leastOf(3, () =>
        measureCall(project.folder, variables, 'small', kind),
      );
      assert.ok(extraMiB < most, `${extraMiB.toFixed(1)} MiB`);
      assert.match(JSON.stringify(result), /Reading stopped at the limit of bytes, after 8388608 bytes/);
      assert.notEqual(result['isError'], true);
    });
  }
});
