/**
 * What the links of a cell look like, packed for a page beside the bodies that were checked. Drawing only:
 * with fewer triangles than the files have, and without what a robot's collision geometry adds.
 */
import type { Cell, CellDescription } from '../cell/index.ts';
import { compiledShape, type Triangles } from '../geometry/index.ts';
import { type Colour, type MeshColours, type Part, scopedName } from '../kinematics/index.ts';
import { composePoses, POSE_SIZE } from '../math/index.ts';
import { clustered } from './decimate.ts';
import { facesOf, moved, type PackedMesh, packMesh, withinBytes } from './packedMesh.ts';

/** Robots as a reader gives them when it is asked for visuals. */
export type DrawnRobots = CellDescription['robots'];

/** What a link looks like in the picture. */
export interface PackedVisual {
  /** The link, and the number of its body in the picture; -1 if it has none. */
  readonly name: string;
  readonly body: number;
  /** The frame that it moves with: an index of the scene's movers. */
  readonly mover: number;
  /** An index of `meshes`. */
  readonly mesh: number;
  /** As its file has it. */
  readonly colour: Colour | null;
}

export interface PackedVisuals {
  readonly meshes: readonly PackedMesh[];
  readonly parts: readonly PackedVisual[];
  /** Of the files, and as drawn. */
  readonly triangles: { readonly read: number; readonly drawn: number };
}

/** Characters for visuals, at most, and together with what was checked: to fit into a mail. */
const MAX_BYTES = 800_000;
const MAX_TOGETHER = 2_000_000;
/** Corners nearer than this become one in any case: many files repeat every corner. */
const SAME_PLACE = 1e-5;

/** Frames of the links that have visuals. */
export function visualFrames({ tree }: Cell, robots: DrawnRobots): number[] {
  return linksOf(robots).flatMap(({ name }) => tree.frameOf.get(name) ?? []);
}

/** What visuals are drawn beside: bodies of the picture, and the number of a mover by its frame. */
interface Placed {
  readonly bodies: readonly { readonly name: string }[];
  readonly moverOf: ReadonlyMap<number, number>;
}

/** Null if no link has visuals. `taken` is what the meshes that were checked need. */
export function packVisuals(
  { tree }: Cell,
  robots: DrawnRobots,
  { bodies, moverOf }: Placed,
  maxBytes: number,
  taken: number,
): PackedVisuals | null {
  const bodyOf = new Map(bodies.map(({ name }, i) => [name, i]));
  const found: Triangles[] = [];
  const parts: PackedVisual[] = [];
  const known = new Map<Triangles, Map<string, { first: number; colours: (Colour | null)[] }>>();
  let read = 0;
  for (const { name, visuals } of linksOf(robots)) {
    const frame = tree.frameOf.get(name);
    if (frame === undefined) continue;
    const placement = tree.rigidPlacement.slice(POSE_SIZE * frame, POSE_SIZE * (frame + 1));
    const mover = moverOf.get(tree.rigidRoot[frame])!;
    for (const part of visuals) {
      const { triangles, colours } = surfaceOf(part);
      read += triangles.indices.length / 3;
      const pose = composePoses(placement, part.pose);
      // Robots of one kind share what is at the same place of a mover.
      const places = known.get(triangles) ?? new Map();
      known.set(triangles, places);
      let pieces = places.get(pose.join());
      if (!pieces) {
        const split = splitByColour(triangles, colours);
        pieces = { first: found.length, colours: split.map(({ colour }) => colour) };
        places.set(pose.join(), pieces);
        found.push(...split.map((each) => moved(clustered(each.triangles, SAME_PLACE), pose)));
      }
      const { first, colours: own } = pieces as { first: number; colours: (Colour | null)[] };
      own.forEach((colour, i) => {
        const shown = colour ?? part.colour ?? null;
        parts.push({ name, body: bodyOf.get(name) ?? -1, mover, mesh: first + i, colour: shown });
      });
    }
  }
  if (parts.length === 0) return null;
  const meshes = withinBytes(found, Math.min(maxBytes, MAX_BYTES, MAX_TOGETHER - taken));
  const drawn = parts.reduce((n, { mesh }) => n + meshes[mesh].indices.length / 3, 0);
  return { meshes: meshes.map(packMesh), parts, triangles: { read, drawn } };
}

function linksOf(robots: DrawnRobots): { name: string; visuals: readonly Part[] }[] {
  return robots.flatMap(({ name: robot, robot: { links } }) =>
    links
      .filter(({ visuals }) => visuals.length > 0)
      .map(({ name, visuals }) => ({ name: scopedName(robot, name), visuals })),
  );
}

function surfaceOf({ geometry }: Part): {
  readonly triangles: Triangles;
  readonly colours?: MeshColours | undefined;
} {
  if (geometry.kind === 'mesh') return geometry;
  return { triangles: facesOf(compiledShape(geometry)) };
}

/** A mesh for each colour. */
function splitByColour(
  triangles: Triangles,
  colours: MeshColours | undefined,
): { readonly colour: Colour | null; readonly triangles: Triangles }[] {
  if (!colours) return [{ colour: null, triangles }];
  return colours.palette.map((colour, c) => {
    const { positions, indices } = triangles;
    const kept: number[] = [];
    const numbers = new Map<number, number>();
    const corners: number[] = [];
    for (let i = 0; i < indices.length; i++) {
      if (colours.of[Math.floor(i / 3)] !== c) continue;
      const v = indices[i];
      let number = numbers.get(v);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(v, number);
        kept.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      }
      corners.push(number);
    }
    const own = { positions: Float64Array.from(kept), indices: Uint32Array.from(corners) };
    return { colour, triangles: own };
  });
}
