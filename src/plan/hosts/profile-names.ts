/** The ways in which tools can be listed: for every host, for people who read schemas, or for one host. */
export const profileNames = [
  'portable',
  'rich',
  'claude',
  'openai',
  'openai-strict',
  'gemini',
  'cursor',
  'chatgpt',
  'vscode',
  'n8n',
] as const;

/** The name of a profile. */
export type ProfileName = (typeof profileNames)[number];

/** The profiles that write schemas in a way of their own: what one of them asks another may forbid. */
export const rewriting: readonly ProfileName[] = ['openai-strict', 'gemini', 'cursor'];

/** Whether tools are listed for people who read schemas: hosts that refuse some of that come before it. */
export function isRich(profiles: readonly ProfileName[]): boolean {
  const others = profiles.filter((profile) => profile !== 'portable');
  return others.length > 0 && others.every((profile) => profile === 'rich');
}
