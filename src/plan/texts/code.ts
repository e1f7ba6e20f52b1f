/** The source of a pattern for fenced code and code spans (CommonMark 4.5 and 6.1): nothing in them is markup. */
export const code = '```(?:[^`]|`(?!``)){0,20000}```|`[^`\\n]{1,400}`';
