/**
 * Structures of hierarchies: binary trees over a number of places, without boxes. The same tree may have been joined
 * in several orders; it is one structure, whatever the order of the two parts of a composition, too.
 */

/** What was joined, in order: numbers of places from 0 on, compositions from `places` on. */
export interface Structure {
  readonly places: number;
  /** Two numbers for each of the `places` - 1 compositions. */
  readonly merges: Int32Array;
}

/**
 * The tree in brackets, like ((0 1) (2 3)): the part with the smaller least place comes first, so that equal trees
 * read the same.
 */
export function nameOf({ places, merges }: Structure): string {
  const names: string[] = [];
  const least: number[] = [];
  for (let i = 0; i < places; i++) {
    names.push(String(i));
    least.push(i);
  }
  for (let m = 0; m < places - 1; m++) {
    const [x, y] = [merges[2 * m], merges[2 * m + 1]];
    const [a, b] = least[x] < least[y] ? [x, y] : [y, x];
    names.push(`(${names[a]} ${names[b]})`);
    least.push(least[a]);
  }
  return names.at(-1) ?? '';
}

/** Levels of the tree: 0 for a single place. */
export function depthOf({ places, merges }: Structure): number {
  const depths = new Int32Array(Math.max(1, 2 * places - 1));
  for (let m = 0; m < places - 1; m++) {
    depths[places + m] = 1 + Math.max(depths[merges[2 * m]], depths[merges[2 * m + 1]]);
  }
  return depths[Math.max(0, 2 * places - 2)];
}
