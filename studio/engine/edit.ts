/**
 * Changes of a cell that somebody makes in the page. They make a new description that shares what is not
 * changed with the one before: compiled meshes are known by their triangles and not made again.
 */
import {
  type CellDescription,
  matchesPair,
  type ObstacleDescription,
  type RobotInstance,
} from '../../src/cell/index.ts';
import { sha256 } from '../../src/certificate/index.ts';
import { readMesh } from '../../src/formats/index.ts';
import { hullShape, type PlainShape, type Triangles } from '../../src/geometry/index.ts';
import { type MeshGeometry, type Part, scopedName } from '../../src/kinematics/index.ts';
import { type Fault, InputError, identityPose } from '../../src/math/index.ts';
import { type PoseText, statedPose } from './poseText.ts';
import type { Change, NewShape, PartSize } from './protocol.ts';
import { Scaling } from './scaling.ts';
import { assertSize, type Geometry, primitiveOf } from './sizes.ts';

/** A mesh that was added: the file it came from. */
export interface AddedMesh {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly scale: number;
  /** The same for the same contents and scale. */
  readonly key: string;
}

export class Editor {
  /** Where meshes came from that no file of the cell names. */
  readonly added = new WeakMap<Triangles, AddedMesh>();
  readonly scaling = new Scaling();
  /** By the parts of obstacles with other sizes: the parts as they were opened or added. */
  readonly sized = new WeakMap<readonly Part[], readonly Part[]>();
  /** How a file writes the poses that were given here. */
  readonly texts = new WeakMap<Float64Array, PoseText>();
  private readonly meshes = new Map<string, Triangles>();
  private readonly keys = new WeakMap<Triangles, string>();

  /** The description with all changes, in order. Throws an InputError; the description stays as it was. */
  apply(description: CellDescription, changes: readonly Change[]): CellDescription {
    return changes.reduce((before, change) => this.change(before, change), description);
  }

  private change(cell: CellDescription, change: Change): CellDescription {
    switch (change.kind) {
      case 'move':
        return withObstacle(cell, change.obstacle, { pose: this.pose(change.pose) });
      case 'shape': {
        const parts = this.resized(obstacleAt(cell, change.obstacle), change);
        return withObstacle(cell, change.obstacle, { parts });
      }
      case 'solid':
        return withSolid(cell, change.obstacle, change.solid);
      case 'rename':
        return renamed(cell, change.obstacle, checkedName(cell, change.name));
      case 'add':
        return { ...cell, obstacles: [...cell.obstacles, this.obstacle(cell, change)] };
      case 'remove':
        return removed(cell, change.obstacle);
      case 'allow': {
        const { a, b, reason } = change;
        requireBodies(cell, a, b);
        const text = reason.trim() || 'allowed in the studio';
        // A distance that it had to keep is of no account any more.
        const apart = withPairClearance(cell, a, b, null);
        return { ...apart, allow: [...cell.allow, { between: [a, b], reason: text }] };
      }
      case 'forbid':
        requireBodies(cell, change.a, change.b);
        return forbidden(cell, change.a, change.b);
      case 'clearance':
        requireAmount(change.distance, 'a clearance');
        return { ...cell, clearance: { ...cell.clearance, default: change.distance } };
      case 'pair-clearance':
        requireBodies(cell, change.a, change.b);
        return withPairClearance(cell, change.a, change.b, change.distance);
      case 'tracking':
        return withTracking(cell, change.tolerance);
      case 'restore':
        throw fault('edit/restore', 'an earlier cell can only be restored by itself');
    }
  }

  private pose(given: ArrayLike<number>): Float64Array {
    const { pose, text } = statedPose(given);
    this.texts.set(pose, text);
    return pose;
  }

  private obstacle(
    cell: CellDescription,
    { name, shape, pose }: Extract<Change, { kind: 'add' }>,
  ): ObstacleDescription {
    const geometry = shape.kind === 'mesh' ? this.mesh(shape) : primitive(shape);
    return {
      name: checkedName(cell, name),
      pose: this.pose(pose),
      parts: [{ pose: identityPose(), geometry }],
      solid: true,
    };
  }

  private resized(
    { name, parts }: ObstacleDescription,
    { part, size }: Extract<Change, { kind: 'shape' }>,
  ): readonly Part[] {
    if (!parts[part]) throw fault('edit/part', `"${name}" has no part number ${part}`);
    const made = parts.map((each, i) =>
      i === part ? { ...each, geometry: this.sizedGeometry(each.geometry, size) } : each,
    );
    this.sized.set(made, this.sized.get(parts) ?? parts);
    return made;
  }

  private sizedGeometry(geometry: Geometry, size: PartSize): Geometry {
    assertSize(geometry, size);
    const [factor] = size.sizes;
    switch (geometry.kind) {
      case 'mesh':
        return this.scaling.scaled(geometry, factor, (base) => this.scaledMesh(base, factor));
      case 'hull':
        return this.scaling.scaled(geometry, factor, ({ hull }) =>
          hullShape(hull.positions.map((x) => x * factor)),
        );
      default:
        return primitiveOf(size);
    }
  }

  /** With the numbers that a reader gets of the file and one factor. */
  private scaledMesh(base: MeshGeometry, factor: number): MeshGeometry {
    const added = this.added.get(base.triangles);
    const triangles = added
      ? this.fromFile(added.file, added.bytes, added.scale * factor, sha256(added.bytes))
      : times(base.triangles, factor);
    return { ...base, triangles };
  }

  private mesh({ file, bytes, scale = 1 }: Extract<NewShape, { kind: 'mesh' }>): MeshGeometry {
    if (!(scale > 0 && scale < Infinity)) {
      throw fault('edit/scale', `a scale of ${scale} is none; expected a number above 0`);
    }
    const digest = sha256(bytes);
    const key = `${digest} ${scale}`;
    const triangles = this.meshes.get(key) ?? this.fromFile(file, bytes, scale, digest);
    this.meshes.set(key, triangles);
    return { kind: 'mesh', triangles, reference: file };
  }

  private fromFile(file: string, bytes: Uint8Array, scale: number, digest: string): Triangles {
    const triangles = times(readMesh(bytes, { file }).triangles, scale);
    this.added.set(triangles, { file, bytes, scale, key: `${digest} ${scale}` });
    return triangles;
  }

  /** Of a mesh that no file of the cell has as it is: the same for the same contents. */
  keyOf(triangles: Triangles): string | undefined {
    const added = this.added.get(triangles);
    if (added) return `added ${added.key}`;
    const factor = this.scaling.factorOf({ kind: 'mesh', triangles, reference: '' });
    if (factor === 1) return undefined;
    let key = this.keys.get(triangles);
    if (key === undefined) {
      key = `scaled ${[triangles.positions, triangles.indices].map(digestOf).join(' ')}`;
      this.keys.set(triangles, key);
    }
    return key;
  }
}

function digestOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): string {
  return sha256(new Uint8Array(buffer, byteOffset, byteLength));
}

function times({ positions, indices }: Triangles, factor: number): Triangles {
  return { positions: positions.map((x) => x * factor), indices };
}

function primitive(shape: Exclude<NewShape, { kind: 'mesh' }>): PlainShape {
  switch (shape.kind) {
    case 'box':
      return primitiveOf({ kind: shape.kind, sizes: shape.size });
    case 'sphere':
      return primitiveOf({ kind: shape.kind, sizes: [shape.radius] });
    case 'cylinder':
      return primitiveOf({ kind: shape.kind, sizes: [shape.radius, shape.length] });
  }
}

/** Names of all bodies, and of links without geometry. */
function bodyNames({ robots, obstacles }: CellDescription): Set<string> {
  const names = new Set(obstacles.map(({ name }) => name));
  for (const { name, robot, attached } of robots) {
    for (const each of [...robot.links, ...attached]) names.add(scopedName(name, each.name));
  }
  return names;
}

function checkedName(cell: CellDescription, given: string): string {
  const name = given.trim();
  if (name === '') throw fault('edit/name', 'an obstacle needs a name');
  if (/[*/]/.test(name)) {
    throw fault('edit/name', `the name "${name}" holds "*" or "/", which have a meaning`);
  }
  if (bodyNames(cell).has(name)) {
    throw fault('edit/name', `there is a body called "${name}" already`);
  }
  return name;
}

function requireBodies(cell: CellDescription, ...given: readonly string[]): void {
  const names = bodyNames(cell);
  const unknown = given.find((name) => !names.has(name));
  if (unknown !== undefined) throw fault('edit/body', `there is no body called "${unknown}"`);
}

function requireAmount(amount: number, what: string): void {
  if (amount >= 0 && amount < Infinity) return;
  throw fault('edit/amount', `${what} is a number of at least 0; found ${amount}`);
}

export function obstacleAt(
  { obstacles }: Pick<CellDescription, 'obstacles'>,
  i: number,
): ObstacleDescription {
  const found = obstacles[i];
  if (found) return found;
  throw fault('edit/obstacle', `there is no obstacle number ${i}`);
}

function withObstacle(
  cell: CellDescription,
  i: number,
  values: Partial<ObstacleDescription>,
): CellDescription {
  const obstacle = { ...obstacleAt(cell, i), ...values };
  return { ...cell, obstacles: cell.obstacles.map((each, k) => (k === i ? obstacle : each)) };
}

/** Said here it is no more than this; that meshes must be solid is said in files. */
function withSolid(cell: CellDescription, i: number, solid: boolean): CellDescription {
  const { mustBeSolid: _, ...obstacle } = obstacleAt(cell, i);
  const made = { ...obstacle, solid };
  return { ...cell, obstacles: cell.obstacles.map((each, k) => (k === i ? made : each)) };
}

type Declared = Pick<CellDescription, 'allow' | 'clearance'>;

/** What is declared about pairs, one name in place of another; null: without what names it. */
function redeclared(cell: CellDescription, from: string, to: string | null): Declared {
  const list = <T extends { readonly between: readonly [string, string] }>(entries: readonly T[]) =>
    entries.flatMap((entry) => {
      if (!entry.between.includes(from)) return [entry];
      if (to === null) return [];
      const [a, b] = entry.between.map((name) => (name === from ? to : name));
      return [{ ...entry, between: [a, b] as const }];
    });
  return {
    allow: list(cell.allow),
    clearance: { ...cell.clearance, pairs: list(cell.clearance.pairs) },
  };
}

function renamed(cell: CellDescription, i: number, name: string): CellDescription {
  const { name: before } = obstacleAt(cell, i);
  return { ...withObstacle(cell, i, { name }), ...redeclared(cell, before, name) };
}

function removed(cell: CellDescription, i: number): CellDescription {
  const { name } = obstacleAt(cell, i);
  const obstacles = cell.obstacles.filter((_, k) => k !== i);
  return withoutIdle({ ...cell, obstacles, ...redeclared(cell, name, null) });
}

/** Patterns that fitted the obstacle alone fit nobody now, which a reader takes for a mistake. */
function withoutIdle(cell: CellDescription): CellDescription {
  const names = [...bodyNames(cell)];
  const isIdle = ({ between }: { readonly between: readonly [string, string] }) =>
    between.some((pattern) => !names.some((name) => matchesPair([pattern, pattern], name, name)));
  if (!cell.allow.some(isIdle) && !cell.clearance.pairs.some(isIdle)) return cell;
  const pairs = cell.clearance.pairs.filter((each) => !isIdle(each));
  const allow = cell.allow.filter((each) => !isIdle(each));
  return { ...cell, allow, clearance: { ...cell.clearance, pairs } };
}

/** Takes back whatever was declared about a pair. What is a fact stays one. */
function forbidden(cell: CellDescription, a: string, b: string): CellDescription {
  const names = [...bodyNames(cell)];
  const allow = cell.allow.flatMap((entry) => {
    if (!matchesPair(entry.between, a, b)) return [entry];
    if (!entry.between.some((name) => name.includes('*'))) return [];
    // All that the pattern allows but this pair.
    const others: (typeof entry)[] = [];
    names.forEach((p, i) => {
      for (const q of names.slice(i + 1)) {
        const isIt = (p === a && q === b) || (p === b && q === a);
        if (!isIt && matchesPair(entry.between, p, q)) others.push({ ...entry, between: [p, q] });
      }
    });
    return others;
  });
  const robots = cell.robots.map((robot) => withoutDeclaration(robot, a, b));
  return {
    ...cell,
    allow,
    robots: robots.every((robot, i) => robot === cell.robots[i]) ? cell.robots : robots,
  };
}

function withoutDeclaration(instance: RobotInstance, a: string, b: string): RobotInstance {
  const { name, semantics, attached } = instance;
  const isPair = (p: string, q: string) => {
    const [x, y] = [scopedName(name, p), scopedName(name, q)];
    return (x === a && y === b) || (x === b && y === a);
  };
  const kept = semantics?.disabledPairs.filter(({ link1, link2 }) => !isPair(link1, link2));
  const carried = attached.map((each) => {
    const touches = each.touches.filter((link) => !isPair(each.name, link));
    return touches.length === each.touches.length ? each : { ...each, touches };
  });
  const same = carried.every((each, i) => each === attached[i]);
  if (same && kept?.length === semantics?.disabledPairs.length) return instance;
  return {
    ...instance,
    attached: carried,
    ...(semantics && kept && { semantics: { ...semantics, disabledPairs: kept } }),
  };
}

function withPairClearance(
  cell: CellDescription,
  a: string,
  b: string,
  distance: number | null,
): CellDescription {
  const { clearance } = cell;
  const pairs = clearance.pairs.filter(
    ({ between: [p, q] }) => !((p === a && q === b) || (p === b && q === a)),
  );
  if (distance === null) {
    if (pairs.length === clearance.pairs.length) return cell;
    return { ...cell, clearance: { ...clearance, pairs } };
  }
  requireAmount(distance, 'a clearance');
  const entry = { between: [a, b] as const, distance };
  return { ...cell, clearance: { ...clearance, pairs: [...pairs, entry] } };
}

/** For joints that have no tolerance of their own. */
export function withTracking(cell: CellDescription, tolerance: number): CellDescription {
  requireAmount(tolerance, 'a tolerance');
  const robots = cell.robots.map((robot) => ({
    ...robot,
    tracking: new Map([...robot.tracking, ['default', tolerance] as const]),
  }));
  return { ...cell, robots };
}

function fault(code: string, message: string, hint?: string): InputError {
  const value: Fault = { code, message, ...(hint === undefined ? {} : { hint }) };
  return new InputError(value);
}
