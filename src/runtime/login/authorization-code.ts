import { partOf, type OAuthClient } from '../credentials/oauth-client.js';
import type { AskIssuer } from '../issuers/issuer-request.js';
import type { Grant } from '../credentials/token-answer.js';
import { requestGrant } from '../credentials/token-request.js';
import { within } from '../upstream/deadline.js';
import { openBrowser } from './browser.js';
import type { LoginFlags } from './flags.js';
import { loadLoginLibrary, type LoginLibrary } from './login-library.js';
import { LoginFailure } from './login-failure.js';
import { listenForRedirect, type Redirect } from './redirect.js';
import { promptFor } from './scopes.js';
import type { LoginServer } from './server.js';

/** What a flow is given. */
export interface LoginRun {
  readonly client: OAuthClient;
  readonly server: LoginServer;
  readonly scopes: readonly string[];
  readonly flags: LoginFlags;
  readonly ask: AskIssuer;
  /** Aborts when the login has taken too long, or is no longer wanted. */
  readonly signal: AbortSignal;
  /** Tells the person who signs in. */
  readonly say: (line: string) => void;
  /** Keeps what the login has brought. */
  readonly keep: (grant: Grant) => Promise<void>;
}

/** Signs in by a browser on this machine: Authorization Code Grant with PKCE (RFC 6749 4.1, RFC 7636, RFC 8252). */
export async function signInByBrowser(run: LoginRun): Promise<void> {
  const { flags, signal, say, keep } = run;
  const library = await loadLoginLibrary();
  const redirect = await listenForRedirect({ uri: flags.redirectUri, port: flags.port });
  try {
    const state = library.generateRandomState();
    const verifier = library.generateRandomCodeVerifier();
    const challenge = await library.calculatePKCECodeChallenge(verifier);
    const page = authorizationPage(run, { redirect, state, challenge });
    say(`Sign in at this address${flags.browser ? ', which the browser opens' : ''}:\n\n  ${page.href}\n`);
    say(`The answer is waited for at ${redirect.uri}; Ctrl-C gives up.`);
    const answered = redirect.answer(state, signal);
    if (flags.browser) openBrowser(page);
    const { parameters, show } = await answered;
    try {
      const code = readCode(parameters, state, run, library);
      await keep(await within(signal, redeem(code, verifier, redirect, run)));
      await show('done');
    } catch (error) {
      await show('failed');
      throw error;
    }
  } finally {
    redirect.close();
  }
}

interface PageParts {
  readonly redirect: Redirect;
  readonly state: string;
  readonly challenge: string;
}

function authorizationPage(
  { client, server, scopes, flags }: LoginRun,
  { redirect, state, challenge }: PageParts,
): URL {
  const page = new URL(server.startEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: partOf(client, 'clientId'),
    redirect_uri: redirect.uri,
    scope: scopes.join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: promptFor(scopes, flags.prompt),
    audience: partOf(client, 'audience'),
    resource: partOf(client, 'resource'),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') page.searchParams.set(name, value);
  }
  return page;
}

/** The code of an answer that comes from this server, and is no refusal. */
function readCode(
  answer: URLSearchParams,
  state: string,
  { client, server }: LoginRun,
  library: LoginLibrary,
): string {
  const { issuer, metadata } = server;
  const parameters = new URLSearchParams(answer);
  // Where nobody knows the name of the server, nothing can be told from it.
  if (issuer === undefined) parameters.delete('iss');
  const isIssTold = metadata?.['authorization_response_iss_parameter_supported'] === true;
  const named = {
    issuer: issuer ?? server.startEndpoint.origin,
    ...(isIssTold && { authorization_response_iss_parameter_supported: true }),
  };
  try {
    const clientId = partOf(client, 'clientId') ?? '';
    const code = library.validateAuthResponse(named, { client_id: clientId }, parameters, state).get('code');
    if (code) return code;
  } catch {
    throw new LoginFailure(whyRefused(parameters, issuer));
  }
  throw new LoginFailure('The issuer sent back neither a code nor an error.');
}

function whyRefused(parameters: URLSearchParams, issuer: string | undefined): string {
  const [iss, ...more] = parameters.getAll('iss');
  if (
    issuer !== undefined &&
    (iss !== issuer || more.length > 0) &&
    !(iss === undefined && parameters.has('error'))
  )
    return `The answer does not come from ${issuer}: its \`iss\` is ${iss === undefined ? 'missing' : 'another'} (RFC 9207).`;
  const error = parameters.get('error') ?? '';
  // RFC 6749 4.1.2.1: the characters of a code. Its description is the issuer's own words, and stays unread.
  const code = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(error) ? error : 'without a usable code';
  return `The issuer refuses the login: ${code}.${error === 'access_denied' ? ' Whoever signed in said no, or may not.' : ''}`;
}

function redeem(code: string, verifier: string, { uri }: Redirect, run: LoginRun): Promise<Grant> {
  const { client, server, ask } = run;
  const request = {
    grantType: 'authorization_code',
    parameters: { code, redirect_uri: uri, code_verifier: verifier, resource: partOf(client, 'resource') },
    secrets: [code, verifier],
  };
  return requestGrant(client, server.tokenEndpoint, request, ask);
}
