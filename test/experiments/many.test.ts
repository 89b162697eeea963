/** The suite `many`: its worlds are what they are said to be, its files say the same, its tables have their aims beside them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fromDisk } from '../../experiments/lab/cells.ts';
import { between, distanceBetween } from '../../experiments/lab/configurations.ts';
import { readRobot } from '../../experiments/lab/robots.ts';
import { boxesFileOf, cellFileOf, sceneFileOf } from '../../experiments/speed/many/boxFiles.ts';
import { bytesPerBox, format } from '../../experiments/speed/many/report.ts';
import type { ManyResults, SizeResults } from '../../experiments/speed/many/results.ts';
import { FIRSTS, prepareTasks, TASKS, type TaskName } from '../../experiments/speed/many/tasks.ts';
import { ELSEWHERE, type ManyWorld, manyWorld, NEAR } from '../../experiments/speed/many/world.ts';
import { buildCell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import { createChecker } from '../../src/check/index.ts';
import { readCell, readScene } from '../../src/formats/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { haveData } from '../helpers/oracles/data.ts';

describe.skipIf(!haveData('mbm/panda'))('the worlds of the suite many', () => {
  let world: ManyWorld;
  let hundred: CellDescription;
  beforeAll(() => {
    world = manyWorld();
    hundred = world.describe(NEAR, 'beyond reach');
  }, 60_000);

  it('have an edge of 5 rad that is free, with boxes within centimetres of it', () => {
    const { from, to } = world.edge;
    expect(distanceBetween(from, to)).toBeCloseTo(5, 9);
    const cell = buildCell(hundred);
    const segment = new StraightSegment(cell.tree, from, to);
    expect(createChecker(cell).check({ segment }).verdict).toBe('free');
    const statics = new StaticChecker(cell);
    const seen = { near: new Set<string>(), nearer: new Set<string>() };
    for (let i = 0; i <= 50; i++) {
      for (const { pair, distance } of statics.within(0.1, between(from, to, i / 50))) {
        const name = cell.bodies[pair.b].name;
        if (cell.bodies[pair.b].kind !== 'obstacle') continue;
        seen.near.add(name);
        if (distance < 0.03) seen.nearer.add(name);
      }
    }
    expect(seen.near.size).toBeGreaterThanOrEqual(0.9 * NEAR);
    expect(seen.nearer.size).toBeGreaterThan(0.2 * NEAR);
  });

  it('have a query that a planner has something to do for', () => {
    const cell = buildCell(hundred);
    const segment = new StraightSegment(cell.tree, world.query.from, world.query.to);
    expect(createChecker(cell).check({ segment }).verdict).toBe('colliding');
  });

  it.each(ELSEWHERE)('have the near boxes of the smallest, the others %s', (elsewhere) => {
    const more = world.describe(400, elsewhere);
    expect(more.obstacles).toHaveLength(400);
    expect(more.obstacles.slice(0, NEAR)).toEqual(hundred.obstacles);
    expect(new Set(more.obstacles.map(({ name }) => name)).size).toBe(400);
    // Those of a larger world come after those of a smaller one.
    expect(world.describe(300, elsewhere).obstacles).toEqual(more.obstacles.slice(0, 300));
    const away = more.obstacles.slice(NEAR).map(({ pose }) => Math.hypot(...pose.subarray(9)));
    if (elsewhere === 'beyond reach') expect(Math.min(...away)).toBeGreaterThan(1.3);
    else expect(Math.max(...away)).toBeLessThan(1.5);
    const cell = buildCell(more);
    const segment = new StraightSegment(cell.tree, world.edge.from, world.edge.to);
    expect(createChecker(cell).check({ segment }).verdict).toBe('free');
  });

  it('cost the same to look at, whatever is elsewhere: 10,000 boxes beside 100, by counts', () => {
    const few = prepareTasks(world, hundred).counts;
    const beyond = prepareTasks(world, world.describe(10_000, 'beyond reach')).counts;
    expect(beyond.bytes / few.bytes).toBeCloseTo(1, 2);
    expect({ ...beyond, bytes: 0 }).toEqual({ ...few, bytes: 0 });
    // Boxes within reach come near a swept body here and there, though not near the motion.
    const within = prepareTasks(world, world.describe(10_000, 'within reach')).counts;
    expect(within.configurations).toBe(few.configurations);
    expect(within.tests).toBeLessThan(1.5 * few.tests);
    expect(within.gjkCalls).toBeLessThan(1.5 * few.gjkCalls);
    expect(within.slabs).toBeLessThan(1.1 * few.slabs);
    expect(within.bytes).toBeLessThan(1.1 * few.bytes);
  });

  it('are the same when they are made anew', () => {
    const again = manyWorld();
    expect({ ...again, describe: null }).toEqual({ ...world, describe: null });
    for (const elsewhere of ELSEWHERE) {
      const { obstacles } = world.describe(200, elsewhere);
      expect(again.describe(200, elsewhere).obstacles).toEqual(obstacles);
    }
  });

  it('are the same in files', () => {
    const { cell, boxes } = boxesFileOf(hundred, 'many.csv');
    const files = (file: string) => (file === 'many.csv' ? boxes : fromDisk(file));
    const options = { file: 'many.yaml', resolver: { files }, visuals: false };
    const { robot, semantics } = readRobot('panda');
    const read = [
      readCell(cell, options),
      readCell(cellFileOf(hundred), options),
      readScene(sceneFileOf(hundred), { ...options, robot, semantics }),
    ];
    for (const { obstacles } of read) {
      const names = obstacles.map(({ name }) => name.replace('/', ' '));
      expect(names).toEqual(hundred.obstacles.map(({ name }) => name));
      obstacles.forEach(({ pose, parts }, i) => {
        const expected = hundred.obstacles[i];
        expect(parts[0].geometry).toEqual(expected.parts[0].geometry);
        // A scene places a box's part, a cell file the box.
        const placed = pose.some((x, k) => x !== [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0][k]);
        const where = placed ? pose : parts[0].pose;
        for (let k = 0; k < 12; k++) expect(where[k]).toBeCloseTo(expected.pose[k], 12);
      });
    }
  });
});

describe('the tables of the suite many', () => {
  const sizes = [100, 10_000].map(
    (size, i): SizeResults => ({
      size,
      firsts: Object.fromEntries(
        FIRSTS.map((name) => [name, 1000 * size]),
      ) as SizeResults['firsts'],
      memory: { description: 500 * size, cell: 5e6 + 300 * size, checker: 1e5 },
      times: Object.fromEntries(TASKS.map((task) => [task, 10 + 5 * i])) as Record<
        TaskName,
        number
      >,
      counts: {
        configurations: 1,
        tests: 2,
        gjkCalls: 3,
        edges: 4,
        length: 5,
        slabs: 6,
        bytes: 7,
      },
    }),
  );
  const results: ManyResults = {
    near: 100,
    places: [{ elsewhere: 'beyond reach', sizes }],
    files: [{ name: 'cell file', bytes: 2e6, boxes: 10_000, read: 1e6 }],
  };

  it('have ratios and aims', () => {
    const text = format(results);
    expect(text).toMatch(/^free edge, 5 rad +10\.0 +15\.0 +1\.50 +<= 2 at 10,000$/m);
    expect(text).toMatch(
      /^build the cell +100,000 +10,000,000 +100\.00 +<= 3,000,000 at 100,000$/m,
    );
    expect(text).toMatch(/^cell +300 +<= 1,024 at 100,000$/m);
    expect(text).toMatch(/^cell file +10,000 +2\.00 +1,000,000$/m);
  });

  it('leave the robot out of what a box takes', () => {
    expect(bytesPerBox(results.places[0], sizes[1], 'cell')).toBe(300);
    expect(bytesPerBox(results.places[0], sizes[1], 'checker')).toBe(0);
  });
});
