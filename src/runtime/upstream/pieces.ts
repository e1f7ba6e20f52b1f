/** Content as it comes, piece by piece. */
export interface Pieces {
  readonly add: (piece: Buffer) => void;
  readonly whole: () => Buffer;
}

// A smaller piece takes more memory than it holds: some APIs send every row of a list as one.
const smallest = 4 * 1024;
const blockSize = 64 * 1024;

/** Gathers pieces; small ones behind the first are copied into blocks. */
export function createPieces(): Pieces {
  const pieces: Buffer[] = [];
  let block: Buffer | undefined;
  let used = 0;
  const endBlock = (): void => {
    if (block !== undefined) pieces.push(block.subarray(0, used));
    block = undefined;
    used = 0;
  };
  return {
    add: (piece) => {
      if (piece.length >= smallest || (pieces.length === 0 && block === undefined)) {
        endBlock();
        pieces.push(piece);
        return;
      }
      if (used + piece.length > blockSize) endBlock();
      block ??= Buffer.allocUnsafe(blockSize);
      used += piece.copy(block, used);
    },
    whole: () => {
      endBlock();
      const [first = Buffer.alloc(0)] = pieces;
      return pieces.length > 1 ? Buffer.concat(pieces) : first;
    },
  };
}
