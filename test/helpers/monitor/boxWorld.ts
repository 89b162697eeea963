/**
 * A world of boxes along the axes, for hierarchies alone: members are boxes that are put where a test wants them, their
 * distances are those of the boxes, computed plainly. No cell is behind it.
 */
import type { Cell, Piece } from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';
import type {
  ClassPair,
  CollisionClass,
  MemberDistance,
  World,
} from '../../../src/monitor/index.ts';

export interface BoxWorld extends World {
  readonly membersOf: Int32Array[];
  /** Pairs of members that are not tested. */
  readonly untested: Set<string>;
  /** Puts a member there. */
  put(i: number, box: readonly number[]): void;
  /** A member of a class that comes; returns its number. */
  add(c: number, box: readonly number[]): number;
  remove(i: number): void;
}

/** The most members there can be. */
const ROOM = 8192;

/** Classes with so many members each, all members at the origin at first. */
export function boxWorld(sizes: readonly number[], pairs: readonly ClassPair[]): BoxWorld {
  const classOf = new Int32Array(ROOM).fill(-1);
  const untested = new Set<string>();
  const classes = sizes.map((_, c): CollisionClass => {
    return { name: `class ${c}`, bodies: [], moved: false, dynamic: false };
  });
  const world = {
    cell: {
      tree: { rigidRoot: Int32Array.from({ length: ROOM }, (_, f) => f) },
    } as unknown as Cell,
    classes,
    pairs,
    bodies: [],
    count: 0,
    membersOf: sizes.map(() => new Int32Array(0)),
    classOf,
    bodyOf: new Int32Array(ROOM),
    pieces: [] as Piece[],
    frameOf: new Int32Array(ROOM),
    poses: new Float64Array(12 * ROOM),
    boxes: new Float64Array(6 * ROOM),
    balls: new Float64Array(4 * ROOM),
    paddings: new Float64Array(ROOM),
    travelled: new Float64Array(ROOM),
    untested,
    isTested: (i: number, k: number) => !untested.has(`${i} ${k}`) && !untested.has(`${k} ${i}`),
    place: () => {},
    put(i: number, box: readonly number[]) {
      world.boxes.set(box, 6 * i);
    },
    add(c: number, box: readonly number[]): number {
      const i = world.count++;
      classOf[i] = c;
      world.frameOf[i] = i;
      world.put(i, box);
      world.membersOf[c] = Int32Array.of(...world.membersOf[c], i);
      return i;
    },
    remove(i: number) {
      const c = classOf[i];
      classOf[i] = -1;
      world.membersOf[c] = world.membersOf[c].filter((m) => m !== i);
    },
  };
  sizes.forEach((n, c) => {
    for (let m = 0; m < n; m++) world.add(c, [0, 0, 0, 0, 0, 0]);
  });
  // What hierarchies do not look at, such as kinematics, is not there.
  return world as unknown as BoxWorld;
}

/** A box near `centre` metres along each axis. */
export function anyBox(random: Random, spread = 10, size = 1, centre = 0): number[] {
  const low = [0, 1, 2].map(() => centre + spread * (2 * random.unit() - 1));
  return [...low, ...low.map((x) => x + size * random.unit())];
}

/** The distance of two boxes of six numbers. */
export function boxDistance(boxes: Float64Array, i: number, k: number): number {
  let sum = 0;
  for (let x = 0; x < 3; x++) {
    const [a, b] = [6 * i + x, 6 * k + x];
    const gap = Math.max(0, boxes[a] - boxes[b + 3], boxes[b] - boxes[a + 3]);
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

/** The distance of members, which are their boxes. Remembers who was asked about. */
export class BoxDistance implements MemberDistance {
  lower = 0;
  upper = 0;
  readonly points = new Float64Array(6);
  readonly asked: string[] = [];
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  measure(i: number, k: number, cutoff: number): void {
    this.asked.push(`${i} ${k}`);
    const distance = boxDistance(this.world.boxes, i, k);
    this.lower = distance * (1 - 1e-15);
    this.upper = distance < cutoff || distance === 0 ? distance : Number.POSITIVE_INFINITY;
  }
}

/** The nearest tested pair, by looking at all. */
export function nearestOfAll(world: World, pair: number): { distance: number; tested: number } {
  const { a, b } = world.pairs[pair];
  let distance = Number.POSITIVE_INFINITY;
  let tested = 0;
  for (const i of world.membersOf[a]) {
    for (const k of world.membersOf[b]) {
      if ((a === b && k <= i) || !world.isTested(i, k)) continue;
      tested++;
      distance = Math.min(distance, boxDistance(world.boxes, i, k));
    }
  }
  return { distance, tested };
}
