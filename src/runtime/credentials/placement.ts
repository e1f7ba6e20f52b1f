import type { Caller } from '../caller.js';
import type { HookedMessage } from '../hooks.js';
import type { Credential, Outgoing, SchemeShape } from '../security.js';
import type { AnswerHead } from '../upstream/answer.js';
import type { ClientIdentity } from '../upstream/identity-agents.js';
import type { Occasion } from '../upstream/send.js';
import type { DigestSession } from './digest.js';
import type { TokenSource } from './token-wish.js';

/** The use of a scheme's credential in one call. */
export interface SchemeUse<Shape extends SchemeShape = SchemeShape> {
  /** The scheme's, as the document has it. */
  readonly name: string;
  readonly scheme: Shape & { readonly env: Readonly<Record<string, string>> };
  readonly credential: Credential;
  /** Those of the Security Requirement Object. */
  readonly scopes: readonly string[];
  readonly caller: Caller | undefined;
  /** Aborts when the call is over. */
  readonly signal: AbortSignal;
  /** Where the call goes: credentials go nowhere else. */
  readonly origin: string;
  readonly tokens: () => Promise<TokenSource>;
  /** What an API has asked for, by scheme and origin: calls of a server share it. */
  readonly sessions: Map<string, DigestSession>;
  /** Says of texts that nobody may see them. */
  readonly hide: (texts: readonly string[]) => void;
}

/** Makes a message ready to be sent once more; `false` where there is nothing new to send it with. */
export type Renewal = (message: Outgoing) => Promise<boolean>;

/** What a credential does to the messages of its call: to those alone that go to the origin of the call. */
export interface Placement {
  /** Puts it into the request of the call. */
  readonly place?: (request: Outgoing) => void;
  /** Puts it into each message, before the hooks see that. */
  readonly prepare?: (message: HookedMessage, occasion: Occasion) => Promise<void>;
  /** Puts it into each message when all else is in it, and nothing will be changed any more. */
  readonly seal?: (message: HookedMessage) => void;
  /** What an answer 401 asks for; `undefined` where it is the last word. A `ToolError` tells what cannot be done. */
  readonly renewal?: (head: AnswerHead) => Renewal | undefined;
  /** What stands for the server in the connection. */
  readonly identity?: ClientIdentity;
}
