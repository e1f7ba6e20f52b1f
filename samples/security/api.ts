import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createChecks, problem, type Asked, type Check, type Checks } from './schemes.js';
import { createTokenEndpoint, type Answer, type TokenEndpoint } from './token-endpoint.js';

/** A running API of invoices, with its token endpoint at `/oauth/token`. */
export interface SecurityApi {
  /** `http://127.0.0.1:<port>/v1` */
  readonly url: string;
  /** How many tokens were given out. */
  readonly issued: () => number;
  readonly close: () => Promise<void>;
}

interface Invoice {
  readonly id: number;
  readonly customer: string;
  readonly total: number;
  readonly status: string;
}

const tokenSeconds = 60;

/** Starts the API that openapi.yaml describes, on loopback; port 0 takes a free one. */
export async function startSecurityApi(port = 0): Promise<SecurityApi> {
  const tokens = createTokenEndpoint(tokenSeconds);
  const routes = routesOf(createChecks(tokens), new Map(firstInvoices.map((each) => [each.id, each])));
  const server = createServer((request, response) => {
    answer(request, routes, tokens).then(
      (given) => send(response, given),
      () => send(response, problem(500, 'Something broke.')),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/v1`,
    issued: tokens.issued,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const firstInvoices: readonly Invoice[] = [
  { id: 1, customer: 'Ada', total: 120, status: 'paid' },
  { id: 2, customer: 'Grace', total: 75.5, status: 'open' },
];

/** An operation: who may call it, all checks together, and what it does. */
interface Route {
  readonly checks: readonly Check[];
  readonly run: (called: Called) => Answer;
}

interface Called extends Asked {
  readonly id: number;
  readonly body: string;
  readonly caller: string;
}

async function answer(
  request: IncomingMessage,
  routes: Readonly<Record<string, Route>>,
  tokens: TokenEndpoint,
): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = (await buffer(request)).toString();
  if (request.method === 'POST' && url.pathname === '/oauth/token')
    return tokens.issue(new URLSearchParams(body), request.headers.authorization);
  const name = `${request.method} ${url.pathname.replace(/^\/v1(?=\/)/, '').replace(/\/\d+(?=\/|$)/, '/{}')}`;
  const route = url.pathname.startsWith('/v1/') && Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (route === undefined) return problem(404, 'There is nothing here.');
  let caller = 'nobody';
  for (const check of route.checks) {
    const found = check({ request, url });
    if ('refusal' in found) return found.refusal;
    ({ caller } = found);
  }
  return route.run({
    request,
    url,
    body,
    caller,
    id: Number(/\/(\d+)(?:\/|$)/.exec(url.pathname)?.[1] ?? 0),
  });
}

/** What everybody is told who is let in. */
const seen = ({ caller }: Called): Answer => json(200, { caller });

function routesOf(checks: Checks, invoices: Map<number, Invoice>): Readonly<Record<string, Route>> {
  const { desk } = checks;
  return {
    ...invoiceRoutes(checks, invoices),
    'GET /status': { checks: [], run: seen },
    'GET /rates': { checks: [anybodyOr(checks.ratesKey)], run: seen },
    'GET /calendar': { checks: [checks.session], run: seen },
    'GET /archive': { checks: [checks.archivist], run: seen },
    'GET /ledger': { checks: [checks.accountant], run: seen },
    'GET /reports': { checks: [checks.auditor], run: seen },
    'GET /customer': { checks: [checks.customer], run: seen },
    'GET /employee': { checks: [checks.employee], run: seen },
    'DELETE /invoices/{}': {
      checks: [desk('invoices:write', 'invoices:cancel')],
      run: ({ id }) => (invoices.delete(id) ? { status: 204 } : noInvoice(id)),
    },
  };
}

function invoiceRoutes(
  { desk, approver, printer }: Checks,
  invoices: Map<number, Invoice>,
): Readonly<Record<string, Route>> {
  const read = [desk('invoices:read')];
  return {
    'GET /invoices': {
      checks: read,
      run: ({ url }) => {
        const status = url.searchParams.get('status');
        return json(
          200,
          [...invoices.values()].filter((each) => status === null || each.status === status),
        );
      },
    },
    'POST /invoices': { checks: [desk('invoices:write')], run: ({ body }) => create(invoices, body) },
    'GET /invoices/{}': {
      checks: read,
      run: ({ id }) => withInvoice(invoices, id, (found) => json(200, found)),
    },
    'PUT /invoices/{}/approval': {
      checks: [desk('invoices:write'), approver],
      run: ({ id }) =>
        withInvoice(invoices, id, (found) => {
          const approved = { ...found, status: 'approved' };
          invoices.set(id, approved);
          return json(200, approved);
        }),
    },
    'GET /invoices/{}/print': {
      checks: [eitherOf(printer, desk('invoices:read'))],
      run: ({ id, caller }) =>
        withInvoice(invoices, id, (found) => text(`Invoice ${id} to ${found.customer}, for the ${caller}\n`)),
    },
  };
}

function create(invoices: Map<number, Invoice>, body: string): Answer {
  const given = parsed(body);
  if (typeof given !== 'object' || given === null || !('customer' in given) || !('total' in given))
    return problem(400, 'An invoice needs a customer and a total.');
  const invoice = {
    id: Math.max(0, ...invoices.keys()) + 1,
    customer: String(given.customer),
    total: Number(given.total),
    status: 'open',
  };
  invoices.set(invoice.id, invoice);
  return json(201, invoice);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function withInvoice(
  invoices: ReadonlyMap<number, Invoice>,
  id: number,
  run: (invoice: Invoice) => Answer,
): Answer {
  const invoice = invoices.get(id);
  return invoice === undefined ? noInvoice(id) : run(invoice);
}

function noInvoice(id: number): Answer {
  return problem(404, `No invoice has the id ${id}.`);
}

function eitherOf(first: Check, second: Check): Check {
  return (asked) => {
    const found = first(asked);
    return 'caller' in found ? found : second(asked);
  };
}

function anybodyOr(check: Check): Check {
  return (asked) => {
    const found = check(asked);
    return 'caller' in found ? found : { caller: 'anybody' };
  };
}

function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function text(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
