/**
 * Divisions: how a mesh is divided before a split rule goes on. A binary tree whose leaves are sets of triangles; a
 * tree of bounding volumes takes it as its upper levels (src/bvh). Whoever finds a better way to divide a mesh (at
 * notches, along the boundaries of open shells) gives a division, and no tree, query or verifier needs to know.
 *
 * Divisions may be deep (a chain of a thousand shells), so nothing here recurses.
 */
import type { Fault } from '../math/index.ts';

/**
 * A set of triangles by their numbers, or two divisions. `depth` says how much the division in two matters, as the
 * depth of the notch it was made at, in metres: nodes of more than two children open the deepest first. Sets are not empty.
 */
export type Division = Uint32Array | readonly [first: Division, second: Division, depth?: number];

/** Whether it is a set, not divided any further. */
export function isUndivided(division: Division): division is Uint32Array {
  return ArrayBuffer.isView(division);
}

/** All triangles as one set. */
export function undivided(triangleCount: number): Uint32Array {
  return Uint32Array.from({ length: triangleCount }, (_, t) => t);
}

/** The sets of a division, from first to last. */
export function divisionSets(division: Division): Uint32Array[] {
  const sets: Uint32Array[] = [];
  const open: Division[] = [division];
  for (let part = open.pop(); part; part = open.pop()) {
    if (isUndivided(part)) sets.push(part);
    else open.push(part[1], part[0]);
  }
  return sets;
}

/** The triangles of a division, set after set. */
export function divisionTriangles(division: Division): Uint32Array {
  const sets = divisionSets(division);
  const all = new Uint32Array(sets.reduce((n, set) => n + set.length, 0));
  let next = 0;
  for (const set of sets) {
    all.set(set, next);
    next += set.length;
  }
  return all;
}

/** What is wrong with a division of so many triangles, or null: every one of them is in one set, and no set is empty. */
export function divisionFault(division: Division, triangleCount: number): Fault | null {
  const seen = new Uint8Array(triangleCount);
  let count = 0;
  for (const set of divisionSets(division)) {
    if (set.length === 0) return { code: 'division/empty', message: 'a set of it is empty' };
    for (let i = 0; i < set.length; i++) {
      const t = set[i];
      if (!(t < triangleCount)) {
        const message = `it names triangle ${t}, but the mesh has ${triangleCount}`;
        return { code: 'division/range', message };
      }
      if (seen[t]) return { code: 'division/twice', message: `triangle ${t} is in it twice` };
      seen[t] = 1;
      count++;
    }
  }
  if (count === triangleCount) return null;
  return { code: 'division/lost', message: `triangle ${seen.indexOf(0)} is in no set of it` };
}
