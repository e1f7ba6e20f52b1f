/** What lists of tools and single tools may cost a model. Tokens are estimated, as `tokens.ts` does. */
export interface Budgets {
  /** Tools of a server. */
  readonly tools: number;
  /** All tools as they are listed. */
  readonly tokens: number;
  /** One tool as it is listed. */
  readonly toolTokens: number;
  /** Characters of a tool's description. */
  readonly descriptionCharacters: number;
}

/** What hosts and models take well. */
export const defaultBudgets: Budgets = {
  tools: 40,
  tokens: 12_000,
  toolTokens: 800,
  descriptionCharacters: 1024,
};
