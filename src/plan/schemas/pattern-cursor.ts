/** Where reading a pattern stands. Reading goes on only as long as there is no problem. */
export interface PatternCursor {
  /** The pattern, by code points. */
  readonly text: readonly string[];
  at: number;
  /** Whether an engine of ECMA-262 takes the whole with the flag `u`: then nothing of it is another dialect's. */
  readonly isExpression: boolean;
  /** Whether letters fit in either case. */
  isCaseless: boolean;
  /** How many groups enclose this place. */
  depth: number;
  /** Why the pattern cannot be read. */
  problem: PatternProblem | undefined;
  /** What was found of dialects other than ECMA-262. */
  readonly foreign: Set<string>;
  /** Names of groups. */
  readonly names: Set<string>;
}

/** Whether an engine of ECMA-262 takes a pattern as Unicode, as JSON Schema asks. */
export function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Why a pattern is not listed. */
export interface PatternProblem {
  readonly says: string;
  /** Whether it is right in ECMA-262 all the same, so that nothing is wrong with the document. */
  readonly isLegal: boolean;
}

/** The character at the cursor; an empty text at the end. */
export function peek({ text, at }: PatternCursor, ahead = 0): string {
  return text[at + ahead] ?? '';
}

/** Steps over `word` where it stands at the cursor. */
export function skip(cursor: PatternCursor, word: string): boolean {
  const parts = [...word];
  if (!parts.every((part, ahead) => peek(cursor, ahead) === part)) return false;
  cursor.at += parts.length;
  return true;
}

/** Steps over what `expression` finds at the cursor, which it is anchored to. */
export function skipMatch(cursor: PatternCursor, expression: RegExp): RegExpExecArray | undefined {
  // What is looked for here is short: names, numbers, code points.
  const found = expression.exec(cursor.text.slice(cursor.at, cursor.at + 80).join(''));
  if (found === null) return undefined;
  cursor.at += [...found[0]].length;
  return found;
}

/** Ends the reading. */
export function fail(cursor: PatternCursor, says: string, isLegal = false): undefined {
  cursor.problem ??= { says, isLegal };
  return undefined;
}
