import type { Caller } from '../caller.js';
import { percentDecode } from '../request/encoding.js';
import { formsOf } from '../redaction.js';
import { ToolError } from '../tool-error.js';
import type { Message } from '../upstream/exchange.js';

/** Makes what proves of each message to the API that the token of the caller is not in it. */
export function createTokenFence(caller: Caller | undefined): (message: Message) => void {
  if (caller === undefined || caller.token === '') return () => undefined;
  const forms = [...new Set([...formsOf(caller.token), ...base64FormsOf(caller.token)])];
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

/** What the base64 of a text with anything before and behind it holds, wherever the text begins. */
function base64FormsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes]);
    // Characters that mix in bits of what stands before or behind are left out.
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((coded.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((coding) => coded.toString(coding).slice(first, last));
  });
}
