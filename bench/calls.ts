import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { createUsageMeter } from '../test/corpus/usage.js';
import { startHttp, type HttpServer } from '../test/tools/http-server.js';
import { countOf, figure, limited, median, ratio, units, type Section } from './figures.js';
import { madeCall } from './made-document.js';

const rounds = 9;
const callsPerRound = 500;
const warmUpCalls = 600;
const inFlight = 4;

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What every answer holds. */
  readonly expected: string;
  /** CPU seconds of the serving process until now. */
  readonly cpuSeconds: () => Promise<number>;
}

const toolCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    ...madeCall,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const modern = {
  ...json,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': madeCall.name,
};

/** Measures `tools/call` over HTTP: folders of the API, of the SDK's server, and of emitted servers by number of tools. */
export async function measureCalls(
  api: string,
  handler: string,
  emitted: ReadonlyMap<number, string>,
): Promise<Section> {
  const servers: HttpServer[] = [];
  const start = async (
    folder: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Started> => {
    const meter = createUsageMeter();
    const server = await startHttp(folder, { ...environment, ...meter.environment });
    servers.push(server);
    return { url: server.url, cpuSeconds: async () => (await meter.ask(server.pid ?? 0)).cpuSeconds };
  };
  try {
    const direct = await start(api);
    const asTool = { headers: modern, body: JSON.stringify(toolCall), expected: '"structuredContent"' };
    const bare = { ...asTool, ...(await start(handler, { API_URL: direct.url })) };
    const tools = new Map<number, Target>();
    for (const [count, folder] of emitted) {
      tools.set(count, { ...asTool, ...(await start(folder, { [baseUrlVariable(folder)]: direct.url })) });
    }
    const body = JSON.stringify(madeCall.arguments.body);
    const apiTarget = { ...direct, url: `${direct.url}/r0/a`, headers: json, body, expected: '"ok":true' };
    return sectionOf(await measureInTurn(apiTarget, bare, tools));
  } finally {
    for (const server of servers) await server.close();
  }
}

type Started = Pick<Target, 'url' | 'cpuSeconds'>;

/** CPU milliseconds of one call, by round. */
interface Costs {
  readonly api: readonly number[];
  readonly bare: readonly number[];
  readonly emitted: ReadonlyMap<number, readonly number[]>;
}

async function measureInTurn(
  api: Target,
  bare: Target,
  emitted: ReadonlyMap<number, Target>,
): Promise<Costs> {
  const costs = new Map([api, bare, ...emitted.values()].map((target): [Target, number[]] => [target, []]));
  for (const target of costs.keys()) await callOften(target, warmUpCalls);
  for (let round = 0; round < rounds; round += 1) {
    for (const [target, found] of costs) {
      const before = await target.cpuSeconds();
      await callOften(target, callsPerRound);
      found.push((((await target.cpuSeconds()) - before) / callsPerRound) * 1000);
    }
  }
  const cost = (target: Target): readonly number[] => costs.get(target) ?? [];
  return {
    api: cost(api),
    bare: cost(bare),
    emitted: new Map([...emitted].map(([tools, target]) => [tools, cost(target)])),
  };
}

async function callOften({ url, headers, body, expected }: Target, count: number): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: inFlight });
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || !text.includes(expected))
        throw new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  await pool.close();
}

function sectionOf({ api, bare, emitted }: Costs): Section {
  const [few = [], many = []] = [...emitted.values()];
  const [fewTools = 0, manyTools = 0] = [...emitted.keys()];
  return {
    title: 'Calls over HTTP',
    method:
      `CPU time of the serving process for one \`tools/call\` (revision 2026-07-28, ${inFlight} in flight), medians of ` +
      `${rounds} rounds of ${callsPerRound} calls, compared with a server of the SDK whose one tool makes ` +
      'the same request (sdk-server.ts), and with what the API itself spends when it is called directly (api.ts). ' +
      'An answer is 1 KiB of JSON.',
    figures: [
      figure('the API, called directly', units.milliseconds(median(api))),
      figure('SDK, 1 tool', units.milliseconds(median(bare))),
      ...[...emitted].flatMap(([tools, cost]) => [
        figure(`emitted, ${countOf(tools)}`, units.milliseconds(median(cost))),
        limited(`emitted, ${countOf(tools)}, compared with the SDK`, ratio(cost, bare), 1.25, units.times),
      ]),
      limited(`${countOf(manyTools)} compared with ${countOf(fewTools)}`, ratio(many, few), 1.2, units.times),
    ],
  };
}

/** The environment variable that replaces the document's server URL. */
function baseUrlVariable(folder: string): string {
  const text = readFileSync(join(folder, 'generated', 'manifest.json'), 'utf8');
  return (JSON.parse(text) as { readonly upstream: { readonly env: string } }).upstream.env;
}
