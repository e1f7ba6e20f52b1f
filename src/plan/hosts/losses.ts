/** What the listing for a host cannot give, in words. */
export const losses = {
  cleared: 'null counts as not given, so members that can be both null and left out cannot be cleared',
  any: 'where values of any type are taken, texts, numbers and truth values alone can be given',
  mixed: 'where a text or an object with members of any name is taken, the text alone can be given',
  alone: 'where an object or a list is described among values of other types, it alone can be given',
  further: 'members beyond those that are listed cannot be given',
  unnamed: 'where values of any type are taken, it is not said that null is one of them',
} as const;

/** One of `losses`. */
export type Loss = keyof typeof losses;
