/** Whether a key of a `content` map is a media type, parameters included, that a header can carry. */
export function isMediaRange(text: string): boolean {
  return /^[\w!#$%&'*+\-.^`|~]+\/[\w!#$%&'*+\-.^`|~]+\s*(?:;[\x20-\x7e]*)?$/.test(text);
}
