/**
 * What became of poses and parts. A part has no name of its own: parts are compared by their number. Costs what there
 * are numbers, once; digests of meshes only where they differ.
 */
import type { PlainShape, Triangles } from '../../geometry/index.ts';
import type { MeshGeometry, Part } from '../../kinematics/index.ts';
import type { GeometryFacts, ModelChange, Thing } from '../../words/index.ts';
import { sameNumbers } from './lists.ts';

/** A digest of a mesh, for people to compare; whoever asks brings it. */
export type DigestOf = ((triangles: Triangles) => string) | undefined;

/** Whose parts or pose they are. */
export interface Owner {
  readonly what: Thing;
  readonly name: string;
}

/** What a pose became; nothing where it is the same to the bit. */
export function poseChanges(
  { what, name }: Owner,
  part: number | null,
  before: Float64Array,
  after: Float64Array,
): ModelChange[] {
  if (sameNumbers(before, after)) return [];
  // Neither is rounded to tell it: differences, and no products of three.
  const by = [9, 10, 11].map((i) => after[i] - before[i]) as [number, number, number];
  const distance = Math.hypot(...by);
  return [{ kind: 'moved', what, name, part, by, distance, angle: turnBetween(before, after) }];
}

/** Radians between the rotations of two poses. */
function turnBetween(a: Float64Array, b: Float64Array): number {
  const entry = (row: number, col: number) =>
    a[row] * b[col] + a[3 + row] * b[3 + col] + a[6 + row] * b[6 + col];
  const sine = Math.hypot(
    entry(2, 1) - entry(1, 2),
    entry(0, 2) - entry(2, 0),
    entry(1, 0) - entry(0, 1),
  );
  return Math.atan2(sine, entry(0, 0) + entry(1, 1) + entry(2, 2) - 1);
}

/** What became of the parts of a body. */
export function partChanges(
  owner: Owner,
  before: readonly Part[],
  after: readonly Part[],
  digestOf: DigestOf,
): ModelChange[] {
  const changes: ModelChange[] = [];
  for (let part = 0; part < Math.max(before.length, after.length); part++) {
    const [was, is] = [before.at(part), after.at(part)];
    if (was && is) changes.push(...poseChanges(owner, part, was.pose, is.pose));
    if (was && is && sameGeometry(was.geometry, is.geometry)) continue;
    changes.push({
      kind: 'geometry',
      ...owner,
      part,
      before: was ? geometryFacts(was.geometry, digestOf) : null,
      after: is ? geometryFacts(is.geometry, digestOf) : null,
    });
  }
  return changes;
}

type Geometry = PlainShape | MeshGeometry;

function sameGeometry(a: Geometry, b: Geometry): boolean {
  if (a.kind !== b.kind) return false;
  const [of, to] = [numbersOf(a), numbersOf(b)];
  return of.every((list, i) => sameNumbers(list, to[i]));
}

/** All that a geometry consists of. */
function numbersOf(geometry: Geometry): readonly ArrayLike<number>[] {
  switch (geometry.kind) {
    case 'mesh':
      return [geometry.triangles.positions, geometry.triangles.indices];
    case 'hull':
      return [geometry.hull.positions];
    case 'box':
      return [geometry.half];
    case 'sphere':
      return [[geometry.radius]];
    case 'ellipsoid':
      return [geometry.radii];
    case 'half-space':
      return [geometry.normal, [geometry.offset]];
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return [[geometry.radius, geometry.length]];
  }
}

/** A geometry in few numbers. */
export function geometryFacts(geometry: Geometry, digestOf: DigestOf): GeometryFacts {
  const { kind } = geometry;
  const size = sizeOf(geometry);
  if (kind === 'hull') return { kind, size, points: geometry.hull.positions.length / 3 };
  if (kind !== 'mesh') return { kind, size };
  const { triangles, reference } = geometry;
  return {
    ...{ kind, size, reference },
    points: triangles.positions.length / 3,
    triangles: triangles.indices.length / 3,
    ...(digestOf && { digest: digestOf(triangles) }),
  };
}

/** Edges of the box around a geometry, to the nearest double. */
function sizeOf(geometry: Geometry): GeometryFacts['size'] {
  switch (geometry.kind) {
    case 'mesh':
      return boxOf(geometry.triangles.positions);
    case 'hull':
      return boxOf(geometry.hull.positions);
    case 'box':
      return [2 * geometry.half[0], 2 * geometry.half[1], 2 * geometry.half[2]];
    case 'sphere':
      return [2 * geometry.radius, 2 * geometry.radius, 2 * geometry.radius];
    case 'ellipsoid':
      return [2 * geometry.radii[0], 2 * geometry.radii[1], 2 * geometry.radii[2]];
    case 'cylinder':
    case 'cone':
      return [2 * geometry.radius, 2 * geometry.radius, geometry.length];
    case 'capsule':
      return [2 * geometry.radius, 2 * geometry.radius, geometry.length + 2 * geometry.radius];
    case 'half-space':
      return null;
  }
}

function boxOf(positions: ArrayLike<number>): [number, number, number] {
  if (positions.length === 0) return [0, 0, 0];
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    least[i % 3] = Math.min(least[i % 3], positions[i]);
    most[i % 3] = Math.max(most[i % 3], positions[i]);
  }
  return [most[0] - least[0], most[1] - least[1], most[2] - least[2]];
}
