import { typeName } from './text.js';

/**
 * What every module can name without an import. A type of that name would hide it wherever the type is imported: in
 * the printed modules, and in the code that people write beside them.
 */
const globals = new Set(
  (
    'AbortController AbortSignal AggregateError Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Atomics ' +
    'Awaited BigInt BigInt64Array BigUint64Array Blob Boolean Buffer Capitalize ConstructorParameters DataView Date ' +
    'Error EvalError Event EventTarget Exclude Extract File FinalizationRegistry Float32Array Float64Array FormData ' +
    'Function Generator Headers InstanceType Int16Array Int32Array Int8Array Intl Iterable Iterator JSON Lowercase ' +
    'Map Math NoInfer NonNullable Number Object Omit OmitThisParameter Parameters Partial Pick Promise PromiseLike ' +
    'PropertyKey Proxy RangeError ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ' +
    'ReferenceError Reflect RegExp Request Required Response ReturnType Set SharedArrayBuffer String Symbol ' +
    'SyntaxError TemplateStringsArray TextDecoder TextEncoder ThisParameterType ThisType TypeError URIError URL ' +
    'URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakMap WeakRef ' +
    'WeakSet'
  ).split(' '),
);

/**
 * The name of the type of each named schema: no word of the language, no name of a global, none of `taken`. Of schemas
 * that come to the same one, a schema of exactly that name keeps it.
 */
export function uniqueTypeNames(
  names: readonly string[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const unique = new Map<string, string>();
  const give = (name: string, type: string): void => {
    used.add(type);
    unique.set(name, type);
  };
  const isOwn = (name: string): boolean => baseName(name) === name && !taken.has(name);
  for (const name of names.filter(isOwn)) give(name, name);
  for (const name of names.filter((each) => !isOwn(each))) {
    const base = baseName(name);
    let candidate = base;
    for (let count = 2; used.has(candidate); count += 1) candidate = `${base}_${count}`;
    give(name, candidate);
  }
  return unique;
}

function baseName(name: string): string {
  const type = typeName(name);
  return globals.has(type) ? `${type}_` : type;
}
