// npx tsx samples/api.ts <sample> [<port>]: starts the API of a sample, until Ctrl-C.
import { sampleApis } from './sample-apis.js';

const [name = '', port] = process.argv.slice(2);
const api = Object.hasOwn(sampleApis, name) ? sampleApis[name] : undefined;
if (api === undefined) {
  console.error(`Usage: npx tsx samples/api.ts <${Object.keys(sampleApis).join(' | ')}> [<port>]`);
  process.exit(2);
}
try {
  const { url } = await api.start(port === undefined ? api.port : Number(port));
  console.log(`The ${name} API runs at ${url}`);
} catch (error) {
  console.error(
    `${error instanceof Error ? error.message : String(error)}: name another port behind the sample.`,
  );
  process.exit(1);
}
