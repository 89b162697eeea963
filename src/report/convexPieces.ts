/**
 * The pieces of a mesh: shells apart, open ones divided along their edges where their boundaries are concave. Triangles are not
 * cut.
 */
import { divideShells, divisionSets, findOpenShells, type Triangles } from '../geometry/index.ts';
import { boxSize } from './shellSurvey.ts';

export interface ConvexPieces {
  /** The triangles of each, those of most first. */
  readonly pieces: readonly Uint32Array[];
  /** Metres by which a piece may be concave. */
  readonly tolerance: number;
}

/** A piece is concave by less than this share of its mesh's size, unless somebody says otherwise. */
const TOLERANCE = 0.02;
/** More cuts than anybody looks at. */
const MOST_CUTS = 2000;

/** Divides a welded mesh; the tolerance in metres, by default a share of its size. */
export function convexPieces(mesh: Triangles, given?: number): ConvexPieces {
  const all = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => t);
  const tolerance = given ?? TOLERANCE * Math.hypot(...boxSize(mesh, all));
  const limits = { tolerance: 0, depth: tolerance };
  const { division } = divideShells(mesh, findOpenShells(mesh), { ...limits, most: MOST_CUTS });
  return { pieces: divisionSets(division).sort((a, b) => b.length - a.length), tolerance };
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
