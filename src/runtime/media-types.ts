/** `application/json` of `Application/JSON; charset=utf-8`. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The parameter `name` of a media type: `utf-8` for `charset` above. */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  const [, ...parameters] = mediaType.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"|")+/g) ?? [];
  for (const parameter of parameters) {
    const [key = '', ...rest] = parameter.split('=');
    if (key.trim().toLowerCase() !== name || rest.length === 0) continue;
    const value = rest.join('=').trim();
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
  }
  return undefined;
}

/** Whether a text is a media type or a range of them that can stand in a header. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+[ \t]*(?:;[\x20-\x7e\t]*)?$/.test(text);
}

/** Whether a media type is JSON, by RFC 8259 or by the suffix of RFC 6839. */
export function isJson(mediaType: string): boolean {
  return /^(?:application|text)\/json$|^[^/]+\/[^/]+\+json$/.test(essenceOf(mediaType));
}

/** Whether a media type is XML, by RFC 7303. */
export function isXml(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|^[^/]+\/[^/]+\+xml$/.test(essenceOf(mediaType));
}

// Registered under `application`, yet texts all the same.
const textTypes =
  /^application\/(?:javascript|ecmascript|graphql|sql|toml|yaml|x-yaml|x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|x-sh|pem-certificate-chain|x-pem-file|sparql-query|sparql-update|n-triples|n-quads|trig|rtf)$|^[^/]+\/[^/]+\+(?:yaml|json-seq|jsonl|ndjson)$/;

/** Whether a media type is text that is neither JSON nor XML. */
export function isText(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || isXml(essence)) return false;
  return essence.startsWith('text/') || textTypes.test(essence);
}

/** Whether a media type says that its content is bytes. */
export function isBinary(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  if (isJson(essence) || isXml(essence) || isText(essence)) return false;
  return essence !== 'application/x-www-form-urlencoded' && !/^(?:\*|multipart|message)\//.test(essence);
}

/** How the items of a sequence are told apart: server-sent events, JSON Lines, JSON Text Sequences (RFC 7464). */
export type SequenceKind = 'events' | 'lines' | 'records';

const sequenceKinds: readonly (readonly [SequenceKind, RegExp])[] = [
  ['events', /^text\/event-stream$/],
  ['lines', /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-stream|stream\+json)$/],
  ['records', /^application\/(?:[^/]+\+)?json-seq$/],
];

/** The kind of sequence that a media type is (OpenAPI 3.2, Sequential Media Types); `undefined` for any other. */
export function sequenceKindOf(mediaType: string): SequenceKind | undefined {
  const essence = essenceOf(mediaType);
  return sequenceKinds.find(([, pattern]) => pattern.test(essence))?.[0];
}
