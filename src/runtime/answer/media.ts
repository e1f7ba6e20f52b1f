import { limitSettings } from '../limits.js';
import { essenceOf } from '../media-types.js';
import { holdsSecret } from '../redaction.js';
import { toldText, type Content, type Told } from './content.js';
import { withTruncation } from './fit-text.js';

/** Images and audio are blocks of their own; there is no structure beside them, since hosts would show that alone. */
export function readMedia(type: 'image' | 'audio'): (content: Content) => Told {
  return (content) =>
    toldInstead(content) ?? {
      content: [{ type, data: content.bytes.toString('base64'), mimeType: essenceOf(content.mediaType) }],
    };
}

/** Any other bytes are an embedded resource. */
export function readBinary(content: Content): Told {
  const { mediaType, bytes, uri } = content;
  const resource = { uri, mimeType: essenceOf(mediaType), blob: bytes.toString('base64') };
  return toldInstead(content) ?? { content: [{ type: 'resource', resource }] };
}

/** What is told of bytes in place of them, where they cannot be given. */
function toldInstead(content: Content): Told | undefined {
  if (isTooLarge(content)) return toldSize(content);
  const { bytes, mediaType, redact } = content;
  if (!holdsSecret(bytes, redact)) return undefined;
  const what = `The content is ${essenceOf(mediaType)} of ${bytes.length} bytes`;
  return toldText(`${what}; it is not given, since it holds a secret of this server.`);
}

/** Of bytes that were not read to their end the beginning is of no use. */
function isTooLarge({ bytes, cut, limits }: Content): boolean {
  return cut !== undefined || bytes.length > limits.binaryBytes;
}

function toldSize({ bytes, cut, limits, mediaType }: Content): Told {
  const size =
    cut === undefined ? `${bytes.length} bytes` : `more than ${bytes.length} bytes, which were not all read`;
  const message =
    `The content is ${essenceOf(mediaType)} of ${size}; up to ${limits.binaryBytes} bytes are given. ` +
    `Ask the API for a smaller one, or for a link to it; the operator of this server can raise ` +
    `${limitSettings.binaryBytes.env}.`;
  const truncation = { message, bytes: bytes.length, ...(cut && { stopped: cut }) };
  return withTruncation(toldText(message), truncation);
}
