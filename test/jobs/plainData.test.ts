/**
 * Every job by its name: its request and its answer survive a structured clone, as if they were posted to a
 * worker and back, and the answer is that of the direct call.
 */
import { describe, expect, it } from 'vitest';
import {
  braking,
  certify,
  check,
  checkConfigurations,
  checkDelays,
  checkEdges,
  checkPenetration,
  clearances,
  contact,
  Desk,
  difference,
  finish,
  type JobAnswer,
  type JobName,
  type JobRequest,
  jobs,
  openCell,
  openConfigurations,
  openEdges,
  openMotion,
  plan,
  profile,
  prove,
  recheck,
  report,
  retract,
  runJob,
  smooth,
  time,
  vectors,
  verify,
} from '../../src/jobs/index.ts';
import {
  BENT,
  CONFIGURATIONS_FILE,
  desk,
  EDGES_FILE,
  GOAL,
  MOTION_FILE,
  OPEN,
  START,
  THROUGH,
  TRACKS_FILE,
} from '../helpers/jobs/bench.ts';

const { open } = desk();
const tracks = openMotion(open, TRACKS_FILE).motion;
const proof = certify(open, { motion: BENT, program: 'surepath test' });
const text = proof.written ? proof.text : '';

/** A request for each job, and the same job called directly. */
const cases: {
  readonly [K in JobName]: readonly [request: JobRequest<K>, direct: () => JobAnswer<K>];
} = {
  openCell: [
    OPEN,
    () => {
      const { file, cell } = openCell(OPEN);
      return {
        file,
        joints: cell.tree.dofs.map(({ name }) => name),
        bodies: cell.bodies.map(({ name }) => name),
        testedPairs: cell.tested.length,
        clearance: 0,
        assumptions: ['2 pairs allowed: they share a joint'],
        notes: [],
      };
    },
  ],
  openMotion: [MOTION_FILE, () => openMotion(open, MOTION_FILE)],
  openEdges: [EDGES_FILE, () => openEdges(open, EDGES_FILE)],
  openConfigurations: [CONFIGURATIONS_FILE, () => openConfigurations(open, CONFIGURATIONS_FILE)],
  check: caseOf(
    { motion: THROUGH, all: true, firstContact: true, clearances: true, profile: {} },
    (request) => check(open, request),
  ),
  contact: caseOf({ motion: THROUGH }, (request) => contact(open, request)),
  profile: caseOf({ motion: BENT, accuracy: 0.01 }, (request) => profile(open, request)),
  braking: caseOf({ motion: BENT, deceleration: 3, reaction_s: 0.05 }, (request) =>
    braking(open, request),
  ),
  clearances: caseOf({ motion: BENT }, (request) => clearances(open, request)),
  checkEdges: caseOf({ edges: openEdges(open, EDGES_FILE).edges, all: true }, (request) =>
    checkEdges(open, request),
  ),
  checkConfigurations: caseOf(openConfigurations(open, CONFIGURATIONS_FILE), (request) =>
    checkConfigurations(open, request),
  ),
  vectors: caseOf({ configuration: BENT.waypoints[0] }, (request) => vectors(open, request)),
  checkDelays: caseOf({ motion: tracks, delays: [0.5, 0.5] }, (request) =>
    checkDelays(open, request),
  ),
  checkPenetration: caseOf({ motion: THROUGH, depth: 0.02, all: true }, (request) =>
    checkPenetration(open, request),
  ),
  plan: caseOf(
    { from: START, goals: [GOAL], seed: 3, iterations: 10_000, smooth: {}, weights: { joint2: 2 } },
    (request) => plan(open, request),
  ),
  retract: caseOf({ from: START, height: -1, steps: 'plain', segments: 40, seed: 3 }, (request) =>
    retract(open, request),
  ),
  smooth: caseOf({ motion: BENT, checked: true, seed: 3 }, (request) => smooth(open, request)),
  time: caseOf({ motion: BENT, acceleration: { all: 2 } }, (request) => time(open, request)),
  finish: caseOf(
    {
      motion: { ...BENT, times: BENT.waypoints.map((_, i) => i) },
      format: 'trajectory',
      claimed: true,
      program: 'surepath test',
    },
    (request) => finish(open, request),
  ),
  certify: caseOf(
    {
      motion: tracks,
      program: 'surepath test',
      delays: {
        delays: [0.5, 0.5],
        proven: checkDelays(open, { motion: tracks, delays: [0.5, 0.5] }).proven,
      },
    },
    (request) => certify(open, request),
  ),
  verify: caseOf(
    { certificate: new TextEncoder().encode(text), file: 'c.json', motion: BENT },
    (request) => verify(open, request),
  ),
  prove: caseOf(
    {
      motion: BENT,
      program: 'surepath test',
      certificate: { file: 'c.json', bytes: new TextEncoder().encode(text) },
    },
    (request) => prove(open, request),
  ),
  difference: caseOf(
    {
      before: OPEN,
      motion: BENT,
      certificates: [{ file: 'c.json', bytes: new TextEncoder().encode(text) }],
    },
    (request) => difference(open, request),
  ),
  recheck: caseOf({ certificate: text, motion: BENT, program: 'surepath test' }, (request) =>
    recheck(open, request),
  ),
  report: caseOf(
    {
      motion: THROUGH,
      answer: check(open, { motion: THROUGH, all: true }),
      all: true,
      names: { cell: 'cell.yaml', path: 'through' },
      program: 'surepath test',
      viewer: '',
    },
    (request) => report(open, request),
  ),
};

function caseOf<Request, Answer>(
  request: Request,
  job: (request: Request) => Answer,
): readonly [Request, () => Answer] {
  return [request, () => job(request)];
}

/** Without what no two runs have in common. */
function timeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  if (value instanceof Map) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !/milliseconds$|^(preparation|phases)$/i.test(key))
      .map(([key, each]) => [key, timeless(each)]),
  );
}

/** Records, lists, maps, bytes, numbers and text, and nothing that a clone would silently change. */
function requirePlain(value: unknown, where: string): void {
  if (typeof value === 'function' || typeof value === 'symbol') throw new Error(where);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
  const prototype = Object.getPrototypeOf(value);
  if (![Object.prototype, Array.prototype, Map.prototype, null].includes(prototype)) {
    throw new Error(`${where} is a ${value.constructor.name}`);
  }
  for (const [key, each] of value instanceof Map ? value : Object.entries(value)) {
    requirePlain(each, `${where}.${key}`);
  }
}

describe('jobs', () => {
  it('are all there', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(jobs).sort());
  });

  it.each(Object.keys(cases) as JobName[])('%s takes and gives plain data', (name) => {
    const [request, direct] = cases[name] as readonly [JobRequest<JobName>, () => unknown];
    requirePlain(request, `the request of ${name}`);
    const answer = runJob(desk(), name, structuredClone(request));
    requirePlain(answer, `the answer of ${name}`);
    const expected = direct();
    expect(timeless(structuredClone(answer))).toEqual(timeless(expected));
    expect(JSON.stringify(timeless(answer))).toBe(JSON.stringify(timeless(expected)));
  });

  it('say what they are for: verdicts of the bench', () => {
    const told = {
      through: runJob(desk(), 'check', { motion: THROUGH }).verdict,
      bent: runJob(desk(), 'check', { motion: BENT }).verdict,
      plan: cases.plan[1]().verdict,
      timed: cases.time[1]().verdict,
      delays: cases.checkDelays[1]().verdict,
      penetration: cases.checkPenetration[1]().verdict,
      verified: cases.verify[1]().verified,
      certified: cases.certify[1]().written,
    };
    expect(told).toEqual({
      through: 'colliding',
      bent: 'free',
      plan: 'free',
      timed: 'free',
      delays: 'free',
      penetration: 'deeper',
      verified: true,
      certified: true,
    });
  });

  it('need a cell', () => {
    expect(() => runJob(new Desk(), 'check', { motion: BENT })).toThrow('no cell is open');
  });
});
