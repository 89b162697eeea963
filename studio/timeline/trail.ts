/** Where the whole robot goes: a few copies of it along the path, evenly in time. */
import type { App } from '../model/index.ts';
import { controllerOf } from './controller.ts';

/** Copies, both ends included. */
const COPIES = 9;

export function connectTrail(app: App): void {
  const control = controllerOf(app);
  const show = () => {
    const { motion } = control;
    const isOn = app.store.state.layers.trail && motion !== null;
    app.view.setTrail(isOn ? motion.spread(COPIES) : null);
  };
  control.listen(show);
  // After the view has taken another cell.
  app.store.subscribe(['layers', 'cell'], () => queueMicrotask(show));
  show();
}
