import type { InboundRequest } from './authorization/presented.js';

/** Lets pages of some origins read what they are answered: the CORS protocol of the Fetch standard. */
export interface Sharing {
  /** Answers the browser of such a page, which asks before it sends; `undefined` for everything else. */
  readonly preflight: (request: InboundRequest) => Response | undefined;
  /** An answer that such a page may read, or the same answer. */
  readonly share: (response: Response, request: InboundRequest) => Response;
}

/** Without being exposed these could not be read: where tokens come from, and when to ask again. */
const exposed = 'WWW-Authenticate, Retry-After, Mcp-Session-Id';

/** Makes what is done for pages of these origins; cookies are never asked for. */
export function createSharing(origins: readonly string[]): Sharing {
  const sharedWith = ({ headers }: InboundRequest): string | undefined => {
    const origin = headers.get('origin');
    return origin !== null && isListedOrigin(origin, origins) ? origin : undefined;
  };
  return {
    preflight: (request) => {
      const origin = sharedWith(request);
      const isAsked = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
      return isAsked && origin !== undefined
        ? preflightAnswer(request.headers, { methods: 'POST' })
        : undefined;
    },
    share: (response, request) => {
      const origin = sharedWith(request);
      if (origin === undefined || response.headers.has('access-control-allow-origin')) return response;
      const headers = new Headers(response.headers);
      headers.set('access-control-allow-origin', origin);
      headers.set('access-control-expose-headers', exposed);
      headers.append('vary', 'Origin');
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

interface PreflightRules {
  readonly methods: string;
  /** Of everyone, where it is the same for all. */
  readonly origin?: '*';
}

/** The answer to a preflight request: every header may be sent, since clients send headers of MCP and of tools along. */
export function preflightAnswer(asking: Headers, { methods, origin }: PreflightRules): Response {
  const names = asking.get('access-control-request-headers') ?? '';
  return new Response(null, {
    status: 204,
    headers: {
      ...(origin && { 'access-control-allow-origin': origin }),
      'access-control-allow-methods': methods,
      ...(/^[\w\-, ]+$/.test(names) && { 'access-control-allow-headers': names }),
      vary: 'Access-Control-Request-Headers',
    },
  });
}

/** Whether an Origin header is one of these: an origin as it is, or a host name of any scheme and port. */
export function isListedOrigin(header: string, origins: readonly string[]): boolean {
  if (!URL.canParse(header)) return false;
  const { origin, hostname } = new URL(header);
  return origin !== 'null' && (origins.includes(origin) || origins.includes(hostname));
}
