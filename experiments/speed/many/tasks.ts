/**
 * What is asked in worlds of every size, and what it takes: CPU time, and counts that do not depend on the machine.
 * Whatever is measured has been prepared for the cell, as in a program that asks many questions; preparing is
 * measured by itself.
 */
import { buildCell, type CellDescription, StaticChecker } from 'surepath/cell';
import { CertificateMaker, Verifier, writeCertificate } from 'surepath/certificate';
import { createChecker } from 'surepath/check';
import { buildPath, StraightSegment } from 'surepath/motion';
import { PlanningSpace } from 'surepath/plan';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { between } from '../../lab/configurations.ts';
import { type ManyWorld, planFor } from './world.ts';

/** In the order in which they are shown. */
export const TASKS = [
  'static check',
  'closest pair',
  'free edge, 5 rad',
  'plan',
  'certificate',
  'verification',
] as const;
export type TaskName = (typeof TASKS)[number];

/** Configurations of the edge that static checks are asked about. */
const CONFIGURATIONS = 100;
/** CPU microseconds that a task should take in a round at least, and at most as many times as this. */
const ENOUGH = 3e4;
const MOST_REPEATS = 200;

/** What does not depend on the machine. */
export interface Counts {
  /** Of the free edge: configurations, questions about a pair, distances of hulls. */
  readonly configurations: number;
  readonly tests: number;
  readonly gjkCalls: number;
  /** Of the plan. */
  readonly edges: number;
  readonly length: number;
  /** Of the certificate. */
  readonly slabs: number;
  readonly bytes: number;
}

/** A cell of one size with all that is prepared for it. */
export interface Prepared {
  readonly counts: Counts;
  /** Asks once more; CPU microseconds for each question. */
  readonly measure: Readonly<Record<TaskName, () => number>>;
}

export function prepareTasks(world: ManyWorld, description: CellDescription): Prepared {
  const cell = buildCell(description);
  const statics = new StaticChecker(cell);
  const ladder = createChecker(cell);
  const space = new PlanningSpace(cell);
  const maker = new CertificateMaker(description, cell);
  const verifier = new Verifier(description);
  const { from, to } = world.edge;
  const segment = new StraightSegment(cell.tree, from, to);
  const path = buildPath(cell.tree, [from, to]);
  const configurations = Array.from({ length: CONFIGURATIONS }, (_, i) =>
    between(from, to, i / (CONFIGURATIONS - 1)),
  );
  const { verdict, stats } = ladder.check({ segment });
  must(verdict === 'free', `the edge is ${verdict}`);
  const certificate = maker.make(path);
  const { verified, reason, checked } = verifier.verify(certificate);
  must(verified, `the certificate is rejected: ${reason}`);
  const solution = planFor(space, world.query);
  return {
    counts: {
      configurations: stats.configurations,
      tests: stats.tests,
      gjkCalls: stats.gjkCalls,
      edges: solution.planned.stats.edges,
      length: solution.length,
      slabs: checked.slabs,
      bytes: writeCertificate(certificate).length,
    },
    measure: {
      'static check': timed(CONFIGURATIONS, () => {
        for (const q of configurations) must(statics.firstCollision(q) < 0, 'nothing collides');
      }),
      'closest pair': timed(CONFIGURATIONS, () => {
        for (const q of configurations) must(!statics.check(q).colliding, 'nothing collides');
      }),
      'free edge, 5 rad': timed(1, () => {
        must(ladder.check({ segment }).verdict === 'free', 'the edge is free');
      }),
      // Where the planner found no path in its time, that is no measure of anything.
      plan: solution.waypoints ? timed(1, () => planFor(space, world.query)) : () => Number.NaN,
      certificate: timed(1, () => maker.make(path)),
      verification: timed(1, () => must(verifier.verify(certificate).verified, 'it is verified')),
    },
  };
}

/** What is done once for a cell, in the order in which they are done. */
export const FIRSTS = ['build the cell', 'first edge', 'first certificate', 'verifier'] as const;
export type FirstName = (typeof FIRSTS)[number];

/** CPU microseconds of each: first times pay for what is prepared, such as the digest of the model. */
export function timeFirsts(
  world: ManyWorld,
  description: CellDescription,
): Record<FirstName, number> {
  const marks = [cpuMicroseconds()];
  const lap = () => marks.push(cpuMicroseconds());
  const cell = buildCell(description);
  lap();
  const segment = new StraightSegment(cell.tree, world.edge.from, world.edge.to);
  must(createChecker(cell).check({ segment }).verdict === 'free', 'the edge is free');
  lap();
  const path = buildPath(cell.tree, [world.edge.from, world.edge.to]);
  const certificate = new CertificateMaker(description, cell).make(path);
  lap();
  const verifier = new Verifier(description);
  lap();
  must(verifier.verify(certificate).verified, 'it is verified');
  const spent = FIRSTS.map((name, i) => [name, marks[i + 1] - marks[i]]);
  return Object.fromEntries(spent);
}

/** As often as it takes to be measured; how often is seen the first time. */
function timed(asked: number, work: () => void): () => number {
  let repeats = 0;
  return () => {
    const begin = cpuMicroseconds();
    if (repeats === 0) {
      work();
      const once = Math.max(1, cpuMicroseconds() - begin);
      repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH / once));
      return once / asked;
    }
    for (let i = 0; i < repeats; i++) work();
    return (cpuMicroseconds() - begin) / (repeats * asked);
  };
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`expected otherwise: ${what}`);
}
