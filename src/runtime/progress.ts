import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallContext } from './call.js';

/** Tells a client how far its call is. */
interface Progress {
  readonly progress: CallContext['progress'];
  /** Says that the call is answered. */
  readonly end: () => void;
}

/** Tells the client how far a call is: only if it asked to hear, and never after the call was cancelled or answered. */
export function startProgress({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  let sent = 0;
  let open = progressToken !== undefined;
  return {
    progress: (message) => {
      if (!open || mcpReq.signal.aborted || progressToken === undefined) return;
      const params = { progressToken, progress: ++sent, message };
      // A client that is gone needs no progress, and its call ends by the signal.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    end: () => {
      open = false;
    },
  };
}
