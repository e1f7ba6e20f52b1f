/** A challenge of `WWW-Authenticate` (RFC 9110 11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By name in lower case; of several of one name the first. */
  readonly parameters: ReadonlyMap<string, string>;
}

const separators = /[\s,]*/y;
const token = /[!#$%&'*+\-.^`|~\w]+/y;
const token68 = / +[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
// Values that should be quoted and are not are read all the same: base64 among them ends in `=`.
const parameter = /([!#$%&'*+\-.^`|~\w]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))(?=[ \t]*(?:,|$))/y;

/** The challenges of an answer, in their order; what follows a malformed one in its field is left out. */
export function readChallenges(fields: string | readonly string[] | undefined): readonly Challenge[] {
  return [fields ?? []].flat().flatMap(readField);
}

function readField(field: string): readonly Challenge[] {
  const challenges: (Challenge & { readonly parameters: Map<string, string> })[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(field);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(separators);
    const found = take(parameter);
    const current = challenges.at(-1)?.parameters;
    if (found !== null) {
      const [, name = '', quoted, plain = ''] = found;
      const key = name.toLowerCase();
      if (current?.has(key) === false) current.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
      continue;
    }
    const scheme = take(token)?.[0];
    if (scheme === undefined) return challenges;
    challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    take(token68);
  }
}
