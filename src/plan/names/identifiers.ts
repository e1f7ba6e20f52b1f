import { digestOf, groupBy, wordsOf } from './words.js';

/** Names that a module cannot export, or that are found on every object. */
const reserved = new Set(
  (
    'abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger ' +
    'declare default delete do else enum eval export extends false finally for from function get globalthis if ' +
    'implements import in infer infinity instanceof interface is keyof let module namespace nan never new null ' +
    'number object of package private protected prototype proto public readonly require return satisfies set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown using var void while with ' +
    'yield hasownproperty isprototypeof propertyisenumerable tolocalestring tostring valueof tool'
  ).split(' '),
);

/**
 * The exported constant of each tool: the tool's name in camel case. Where several tools come to the same one,
 * ignoring case, only the tool of exactly that name keeps it, the first of several by their letters.
 */
export function identifiersOf(toolNames: readonly string[]): ReadonlyMap<string, string> {
  const identifiers = new Map<string, string>();
  const groups = groupBy(toolNames, (name) => identifierOf(name).toLowerCase());
  const taken = new Set(groups.keys());
  for (const group of groups.values()) {
    const [exact] = group.filter((name) => identifierOf(name) === name).sort();
    const keeper = group.length === 1 ? group[0] : exact;
    for (const name of group) {
      const identifier = name === keeper ? identifierOf(name) : withDigest(name, taken);
      identifiers.set(name, identifier);
      taken.add(identifier.toLowerCase());
    }
  }
  return identifiers;
}

function withDigest(name: string, taken: ReadonlySet<string>): string {
  const ends = [4, 8, 16, 64].map((digits) => `${identifierOf(name)}_${digestOf(name, digits)}`);
  return (
    ends.find((identifier) => !taken.has(identifier.toLowerCase())) ?? `${identifierOf(name)}_${taken.size}`
  );
}

function identifierOf(name: string): string {
  const [first = 'tool', ...others] = wordsOf(name);
  const made = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const camel = /^[a-z][a-zA-Z0-9]*$/.test(name) ? name : made;
  const start = /^[a-z]/.test(camel) ? camel : `tool${camel}`;
  return reserved.has(start.toLowerCase()) ? `${start}Tool` : start;
}
