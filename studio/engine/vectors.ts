/**
 * The live mode's questions: collision vectors between all classes of the open cell, by a monitor that is kept from one
 * configuration to the next, as a controller would keep it. Obstacles in somebody's hand are moved on-line, and back.
 */
import { askAbout, type Cell, coversConfiguration } from '../../src/cell/index.ts';
import { obstacleAt, statedPose } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import {
  type Approach,
  type CollisionVector,
  createMonitor,
  type Monitor,
} from '../../src/monitor/index.ts';
import type {
  ApproachName,
  MovedObstacle,
  VectorData,
  VectorsAnswer,
  VectorsRequest,
} from './protocol.ts';

/** Steps whose times are remembered. */
const REMEMBERED = 1000;

const NONE = {
  primitives: 'none',
  initialization: false,
  hierarchy: 'none',
  update: 'none',
} as const;

/** Null: the monitor's own. */
const APPROACHES: Readonly<Record<ApproachName, Partial<Approach> | null>> = {
  own: null,
  plain: NONE,
  initialization: { ...NONE, initialization: true },
  'local-update': { ...NONE, update: 'local' },
  'static-hierarchies': { ...NONE, hierarchy: 'static' },
  'dynamic-hierarchies': { ...NONE, hierarchy: 'dynamic', substitution: 'both' },
  'virtual-manipulator': { ...NONE, hierarchy: 'virtual-manipulator' },
};

/** What a request is measured by: other settings begin to count anew. */
interface Kept {
  readonly approach: ApproachName;
  readonly monitor: Monitor;
  /** Obstacles that are elsewhere than in the cell. */
  readonly away: Set<number>;
  readonly times: Float64Array;
  steps: number;
}

export class LiveVectors {
  private cell: Cell;
  private kept: Kept | null = null;

  constructor(cell: Cell) {
    this.cell = cell;
  }

  vectors(request: VectorsRequest): VectorsAnswer {
    const { threshold = Number.POSITIVE_INFINITY, pairs = null, moved = [] } = request;
    const q = Float64Array.from(request.configuration);
    this.cover(q);
    const kept = this.keptFor(request.approach ?? 'own');
    const { monitor, times } = kept;
    this.place(kept, moved);
    const before = { ...monitor.counts };
    const begin = performance.now();
    const { vectors, nearest } = monitor.step(q, threshold, pairs);
    times[kept.steps++ % REMEMBERED] = 1000 * (performance.now() - begin);
    return {
      vectors: vectors.map((vector) => this.told(monitor, vector)),
      nearest: nearest === null ? -1 : vectors.indexOf(nearest),
      steps: statistics(times.subarray(0, Math.min(kept.steps, REMEMBERED))),
      looked: {
        distances: monitor.counts.distances - before.distances,
        boxes: monitor.counts.boxes - before.boxes,
      },
      notes: monitor.notes,
    };
  }

  /** Limits of joints are no limits of questions: a slider may go beyond them. */
  private cover(q: Float64Array): void {
    const count = this.cell.tree.dofs.length;
    if (q.length !== count) {
      throw new InputError({
        code: 'configuration/count',
        message: `a configuration has ${q.length} values; expected ${count}`,
      });
    }
    if (coversConfiguration(this.cell, q)) return;
    this.cell = askAbout(this.cell, [q]).cell;
    this.kept = null;
  }

  private keptFor(approach: ApproachName): Kept {
    if (this.kept?.approach === approach) return this.kept;
    const choice = APPROACHES[approach];
    if (choice === undefined) {
      throw new InputError({
        code: 'monitor/approach',
        message: `there is no approach named "${approach}"`,
      });
    }
    const settings = { changing: true, ...(choice && { approach: choice }) };
    const monitor = createMonitor(this.cell, settings);
    const times = new Float64Array(REMEMBERED);
    this.kept = { approach, monitor, away: new Set(), times, steps: 0 };
    return this.kept;
  }

  /** Brings obstacles to where hands hold them, and others back. */
  private place({ monitor, away }: Kept, moved: readonly MovedObstacle[]): void {
    const { description } = this.cell;
    const held = new Set(moved.map(({ obstacle }) => obstacle));
    for (const obstacle of away) {
      if (held.has(obstacle)) continue;
      const { name, pose } = obstacleAt(description, obstacle);
      monitor.changes.move(name, pose);
      away.delete(obstacle);
    }
    for (const { obstacle, pose } of moved) {
      const { name, parts } = obstacleAt(description, obstacle);
      // One without parts is no body.
      if (parts.length === 0) continue;
      monitor.changes.move(name, statedPose(pose).pose);
      away.add(obstacle);
    }
  }

  private told({ classes, world }: Monitor, vector: CollisionVector): VectorData {
    const { pair, status, bodyA, bodyB, lower, distance, r, s, depth, direction } = vector;
    const isFound = bodyA >= 0;
    const isParted =
      status === 'colliding' && Number.isFinite(depth) && Number.isFinite(direction[0]);
    const hasPoints = isFound && Number.isFinite(r[0]) && Number.isFinite(s[0]);
    return {
      classes: [classes[pair.a].name, classes[pair.b].name],
      status,
      bodies: isFound ? [world.bodies[bodyA].name, world.bodies[bodyB].name] : null,
      lower,
      distance,
      points: hasPoints ? [r.slice(), s.slice()] : null,
      depth: isParted ? depth : null,
      direction: isParted ? direction.slice() : null,
    };
  }
}

/** Median and 99th percentile. */
function statistics(times: Float64Array): VectorsAnswer['steps'] {
  const sorted = times.slice().sort();
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return { count: sorted.length, median: at(0.5), most: at(0.99) };
}
