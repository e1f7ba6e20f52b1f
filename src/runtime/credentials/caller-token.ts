import type { Caller } from '../caller.js';
import { percentDecode } from '../request/encoding.js';
import { codedFormsOf, formsOf } from '../redaction.js';
import { ToolError } from '../tool-error.js';
import type { Message } from '../upstream/exchange.js';

/** Makes what proves of each message to the API that the token of the caller is not in it. */
export function createTokenFence(caller: Caller | undefined): (message: Message) => void {
  if (caller === undefined || caller.token === '') return () => undefined;
  const forms = [...new Set([...formsOf(caller.token), ...codedFormsOf(caller.token)])];
  return ({ url, headers, body }) => {
    const isIn = (text: string | Buffer): boolean => forms.some((form) => text.includes(form));
    const isInEncoded = (text: string): boolean =>
      isIn(text) || (text.includes('%') && isIn(percentDecode(text)));
    const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
    const places: Readonly<Record<string, () => boolean>> = {
      'its URL': () => isInEncoded(url.href),
      'its headers': () => [...headers.values()].some(isInEncoded),
      'its body': () =>
        body !== undefined && (isForm && typeof body === 'string' ? isInEncoded(body) : isIn(body)),
    };
    const place = Object.keys(places).find((name) => places[name]?.());
    if (place === undefined) return;
    throw new ToolError(
      'invalid-credentials',
      `The token of the caller was about to be sent to the API in ${place}: it is meant for this server alone. ` +
        'That request was not sent.',
    );
  };
}
