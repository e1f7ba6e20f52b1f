/** How large a value is, shared parts counted wherever they stand. */
export interface Weight {
  /** Members of all objects and arrays together. */
  readonly nodes: number;
  /** Objects and arrays in each other. */
  readonly depth: number;
}

/** The weights of objects and arrays that have been weighed: they never change. */
export type Weights = WeakMap<object, Weight>;

/** Weighs a value without looking again at parts that are known. */
export function weigh(root: unknown, known: Weights): Weight {
  if (!isContainer(root)) return weightless;
  const open: object[] = [root];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const before = open.length;
    for (const member of Object.values(top) as readonly unknown[]) {
      if (isContainer(member) && !known.has(member)) open.push(member);
    }
    if (open.length > before) continue;
    known.set(top, sumOf(top, known));
    open.pop();
  }
  return known.get(root) ?? weightless;
}

const weightless: Weight = { nodes: 0, depth: 0 };

function sumOf(container: object, known: Weights): Weight {
  const members = Object.values(container) as readonly unknown[];
  let nodes = members.length;
  let depth = 0;
  for (const member of members) {
    const weight = isContainer(member) ? known.get(member) : undefined;
    if (weight === undefined) continue;
    nodes += weight.nodes;
    depth = Math.max(depth, weight.depth);
  }
  return { nodes, depth: depth + 1 };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
