const quote = 0x22;
const backslash = 0x5c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Whether a JSON text has more levels of arrays and objects than this; costs less than reading the text. */
export function isNestedDeeper(json: string, deepest: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = stringEnd(json, at);
    } else if (code === openArray || code === openObject) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === closeArray || code === closeObject) depth -= 1;
  }
  return false;
}

/** The quote that ends the string that begins here; the length where none does. */
function stringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === backslash) before -= 1;
    // An even number of backslashes stand for themselves.
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
