/**
 * A Panda among 100 to 100,000 small boxes of which the same 100 are near: what the others cost. Worlds of all sizes
 * take turns, and every figure is beside that of the smallest world.
 */
import { readCell, readScene } from 'surepath/formats';
import { fromDisk } from '../../lab/cells.ts';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { inFreshProcess } from '../../lab/process.ts';
import { missingRobots, readRobot } from '../../lab/robots.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { boxesFileOf, cellFileOf, sceneFileOf } from './boxFiles.ts';
import type { MemoryReport } from './memory.ts';
import { format } from './report.ts';
import type { FileResults, ManyResults, PlaceResults, SizeResults } from './results.ts';
import { FIRSTS, type FirstName, prepareTasks, TASKS, type TaskName, timeFirsts } from './tasks.ts';
import { ELSEWHERE, type Elsewhere, type ManyWorld, manyWorld, NEAR } from './world.ts';

export const suite: Suite<ManyResults> = { run, format };

const SIZES = [NEAR, 1000, 10_000, 100_000];
/** Building a cell is long enough for few rounds. */
const BUILD_ROUNDS = 3;
const FILE_BOXES = 10_000;

async function run({ quick, rounds, boxes }: SpeedOptions): Promise<ManyResults> {
  const reason = missingRobots();
  if (reason) {
    console.log(`many: ${reason}`);
    return { near: NEAR, places: [], files: [] };
  }
  const most = Math.max(NEAR, boxes ?? (quick ? 10_000 : 100_000));
  const sizes = SIZES.filter((size) => size <= most);
  const world = manyWorld();
  const places: PlaceResults[] = [];
  for (const elsewhere of ELSEWHERE) {
    places.push(await measurePlace(world, elsewhere, sizes, rounds));
  }
  const inFiles = Math.min(most, FILE_BOXES);
  return {
    near: NEAR,
    places,
    files: measureFiles(world, inFiles, Math.min(rounds, BUILD_ROUNDS)),
  };
}

async function measurePlace(
  world: ManyWorld,
  elsewhere: Elsewhere,
  sizes: readonly number[],
  rounds: number,
): Promise<PlaceResults> {
  const descriptions = sizes.map((size) => world.describe(size, elsewhere));
  const firsts = sizes.map(() => new Map<FirstName, number>());
  for (let round = 0; round < Math.min(rounds, BUILD_ROUNDS); round++) {
    descriptions.forEach((description, i) => {
      const spent = timeFirsts(world, description);
      for (const name of FIRSTS) {
        firsts[i].set(name, Math.min(firsts[i].get(name) ?? Number.POSITIVE_INFINITY, spent[name]));
      }
    });
  }
  const memory: MemoryReport[] = [];
  for (const size of sizes) {
    const url = new URL('./memory.js', import.meta.url);
    memory.push(await inFreshProcess<MemoryReport>(url, String(size), elsewhere));
  }
  const prepared = descriptions.map((description) => prepareTasks(world, description));
  const least = new Map<TaskName, readonly number[]>(
    TASKS.map((task) => [
      task,
      // One round more, to warm up.
      leastInTurns(
        rounds + 1,
        prepared.map(({ measure }) => measure[task]),
      ),
    ]),
  );
  const measured = sizes.map((size, i): SizeResults => {
    const times = Object.fromEntries(TASKS.map((task) => [task, least.get(task)![i]]));
    return {
      size,
      firsts: Object.fromEntries(firsts[i]) as Record<FirstName, number>,
      memory: memory[i],
      times: times as Record<TaskName, number>,
      counts: prepared[i].counts,
    };
  });
  return { elsewhere, sizes: measured };
}

/** Reading alone: what is built from it is the same cell. */
function measureFiles(world: ManyWorld, count: number, rounds: number): FileResults[] {
  const description = world.describe(count, 'beyond reach');
  const boxes = boxesFileOf(description, 'many.csv');
  const cellFile = cellFileOf(description);
  const scene = sceneFileOf(description);
  const { robot, semantics } = readRobot('panda');
  const files = (file: string) => (file === 'many.csv' ? boxes.boxes : fromDisk(file));
  const reading = { file: 'many.yaml', resolver: { files }, visuals: false };
  const jobs = [
    {
      name: 'file of boxes',
      bytes: boxes.boxes.length,
      read: () => readCell(boxes.cell, reading),
    },
    { name: 'cell file', bytes: cellFile.length, read: () => readCell(cellFile, reading) },
    {
      name: 'MoveIt scene',
      bytes: scene.length,
      read: () => readScene(scene, { ...reading, robot, semantics }),
    },
  ];
  const found = jobs.map(() => 0);
  const least = leastInTurns(
    rounds,
    jobs.map(({ read }, i) => () => {
      const begin = cpuMicroseconds();
      found[i] = read().obstacles.length;
      return cpuMicroseconds() - begin;
    }),
  );
  return jobs.map(({ name, bytes }, i) => ({ name, bytes, boxes: found[i], read: least[i] }));
}
