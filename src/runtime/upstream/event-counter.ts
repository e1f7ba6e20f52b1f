import type { SequenceKind } from '../media-types.js';
import { createEventParser } from './event-parser.js';

/** Counts the events of a stream while it is being read. */
export interface EventCounter {
  readonly read: (piece: Buffer) => { readonly events: number; readonly isOver: boolean };
}

/** The data by which many APIs say that a stream is over, though the connection stays open. */
export const lastData = '[DONE]';

/** Makes a counter for a stream in UTF-8. */
export function createEventCounter(kind: SequenceKind): EventCounter {
  const decoder = new TextDecoder();
  let events = 0;
  let isOver = false;
  const parser = createEventParser(kind, ({ data }) => {
    isOver ||= data === lastData;
    if (!isOver) events += 1;
  });
  return {
    read: (piece) => {
      events = 0;
      parser.read(decoder.decode(piece, { stream: true }));
      return { events, isOver };
    },
  };
}
