import type { Caller } from '../caller.js';
import { percentDecode } from '../request/encoding.js';
import { codedFormsOf, formsOf } from '../redaction.js';
import { ToolError } from '../tool-error.js';
import type { Message } from '../upstream/exchange.js';

/** Makes what proves of each message to the API that the token of the caller is not in it. */
export function createTokenFence(caller: Caller | undefined): (message: Message) => void {
  if (caller === undefined || caller.token === '') return () => undefined;
  const forms = [...new Set([...formsOf(caller.token), ...codedFormsOf(caller.token)])];
  const hex = Buffer.from(caller.token, 'utf8').toString('hex');
  return ({ url, headers, body }) => {
    const isIn = (text: string | Buffer): boolean =>
      forms.some((form) => text.includes(form)) || isInHex(text, hex);
    const isInEncoded = (text: string): boolean => layersOf(text).some(isIn);
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

/** Hexadecimal digits can be of either case, and mixed. */
function isInHex(text: string | Buffer, hex: string): boolean {
  const least = hex.length;
  if (text.length < least) return false;
  return (typeof text === 'string' ? text : text.toString('latin1')).toLowerCase().includes(hex);
}

/** More often than that nobody encodes a URL within a URL. */
const mostLayers = 4;

/** A text, and what it stands for as often as it is percent-encoded. */
function layersOf(text: string): readonly (string | Buffer)[] {
  const layers: (string | Buffer)[] = [text];
  let last = text;
  while (last.includes('%') && layers.length <= mostLayers) {
    const decoded = percentDecode(last);
    layers.push(decoded);
    const next = decoded.toString('latin1');
    if (next === last) break;
    last = next;
  }
  return layers;
}
