import { preflightAnswer } from '../cors.js';
import { refusal } from '../refusal.js';
import { signatureAlgorithms } from './jose-library.js';
import type { OAuthAuthorization } from './oauth-settings.js';
import type { InboundRequest } from './presented.js';

const wellKnown = '/.well-known/oauth-protected-resource';

const anyOrigin = { 'access-control-allow-origin': '*' } as const;

/**
 * Answers with RFC 9728's metadata, which every client may read, those in browsers too; `undefined` elsewhere. They stand
 * at the root and below it by the path of the resource, and by the path that is served: a proxy may have changed one.
 */
export function createMetadata(
  authorization: OAuthAuthorization,
  servedPath: string,
): (request: InboundRequest) => Response | undefined {
  const paths = new Set([
    wellKnown,
    ...[servedPath, new URL(authorization.resource).pathname].map(
      (path) => `${wellKnown}${withoutEnd(path)}`,
    ),
  ]);
  const document = JSON.stringify(metadataOf(authorization));
  return ({ method, url, headers }) => {
    if (!paths.has(withoutEnd(url.pathname))) return undefined;
    switch (method) {
      case 'GET':
      case 'HEAD':
        return new Response(method === 'GET' ? document : null, {
          headers: { 'content-type': 'application/json', ...anyOrigin },
        });
      case 'OPTIONS':
        return preflightAnswer(headers, { methods: 'GET, HEAD, OPTIONS', origin: '*' });
      default:
        return refusal(405, 'Only GET is served here.', { allow: 'GET, HEAD, OPTIONS', ...anyOrigin });
    }
  };
}

function metadataOf({
  issuer,
  resource,
  resourceName,
  scopes,
  dpop,
  certificateHeader,
}: OAuthAuthorization): Readonly<Record<string, unknown>> {
  return {
    resource,
    authorization_servers: [issuer],
    ...(scopes.all.length > 0 && { scopes_supported: scopes.all }),
    bearer_methods_supported: ['header'],
    resource_name: resourceName,
    ...(dpop !== 'refuse' && { dpop_signing_alg_values_supported: signatureAlgorithms }),
    ...(dpop === 'require' && { dpop_bound_access_tokens_required: true }),
    ...(certificateHeader !== undefined && { tls_client_certificate_bound_access_tokens: true }),
  };
}

function withoutEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
