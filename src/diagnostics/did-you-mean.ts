/** Names that are looked at: longer lists are no help to a person either. */
const mostNames = 5_000;

/** The name that was most likely meant; `undefined` where none is close. */
export function didYouMean(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names.slice(0, mostNames)) {
    // A word of which nothing is left was not meant.
    const most = Math.min(least - 1, name.length - 1, Math.max(1, Math.floor(name.length / 3)));
    // Each letter more or less is a mistake by itself.
    if (Math.abs(name.length - written.length) > most) continue;
    const distance = distanceOf(written, name, most);
    if (distance > most) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** How many letters to add, drop, change or swap with a neighbour make one word the other; beyond `most`, at least that. */
function distanceOf(one: string, other: string, most: number): number {
  // Three rows of the usual table: nobody mistypes a flag of a thousand letters.
  const word = one.slice(0, 40);
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = word[row - 1] === other[column - 1];
      const swapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    // A swap reaches back two rows, and no row is less than those before it.
    if (Math.min(...last) > most && Math.min(...current) > most) return Infinity;
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
