/**
 * The selected obstacle moved and turned by keys, in steps along and about the axes of the world. Steps
 * in a row are one thing to undo. A key that is held down is faster than cells are made: what is pressed
 * meanwhile goes into the next one.
 */
import { composePoses, poseFromRpy } from '../../src/math/index.ts';
import type { Editor } from './editing.ts';
import type { Store } from './state.ts';

/** Metres and radians: a small step and a large one. */
export const STEPS = {
  move: { small: 0.01, large: 0.1 },
  turn: { small: Math.PI / 180, large: Math.PI / 12 },
} as const;

export interface Step {
  readonly kind: keyof typeof STEPS;
  readonly axis: 0 | 1 | 2;
  readonly sign: 1 | -1;
  readonly size: 'small' | 'large';
}

/** The pose after a step; turns are about the obstacle's own origin. */
export function stepped(pose: Float64Array, { kind, axis, sign, size }: Step): Float64Array {
  const by = sign * STEPS[kind][size];
  if (kind === 'move') {
    const next = Float64Array.from(pose);
    // Whole steps stay whole however many there are.
    next[9 + axis] = Number((pose[9 + axis] + by).toPrecision(12));
    return next;
  }
  const angles = [0, 0, 0];
  angles[axis] = by;
  const next = composePoses(poseFromRpy(angles[0], angles[1], angles[2], 0, 0, 0), pose);
  next.set(pose.subarray(9), 9);
  return next;
}

interface Wanted {
  readonly obstacle: number;
  readonly kind: Step['kind'];
  readonly pose: Float64Array;
}

export class Nudges {
  private readonly store: Store;
  private readonly editor: Editor;
  /** Where the obstacle shall be: what is being done, and what waits for it. */
  private running: Wanted | null = null;
  private waiting: Wanted[] = [];

  constructor(store: Store, editor: Editor) {
    this.store = store;
    this.editor = editor;
  }

  /** Does nothing where no obstacle is selected. Resolves when no step waits. */
  async step(step: Step): Promise<void> {
    const { cell, selection } = this.store.state;
    const obstacle = selection === null ? undefined : cell?.description.obstacles[selection];
    if (!obstacle || selection === null) return;
    const last = this.waiting.at(-1);
    const latest = last ?? this.running;
    const from = latest?.obstacle === selection ? latest.pose : obstacle.pose;
    if (last?.obstacle === selection && last.kind === step.kind) this.waiting.pop();
    this.waiting.push({ obstacle: selection, kind: step.kind, pose: stepped(from, step) });
    if (!this.running) await this.work();
  }

  private async work(): Promise<void> {
    for (;;) {
      this.running = this.waiting.shift() ?? null;
      if (!this.running) return;
      // After somebody took it back, or an error, what waits begins at a place that is none.
      if (!(await this.make(this.running))) this.waiting = [];
    }
  }

  private make({ obstacle, kind, pose }: Wanted): Promise<unknown> {
    const name = this.store.state.cell?.description.obstacles[obstacle]?.name ?? 'obstacle';
    return this.editor.edit([{ kind: 'move', obstacle, pose }], {
      label: `${kind} ${name}`,
      merge: `${kind} ${obstacle}`,
    });
  }
}
