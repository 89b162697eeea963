/**
 * What is answered where the time of a request was over before a worker had looked at it: undecided, no path found, not
 * written, not verified. Never `free`. What changes or opens a cell, or describes it, has no such answer: nothing was done.
 */
import {
  type CellFacts,
  type DeskMethod,
  type FaultValue,
  GateError,
  JsonText,
  nameOf,
  type Result,
  RPC,
  type VersionName,
} from '../gate/index.ts';

type About = VersionName & { readonly facts: CellFacts };

const MESSAGE = 'the time of the request was over before a worker had looked at it';
const NOTE: FaultValue = { code: 'gate/expired', message: MESSAGE };

const NO_CHECK = {
  ...{ pairs: 0, configurations: 0, tests: 0, gjkCalls: 0, nodePairs: 0, trianglePairs: 0 },
  milliseconds: 0,
};
const NO_SEARCH = {
  ...{ iterations: 0, samples: 0, configurations: 0, milestones: 0, edges: 0, freeEdges: 0 },
  ...{ milliseconds: 0, samplingMilliseconds: 0, checkingMilliseconds: 0 },
};

/** The result of a request whose time is over. Throws a GateError for methods that have none. */
export function expiredResult(method: DeskMethod, about: About): JsonText {
  const result = undecided(method, about);
  if (result) return new JsonText(JSON.stringify(result));
  throw new GateError(RPC.cancelled, MESSAGE, { code: 'gate/expired', message: MESSAGE });
}

function undecided(method: DeskMethod, about: About): Result<DeskMethod> | null {
  const { joints, clearance, assumptions } = about.facts;
  const name = nameOf(about);
  const at = { ...name, assumptions };
  const notes = [NOTE];
  switch (method) {
    case 'live':
      return {
        ...{ ...name, q: [] },
        state: undecided('state', about) as Result<'state'>,
        vector: undecided('vector', about) as Result<'vector'>,
      } satisfies Result<'live'>;
    case 'state':
      return { ...at, verdict: 'undecided', limits: [], notes } satisfies Result<'state'>;
    case 'vector':
      return {
        ...{ ...at, vectors: [], nearest: null, leftOut: 0, notes },
      } satisfies Result<'vector'>;
    case 'motion':
      return {
        ...{ ...at, verdict: 'undecided', joints, limits: [], clearance, delta: 0, notes },
        ...{ method: 'none', wrap: 'literal', interpolation: 'straight', stats: NO_CHECK },
      } satisfies Result<'motion'>;
    case 'plan':
      return {
        ...{ ...at, verdict: 'no path found', waypoints: null, joints, length: null, notes },
        ...{ milliseconds: 0, planner: 'none', seed: 0, from: [], clearance, limits: [] },
        ...{ phases: {}, stats: NO_SEARCH },
      } satisfies Result<'plan'>;
    case 'certificate':
      return {
        ...{ ...name, verdict: 'undecided', written: false, reason: MESSAGE },
      } satisfies Result<'certificate'>;
    case 'verify':
      return {
        ...{ ...at, verified: false, slabs: 0, glances: 0, pairs: 0, segments: 0, sweeps: 0 },
        milliseconds: 0,
        reason: { code: 'gate/expired', message: MESSAGE },
      } satisfies Result<'verify'>;
    default:
      return null;
  }
}
