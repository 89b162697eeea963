/** Faults of tight volumes [E]: notches, open shells, the trees made of them. */
import type { Mutant } from './mutant.ts';

export const VOLUMES_MUTANTS: readonly Mutant[] = [
  {
    row: 'E2',
    fault: 'a notch that is not the deepest',
    file: 'geometry/notches/deepest.ts',
    text: 'if (!(most > this.depth)) return;',
    becomes: 'if (!(most > this.depth) || this.point >= 0) return;',
    test: 'geometry/notches',
  },
  {
    row: 'E2',
    fault: 'the shallowest set is divided first',
    file: 'geometry/notches/divide.ts',
    text: 'if (child.notch) open.push(-child.notch.depth, parts.length);',
    becomes: 'if (child.notch) open.push(child.notch.depth, parts.length);',
    test: 'geometry/notches',
  },
  {
    row: 'E2',
    fault: 'notches below the tolerance are divided too',
    file: 'geometry/notches/divide.ts',
    text: 'const least = Math.max(depth, tolerance * diagonal(mesh));',
    becomes: 'const least = 0 * Math.max(depth, tolerance * diagonal(mesh));',
    test: 'geometry/notches',
  },
  {
    row: 'E2',
    fault: 'trees by notches are trees by the rule below',
    file: 'bvh/divisions.ts',
    text: "divideNotches(mesh, { cut: volume === 'box' ? 'box' : 'hull', other: below }),",
    becomes:
      "divideNotches(mesh, { cut: volume === 'box' ? 'box' : 'hull', other: below, most: 1 }),",
    test: 'bvh/notch',
  },
  {
    row: 'E3',
    fault: 'concave vertices are not cut at',
    file: 'geometry/openShells/parts.ts',
    text: 'if (!(distances[i] > deepest) || tried.has(entered)) continue;',
    becomes: 'if (!(distances[i] > 1e9 * deepest + 1e9) || tried.has(entered)) continue;',
    test: 'geometry/shellDivision',
  },
  {
    row: 'E3',
    fault: 'the first concave vertex instead of the deepest',
    file: 'geometry/openShells/parts.ts',
    text: 'deepest = distances[i];',
    becomes: 'deepest = Number.POSITIVE_INFINITY;',
    test: 'geometry/shellDivision',
  },
  {
    row: 'E3',
    fault: 'holes are cut at their ends across the principal direction',
    file: 'geometry/openShells/parts.ts',
    text: 'return { keys: along(0), width: high - low };',
    becomes: 'return { keys: along(1), width: high - low };',
    test: 'geometry/shellDivision',
  },
  {
    row: 'E3',
    fault: 'chains may end anywhere, not at the opposite boundary',
    file: 'geometry/openShells/divide.ts',
    text: 'attempt === 2 || isOpposite(positions, rim, place, v) ? GOAL : CLOSED,',
    becomes: 'attempt >= 0 || isOpposite(positions, rim, place, v) ? GOAL : CLOSED,',
    test: 'geometry/shellDivision',
  },
  {
    row: 'E3',
    fault: 'closed shells are taken for sheets',
    file: 'geometry/openShells/divide.ts',
    text: 'return size > this.least && diagonalOf(positions, outer.vertices) >= SHEET * size;',
    becomes:
      'return size > this.least && diagonalOf(positions, outer.vertices) >= 0 * SHEET * size;',
    test: 'geometry/shellDivision',
  },
  {
    row: 'E3',
    fault: 'pieces below shells are not divided at notches',
    file: 'bvh/divisions.ts',
    text: 'triangles.length < SOME ? triangles : divide(triangles);',
    becomes: 'triangles.length < 1e9 * SOME ? triangles : divide(triangles);',
    test: 'bvh/shellTrees',
  },
];
