/**
 * The nearly convex pieces of a mesh, whatever it is made of: shells apart, open ones divided along their edges where their
 * boundaries are concave, and all that still is no more than bent or hollow at its deepest notches. Triangles are not cut.
 */
import {
  buildMesh,
  type Division,
  divideNotches,
  divideShells,
  divisionSets,
  findOpenShells,
  isUndivided,
  type Mesh,
  type Triangles,
} from '../geometry/index.ts';
import { boxSize } from './shellSurvey.ts';

export interface ConvexPieces {
  /** The triangles of each, those of most first. */
  readonly pieces: readonly Uint32Array[];
  /** Metres by which a piece may be concave. */
  readonly tolerance: number;
}

/** A piece is concave by less than this share of its mesh's size, unless somebody says otherwise. */
const TOLERANCE = 0.02;
/** More cuts of shells, and pieces of a part, than anybody looks at. */
const MOST_CUTS = 2000;
const MOST_PIECES = 64;

/** Divides a welded mesh; the tolerance in metres, by default a share of its size. */
export function convexPieces(mesh: Triangles, given?: number): ConvexPieces {
  const all = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => t);
  const tolerance = given ?? TOLERANCE * Math.hypot(...boxSize(mesh, all));
  const limits = { tolerance: 0, depth: tolerance };
  const { division } = divideShells(mesh, findOpenShells(mesh), {
    ...limits,
    most: MOST_CUTS,
    further: (triangles) =>
      renumbered(
        divideNotches(partOf(mesh, triangles), { ...limits, most: MOST_PIECES }),
        triangles,
      ),
  });
  return { pieces: divisionSets(division).sort((a, b) => b.length - a.length), tolerance };
}

/** Some triangles of a mesh as a mesh of their own, in the same order: what is closed of them is a solid. */
function partOf({ positions, indices }: Triangles, triangles: Uint32Array): Mesh {
  const numbers = new Map<number, number>();
  const own = new Uint32Array(3 * triangles.length);
  triangles.forEach((t, i) => {
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      const number = numbers.get(v) ?? numbers.size;
      numbers.set(v, number);
      own[3 * i + k] = number;
    }
  });
  const points = new Float64Array(3 * numbers.size);
  for (const [v, number] of numbers) {
    points.set(positions.subarray(3 * v, 3 * v + 3), 3 * number);
  }
  return buildMesh({ positions: points, indices: own });
}

/** A division of a part in the numbers of the whole. */
function renumbered(division: Division, triangles: Uint32Array): Division {
  if (isUndivided(division)) return division.map((t) => triangles[t]);
  const [first, second, depth = 0] = division;
  return [renumbered(first, triangles), renumbered(second, triangles), depth];
}

/** Edges that two triangles of different pieces share, and no third: two vertices each. */
export function pieceBorders({ indices }: Triangles, pieces: readonly Uint32Array[]): Uint32Array {
  const vertexCount = indices.reduce((most, v) => Math.max(most, v + 1), 0);
  /** By edge: the piece of its first triangle, or what is known of all. */
  const edges = new Map<number, number>();
  pieces.forEach((triangles, piece) => {
    for (const t of triangles) {
      for (let k = 0; k < 3; k++) {
        const [v, w] = [indices[3 * t + k], indices[3 * t + ((k + 1) % 3)]];
        const key = v < w ? v * vertexCount + w : w * vertexCount + v;
        const first = edges.get(key);
        if (first === undefined) edges.set(key, piece);
        else edges.set(key, first < 0 || first === piece ? NO_BORDER : BORDER);
      }
    }
  });
  const borders = [...edges].filter(([, found]) => found === BORDER);
  return Uint32Array.from(
    borders.flatMap(([key]) => [Math.floor(key / vertexCount), key % vertexCount]),
  );
}

const BORDER = -1;
const NO_BORDER = -2;
