/** A member of an object that is too large as a whole. */
export interface Part {
  /** Characters that it takes. */
  readonly size: number;
  /** Whether it can be given in part: an array or an object. */
  readonly isDivisible: boolean;
}

/** Members that are cut or left out side by side; of more, the first had better be given whole than all in part. */
const mostCut = 16;

/**
 * Shares `room` out among the members of an object, so that small ones stay whole and large ones get the same: for each
 * the characters that it may take, 0 where it is left out. `undefined` where very many would not stay whole.
 */
export function shareOut(parts: readonly Part[], room: number): readonly number[] | undefined {
  const shares = parts.map(({ size }) => size);
  const indexes = parts.map((_, index) => index).sort((a, b) => sizeOf(parts[b]) - sizeOf(parts[a]));
  const divisible = indexes.filter((index) => parts[index]?.isDivisible === true);
  const fixed = indexes.filter((index) => parts[index]?.isDivisible === false);
  // One long text does not take all room from the lists beside it.
  const kept = Math.min(totalOf(parts, divisible), Math.floor(room / 4));
  let taken = totalOf(parts, fixed);
  let changed = 0;
  for (const index of fixed) {
    if (taken <= room - kept) break;
    taken -= sizeOf(parts[index]);
    shares[index] = 0;
    changed += 1;
  }
  let left = room - taken;
  divisible.reverse().forEach((index, position) => {
    const share = Math.min(sizeOf(parts[index]), Math.floor(left / (divisible.length - position)));
    if (share < sizeOf(parts[index])) changed += 1;
    shares[index] = share;
    left -= share;
  });
  return changed > mostCut ? undefined : shares;
}

function sizeOf(part: Part | undefined): number {
  return part?.size ?? 0;
}

function totalOf(parts: readonly Part[], indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + sizeOf(parts[index]), 0);
}
