import { isRepeatable } from '../effects.js';
import type { ToolDefinition } from '../manifest.js';

interface Advice {
  /** What the model may do next. */
  readonly text: string;
  /** Where the call may have changed something, or may do so twice. */
  readonly unsafe?: string;
}

const credentials: Advice = {
  text: 'The API refused the credentials of this server; no argument changes that. Tell the user.',
};
const correct: Advice = { text: 'Correct the arguments by what the API says, then call again.' };
const never: Advice = { text: 'The API does not offer this; do not call it again in this way.' };
const later: Advice = {
  text: 'The fault is on the side of the API; the same call may be made again later.',
  unsafe:
    'The fault is on the side of the API; whether it did what was asked is not known. Find out before you call again.',
};

/** What a model may do next, by status (RFC 9110 15, RFC 6585). A new one is an entry here. */
const byStatus: ReadonlyMap<number, Advice> = new Map([
  [304, { text: 'Nothing has changed since: what you have is still right.' }],
  [400, correct],
  [401, credentials],
  [402, { text: 'The API wants to be paid for this; tell the user.' }],
  [403, { text: "This server's credentials do not allow this; no argument changes that. Tell the user." }],
  [
    404,
    { text: 'Check the ids and names in the arguments: what they name is not there, or not to be seen.' },
  ],
  [405, never],
  [406, { text: 'The API does not have this in a form that this tool takes; tell the user.' }],
  [407, credentials],
  [408, later],
  [409, { text: 'It clashes with the present state: read that first, then decide whether to call again.' }],
  [410, { text: 'What the arguments name is gone for good; do not ask for it again.' }],
  [412, { text: 'It was changed since it was read: read it again, then call with its present state.' }],
  [413, { text: 'Send less.' }],
  [414, { text: 'Use shorter arguments.' }],
  [
    415,
    { text: 'The API does not take content of this type; use another content type if the tool offers one.' },
  ],
  [416, { text: 'Ask for a range that exists.' }],
  [422, correct],
  [423, { text: 'It is locked; wait, or ask the user to unlock it.' }],
  [425, { text: 'The same call may be made again in a moment.' }],
  [428, { text: 'Read it first, then call again with the condition that the API asks for.' }],
  [429, { text: 'These were too many calls: wait before the next one.' }],
  [431, { text: 'Use shorter arguments.' }],
  [451, { text: 'The API may not give this for legal reasons; tell the user.' }],
  [501, never],
  [505, never],
  [507, { text: 'The API has no room left; tell the user.' }],
  [511, { text: 'The network of this server asks for a login; tell the user.' }],
]);

const byClass: readonly (Advice | undefined)[] = [
  undefined,
  { text: 'This is no final answer, so whether the call went through is not known.' },
  undefined,
  {
    text: 'This is not followed. Use a tool that asks for that place, or tell the user.',
    unsafe:
      'This is not followed, and whether the call did what was asked is not known. Find out before you call again.',
  },
  { text: 'Change the arguments by what the API says before you call again.' },
  later,
];

/** What a model may do next after an answer that is no success; empty where nothing is known. */
export function adviceFor(status: number, tool: ToolDefinition): string {
  const advice = byStatus.get(status) ?? byClass[Math.floor(status / 100)];
  if (advice === undefined) return '';
  return advice.unsafe === undefined || isRepeatable(tool) ? advice.text : advice.unsafe;
}
