/** Two lists of named things side by side: who is new, who is gone, who stayed, and whether those stand in another order. */

export interface Matched<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly kept: readonly (readonly [before: T, after: T])[];
  /** Whether those that stayed stand in another order. */
  readonly reordered: boolean;
}

/** Things of the same name are matched in turn: the first with the first. Linear in what there is. */
export function matchLists<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): Matched<T> {
  const places = new Map<string, number[]>();
  before.forEach((item, i) => {
    const name = nameOf(item);
    const list = places.get(name);
    if (list) list.push(i);
    else places.set(name, [i]);
  });
  for (const list of places.values()) list.reverse();
  const added: T[] = [];
  const kept: [T, T][] = [];
  const stayed = new Set<number>();
  let reordered = false;
  let last = -1;
  for (const item of after) {
    const place = places.get(nameOf(item))?.pop();
    if (place === undefined) {
      added.push(item);
      continue;
    }
    kept.push([before[place], item]);
    stayed.add(place);
    if (place < last) reordered = true;
    last = place;
  }
  return { added, removed: before.filter((_, i) => !stayed.has(i)), kept, reordered };
}

/** Two maps side by side: every key with what it had and has, sorted; undefined where it has nothing. */
export function matchMaps<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): (readonly [key: string, before: T | undefined, after: T | undefined])[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.map((key) => [key, before.get(key), after.get(key)] as const);
}

/** Whether two lists of numbers are the same to the bit, 0 and -0 told apart. */
export function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
