import type { Dispatcher, fetch as undiciFetch } from 'undici';
import { urlOf } from '../../diagnostics/addresses.js';
import { isLoopback } from '../uris.js';
import { lookupPublic } from './addresses.js';

/** The connections of one run, and undici's `fetch`, which takes them. */
export interface Connections {
  readonly fetch: typeof undiciFetch;
  /** What connects to a URL; `checked` looks that the address is public. */
  readonly to: (url: URL, checked: boolean) => Dispatcher;
  readonly close: () => Promise<void>;
}

/** Opens connections through the proxies that the environment names; a text where it names one wrongly. */
export async function openConnections(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Connections | string> {
  const proxies = proxiesOf(env);
  if (typeof proxies === 'string') return proxies;
  // A heavy import that most runs do without.
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  // Plain http goes to a proxy as it is: many of them tunnel to port 443 alone.
  const options = { ...proxies, proxyTunnel: false };
  const direct = new Agent();
  const free = new EnvHttpProxyAgent(options);
  // Through a proxy, it is the proxy that looks up the host and reaches only what it may: its own address is not checked.
  const checking = new EnvHttpProxyAgent({ ...options, connect: { lookup: lookupPublic } });
  return {
    fetch,
    to: (url, checked) => {
      if (isLoopback(url.hostname)) return direct;
      return checked ? checking : free;
    },
    close: async () => {
      await Promise.all([direct.destroy(), free.destroy(), checking.destroy()]);
    },
  };
}

interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** What curl and its like read, the lower case first; an empty text keeps undici from looking itself. */
function proxiesOf(env: Readonly<Record<string, string | undefined>>): Proxies | string {
  const read = (name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';
  const proxies = { httpProxy: read('http_proxy'), httpsProxy: read('https_proxy') };
  const addresses = Object.entries(proxies).map(([name, proxy]) => [name, addressOf(proxy)] as const);
  const wrong = addresses.find(([, address]) => address === undefined);
  // The value can hold a password.
  if (wrong !== undefined)
    return `${wrong[0] === 'httpProxy' ? 'HTTP_PROXY' : 'HTTPS_PROXY'} is no http or https URL.`;
  return { ...(Object.fromEntries(addresses) as typeof proxies), noProxy: read('no_proxy') };
}

function addressOf(proxy: string): string | undefined {
  if (proxy === '') return '';
  const url = urlOf(proxy.includes('://') ? proxy : `http://${proxy}`);
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
