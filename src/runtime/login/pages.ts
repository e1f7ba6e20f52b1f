/** What the browser is shown at the end of a login. */
export type LoginPage = 'done' | 'failed' | 'stranger' | 'elsewhere';

const texts: Readonly<Record<LoginPage, readonly [title: string, text: string]>> = {
  done: ['You are signed in', 'Go back to the terminal. You can close this page.'],
  failed: [
    'You are not signed in',
    'The terminal in which the login was started says why. You can close this page.',
  ],
  stranger: [
    'This is another login',
    'The login that waits here did not ask for this. Start again from the terminal.',
  ],
  elsewhere: ['Nothing is here', 'A login is waited for at another address.'],
};

/** A page of fixed text, which loads nothing, is kept nowhere, and tells nobody where it was called from. */
export function loginPages(page: LoginPage): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const [title, text] = texts[page];
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  return {
    headers,
    body: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`,
  };
}
