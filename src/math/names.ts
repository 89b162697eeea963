/** Hints about names that do not exist: the closest of those that do. */

/** `did you mean "x"?`, or the names there are, or nothing if there are none. */
export function nameHint(name: string, known: Iterable<string>): string | undefined {
  const all = [...known];
  const closest = closestName(name, all, Math.max(2, Math.floor(name.length / 3)));
  if (closest !== undefined) return `did you mean "${closest}"?`;
  if (all.length === 0) return undefined;
  const shown = all.slice(0, 8).map((each) => `"${each}"`);
  return `there are ${shown.join(', ')}${all.length > shown.length ? ', ...' : ''}`;
}

/** The name that is nearest, letter case aside, if it is within `most` edits. */
export function closestName(
  name: string,
  known: readonly string[],
  most: number,
): string | undefined {
  let best: string | undefined;
  let bestCount = most + 1;
  const wanted = name.toLowerCase().slice(0, LONGEST);
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= bestCount) continue;
    const count = editDistance(wanted, each.toLowerCase().slice(0, LONGEST));
    if (count < bestCount) {
      best = each;
      bestCount = count;
    }
  }
  return best;
}

/** Longer names are compared by their beginnings, so that a hint never takes long. */
const LONGEST = 100;

/** Letters to add, drop or change to get from `a` to `b` (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
