/** Where the whole robot goes: a few copies of it along the path, evenly in time. */
import type { App } from '../model/index.ts';
import { controllerOf } from './controller.ts';
import type { PageMotion } from './motion.ts';

/** Copies, both ends included. */
const COPIES = 9;

export function connectTrail(app: App): void {
  const control = controllerOf(app);
  const show = () => {
    const { motion } = control;
    const isOn = app.store.state.layers.trail && motion !== null;
    app.view.setTrail(isOn ? trailOf(motion) : null);
  };
  control.listen(show);
  // After the view has taken another cell.
  app.store.subscribe(['layers', 'cell'], () => queueMicrotask(show));
  show();
}

/** Configurations of a path, evenly spread over its axis; each once. */
export function trailOf(motion: PageMotion, copies = COPIES): Float64Array[] {
  const { axis } = motion;
  const all: Float64Array[] = [];
  for (let i = 0; i < copies; i++) {
    const q = motion.configuration(axis.place((i / (copies - 1)) * axis.end));
    // A path that stands still for a while needs no robots on top of each other.
    if (!all.some((other) => other.every((x, d) => x === q[d]))) all.push(q);
  }
  return all;
}
