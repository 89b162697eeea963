/** What cells have in common in one process and on a disk: joint maps of pieces, compiled meshes. */
import { buildTree } from '../../../src/bvh/index.ts';
import { compileMesh } from '../../../src/cell/compiledMesh.ts';
import {
  buildCell,
  type Cell,
  type CellDescription,
  type CompiledStore,
  MovableObstacles,
  StaticChecker,
} from '../../../src/cell/index.ts';
import { JointMap } from '../../../src/cell/jointMap/jointMap.ts';
import { jointMapOf } from '../../../src/cell/jointMap/jointMaps.ts';
import { pieceMotion } from '../../../src/cell/jointMap/pieceMotion.ts';
import { buildMesh, convexHull, torus } from '../../../src/geometry/index.ts';
import type { Part } from '../../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { anywhere } from '../certificate/cells.ts';
import { anyPose } from '../monitor/changingCell.ts';
import { BARE, describedCell } from '../oracles/describedCell.ts';
import type { Tally } from './tally.ts';

const IDENTITY = identityPose();
const MESH = torus(1, 0.35, 9, 6);
const meshOf = (size: number): Part => ({
  pose: IDENTITY,
  geometry: {
    kind: 'mesh',
    triangles: { ...MESH, positions: MESH.positions.map((x) => size * x) },
    reference: 'ring',
  },
});
/** The same objects in every cell: what is made of them is shared. */
const LINKS = [meshOf(0.06), meshOf(0.08), meshOf(0.1)];
const THINGS = [meshOf(0.12), meshOf(0.05)];
const at = (x: number, y: number, z = 0) => poseFromRpy(0, 0, 0, x, y, z);

/** An arm of two joints between two things, with all that its joint maps depend on. */
interface Ring {
  readonly clearance: number;
  readonly padding: number;
  readonly tracking: number;
  readonly lower: number;
  readonly upper: number;
  readonly reach: number;
  readonly bend: number;
  readonly turn: number;
  readonly held: number | null;
  readonly multiplier: number;
}

/** Values that a ring may have; each change is large against the gaps. */
const RINGS: { readonly [K in keyof Ring]: readonly Ring[K][] } = {
  clearance: [0, 0.05, 0.15],
  padding: [0, 0.06],
  tracking: [0, 0.1],
  lower: [-2, -1.4],
  upper: [2, 1.5],
  reach: [0.3, 0.38],
  bend: [0, 0.6],
  turn: [0, 0.5],
  held: [null, 0.4, -0.7],
  multiplier: [1, -0.5],
};

function ringCell(ring: Ring): CellDescription {
  const { clearance, padding, tracking, lower, upper, reach, bend, turn, held } = ring;
  const links = LINKS.map((part, i) => ({ name: `link${i}`, collisions: [part], visuals: [] }));
  const axis = [Math.sin(turn), 0, Math.cos(turn)] as const;
  const joints = [0, 1].map((i) => ({
    ...{ name: `joint${i}`, kind: 'revolute' as const, axis, limits: { lower, upper } },
    ...{ parent: `link${i}`, child: `link${i + 1}`, origin: poseFromRpy(0, 0, bend, reach, 0, 0) },
    ...(i === 1 && ring.multiplier < 0
      ? { mimic: { joint: 'joint0', multiplier: ring.multiplier, offset: 0.1 } }
      : {}),
  }));
  const robot = {
    ...BARE,
    robot: { name: 'ring', links, joints },
    padding: new Map([['default', padding]]),
    tracking: new Map([['default', tracking]]),
    held: new Map(held === null ? [] : [['joint0', [held]] as const]),
  };
  const things = THINGS.map((part, i) => ({
    ...{ name: `thing${i}`, pose: at(0.45, i === 0 ? 0.4 : -0.35), parts: [part], solid: true },
  }));
  const described = describedCell([robot], things);
  return { ...described, clearance: { default: clearance, pairs: [] } };
}

/** One cell after the other, in which one thing is another: each has maps of the ones before. */
export class JointMapDesk {
  private ring: Ring;
  private readonly tally: Tally;
  private readonly random: Random;
  private readonly movable = new MovableObstacles();

  constructor(tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
    const first = Object.entries(RINGS).map(([name, values]) => [name, values[0]]);
    this.ring = Object.fromEntries(first);
  }

  step(): void {
    const { random } = this;
    const cell = buildCell(ringCell(this.ring));
    this.maps(cell);
    for (let k = 0; k < 2; k++) this.hands(cell, k);
    const names = Object.keys(RINGS) as (keyof Ring)[];
    const name = names[random.below(names.length)];
    const values = RINGS[name];
    this.ring = { ...this.ring, [name]: values[random.below(values.length)] };
  }

  private maps(cell: Cell): void {
    const { tally } = this;
    for (const pair of cell.tested) {
      const motion = pieceMotion(cell, pair, 0, 0);
      if (motion === null) continue;
      const kept = jointMapOf(cell, pair, 0, 0);
      const anew = JointMap.of(motion);
      tally.same('joint map', kept === null, anew === null);
      if (!kept || !anew) continue;
      for (let n = 0; n < 16; n++) {
        const [x, y] = [-2 + 0.25 * n, -1.5 + 0.75 * (n % 5)];
        const box = [x, x + 0.1, y, y + 0.1] as const;
        tally.same('joint map', kept.map.covers(...box), anew.covers(...box));
      }
    }
  }

  /** Obstacles in the hand, in one cell after the other. */
  private hands(cell: Cell, i: number): void {
    const { random, tally } = this;
    const moved = [
      { body: cell.bodyOf.get(`thing${i}`)!, pose: anyPose(random, [0.4, 0, 0], 0.5) },
    ];
    const q = anywhere(cell.tree, random);
    const copy = buildCell(structuredClone(cell.description));
    tally.same(
      'obstacle in the hand',
      new StaticChecker(this.movable.moved(cell, moved)).for(q).check(q),
      new StaticChecker(new MovableObstacles().moved(copy, moved)).for(q).check(q),
    );
  }
}

/** A store whose entries are damaged, exchanged or made up, as files of a folder may be. */
class SpoiltStore implements CompiledStore {
  readonly entries = new Map<string, Uint8Array>();
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  get(key: string): Uint8Array | null {
    const { entries, random } = this;
    const entry = entries.get(key);
    const all = [...entries.values()];
    switch (random.below(5)) {
      case 0:
        return all.length > 0 ? all[random.below(all.length)] : null;
      case 1: {
        const bytes = entry?.slice();
        if (bytes) bytes[random.below(bytes.length)] ^= 1 << random.below(8);
        return bytes ?? null;
      }
      case 2:
        return entry ? entry.slice(0, random.below(entry.length)) : new Uint8Array(64);
      default:
        return entry ?? null;
    }
  }

  put(key: string, entry: Uint8Array): void {
    this.entries.set(key, entry);
  }
}

let rules = 0;

export class MeshDesk {
  private readonly store: SpoiltStore;
  private readonly tally: Tally;
  private readonly random: Random;
  private readonly meshes = [0, 1, 2].map((k) => torus(1 + 0.1 * k, 0.3, 12, 9));
  /** The process remembers nothing of a rule that has another name; a store is of one rule. */
  private readonly names = new Map<string, string>();

  constructor(tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
    this.store = new SpoiltStore(random);
  }

  step(): void {
    const { meshes, random, tally } = this;
    const given = meshes[random.below(meshes.length)];
    const positions = given.positions.slice();
    if (random.unit() < 0.5) positions[random.below(positions.length)] += random.between(0, 1e-3);
    const mesh = buildMesh({ positions, indices: given.indices.slice() });
    const leafSize = 1 + random.below(3);
    const name = `leaves of ${leafSize}`;
    if (random.unit() < 0.3 || !this.names.has(name)) this.names.set(name, `rule ${rules++}`);
    const make = () => buildTree(mesh, { leafSize });
    const kept = compileMesh(mesh, { rule: this.names.get(name)!, make }, this.store);
    const anew = make();
    tally.same('compiled mesh', new Uint8Array(kept.tree.buffer), new Uint8Array(anew.buffer));
    tally.same('compiled mesh', kept.convex.hull, convexHull(mesh.positions));
  }
}
