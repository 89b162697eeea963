/**
 * Shells divided into nearly convex pieces [E 3.2]: along a chain of edges from the concave vertex that is farthest from its bridge to
 * the nearest vertex of the opposite boundary or of a hole, again and again, until no concave vertex is farther from its bridge
 * than a tolerance; then at holes, from the two ends of a hole along its principal direction. The deepest of all shells comes
 * first, so that a small budget goes where it matters. Triangles are not cut.
 *
 * Vertices of a cut are concave from the tolerance and its longest edge on: edges allow no straighter line.
 * The opposite boundary is all that does not belong to the same concave part. A chain that ends at a hole does not part the shell:
 * the hole becomes a concave part of its boundary, and is divided as such. Every chain cuts an edge, so this ends.
 *
 * Closed shells have no boundary, and nearly closed ones next to none: these are left to whoever divides solids.
 *
 * A cut costs about as much as its part has faces: 100,000 of them take milliseconds.
 */
import { Heap } from '../../arrays/index.ts';
import { InputError } from '../../math/index.ts';
import type { Division } from '../division.ts';
import { distance } from '../loops.ts';
import type { Triangles } from '../triangles.ts';
import { diagonalOf, vertexOf } from './boundaries.ts';
import { isOpposite } from './bridges.ts';
import { Chains, CLOSED, GOAL, INSIDE, otherEnd } from './chains.ts';
import type { ShellModel } from './extract.ts';
import { NO_FACE } from './faces.ts';
import { orderShells } from './order.ts';
import { type Cuttable, findSpot, type Spot } from './parts.ts';

/** A boundary that is smaller than this part of its shell is a hole in something that is nearly closed. */
const SHEET = 0.5;

/** How shells are divided. */
export interface ShellOptions {
  /** Concave vertices that are not farther from their bridge than this part of the mesh's size (the diagonal of its box) stay. Default 0.02. */
  readonly tolerance?: number;
  /** And those that are not farther than this, in metres. Default 0. */
  readonly depth?: number;
  /** At most so many times in all. Default 64. */
  readonly most?: number;
  /** Divides pieces further: closed shells, nearly closed ones, and what is bent rather than notched. Default: not at all. */
  readonly further?: (triangles: Uint32Array) => Division;
}

/** What became of a shell. */
export interface ShellPieces {
  /** The triangles of each piece, ascending. */
  readonly pieces: readonly Uint32Array[];
  /** The vertices of each chain along which it was divided. */
  readonly cuts: readonly Uint32Array[];
}

/** A mesh as a tree of its shells and their pieces. */
export interface DividedShells {
  readonly division: Division;
  /** Per shell. */
  readonly pieces: readonly ShellPieces[];
}

/** Divides the shells of a mesh; `model` is what findOpenShells found in it. */
export function divideShells(
  mesh: Triangles,
  model: ShellModel,
  options: ShellOptions = {},
): DividedShells {
  const { tolerance = 0.02, depth = 0, most = 64, further } = options;
  for (const [name, value] of Object.entries({ tolerance, depth, most })) {
    if (value >= 0) continue;
    const message = `${name} must not be negative; it is ${value}`;
    throw new InputError({ code: 'shells/options', message });
  }
  const divider = new Divider(
    mesh,
    model,
    Math.max(depth, tolerance * diagonalOf(mesh.positions, mesh.indices)),
  );
  divider.run(most);
  const { pieces, divisions } = divider.result(further);
  return { division: orderShells(mesh, model, divisions), pieces };
}

/** Connected faces of a shell, divided or not. */
interface Part {
  readonly shell: number;
  readonly faces: Uint32Array;
  spot: Spot | null;
  children: readonly number[];
  depth: number;
}

class Divider {
  private readonly mesh: Triangles;
  private readonly model: ShellModel;
  private readonly least: number;
  private readonly surface: Cuttable;
  private readonly chains: Chains;
  /** Per vertex, for chains; INSIDE between them. */
  private readonly roles: Uint8Array;
  private readonly parts: Part[] = [];
  private readonly queue = new Heap('smaller');
  /** Ends of sides from which no chain leads anywhere, and complements of first ends of holes. */
  private readonly tried = new Set<number>();
  /** Per vertex inside a cut the longest edge of it. */
  private readonly crooked: Float64Array;
  readonly cuts: Uint32Array[][];

  constructor(mesh: Triangles, model: ShellModel, least: number) {
    const { corners, across } = model.faces;
    this.mesh = mesh;
    this.model = model;
    this.least = least;
    const partOf = new Int32Array(corners.length / 3);
    this.surface = { corners, across: across.slice(), partOf };
    this.chains = new Chains(mesh.positions, this.surface);
    this.roles = new Uint8Array(mesh.positions.length / 3);
    this.crooked = new Float64Array(this.roles.length);
    this.cuts = model.shells.map(() => []);
    model.shells.forEach(({ triangles }, shell) => {
      const faces = [...triangles].filter(
        (t) => model.faces.triangles[model.faces.faceOf[t]] === t,
      );
      this.add(
        shell,
        Uint32Array.from(faces, (t) => model.faces.faceOf[t]),
      );
    });
  }

  /** The first parts are the shells, so that they have the same numbers. */
  private add(shell: number, faces: Uint32Array): number {
    const number = this.parts.length;
    this.parts.push({ shell, faces, spot: null, children: [], depth: 0 });
    for (const face of faces) this.surface.partOf[face] = number;
    this.look(number);
    return number;
  }

  private look(number: number): void {
    const part = this.parts[number];
    const { least, tried, crooked } = this;
    if (number === part.shell && !this.isSheet(number)) return;
    part.spot = findSpot(this.mesh.positions, this.surface, part.faces, { least, tried, crooked });
    if (part.spot) this.queue.push(-part.spot.depth, number);
  }

  /**
   * Whether a shell is about as large as its boundary, otherwise it is closed, or nearly so; and large enough for anything in it to be
   * deep.
   */
  private isSheet(shell: number): boolean {
    const { triangles, boundaries } = this.model.shells[shell];
    const { positions, indices } = this.mesh;
    const outer = boundaries.find(({ hole }) => !hole);
    if (!outer || triangles.length === 1) return false;
    const all = new Uint32Array(3 * triangles.length);
    for (let i = 0; i < all.length; i++)
      all[i] = indices[3 * triangles[Math.floor(i / 3)] + (i % 3)];
    const size = diagonalOf(positions, all);
    return size > this.least && diagonalOf(positions, outer.vertices) >= SHEET * size;
  }

  /** Divides the deepest, so many times at most. */
  run(most: number): void {
    for (let cuts = 0; cuts < most && this.queue.count > 0; ) {
      const number = this.queue.pop();
      const part = this.parts[number];
      const spot = part.spot!;
      const chains = this.cutAt(spot);
      this.cuts[part.shell].push(...chains);
      cuts += chains.length;
      const groups = chains.length > 0 ? this.connected(part.faces) : [part.faces];
      if (groups.length === 1) {
        for (const face of part.faces) this.surface.partOf[face] = number;
        this.look(number);
      } else {
        part.depth = spot.depth;
        part.children = groups.map((faces) => this.add(part.shell, faces));
      }
    }
  }

  /** Cuts the chains of a spot; those that lead anywhere. */
  private cutAt(spot: Spot): Uint32Array[] {
    const { places, boundary, boundaries } = spot;
    const chains: Uint32Array[] = [];
    for (const order of places) {
      for (const place of order) {
        const chain = this.cutFrom(spot, place, chains);
        if (!chain) continue;
        chains.push(chain);
        break;
      }
    }
    if (chains.length > 0) return chains;
    const [first] = boundaries[boundary];
    this.tried.add(places.length > 1 ? ~first : boundaries[boundary][places[0][0]]);
    return [];
  }

  /**
   * First to the opposite boundary so that no concave corner is left, then so within its own concave part (of a spiral, say),
   * and at last to any vertex of the opposite boundary.
   */
  private cutFrom(
    { boundaries, boundary, rim, closed }: Spot,
    place: number,
    others: readonly Uint32Array[],
  ): Uint32Array | null {
    const { positions } = this.mesh;
    const entered = boundaries[boundary][place];
    let chain: Uint32Array | null = null;
    for (let attempt = 0; attempt < 3 && !chain; attempt++) {
      this.mark(boundaries, (v) =>
        attempt === 2 || isOpposite(positions, rim, place, v) ? GOAL : CLOSED,
      );
      if (attempt !== 1) for (const at of closed) this.roles[rim.vertices[at]] = CLOSED;
      for (const other of others) for (const v of other.subarray(1)) this.roles[v] = CLOSED;
      chain = this.cut(entered);
    }
    this.mark(boundaries, () => INSIDE);
    for (const other of others) for (const v of other) this.roles[v] = INSIDE;
    return chain;
  }

  private mark(boundaries: readonly Uint32Array[], role: (v: number) => number): void {
    for (const ends of boundaries) {
      for (const end of ends) {
        const v = vertexOf(this.surface.corners, end);
        this.roles[v] = role(v);
      }
    }
  }

  /** Cuts along the shortest chain to a goal. Its vertices, from the goal on; null if there is none. */
  private cut(entered: number): Uint32Array | null {
    const { corners, across } = this.surface;
    const chain = this.chains.find(entered, this.roles);
    if (!chain) return null;
    const vertices = [vertexOf(corners, entered)];
    for (const half of chain.toReversed()) {
      vertices.push(otherEnd(corners, half, vertices[vertices.length - 1]));
      across[across[half]] = NO_FACE;
      across[half] = NO_FACE;
    }
    let longest = 0;
    for (let i = 1; i < vertices.length; i++) {
      longest = Math.max(longest, distance(this.mesh.positions, vertices[i - 1], vertices[i]));
    }
    for (const v of vertices.slice(1, -1)) this.crooked[v] = longest;
    return Uint32Array.from(vertices.reverse());
  }

  /** Faces that are still connected, each list ascending, by the first of them. */
  private connected(faces: Uint32Array): Uint32Array[] {
    const { across, partOf } = this.surface;
    const groups: Uint32Array[] = [];
    for (const face of faces) partOf[face] = -1;
    for (const first of faces) {
      if (partOf[first] !== -1) continue;
      const group = [first];
      partOf[first] = groups.length;
      for (let i = 0; i < group.length; i++) {
        for (let half = 3 * group[i]; half < 3 * group[i] + 3; half++) {
          const other = across[half] < 0 ? -1 : Math.floor(across[half] / 3);
          if (other < 0 || partOf[other] !== -1) continue;
          partOf[other] = groups.length;
          group.push(other);
        }
      }
      groups.push(Uint32Array.from(group).sort());
    }
    return groups;
  }

  /** Pieces and divisions of all shells. */
  result(further?: (triangles: Uint32Array) => Division): {
    pieces: ShellPieces[];
    divisions: Division[];
  } {
    const { parts, cuts, model } = this;
    const lists = this.trianglesOfParts();
    const divisions: Division[] = new Array(parts.length);
    const pieces: Uint32Array[][] = model.shells.map(() => []);
    // Children come after their parents.
    for (let i = parts.length - 1; i >= 0; i--) {
      const { children, shell, depth } = parts[i];
      if (children.length === 0) {
        pieces[shell].push(lists[i]);
        divisions[i] = further ? further(lists[i]) : lists[i];
      } else {
        divisions[i] = children
          .map((child) => divisions[child])
          .reduceRight((second, first) => [first, second, depth]);
      }
    }
    return {
      pieces: pieces.map((own, shell) => ({ pieces: own.reverse(), cuts: cuts[shell] })),
      divisions: divisions.slice(0, model.shells.length),
    };
  }

  /** Per part the triangles that are in it and in none of its children, ascending. */
  private trianglesOfParts(): Uint32Array[] {
    const { faceOf } = this.model.faces;
    const owner = new Uint32Array(faceOf.length);
    const sizes = new Uint32Array(this.parts.length);
    this.model.shells.forEach(({ triangles }, shell) => {
      for (const t of triangles) {
        owner[t] = faceOf[t] < 0 ? shell : this.surface.partOf[faceOf[t]];
        sizes[owner[t]]++;
      }
    });
    const lists = Array.from(sizes, (size) => new Uint32Array(size));
    sizes.fill(0);
    for (let t = 0; t < owner.length; t++) lists[owner[t]][sizes[owner[t]]++] = t;
    return lists;
  }
}
