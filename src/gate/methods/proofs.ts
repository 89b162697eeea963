/** Methods that plan, prove and verify. */

import {
  type CertifyAnswer,
  cellFacts,
  certify,
  check,
  finish,
  firstOfKind,
  limitsJson,
  nearJson,
  notFree,
  type OpenCell,
  plan as planJob,
  planTask,
  provesPlan,
  readTaskRequest,
  statsJson,
  THOROUGH,
  verify as verifyJob,
} from '../../jobs/index.ts';
import { encodeUtf8 } from '../../math/index.ts';
import type { OpenVersion } from '../desk.ts';
import { paramsFault } from '../errors.ts';
import type { Params, Result } from '../protocol/index.ts';
import { type CellRecord, nameOf } from '../records.ts';
import { bytesOf, methodOf, motionOf, stateOf } from '../values.ts';
import type { GateContext } from './context.ts';

/** Where faults of a task are, in the request. */
const WORDS = {
  from: '/from',
  to: '/to',
  toPose: '/toPose',
  request: '/request',
  joints: 'joints',
};

export function plan(
  { record, open }: OpenVersion,
  params: Params<'plan'>,
  context: GateContext,
): Result<'plan'> {
  const { seed = 1, certificate = false } = params;
  const begin = performance.now();
  const task = taskOf(open, params, seed);
  const { from, goals, moving } = task;
  if (certificate && !provesPlan(params)) {
    const which =
      params.planner === 'sbl' ? 'the planner sbl' : 'the planner, with these settings,';
    const message = `${which} proves nothing: there is nothing to certify`;
    throw paramsFault('request/choice', message, '/certificate');
  }
  const request = { from, goals, moving, seed, ...searchOf(params) };
  const planned = planJob(open, request, context);
  const { motion, smoothed, still, verdict } = planned;
  const claimed = verdict === 'free';
  const program = certificate ? context.program : undefined;
  const done =
    motion && finish(provable(record, open), { motion, format: 'path', claimed, program }, context);
  const { cell } = open;
  const { tree } = cell;
  const { assumptions, testedPairs, kept } = cellFacts(cell);
  return {
    ...nameOf(record),
    verdict: done?.check?.verdict ?? verdict,
    waypoints: motion?.waypoints.map((q) => [...q]) ?? null,
    joints: tree.dofs.map(({ name }) => name),
    length: motion ? planned.length : null,
    ...(smoothed ? { lengthBefore: smoothed.before } : {}),
    milliseconds: performance.now() - begin,
    ...{ planner: planned.planner, seed, from: [...from] },
    ...(motion ? { goal: planned.goal, goalName: task.names[planned.goal] } : {}),
    ...(still.length > 0 ? { standing: still.map((d) => tree.dofs[d].name) } : {}),
    ...(done?.certificate ? certificateOf(done.certificate) : {}),
    ...{ clearance: kept.clearance, assumptions },
    limits: limitsJson(done?.limits.left ?? []),
    ...nearJson(cell, planned.near, task.notes),
    phases: { ...planned.phases, ...(done?.phases ?? {}) },
    stats: {
      ...planned.stats,
      ...(smoothed ? { shortcutsTried: smoothed.tried, shortcutsTaken: smoothed.taken } : {}),
      ...(done?.check
        ? { check: statsJson(testedPairs, done.check.stats, done.phases.checking) }
        : {}),
    },
  };
}

function certificateOf(made: CertifyAnswer) {
  return made.written ? { certificate: made.text } : { noCertificate: made.reason };
}

function searchOf({
  planner,
  iterations,
  timeLimit_ms,
  weights,
  resolution,
  settings,
  smooth,
}: Params<'plan'>) {
  const shortcuts = typeof smooth === 'object' ? smooth.iterations : undefined;
  return {
    ...{ planner, iterations, timeLimit_ms, weights, resolution, settings },
    smooth: smooth ? { patience: THOROUGH, iterations: shortcuts, timeLimit_ms } : undefined,
  };
}

function taskOf(open: OpenCell, params: Params<'plan'>, seed: number) {
  const { from, to = [], toPose = [], request } = params;
  if (request !== undefined && (from !== undefined || to.length + toPose.length > 0)) {
    const message = 'a request has start and goals: leave out "from", "to" and "toPose"';
    throw paramsFault('request/choice', message, '/request');
  }
  if (request === undefined && to.length + toPose.length === 0) {
    throw paramsFault('plan/goals', 'a plan needs a goal: "to", "toPose" or "request"', '');
  }
  const question = {
    from: from === undefined ? new Map() : stateOf(open, from, WORDS.from),
    goals: to.map((goal, i) => ({
      name: typeof goal === 'string' ? goal : `${i}`,
      values: stateOf(open, goal, `${WORDS.to}/${i}`),
    })),
    poses: toPose.map((pose, i) => ({ ...pose, name: `${i}` })),
    request:
      request === undefined
        ? null
        : readTaskRequest(open.cell, 'the request', bytesOf(request, 'the request')),
    words: WORDS,
  };
  return planTask(open, question, seed);
}

/** A check, and the proof if it is free. */
export function certificate(
  { record, open }: OpenVersion,
  params: Params<'certificate'>,
  context: GateContext,
): Result<'certificate'> {
  const { method, delta, budget, clearance, selfClearance, tracking, wrap = 'literal' } = params;
  if (method === 'fixed') {
    const message = 'the method fixed proves nothing: there is nothing to certify';
    throw paramsFault('request/choice', message, '/method');
  }
  const asked = open.with({ clearance, selfClearance, tracking });
  const { motion } = motionOf(asked, params);
  const request = { motion, wrap, ...methodOf(params), delta, budget };
  const { verdict } = check(asked, request, context);
  const made =
    verdict === 'free'
      ? certify(provable(record, asked), { ...request, program: context.program }, context)
      : notFree('path', verdict);
  return { ...nameOf(record), verdict, ...writtenJson(made) };
}

/** `digest` is that of the cell in every answer: the certificate's has a name of its own. */
function writtenJson(made: CertifyAnswer) {
  if (!made.written) return made;
  const { digest, ...rest } = made;
  return { ...rest, certificateDigest: digest };
}

/**
 * The cell as a certificate names it: by the digest of its model as it is now, edits included, and by the files that it
 * was made from. The edits are one of them, so that whoever has the files knows what is missing.
 */
export function provable({ version, edits }: CellRecord, open: OpenCell): OpenCell {
  if (edits.length === 0) return open;
  const text = JSON.stringify(edits.map(({ edit }) => edit));
  const bytes = encodeUtf8(text);
  return open.readFrom(
    new Map([...open.description.files, [`edits of version ${version}`, bytes]]),
  );
}

export function verify(
  { record, open }: OpenVersion,
  params: Params<'verify'>,
  context: GateContext,
): Result<'verify'> {
  const { clearance, selfClearance, tracking, wrap, interpolation, delays } = params;
  const given =
    params.waypoints || params.trajectory || params.file ? motionOf(open, params) : undefined;
  if (!given && interpolation !== undefined) {
    const message = 'how a motion is read was given, but no motion';
    throw paramsFault('request/choice', message, '/interpolation', 'give the motion as well');
  }
  const request = {
    ...{ certificate: bytesOf(params.certificate, 'the certificate'), file: 'the certificate' },
    ...{ motion: given?.motion, wrap, delays, clearance, selfClearance, tracking },
  };
  const answer = verifyJob(open, request, context);
  const { verified, reason, checked, assumptions, path, shows, milliseconds } = answer;
  const late = answer.delays;
  const notes = firstOfKind(given?.notes ?? []);
  return {
    ...{ ...nameOf(record), verified },
    ...(reason ? { reason } : {}),
    ...(shows ? { shows } : {}),
    ...checked,
    ...{ assumptions, milliseconds },
    ...(path ? { path } : {}),
    ...(late ? { delays: [...late] } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}
