/** Questions as a planner asks them: links and obstacles at the ends of the steps it looked at, each whether they are so far apart. */
import type { Tree, VolumeKind } from 'surepath/bvh';
import { type Cell, surfaceOf } from 'surepath/cell';
import { Kinematics } from 'surepath/kinematics';
import { PlanningSpace } from 'surepath/plan';
import { ProximityWorkspace, tolerance } from 'surepath/proximity';
import { cpuMilliseconds } from '../../lab/clock.ts';
import { type TreeRule, treeOf } from '../trees.ts';
import { planOnce } from './runs.ts';
import { BOUNDED, bounded, type Kind } from './variants.ts';
import { Watched } from './watched.ts';

/** [E 2.2] The clearance bound in metres: half of what an arm of two metres moves by a step of 0.1 rad. */
const SIGMA = 0.1;

export interface Questions {
  readonly cell: Cell;
  /** Per question: the pair's place in cell.tested, and where its second body is in the first's frame. */
  readonly pairs: Int32Array;
  readonly poses: Float64Array;
}

/** What answers to some questions took. */
export interface Cost {
  readonly asked: number;
  readonly bv: number;
  readonly tri: number;
  readonly ms: number;
}

/** So many questions, evenly from all that a planner's run leads to. */
export function questionsOf(cell: Cell, kind: Kind, run: number, count: number): Questions {
  const watched = new Watched(BOUNDED);
  planOnce(cell, bounded(kind, new PlanningSpace(cell), watched.make), run);
  const kinematics = new Kinematics(cell.tree);
  const asked = cell.tested.flatMap(({ a, b }, i) => (isAsked(cell, a, b) ? [i] : []));
  const all = watched.segments.length * asked.length;
  const step = Math.max(1, all / count);
  const size = Math.floor(all / step);
  const pairs = new Int32Array(size);
  const poses = new Float64Array(12 * size);
  for (let k = 0; k < size; k++) {
    const place = Math.floor(k * step);
    const segment = watched.segments[Math.floor(place / asked.length)];
    pairs[k] = asked[place % asked.length];
    kinematics.setConfiguration(segment.to);
    const { a, b } = cell.tested[pairs[k]];
    kinematics.relativePoseInto(cell.bodies[a].frame, cell.bodies[b].frame, poses, 12 * k);
  }
  return { cell, pairs, poses };
}

/** An obstacle and what moves, both of triangles. Links of one robot are near each other always, whatever it does. */
function isAsked({ bodies }: Cell, a: number, b: number): boolean {
  const pair = [bodies[a], bodies[b]];
  if (!pair.some(({ kind }) => kind === 'obstacle')) return false;
  return pair.every(({ pieces }) => pieces.every((piece) => surfaceOf(piece) !== null));
}

/** Somebody who answers them on trees of this kind and rule. */
export class Answerer {
  private readonly questions: Questions;
  private readonly workspace = new ProximityWorkspace();
  private readonly options = { offset: 0 };
  /** Per pair that is tested: trees, two and two. */
  private readonly trees: (readonly Tree[])[];

  constructor(questions: Questions, volume: VolumeKind, rule: TreeRule) {
    this.questions = questions;
    const { bodies, tested } = questions.cell;
    this.trees = tested.map(({ a, b }) =>
      bodies[a].pieces.flatMap((p) =>
        bodies[b].pieces.flatMap((q) => [treeOf(p, volume, rule)!, treeOf(q, volume, rule)!]),
      ),
    );
  }

  /** Numbers of volume and triangle pairs that a question takes, into counts[0] and [1]. */
  count(k: number, counts: number[]): void {
    const { workspace, options, questions } = this;
    const trees = this.trees[questions.pairs[k]];
    options.offset = 12 * k;
    for (let i = 0; i < trees.length; i += 2) {
      const answer = tolerance(trees[i], trees[i + 1], questions.poses, SIGMA, workspace, options);
      counts[0] += answer.nodePairs;
      counts[1] += answer.trianglePairs;
    }
  }

  /** What these questions take. */
  cost(asked: readonly number[]): Cost {
    const counts = [0, 0];
    const begin = cpuMilliseconds();
    for (let i = 0; i < asked.length; i++) this.count(asked[i], counts);
    const ms = cpuMilliseconds() - begin;
    return { asked: asked.length, bv: counts[0], tri: counts[1], ms };
  }
}
