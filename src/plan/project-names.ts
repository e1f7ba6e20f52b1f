import { serverKeyOf } from './hosts/server-key.js';
import { cutWords } from './names/words.js';

/** What an emitted project is called. */
interface ProjectNames {
  readonly packageName: string;
  /** The server's name to MCP clients. */
  readonly serverName: string;
  /** The server's name in the configuration of hosts. */
  readonly serverKey: string;
  /** The start of every environment variable. */
  readonly prefix: string;
}

const longestName = 40;
const ending = '-mcp';

/** Names a project as the user does, or by the title of its API. */
export function nameProject(name: string | undefined, title: string, envPrefix?: string): ProjectNames {
  const packageName = isPackageName(name) ? name : madeName(name ?? title);
  const serverName = packageName.replace(/^@[^/]*\//, '');
  const serverKey = serverKeyOf(packageName);
  return { packageName, serverName, serverKey, prefix: prefixOf(envPrefix ?? serverName) };
}

function isPackageName(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name.length <= 214 &&
    /^(?:@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name)
  );
}

function madeName(text: string): string {
  const words = titleWords(text);
  const own = words.at(-1) === 'mcp' && words.length > 1 ? words.slice(0, -1) : words;
  const cut = cutWords(own.join('-'), longestName - ending.length);
  return `${cut === '' ? 'api' : cut}${ending}`;
}

/** The ASCII words of a title as people write them: `OpenAPI` and `GitHub's` are one word each. */
function titleWords(title: string): readonly string[] {
  return title
    .normalize('NFKD')
    .replace(/[\p{M}'’]+/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** No variable of the host (`PORT`, `NODE_OPTIONS`) or of the server itself (`MCP_AUTH`) can start like this. */
function prefixOf(serverName: string): string {
  const text = (serverName.endsWith(ending) ? serverName.slice(0, -ending.length) : serverName)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (!/[A-Z]/.test(text)) return 'API';
  return /^\d|^(?:MCP|NODE|NPM|HOST|PORT)(?:_|$)/.test(text) ? `API_${text}` : text;
}
