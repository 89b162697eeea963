/**
 * What a cell of many boxes holds in memory, in a process of its own. Started by the suite:
 *
 *   node memory.js COUNT ELSEWHERE
 *
 * prints bytes as JSON: the description, the cell built from it, and what answering a question about the edge adds.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildCell } from 'surepath/cell';
import { createChecker } from 'surepath/check';
import { StraightSegment } from 'surepath/motion';
import { type Elsewhere, manyWorld } from './world.ts';

export interface MemoryReport {
  readonly description: number;
  readonly cell: number;
  readonly checker: number;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes in use, on V8's heap and in arrays beside it. */
function inUse(): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const [count, elsewhere] = process.argv.slice(2);
const world = manyWorld();
const marks = [inUse()];
const description = world.describe(Number(count), elsewhere as Elsewhere);
marks.push(inUse());
const cell = buildCell(description);
marks.push(inUse());
const checker = createChecker(cell);
const segment = new StraightSegment(cell.tree, world.edge.from, world.edge.to);
const { verdict } = checker.check({ segment });
if (verdict !== 'free') throw new Error(`the edge is ${verdict}`);
marks.push(inUse());
const report: MemoryReport = {
  description: marks[1] - marks[0],
  cell: marks[2] - marks[1],
  checker: marks[3] - marks[2],
};
console.log(JSON.stringify(report));
// All of it is still there.
if (checker.check({ segment }).verdict !== 'free' || description.obstacles.length < 1) {
  process.exitCode = 1;
}
