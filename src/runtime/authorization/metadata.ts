import { refusal } from '../refusal.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import type { InboundRequest } from './presented.js';

const wellKnown = '/.well-known/oauth-protected-resource';

const anyOrigin = { 'access-control-allow-origin': '*' } as const;

/**
 * Answers with RFC 9728's metadata, which every client may read, those in browsers too; `undefined` elsewhere. They stand
 * at the root and below it by the path of the resource, and by the path that is served: a proxy may have changed one.
 */
export function createMetadata(
  { issuer, resource, resourceName, scopes }: OAuthAuthorization,
  servedPath: string,
): (request: InboundRequest) => Response | undefined {
  const paths = new Set([
    wellKnown,
    ...[servedPath, new URL(resource).pathname].map((path) => `${wellKnown}${withoutEnd(path)}`),
  ]);
  const document = JSON.stringify({
    resource,
    authorization_servers: [issuer],
    ...(scopes.all.length > 0 && { scopes_supported: scopes.all }),
    bearer_methods_supported: ['header'],
    resource_name: resourceName,
  });
  return ({ method, url, headers }) => {
    if (!paths.has(withoutEnd(url.pathname))) return undefined;
    switch (method) {
      case 'GET':
      case 'HEAD':
        return new Response(method === 'GET' ? document : null, {
          headers: { 'content-type': 'application/json', ...anyOrigin },
        });
      case 'OPTIONS':
        return preflight(headers);
      default:
        return refusal(405, 'Only GET is served here.', { allow: 'GET, HEAD, OPTIONS', ...anyOrigin });
    }
  };
}

/** The answer to a preflight request of CORS: clients send headers of MCP along. */
function preflight(headers: Headers): Response {
  const asked = headers.get('access-control-request-headers') ?? '';
  return new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      ...(/^[\w\-, ]+$/.test(asked) && { 'access-control-allow-headers': asked }),
      vary: 'Access-Control-Request-Headers',
    },
  });
}

function withoutEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
