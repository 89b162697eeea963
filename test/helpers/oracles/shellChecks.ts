/** What must hold of the shells of any soup and of how they are divided, and what the oracle says of them. */
import { expect } from 'vitest';
import {
  BRANCH,
  divideShells,
  divisionFault,
  findOpenShells,
  NO_FACE,
  type ShellModel,
  type ShellOptions,
  type Triangles,
} from '../../../src/geometry/index.ts';
import { boundaryName, cycleName, edgeName, plainModel } from './plainShells.ts';

/** An assertion that costs nothing where it holds: these are made for every edge. */
function must(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** The cycles of a vertex, marks as the paper writes them. */
export function cyclesOf({ cycles: { first, start, entries } }: ShellModel, v: number) {
  const found: (number | string)[][] = [];
  for (let c = first[v]; c < first[v + 1]; c++) {
    found.push(
      [...entries.subarray(start[c], start[c + 1])].map((e) =>
        e === NO_FACE ? '-' : e === BRANCH ? '#' : e,
      ),
    );
  }
  return found;
}

/** Everything that must hold of any soup, whatever the oracle says. */
export function expectSoundShells({ indices }: Triangles, model: ShellModel, name: string): void {
  const seen = new Uint8Array(indices.length / 3);
  for (const { triangles } of model.shells) for (const t of triangles) seen[t]++;
  must(
    seen.every((n) => n === 1),
    `${name}: every triangle in one shell`,
  );
  for (const { triangles, boundaries } of model.shells) {
    const names = new Set<string>();
    const uses = new Map<string, number>();
    for (const t of triangles) {
      const corners = [...indices.subarray(3 * t, 3 * t + 3)];
      const key = corners.toSorted((a, b) => a - b).join(' ');
      if (new Set(corners).size < 3 || names.has(key)) continue;
      names.add(key);
      corners.forEach((v, k) => {
        const edge = edgeName(v, corners[(k + 1) % 3]);
        uses.set(edge, (uses.get(edge) ?? 0) + 1);
      });
    }
    if (names.size === 0) continue;
    for (const { vertices } of boundaries) {
      vertices.forEach((v, i) => {
        const edge = edgeName(v, vertices[(i + 1) % vertices.length]);
        must(uses.has(edge), `${name}: a boundary runs along edges`);
        uses.set(edge, uses.get(edge)! - 1);
      });
    }
    const left = [...uses.values()];
    must(
      left.every((n) => n === 2 || n === 0),
      `${name}: inside two triangles meet`,
    );
    const outer = boundaries.filter(({ hole }) => !hole).length;
    must(outer === Math.min(1, boundaries.length), `${name}: all but one are holes`);
  }
}

/** Compared with the oracle. */
export function expectPlainShells(soup: Triangles, name: string): void {
  const model = findOpenShells(soup);
  expectSoundShells(soup, model, name);
  const plain = plainModel(soup);
  const marked = [...plain.edges].filter(([, at]) => at.length !== 2);
  const edges = (list: Uint32Array) =>
    Array.from({ length: list.length / 2 }, (_, e) => edgeName(list[2 * e], list[2 * e + 1]));
  const named = (count: (n: number) => boolean) =>
    marked.filter(([, at]) => count(at.length)).map(([edge]) => edge);
  expect(edges(model.boundaryEdges).sort(), name).toEqual(named((n) => n === 1).sort());
  expect(edges(model.branchEdges).sort(), name).toEqual(named((n) => n > 2).sort());
  for (let v = 0; v < soup.positions.length / 3; v++) {
    const cycles = cyclesOf(model, v);
    const found = cycles.map(cycleName).sort().join('|');
    must(found === plain.cycles[v].join('|'), `${name}, cycles of vertex ${v}: ${found}`);
    for (const cycle of cycles) {
      cycle.forEach((t, i) => {
        const u = cycle[(i + 1) % cycle.length];
        if (typeof t === 'string' || typeof u === 'string' || cycle.length === 1) return;
        const a = [...soup.indices.subarray(3 * t, 3 * t + 3)];
        const b = [...soup.indices.subarray(3 * u, 3 * u + 3)];
        must(a.filter((w) => b.includes(w)).length === 2, `${name}: neighbours follow`);
      });
    }
  }
  const faceShells = model.shells.filter(({ triangles }) =>
    triangles.some((t) => plain.shellOf[t] >= 0),
  );
  const boundaries = faceShells.flatMap((shell) =>
    shell.boundaries.map(({ vertices, branch }) => {
      const loop = [...vertices].map((v, i) => edgeName(v, vertices[(i + 1) % vertices.length]));
      loop.forEach((edge, i) => {
        must(branch[i] === (plain.edges.get(edge)!.length > 2 ? 1 : 0), `${name}: branch edges`);
      });
      return boundaryName(loop);
    }),
  );
  expect(boundaries.sort(), name).toEqual(plain.boundaries);
  for (const { triangles } of faceShells) {
    const shells = new Set([...triangles].map((t) => plain.shellOf[t]).filter((s) => s >= 0));
    must(shells.size === 1, `${name}: one shell`);
  }
  expect(faceShells).toHaveLength(new Set(plain.shellOf.filter((s) => s >= 0)).size);
}

/** What must hold of any division of any soup. */
export function expectSoundDivision(soup: Triangles, name: string, options?: ShellOptions) {
  const model = findOpenShells(soup);
  const { division, pieces } = divideShells(soup, model, options);
  const count = soup.indices.length / 3;
  expect(divisionFault(division, count), name).toBeNull();
  expect(pieces).toHaveLength(model.shells.length);
  pieces.forEach((shell, i) => {
    const all = shell.pieces.flatMap((piece) => [...piece]).sort((a, b) => a - b);
    const { triangles } = model.shells[i];
    must(
      all.length === triangles.length && all.every((t, k) => t === triangles[k]),
      `${name}: the pieces of shell ${i} are all of it`,
    );
    const uses = new Map<string, number>();
    for (const t of shell.cuts.length > 0 ? triangles : []) {
      const corners = soup.indices.subarray(3 * t, 3 * t + 3);
      corners.forEach((v, k) => {
        const edge = edgeName(v, corners[(k + 1) % 3]);
        uses.set(edge, (uses.get(edge) ?? 0) + 1);
      });
    }
    for (const cut of shell.cuts) {
      for (let k = 1; k < cut.length; k++) {
        must(uses.get(edgeName(cut[k - 1], cut[k]))! > 1, `${name}: cuts run along edges inside`);
      }
    }
  });
  return { division, pieces, model };
}
