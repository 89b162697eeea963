/** Progress and cancelling, which are the same for every job: told as plain data, stopped by a signal. */
import { describe, expect, it } from 'vitest';
import {
  type JobContext,
  type JobName,
  type JobPhase,
  type JobProgress,
  type JobRequest,
  openConfigurations,
  openEdges,
  openMotion,
  runJob,
} from '../../src/jobs/index.ts';
import {
  BENT,
  CONFIGURATIONS_FILE,
  desk,
  EDGES_FILE,
  GOAL,
  OPEN,
  START,
  THROUGH,
  TRACKS_FILE,
} from '../helpers/jobs/bench.ts';

const { open } = desk();
const tracks = openMotion(open, TRACKS_FILE).motion;
/** There and back, as often as it takes. */
const toAndFro = (length: number) => ({
  name: 'to and fro',
  waypoints: Array.from({ length }, (_, i) => BENT.waypoints[4 - Math.abs((i % 8) - 4)]),
});
const many = toAndFro(20);

/** What a job is asked, in which phases it tells something, and what it says when it was stopped at the n-th time. */
interface Case<K extends JobName> {
  readonly request: JobRequest<K>;
  readonly phases: readonly JobPhase[];
  readonly n: number;
  readonly stopped: object;
}

const undecided = { verdict: 'undecided' };
const cases: { readonly [K in JobName]?: Case<K> } = {
  check: { request: { motion: many }, phases: ['checking'], n: 2, stopped: undecided },
  contact: { request: { motion: many }, phases: ['contact'], n: 2, stopped: undecided },
  profile: {
    request: { motion: toAndFro(400) },
    phases: ['profile'],
    n: 1,
    stopped: { complete: false },
  },
  braking: {
    request: { motion: toAndFro(400), deceleration: 3 },
    phases: ['profile'],
    n: 1,
    stopped: { complete: false, factor: 0 },
  },
  checkEdges: {
    request: { edges: openEdges(open, EDGES_FILE).edges.toReversed() },
    phases: ['edges'],
    n: 2,
    stopped: { results: [{ verdict: 'free' }, undecided] },
  },
  checkConfigurations: {
    request: openConfigurations(open, CONFIGURATIONS_FILE),
    phases: ['checking'],
    n: 2,
    stopped: { results: [{ colliding: true }, { colliding: false }] },
  },
  checkDelays: {
    request: { motion: tracks, delays: [2, 2] },
    phases: ['delays'],
    n: 1,
    stopped: undecided,
  },
  checkPenetration: {
    request: { motion: THROUGH, depth: 0.02 },
    phases: ['checking'],
    n: 1,
    stopped: undecided,
  },
  plan: {
    request: { from: START, goals: [GOAL], iterations: 100_000, smooth: {} },
    phases: ['planning'],
    n: 2,
    stopped: { verdict: 'no path found', motion: null },
  },
  retract: {
    request: { from: START, height: -1, segments: 40 },
    phases: ['walking'],
    n: 2,
    stopped: { verdict: 'no path found', motion: null, tested: 1 },
  },
  smooth: {
    request: { motion: many, checked: true },
    phases: ['smoothing', 'checking'],
    n: 3,
    stopped: { motion: null, check: undecided },
  },
  time: { request: { motion: BENT }, phases: ['timing'], n: 1, stopped: undecided },
  finish: {
    request: { motion: many, format: 'path', claimed: true, program: 'surepath test' },
    phases: ['checking', 'certifying'],
    n: 2,
    stopped: { text: null, check: undecided, certificate: { written: false } },
  },
  certify: {
    request: { motion: many, program: 'surepath test' },
    phases: ['certifying'],
    n: 2,
    stopped: { written: false },
  },
  report: {
    request: {
      motion: many,
      names: { cell: 'cell.yaml', path: 'many' },
      program: 'surepath test',
      viewer: '',
    },
    phases: ['checking', 'covering', 'measuring'],
    n: 2,
    stopped: { html: expect.stringMatching(/undecided/) },
  },
};

const names = Object.keys(cases) as JobName[];

/** Does a job, and notes what it tells; aborts its signal when it has told something n times. */
function listened(name: JobName, n = Number.POSITIVE_INFINITY) {
  const told: JobProgress[] = [];
  const controller = new AbortController();
  const context: JobContext = {
    signal: controller.signal,
    onProgress: (progress) => {
      told.push(structuredClone(progress));
      if (told.length >= n) controller.abort();
    },
  };
  const answer = runJob(desk(), name, cases[name]!.request as never, context);
  return { told, answer };
}

describe('jobs', () => {
  it.each(names)('%s tells how far it is', (name) => {
    const { told } = listened(name);
    const phases = new Set(told.map(({ phase }) => phase));
    for (const phase of cases[name]!.phases) expect(phases).toContain(phase);
    for (const { done, of } of told) expect(done).toBeLessThanOrEqual(of);
  });

  it.each(names)('%s ends early where nobody waits any more, and says so', (name) => {
    const whole = listened(name);
    const { told, answer } = listened(name, cases[name]!.n);
    expect(answer).toMatchObject(cases[name]!.stopped);
    expect(whole.answer).not.toMatchObject(cases[name]!.stopped);
    expect(told.length).toBeLessThanOrEqual(whole.told.length);
  });

  it('openCell has no answer before its end', () => {
    const context = { signal: { aborted: true } };
    expect(() => runJob(desk(), 'openCell', OPEN, context)).toThrow('the job was stopped');
  });

  it('a deadline that is over ends a check, whatever its own time', () => {
    const { verdict } = runJob(
      desk(),
      'check',
      { motion: BENT, timeLimit_ms: 1e6 },
      { deadline: performance.now() - 1 },
    );
    expect(verdict).toBe('undecided');
  });
});
