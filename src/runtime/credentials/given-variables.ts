import { ownMember } from '../own-member.js';
import type { Credential, SecurityScheme } from '../security.js';

// A credential is its parts and nothing else, whoever gave them.
const fromFiles = new WeakMap<Credential, ReadonlySet<string>>();

/** Takes note of the parts of a credential that stood in files. */
export function noteFiles(credential: Credential, parts: ReadonlySet<string>): void {
  if (parts.size > 0) fromFiles.set(credential, parts);
}

/** Makes a credential of some parts of another. */
export function withoutParts(credential: Credential, left: readonly string[]): Credential {
  const kept = Object.fromEntries(Object.entries(credential).filter(([part]) => !left.includes(part)));
  noteFiles(kept, fromFiles.get(credential) ?? new Set());
  return kept;
}

/** The variable to look at for a part of a credential: its own, or that of its file. */
export function variableGiven(
  { scheme, credential }: { readonly scheme: Pick<SecurityScheme, 'env'>; readonly credential: Credential },
  part: string,
): string | undefined {
  const variable = ownMember(scheme.env, part);
  return variable !== undefined && fromFiles.get(credential)?.has(part) === true
    ? `${variable}_FILE`
    : variable;
}
