// An OpenID Provider (the package `oidc-provider`) as a process of its own, under the Node that it wants:
//   node issuer.mjs <folder with node_modules> <settings.json>
// It prints `{"port": …}` once it listens, and ends with its standard input.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { registerTokenExchange } from './token-exchange.mjs';

const [, , folder, settingsFile] = process.argv;
const settings = JSON.parse(readFileSync(settingsFile, 'utf8'));
const packages = createRequire(join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(packages.resolve(name)).href);
const { Provider, errors } = await load('oidc-provider');
const jose = await load('jose');

process.stdin.resume();
process.stdin.once('close', () => process.exit(0));

/** What an API that tokens are asked for has said of itself (RFC 8707). */
function resourceServer(indicator, client) {
  const resource = settings.resources.find((each) => each.indicator === indicator);
  if (resource === undefined) throw new errors.InvalidTarget();
  return {
    scope: resource.scopes.filter((scope) => client?.only_scopes?.includes(scope) ?? true).join(' '),
    audience: indicator,
    accessTokenTTL: resource.lifetimeSeconds,
    accessTokenFormat: resource.format,
    jwt: { sign: { alg: 'RS256' } },
  };
}

const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
const key = { ...(await jose.exportJWK(privateKey)), kid: 'issuer-key', alg: 'RS256', use: 'sig' };

const provider = new Provider(settings.issuer, {
  clients: settings.clients,
  jwks: { keys: [key] },
  cookies: { keys: ['cookies of a test'] },
  scopes: ['openid', 'offline_access'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  pkce: { required: () => true },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  rotateRefreshToken: true,
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  ttl: { Interaction: 600, Session: 600, Grant: 3600, AuthorizationCode: 60, DeviceCode: 600, IdToken: 600 },
  features: {
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true, allowedPolicy: () => true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_, client) => client.default_resource ?? [],
      getResourceServerInfo: (_, indicator, client) => resourceServer(indicator, client),
      useGrantedResource: () => true,
    },
  },
  extraClientMetadata: { properties: ['default_resource', 'only_scopes'] },
});
registerTokenExchange(provider, { jose, errors, resourceServer, verificationKey: key });
provider.on('server_error', (_, error) => console.error(error));

const server = createServer(provider.callback()).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: server.address().port }));
});
