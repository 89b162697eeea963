/** What the page wants to know at once while a slider, the tool or an obstacle is dragged. */
import {
  type Cell,
  MovableObstacles,
  mostKept,
  type PairFinding,
  StaticChecker,
  surfaceOf,
} from '../../src/cell/index.ts';
import { obstacleAt, statedPose } from '../../src/jobs/index.ts';
import type { Kinematics } from '../../src/kinematics/index.ts';
import { InputError, transformPointInto } from '../../src/math/index.ts';
import { collide, ProximityWorkspace } from '../../src/proximity/index.ts';
import { findingData } from './checks.ts';
import type { CollidingPair, MovedObstacle, PoseAnswer } from './protocol.ts';

/** Pairs of triangles that are drawn of one pair of bodies. */
const SHOWN_CONTACTS = 200;

export class LiveChecker {
  /** Of the cell as it is. */
  private own: StaticChecker;
  private readonly movable = new MovableObstacles();
  private readonly workspace = new ProximityWorkspace();
  private readonly relative = new Float64Array(12);
  /** The largest distance that any pair has to keep. */
  private readonly margin: number;

  constructor(cell: Cell) {
    this.own = new StaticChecker(cell);
    this.margin = mostKept(cell);
  }

  /** At a configuration, with some obstacles elsewhere: as the cell would say after such an edit. */
  pose(given: ArrayLike<number>, moved: readonly MovedObstacle[] = []): PoseAnswer {
    const q = Float64Array.from(given);
    const count = this.own.cell.tree.dofs.length;
    if (q.length !== count) {
      throw new InputError({
        code: 'configuration/count',
        message: `a configuration has ${q.length} values; expected ${count}`,
      });
    }
    const statics = this.checkerFor(q, moved);
    const { closest, colliding } = statics.check(q);
    const near = colliding || this.margin > 0 ? statics.within(Math.max(this.margin, 1e-9), q) : [];
    const hits = near.filter((finding) => finding.colliding);
    // A pair that collides is never left out, whatever the other search made of it.
    if (colliding && closest && !hits.some((hit) => hit.pair === closest.pair)) hits.push(closest);
    const tooClose = near.filter(
      ({ pair, colliding: hit, distance }) => !hit && distance < pair.clearance + pair.tracking,
    );
    return {
      closest: closest && findingData(closest),
      colliding: hits.map((finding) => this.contacts(statics, finding)),
      tooClose: tooClose.map(findingData),
      limits: statics.limitViolations(q),
    };
  }

  /** Limits of joints are no limits of questions: a slider may go beyond them. */
  private checkerFor(q: Float64Array, moved: readonly MovedObstacle[]): StaticChecker {
    const { cell } = this.own;
    const bodies = moved.flatMap(({ obstacle, pose }) => {
      const body = cell.bodyOf.get(obstacleAt(cell.description, obstacle).name);
      // Where an edit would put it. One without parts is no body.
      return body === undefined ? [] : [{ body, pose: statedPose(pose).pose }];
    });
    if (bodies.length > 0) return new StaticChecker(this.movable.moved(cell, bodies)).for(q);
    this.own = this.own.for(q);
    return this.own;
  }

  /** The triangles of both bodies that touch, where the kinematics stand. */
  private contacts({ cell, kinematics }: StaticChecker, finding: PairFinding): CollidingPair {
    const { bodies } = cell;
    const [a, b] = [bodies[finding.pair.a], bodies[finding.pair.b]];
    const [ofA, ofB]: [number[], number[]] = [[], []];
    kinematics.relativePoseInto(a.frame, b.frame, this.relative, 0);
    for (const p of a.pieces.map(surfaceOf)) {
      for (const q of b.pieces.map(surfaceOf)) {
        if (!p || !q) continue;
        const options = { maxContacts: SHOWN_CONTACTS };
        const found = collide(p.tree, q.tree, this.relative, this.workspace, options);
        const pairs = found.contacts.subarray(0, 2 * found.contactCount);
        const triangles = (side: number) =>
          new Set(pairs.filter((_, i) => i % 2 === side).values());
        for (const t of triangles(0)) ofA.push(...placed(kinematics, a.frame, p.tree.vertices, t));
        for (const t of triangles(1)) ofB.push(...placed(kinematics, b.frame, q.tree.vertices, t));
      }
    }
    return {
      ...findingData(finding),
      trianglesA: Float32Array.from(ofA),
      trianglesB: Float32Array.from(ofB),
    };
  }
}

function placed(
  kinematics: Kinematics,
  frame: number,
  vertices: Float64Array,
  triangle: number,
): Float64Array {
  const at = kinematics.poseOf(frame);
  const out = new Float64Array(9);
  for (const k of [0, 3, 6]) {
    transformPointInto(kinematics.poses, at, vertices, 9 * triangle + k, out, k);
  }
  return out;
}
