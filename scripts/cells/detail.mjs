// @ts-check
// Round shapes drawn finer or coarser: the same drawing then serves for models of several sizes.

import { arc, circle, roundedRectangle } from './outlines.mjs';
import { cylinder, lathe, motor, sweep } from './solids.mjs';

/** @typedef {ReturnType<typeof roundShapes>} RoundShapes */

/** Shapes with `detail` times as many corners; with 1, as many as they are asked for.
 * @param {number} detail */
export function roundShapes(detail) {
  const around = (/** @type {number} */ count) =>
    detail === 1 ? count : Math.max(6, 2 * Math.round((count * detail) / 2));
  const along = (/** @type {number} */ steps) => Math.max(1, Math.round(steps * detail));
  return {
    /** Bolts and the like: coarse models do without. @type {<T>(list: T[]) => T[]} */
    small: (list) => (detail < 0.5 ? [] : list),
    /** @type {typeof arc} */
    arc: (centre, radius, from, to, steps) => arc(centre, radius, from, to, along(steps)),
    /** @type {typeof circle} */
    circle: (radius, count, centre) => circle(radius, around(count), centre),
    /** @type {typeof roundedRectangle} */
    roundedRectangle: (width, height, radius, steps = 3) =>
      roundedRectangle(width, height, radius, along(steps)),
    /** @type {typeof lathe} */
    lathe: (profile, count = 24) => lathe(profile, around(count)),
    /** @type {typeof cylinder} */
    cylinder: (radius, from, to, bevel, count = 24) =>
      cylinder(radius, from, to, bevel, around(count)),
    /** @type {typeof motor} */
    motor: (radius, from, to, count = 14) => motor(radius, from, to, around(count)),
    /** @type {typeof sweep} */
    sweep: (path, radius, count = 10, steps = 5) =>
      sweep(path, radius, around(count), along(steps)),
  };
}
