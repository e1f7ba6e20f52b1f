import type { Position } from './positions.js';

/** A value of a text whose place is asked for, or that has such values in it. */
export interface WantedPlace {
  /** Those in it, by their keys. */
  readonly members: Map<string, WantedPlace>;
  /** Where its key stands, or itself where it has none; `undefined` until it was met. */
  position: Position | undefined;
}

/** A value in which nothing is asked for yet. */
export function wantPlace(): WantedPlace {
  return { members: new Map(), position: undefined };
}

/** Asks for the place of what reference tokens lead to. */
export function wantPlaceAt(root: WantedPlace, tokens: readonly string[]): void {
  let place = root;
  for (const token of tokens) {
    const member = place.members.get(token) ?? wantPlace();
    place.members.set(token, member);
    place = member;
  }
}

/** The position of what reference tokens lead to, or of the nearest value around it that was met. */
export function nearestPosition(root: WantedPlace, tokens: readonly string[]): Position | undefined {
  let place: WantedPlace | undefined = root;
  let position = root.position;
  for (const token of tokens) {
    place = place.members.get(token);
    if (place?.position === undefined) break;
    position = place.position;
  }
  return position;
}
