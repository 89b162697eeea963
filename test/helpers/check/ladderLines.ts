/** The ladder asked about straight lines of small cells. */
import { askAbout, type Cell } from '../../../src/cell/index.ts';
import { Ladder, type LadderRequest } from '../../../src/check/index.ts';
import { StraightSegment } from '../../../src/motion/index.ts';

export const at = (...q: number[]) => Float64Array.from(q);
export const line = (cell: Cell, from: number[], to: number[]) =>
  new StraightSegment(cell.tree, at(...from), at(...to));
export const ladder = (cell: Cell, request: LadderRequest) =>
  new Ladder(askAbout(cell, [request.segment]).cell).check(request);
export const verdict = (
  cell: Cell,
  from: number[],
  to: number[],
  rest: Partial<LadderRequest> = {},
) => ladder(cell, { segment: line(cell, from, to), ...rest }).verdict;

export const BOX = '<box size="0.2 0.2 0.2"/>';
export const SMALL = '<mesh filename="small.stl"/>';
export const BALL = '<sphere radius="0.1"/>';
export const TABLE =
  'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
export const SHAPES = { box: BOX, mesh: SMALL, sphere: BALL };
