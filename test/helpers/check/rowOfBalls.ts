/** A ball that slides past a row of balls, close to all of them: every pair has to be divided. */
import type { Cell } from '../../../src/cell/index.ts';
import { sliderCell } from './adaptiveCells.ts';

const ball = (name: string, [x, y]: readonly number[], radius: number) =>
  `{name: ${name}, shape: {sphere: {radius: ${radius}}}, pose: {xyz: [${x}, ${y}, 0]}}`;

/**
 * Twenty-four balls along x, 0.4 m away from the line y = 0 on which another ball slides; with `contact` a small one
 * stands in its way there.
 */
export function rowCell({ contact }: { readonly contact?: number } = {}): Cell {
  const balls = Array.from({ length: 24 }, (_, i) =>
    ball(`ball${i}`, [-1.5 + i / 8, 0.4 + 0.01 * (i % 5)], 0.1),
  );
  if (contact !== undefined) balls.push(ball('small', [contact, 0], 0.01));
  return sliderCell('<sphere radius="0.1"/>', `obstacles: [${balls.join(', ')}]`);
}
