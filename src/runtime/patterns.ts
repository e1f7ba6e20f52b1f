/** Decides whether a text matches one `pattern`. */
interface Pattern {
  readonly test: (text: string) => boolean;
}

/** Compiles the patterns of JSON Schemas for one validator. */
export interface PatternEngine {
  readonly compile: (source: string) => Pattern;
  /** Starts a new validation: each has so much text to match and no more. */
  readonly reset: () => void;
}

/** Characters that one validation matches against patterns; what lies beyond is the API's to refuse. */
const textBudget = 100_000;

/** What one match costs beside its text. */
const matchCost = 16;

const unchecked: Pattern = { test: () => true };

/** ECMA-262 counts these as white space; RE2 only the ASCII ones. */
const whiteSpace =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/**
 * Loads an engine that matches in linear time whatever the pattern: arguments are hostile, and the
 * engine of the language takes exponential time for some patterns.
 */
export async function loadPatternEngine(): Promise<PatternEngine> {
  const { RE2JS } = await import('re2js');
  let left = textBudget;

  const compile = (source: string): Pattern => {
    const translated = withUnicodeSpaces(RE2JS.translateRegExp(source));
    if (translated === undefined) return unchecked;
    try {
      const compiled = RE2JS.compile(translated);
      return {
        test: (text) => {
          left -= text.length + matchCost;
          return left < 0 || compiled.test(text);
        },
      };
    } catch {
      // Look-around, back-references and the like have no linear-time form: such a pattern is not checked.
      return unchecked;
    }
  };
  return {
    compile,
    reset: () => {
      left = textBudget;
    },
  };
}

/** Spells out `\s` and `\S` as ECMA-262 means them; `undefined` where RE2 has no way to say it. */
function withUnicodeSpaces(source: string): string | undefined {
  let text = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') {
      const escape = source.charAt(++at);
      if (escape === 'S' && inClass) return undefined;
      text += spaceEscape(escape, inClass) ?? character + escape;
      continue;
    }
    if (character === '[') inClass = true;
    if (character === ']') inClass = false;
    text += character;
  }
  return text;
}

function spaceEscape(escape: string, inClass: boolean): string | undefined {
  if (escape === 's') return inClass ? whiteSpace : `[${whiteSpace}]`;
  if (escape === 'S') return `[^${whiteSpace}]`;
  return undefined;
}
