import { readFileSync } from 'node:fs';
import { plannedTool, serverPlan } from './plans.js';
import { emitProject } from '../../src/emit/emit-project.js';
import { emitToolModules } from '../../src/emit/tool-modules.js';
import { mkdirSync, writeFileSync } from 'node:fs';
const raw = readFileSync('/work/shared/corpus/github-rest.json', 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
const doc = JSON.parse(raw);
const deref = (x: any): any => x?.$ref && !x.$ref.startsWith('#/$defs/') ? deref(x.$ref.slice(2).split('/').reduce((o: any, k: string) => o[k.replaceAll('~1','/')], doc)) : x;
const byTag = new Map<string, any[]>();
for (const [path, item] of Object.entries<any>(doc.paths)) for (const m of ['get','put','post','delete','patch']) {
  const op = item[m]; if (!op) continue;
  const props: any = {}; const required: string[] = [];
  for (const p0 of op.parameters ?? []) { const p = deref(p0); props[p.name] = { ...p.schema, description: p.description }; if (p.required) required.push(p.name); }
  const body = deref(op.requestBody)?.content?.['application/json']?.schema; if (body) props.body = body;
  const ok = Object.entries<any>(op.responses).find(([s]) => s.startsWith('2'))?.[1]; const out = deref(ok)?.content?.['application/json']?.schema;
  const id = op.operationId.replace(/[^A-Za-z0-9]+(.)/g, (_: string, c: string) => c.toUpperCase());
  const t = plannedTool({ identifier: id, name: op.operationId.replace('/', '_'), path, description: op.summary + '\n\n' + op.description, input: { type: 'object', properties: props, required, additionalProperties: false }, output: out });
  const tag = op.tags[0]; byTag.set(tag, [...(byTag.get(tag) ?? []), t]);
}
const modules = [...byTag].map(([tag, tools]) => ({ fileName: tag.toLowerCase() + '.ts', title: tag, description: undefined, tools }));
const all = modules.flatMap((m) => m.tools);
const plan = serverPlan(all, { modules, schemas: new Map(Object.entries<any>(doc.components.schemas)) });
const c0 = process.cpuUsage(); const t0 = performance.now();
await import('ts-morph'); const c1 = process.cpuUsage(c0); console.log('ts-morph load', (c1.user + c1.system)/1e6);
const f1 = await emitToolModules(plan); const c2 = process.cpuUsage(c0); console.log('modules', (c2.user+c2.system)/1e6);
await import('prettier'); 
const files = await emitProject(plan); const c3 = process.cpuUsage(c0); console.log('cumulative after second full emit', (c3.user+c3.system)/1e6, 'wall', performance.now() - t0);
const bytes = files.reduce((n, f) => n + f.contents.length, 0); console.log(files.length, bytes, f1.reduce((n, f) => n + f.contents.split('\n').length, 0), 'lines', process.memoryUsage().rss/1e6);
const dir = process.argv[2]; if (dir) for (const f of files) { const p = `${dir}/${f.path}`; mkdirSync(p.slice(0, p.lastIndexOf('/')), { recursive: true }); writeFileSync(p, f.contents); }
