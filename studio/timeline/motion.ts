/** The path on the page: where joints are at a position, and where a link goes. */

import { pathOfMotion } from '../../src/jobs/index.ts';
import {
  buildKinematics,
  Kinematics,
  type KinematicTree,
  type PlacedRobot,
} from '../../src/kinematics/index.ts';
import type { Path, WrapRule } from '../../src/motion/index.ts';
import type { PathData } from '../engine/protocol.ts';
import { clamp, type Place, TimeAxis } from './axis.ts';

/** Waypoints that are drawn one by one. */
const MANY = 4000;

export class PageMotion {
  readonly path: Path;
  readonly axis: TimeAxis;
  readonly tree: KinematicTree;
  private kinematics: Kinematics | null = null;

  /** Throws an InputError for a path that does not fit. */
  constructor(tree: KinematicTree, data: PathData, wrap: WrapRule = 'literal') {
    this.tree = tree;
    this.path = pathOfMotion(tree, data, wrap);
    this.axis = new TimeAxis(
      this.path,
      tree.dofs.map(({ unit }) => unit),
    );
  }

  configuration({ segment, t }: Place): Float64Array {
    const q = new Float64Array(this.tree.dofs.length);
    const { segments } = this.path;
    segments[clamp(segment, 0, segments.length - 1)].configurationInto(clamp(t, 0, 1), q, 0);
    return q;
  }

  /** Positions of a link's origin at positions on the axis, three numbers each. */
  trace(link: string, positions: ArrayLike<number>): Float64Array {
    const frame = this.tree.frameOf.get(link);
    if (frame === undefined) return new Float64Array(0);
    this.kinematics ??= new Kinematics(this.tree);
    const points = new Float64Array(3 * positions.length);
    for (let i = 0; i < positions.length; i++) {
      this.kinematics.setConfiguration(this.configuration(this.axis.place(positions[i])));
      const o = this.kinematics.poseOf(frame);
      for (let k = 0; k < 3; k++) points[3 * i + k] = this.kinematics.poses[o + 9 + k];
    }
    return points;
  }

  /** Positions for drawing: evenly spread, and all waypoints; of very many waypoints more positions instead. */
  positions(most: number): Float64Array {
    const { axis } = this;
    const isMany = axis.starts.length > MANY;
    const count = isMany ? Math.max(most, MANY) : most;
    const all = new Set<number>(isMany ? [] : axis.starts);
    for (let i = 0; i <= count; i++) all.add((i / count) * axis.end);
    return Float64Array.from(all).sort();
  }

  /** Configurations evenly spread over the axis, both ends included; none twice. */
  spread(copies: number): Float64Array[] {
    const all: Float64Array[] = [];
    for (let i = 0; i < copies; i++) {
      const q = this.configuration(this.axis.place((i / (copies - 1)) * this.axis.end));
      // A path that stands still for a while needs no robots on top of each other.
      if (!all.some((other) => other.every((x, d) => x === q[d]))) all.push(q);
    }
    return all;
  }

  /** What each segment is, where the path says so. */
  get labels(): readonly string[] {
    return this.path.labels ?? [];
  }
}

const trees = new WeakMap<readonly PlacedRobot[], KinematicTree>();

/** The kinematics of a cell: made once, as long as only obstacles change. */
export function treeOf(robots: readonly PlacedRobot[]): KinematicTree {
  let tree = trees.get(robots);
  if (!tree) {
    tree = buildKinematics(robots);
    trees.set(robots, tree);
  }
  return tree;
}
