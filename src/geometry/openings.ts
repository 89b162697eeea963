/**
 * Where the open components of a mesh are open, and what would close them. Vertices at open edges that are
 * within a hundred thousandth of the mesh's size of each other, and within 0.1 mm, are taken for one: so a
 * corner that is a nanometre off makes a slit and not two surfaces. Slits and loops of open edges are filled
 * by triangles between vertices that are there; no vertex moves.
 *
 * A part is nearly closed if what would close it is small: no opening wider than a tenth of its size and
 * than 0.1 m, all of them together at most a tenth of its area. Or if it has no free edge at all: three
 * triangles meet at its open edges.
 */
import { Unions } from '../arrays/unions.ts';
import { surfaceText } from '../words/assumptions.ts';
import type { Component } from './components.ts';
import { areaOf, distance, findLoops } from './loops.ts';
import type { Triangles } from './triangles.ts';

/** Of the size of the mesh, and in metres: vertices nearer than both are taken for one. */
const SAME_SHARE = 1e-5;
const SAME = 1e-4;
/** Wider openings than both are no accident: a share of the size, and metres. */
export const NARROW_SHARE = 0.1;
export const NARROW = 0.1;
/** Nor more than this share of the area. */
export const NARROW_AREA = 0.1;
/** With more open edges nothing is looked for. */
const MOST_EDGES = 100_000;

/** A hole of a mesh that is nearly closed. */
export interface Opening {
  readonly edges: number;
  /** Of its edges together, in metres. */
  readonly length: number;
  /** How wide it is at its widest, about. */
  readonly width: number;
  /** The middle of its vertices; of a slit, where it is widest. */
  readonly at: readonly number[];
}

/** Open components that are one part but for slits. */
export interface OpenPart {
  readonly components: readonly number[];
  readonly openEdges: number;
  /** The widest first. */
  readonly openings: readonly Opening[];
  readonly width: number;
  /** Something ends at an edge; else three triangles or more meet at each open edge. */
  readonly frayed: boolean;
  readonly nearlyClosed: boolean;
  /** Triangles that close it, three vertices each; null if openings are too long for that. */
  readonly caps: Uint32Array | null;
}

/** The open parts of a mesh. */
export function findOpenParts(mesh: Triangles, components: readonly Component[]): OpenPart[] {
  const open = components.flatMap((c, i) => (c.openEdges > 0 && !c.solid ? [i] : []));
  if (open.length === 0) return [];
  const total = open.reduce((n, i) => n + components[i].openEdges, 0);
  if (total > MOST_EDGES) return open.map((i) => unlooked(components, i));
  const same = sameVertices(mesh.positions, components, open);
  const parts = new Unions(components.length);
  // The vertices of different parts are different, so that all can use the same sets.
  const rows = new Unions(mesh.positions.length / 3);
  const owner = new Map<number, number>();
  for (const i of open) {
    for (const v of components[i].boundary) {
      const place = same.find(v);
      const other = owner.get(place);
      if (other === undefined) owner.set(place, i);
      else parts.join(i, other);
    }
  }
  const members = new Map<number, number[]>();
  for (const i of open) {
    const known = members.get(parts.find(i));
    if (known) known.push(i);
    else members.set(parts.find(i), [i]);
  }
  return [...members.values()].map((part) => describe(mesh, components, part, { same, rows }));
}

/** Vertices that are taken for one; those that are connected by closed slits. */
interface Places {
  readonly same: Unions;
  readonly rows: Unions;
}

function unlooked(components: readonly Component[], i: number): OpenPart {
  const { openEdges, frayed } = components[i];
  const width = Number.POSITIVE_INFINITY;
  const unknown = { openings: [], width, nearlyClosed: !frayed, caps: null };
  return { components: [i], openEdges, frayed, ...unknown };
}

function describe(
  mesh: Triangles,
  components: readonly Component[],
  part: readonly number[],
  { same, rows }: Places,
): OpenPart {
  const { positions, indices } = mesh;
  const ends = part.flatMap((i) => [...components[i].boundary]);
  const caps: number[] = [];
  const add = (a: number, b: number, c: number) => {
    if (a !== b && b !== c && c !== a) caps.push(a, b, c);
  };
  // Every open edge is joined to where it is taken to be, by two triangles.
  const merged = new Map<string, [number, number]>();
  for (let e = 0; e < ends.length; e += 2) {
    const [u, v] = [ends[e], ends[e + 1]];
    const [p, q] = [same.find(u), same.find(v)];
    add(u, v, q);
    add(u, q, p);
    if (p === q) continue;
    const key = p < q ? `${p} ${q}` : `${q} ${p}`;
    if (!merged.delete(key)) merged.set(key, [p, q]);
  }
  const loops = findLoops(positions, [...merged.values()].flat());
  const openings: Opening[] = slits(positions, ends, { same, rows }, merged);
  for (const { vertices, length, width } of loops) {
    openings.push({ edges: vertices.length, length, width, at: middle(positions, vertices) });
  }
  openings.sort((a, b) => b.width - a.width);
  for (const loop of loops) for (const v of loop.caps ?? []) caps.push(v);
  const width = openings.reduce((most, o) => Math.max(most, o.width), 0);
  let area = 0;
  for (const i of part) {
    for (const t of components[i].triangles) {
      area += areaOf(positions, indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
    }
  }
  const frayed = part.some((i) => components[i].frayed);
  const missing = loops.reduce((sum, loop) => sum + loop.area, 0);
  const small =
    width <= NARROW_SHARE * sizeOf(part.map((i) => components[i].bounds)) &&
    width <= NARROW &&
    missing <= NARROW_AREA * area;
  return {
    components: part,
    openEdges: ends.length / 2,
    openings,
    width,
    frayed,
    nearlyClosed: small || !frayed,
    caps: loops.some((loop) => loop.caps === null) ? null : Uint32Array.from(caps),
  };
}

/** Open edges that have a counterpart in the same place, as connected slits. */
function slits(
  positions: Float64Array,
  ends: readonly number[],
  { same, rows }: Places,
  merged: ReadonlyMap<string, unknown>,
): Opening[] {
  const closed: number[] = [];
  for (let e = 0; e < ends.length; e += 2) {
    const [p, q] = [same.find(ends[e]), same.find(ends[e + 1])];
    if (merged.has(`${p} ${q}`) || merged.has(`${q} ${p}`)) continue;
    closed.push(e);
    rows.join(p, q);
  }
  const found = new Map<number, { edges: number; length: number; width: number; at: number }>();
  for (const e of closed) {
    const [u, v] = [ends[e], ends[e + 1]];
    const row = rows.find(same.find(u));
    const slit = found.get(row) ?? { edges: 0, length: 0, width: 0, at: u };
    found.set(row, slit);
    slit.edges++;
    slit.length += distance(positions, u, v);
    for (const w of [u, v]) {
      const width = distance(positions, w, same.find(w));
      if (!(width > slit.width)) continue;
      slit.width = width;
      slit.at = w;
    }
  }
  return [...found.values()].map((slit) => ({ ...slit, at: middle(positions, [slit.at]) }));
}

/** Which vertices of open edges are taken for one. */
function sameVertices(
  p: Float64Array,
  components: readonly Component[],
  open: readonly number[],
): Unions {
  const boxes = open.map((i) => components[i].bounds);
  const size = Math.min(SAME_SHARE * sizeOf(boxes), SAME);
  const side = 8 * size;
  // From the corner of all boxes cells have numbers below 2^53, whatever the place.
  const origin = [0, 1, 2].map((k) =>
    boxes.reduce((low, box) => Math.min(low, box[k]), boxes[0][k]),
  );
  const same = new Unions(p.length / 3);
  const seen = new Set<number>();
  const cells = new Map<string, number[]>();
  for (const i of open) {
    for (const v of components[i].boundary) {
      if (seen.has(v)) continue;
      seen.add(v);
      const at = [0, 1, 2].map((k) => p[3 * v + k] - origin[k]);
      // Cells are large: what is near is mostly in the same one.
      const [low, cell, high] = [-size, 0, size].map((d) =>
        at.map((x) => Math.floor((x + d) / side)),
      );
      for (let x = low[0]; x <= high[0]; x++) {
        for (let y = low[1]; y <= high[1]; y++) {
          for (let z = low[2]; z <= high[2]; z++) {
            for (const w of cells.get(`${x} ${y} ${z}`) ?? []) {
              if (distance(p, v, w) <= size) same.join(v, w);
            }
          }
        }
      }
      const own = cell.join(' ');
      const listed = cells.get(own);
      if (!listed) cells.set(own, [v]);
      else if (listed.length < MOST_LISTED) listed.push(v);
    }
  }
  return same;
}

/** Vertices of a cell that others are compared with: more are hardly in one. */
const MOST_LISTED = 64;

/** What a verdict rests on if these are parts of a body: null if none of them is nearly closed. */
export function surfaceSentence(name: string, parts: readonly OpenPart[]): string | null {
  const nearly = parts.filter(({ nearlyClosed }) => nearlyClosed);
  if (nearly.length === 0) return null;
  const edges = nearly.reduce((n, { openEdges }) => n + openEdges, 0);
  const ends = nearly.filter(({ frayed }) => frayed);
  const width = ends.reduce((most, part) => Math.max(most, part.width), 0);
  return surfaceText(name, edges, nearly.length, ends.length > 0 ? width : null);
}

function middle(p: Float64Array, vertices: readonly number[]): number[] {
  return [0, 1, 2].map((k) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const v of vertices) {
      low = Math.min(low, p[3 * v + k]);
      high = Math.max(high, p[3 * v + k]);
    }
    return 0.5 * (low + high);
  });
}

/** The diagonal of the box around boxes. */
function sizeOf(boxes: readonly Float64Array[]): number {
  const [x, y, z] = [0, 1, 2].map((k) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const box of boxes) {
      low = Math.min(low, box[k]);
      high = Math.max(high, box[3 + k]);
    }
    return high - low;
  });
  return Math.sqrt(x * x + y * y + z * z);
}
