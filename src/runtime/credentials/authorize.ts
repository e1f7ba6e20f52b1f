import type { Caller } from '../caller.js';
import type { CallHooks } from '../hooks.js';
import { ownMember } from '../own-member.js';
import { formsOf } from '../redaction.js';
import {
  useScheme,
  type Credential,
  type Credentials,
  type SecurityRequirement,
  type SecurityScheme,
} from '../security.js';
import type { UpstreamRequest } from '../request/request.js';
import { ToolError } from '../tool-error.js';
import type { ClientIdentity } from '../upstream/identity-agents.js';
import type { Message } from '../upstream/exchange.js';
import type { AnswerHead } from '../upstream/answer.js';
import type { Occasion } from '../upstream/send.js';
import { chooseSchemes, type ChosenScheme } from './choice.js';
import { credentialParts, type CredentialPart } from './parts.js';
import type { Placement, Renewal, SchemeUse } from './placement.js';
import type { TokenSource } from './token-wish.js';
import { variablesUsed } from './ways.js';

/** Where the credentials of all calls of a server come from. */
export interface CredentialSource {
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  readonly credentials: Credentials;
  /** The schemes that the operator has chosen by name. */
  readonly chosen: ReadonlySet<string>;
  /** Where access tokens come from. */
  readonly tokens: () => Promise<TokenSource>;
  readonly sessions: SchemeUse['sessions'];
}

/** What the credentials of one call are for. */
export interface CredentialWish {
  readonly source: CredentialSource;
  /** Any one of them is enough. */
  readonly requirements: readonly SecurityRequirement[];
  readonly caller: Caller | undefined;
  readonly authenticatorOf: CallHooks['authenticatorOf'];
  readonly signal: AbortSignal;
  /** Says of texts that nobody may see them: also of those that are there only later. */
  readonly hide: (texts: readonly string[]) => void;
}

/** The credentials of one call. */
export interface CallCredentials {
  /** Puts them into a message to the origin of the call, before the hooks see it. */
  readonly prepare: (message: Message, occasion: Occasion) => Promise<void>;
  /** Puts those into a message that speak of the whole of it. */
  readonly seal: (message: Message) => void;
  /** What a 401 asks for; missing where no credential can be renewed. */
  readonly renewal?: (head: AnswerHead) => Renewal | undefined;
  readonly identity?: ClientIdentity;
}

/**
 * Puts the credentials of one alternative into the request of a call, never a part of them: of the alternative that was
 * chosen by name, else of the first that is configured whole. One without schemes counts only where no other does.
 */
export async function authorize(request: UpstreamRequest, wish: CredentialWish): Promise<CallCredentials> {
  const { source, requirements, caller, authenticatorOf } = wish;
  const isHooked = (name: string): boolean => authenticatorOf(name) !== undefined;
  const placements: Placement[] = [];
  for (const scheme of await chooseSchemes({ ...source, requirements, caller, isHooked })) {
    placements.push(await placementOf(scheme, request, wish));
  }
  return together(placements);
}

async function placementOf(
  { name, scheme, scopes, credential }: ChosenScheme,
  request: UpstreamRequest,
  { source: { tokens, sessions }, authenticatorOf, caller, signal, hide }: CredentialWish,
): Promise<Placement> {
  const prepare = authenticatorOf(name)?.({ scheme, scopes, caller });
  if (prepare !== undefined) return { prepare };
  if (credential === undefined) return {};
  hide(hiddenFormsOf(scheme, credential));
  const { origin } = request.url;
  const use = { name, scheme, credential, scopes, caller, signal, origin, tokens, sessions, hide };
  const placement = await useScheme(use);
  try {
    placement.place?.(request);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const variables = variablesUsed(scheme, credential).join(' and ');
    throw new ToolError('invalid-credentials', `${error.message} Correct ${variables}; nothing was sent.`);
  }
  return placement;
}

/** By credential, since those of most calls are the same ones. */
const secretsByCredential = new WeakMap<Credential, readonly string[]>();

/** What of a credential nobody may see: parts that are not known are secret too. */
function hiddenFormsOf(scheme: SecurityScheme, credential: Credential): readonly string[] {
  const known = secretsByCredential.get(credential);
  if (known !== undefined) return known;
  const parts: Readonly<Record<string, CredentialPart>> = credentialParts(scheme).parts;
  const secrets = Object.entries(credential).filter(([part]) => ownMember(parts, part)?.secret !== false);
  const forms = secrets.flatMap(([, value]) => formsOf(value));
  secretsByCredential.set(credential, forms);
  return forms;
}

/** Several schemes as one. */
function together(placements: readonly Placement[]): CallCredentials {
  const renewing = placements.filter(({ renewal }) => renewal !== undefined);
  const identity = placements.find((placement) => placement.identity !== undefined)?.identity;
  return {
    prepare: async (message, occasion) => {
      for (const { prepare } of placements) await prepare?.(message, occasion);
    },
    seal: (message) => {
      for (const { seal } of placements) seal?.(message);
    },
    ...(renewing.length > 0 && { renewal: (head) => firstOf(renewing, (each) => each.renewal?.(head)) }),
    ...(identity !== undefined && { identity }),
  };
}

function firstOf<Item, Value>(
  items: readonly Item[],
  valueOf: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const value = valueOf(item);
    if (value !== undefined) return value;
  }
  return undefined;
}
