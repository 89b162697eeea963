/**
 * Thousands of random configurations of real robots in real scenes, with verdicts and smallest
 * distances from another library; and the benchmark's own start and goal configurations.
 */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { readRequest } from '../../src/formats/index.ts';
import { configurationFrom } from '../../src/kinematics/index.ts';
import { type BenchmarkRobot, sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { haveData, readData, readJson } from '../helpers/oracles/data.ts';

interface Oracle {
  meta: { joints: string[] };
  records: {
    family: string;
    scene: number;
    i: number;
    q: number[];
    collide: boolean;
    distance?: number;
    pair: [string, string];
  }[];
}

const FAMILIES = ['bookshelf_small', 'cage', 'table_pick', 'table_under_pick'];

for (const robot of ['panda', 'ur5'] as const) {
  const file = `oracle/static_${robot}.json`;
  describe.skipIf(!haveData(file))(`the oracle of static configurations, ${robot}`, () => {
    it('all verdicts equal, distances to 1e-6', () => {
      const { meta, records } = readJson<Oracle>(file);
      const checkers = new Map<string, StaticChecker>();
      let colliding = 0;
      let worst = 0;
      for (const record of records) {
        const key = `${record.family} ${record.scene}`;
        let checker = checkers.get(key);
        if (!checker) {
          const cell = sceneCell(robot, record.family, record.scene, meta.joints);
          checker = new StaticChecker(cell);
          checkers.set(key, checker);
        }
        const values = new Map(meta.joints.map((name, k) => [name, record.q[k]]));
        const { q, missing } = configurationFrom(checker.cell.tree, values);
        expect(missing).toEqual([]);
        const where = `${key}, record ${record.i}`;
        const { colliding: hit, closest } = checker.check(q);
        const first = checker.firstCollision(q);
        const near = !record.collide && (record.distance ?? 0) < 1e-6;
        if (!near) {
          expect(hit, where).toBe(record.collide);
          expect(first >= 0, where).toBe(record.collide);
        }
        if (record.collide) {
          colliding++;
          continue;
        }
        worst = Math.max(worst, Math.abs(closest!.distance - record.distance!));
        expect(closest!.lower, where).toBeLessThanOrEqual(record.distance! + 1e-7);
        expect(closest!.lower, where).toBeGreaterThanOrEqual(record.distance! - 1e-6);
      }
      expect(colliding).toBeGreaterThan(100);
      expect(records.length - colliding).toBeGreaterThan(100);
      expect(worst).toBeLessThan(1e-6);
    });
  });

  describe.skipIf(!haveData(`mbm/${robot}`))(`the benchmark problems of the ${robot}`, () => {
    it.each(FAMILIES)('%s: every start and goal is free', (family) => {
      const joints = readJson<Oracle>(file).meta.joints;
      for (let scene = 1; scene <= 40; scene++) checkProblem(robot, family, scene, joints);
    });
  });
}

function checkProblem(robot: BenchmarkRobot, family: string, scene: number, joints: string[]) {
  const number = String(scene).padStart(4, '0');
  const path = `mbm/${robot}/problems/${family}/request${number}.yaml`;
  const request = readRequest(readData(path), { file: path });
  const checker = new StaticChecker(sceneCell(robot, family, scene, joints));
  const goals = request.goals.map(
    (goal) => new Map([...goal.joints].map(([name, { position }]) => [name, position])),
  );
  const ends: ReadonlyMap<string, number>[] = [request.start, ...goals];
  expect(ends.length).toBeGreaterThan(1);
  for (const values of ends) {
    const known = new Map([...values].filter(([name]) => joints.includes(name)));
    const { q, missing } = configurationFrom(checker.cell.tree, known);
    expect(missing).toEqual([]);
    const { colliding, closest } = checker.check(q);
    const bodies = checker.cell.bodies;
    const names = closest ? [bodies[closest.pair.a].name, bodies[closest.pair.b].name] : [];
    expect(colliding, `${family} ${scene}: ${names.join(' and ')}`).toBe(false);
    expect(checker.firstCollision(q)).toBe(-1);
  }
}
