/** What cells have in common in one process and on a disk: joint maps of pieces, compiled meshes. */
import { buildTree } from '../../../src/bvh/index.ts';
import { compileMesh } from '../../../src/cell/compiledMesh.ts';
import {
  buildCell,
  type CellDescription,
  type CompiledStore,
  MovableObstacles,
  StaticChecker,
} from '../../../src/cell/index.ts';
import { JointMap } from '../../../src/cell/jointMap/jointMap.ts';
import { jointMapOf } from '../../../src/cell/jointMap/jointMaps.ts';
import { pieceMotion } from '../../../src/cell/jointMap/pieceMotion.ts';
import { buildMesh, convexHull, torus } from '../../../src/geometry/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { anywhere } from '../certificate/cells.ts';
import { EDITS } from '../certificate/edits.ts';
import { anyPose } from '../monitor/changingCell.ts';
import type { Tally } from './tally.ts';

/** Edits after which pieces are the same objects, and move or have to keep away otherwise. */
const EDITS_OF_MAPS = [
  ...['another clearance', 'other tolerances', 'another padding', 'another tool'],
  ...['other allowed pairs', 'an obstacle moved', 'another link'],
];
const MOST_PAIRS = 6;

/** One cell after the other, made by edits: each has maps of the ones before. */
export class JointMapDesk {
  private description: CellDescription;
  private readonly tally: Tally;
  private readonly random: Random;
  private readonly movable = new MovableObstacles();

  constructor(description: CellDescription, tally: Tally, random: Random) {
    this.description = description;
    this.tally = tally;
    this.random = random;
  }

  step(): void {
    const { random } = this;
    const cell = buildCell(this.description);
    this.maps(cell);
    this.hands(cell);
    const edit = EDITS[EDITS_OF_MAPS[random.below(EDITS_OF_MAPS.length)]];
    const work = { description: this.description, waypoints: [] };
    ({ description: this.description } = edit(work, cell.tree, random));
    if (random.unit() < 0.5) this.description = this.otherJoints();
  }

  /** The same links on other joints: limits, an axis, where one begins, a value that is held. */
  private otherJoints(): CellDescription {
    const { random } = this;
    const robots = this.description.robots.map((instance) => {
      const joints = instance.robot.joints.map((joint) => {
        if (random.unit() < 0.5) return joint;
        const { limits } = joint;
        const origin = joint.origin.slice();
        if (random.unit() < 0.3) origin[9] += random.between(-0.02, 0.02);
        const lower = limits && limits.lower * random.between(0.5, 1);
        return { ...joint, origin, ...(limits && { limits: { ...limits, lower: lower! } }) };
      });
      const { name, kind } = joints[random.below(joints.length)];
      const isHeld = random.unit() < 0.3 && (kind === 'revolute' || kind === 'continuous');
      const held = new Map(isHeld ? [[name, [random.between(-1, 1)]] as const] : []);
      return { ...instance, robot: { ...instance.robot, joints }, held };
    });
    return { ...this.description, robots };
  }

  private maps(cell: ReturnType<typeof buildCell>): void {
    const { random, tally } = this;
    let pairs = 0;
    for (const pair of cell.tested) {
      const [a, b] = [cell.bodies[pair.a], cell.bodies[pair.b]];
      const [i, k] = [random.below(a.pieces.length), random.below(b.pieces.length)];
      const motion = pieceMotion(cell, pair, i, k);
      if (motion === null || pairs++ >= MOST_PAIRS) continue;
      const kept = jointMapOf(cell, pair, i, k);
      const anew = JointMap.of(motion);
      tally.same('joint map', kept === null, anew === null);
      if (!kept || !anew) continue;
      for (let n = 0; n < 12; n++) {
        const [x, y] = [0, 1].map((d) => {
          const low = motion.lower[d] ?? 0;
          return random.between(low, motion.upper[d] ?? 0);
        });
        const [right, up] = [x + random.between(0, 0.2), y + random.between(0, 0.2)];
        const box = [x, right, y, up] as const;
        tally.same('joint map', kept.map.covers(...box), anew.covers(...box));
      }
    }
  }

  /** Obstacles in the hand, in one cell after the other. */
  private hands(cell: ReturnType<typeof buildCell>): void {
    const { random, tally } = this;
    const { obstacles } = cell.description;
    if (obstacles.length === 0) return;
    const body = cell.bodyOf.get(obstacles[random.below(obstacles.length)].name)!;
    const moved = [{ body, pose: anyPose(random, [0.3, 0, 0], 0.6) }];
    const q = anywhere(cell.tree, random);
    const anew = new MovableObstacles().moved(buildCell(structuredClone(cell.description)), moved);
    tally.same(
      'obstacle in the hand',
      new StaticChecker(this.movable.moved(cell, moved)).for(q).check(q),
      new StaticChecker(anew).for(q).check(q),
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
