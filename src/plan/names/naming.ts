/** How tools are to be called. */
export interface Naming {
  /** Whether a legal operationId stays as it is, or becomes `snake_case` like made names. */
  readonly style: NamingStyle;
  /** Characters of a name, the prefix included. */
  readonly longest: number;
  /** Stands before every name that nobody chose. */
  readonly prefix: string;
}

/** Every way to call tools. */
export const namingStyles = ['preserve', 'snake_case'] as const;

/** The name of a way to call tools. */
export type NamingStyle = (typeof namingStyles)[number];

/** What hosts take. */
export const longestToolName = 64;

/** How tools are called where nobody chose. */
export const defaultNaming: Naming = { style: 'preserve', longest: longestToolName, prefix: '' };
