/**
 * Questions about a motion as the page asks them: the jobs of `surepath check` and `surepath verify`, so that
 * verdicts and certificates are the same, byte for byte; and their answers as the page takes them.
 */

import type { PairFinding } from '../../src/cell/index.ts';
import {
  type Certificate,
  parseCertificate,
  SLAB_SIZE,
  sweepCount,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { type ProfilePart, profileParts } from '../../src/check/index.ts';
import {
  type CoverRequest as CertificateRequest,
  type CheckAnswer as Checked,
  type CheckRequest,
  certificateOf,
  certify,
  check,
  contact,
  notFree,
  type OpenCell,
  type PlacedWitness,
  profile,
  type Question,
  recheck,
  verify,
} from '../../src/jobs/index.ts';
import { encodeUtf8 } from '../../src/math/index.ts';
import { type Report, reportingTo } from './progress.ts';
import {
  type CertificateAnswer,
  type CheckAnswer,
  COVER_SIZE,
  type ContactAnswer,
  type CoverAnswer,
  type CoverRequest,
  type Finding,
  type PairCover,
  type PathRequest,
  type ProfileAnswer,
  type ProfilePartData,
  type ProfileRequestData,
  type RecheckAnswer,
  type RecheckRequest,
  type SampledAnswer,
  type SampledRequest,
  type VerifyAnswer,
  type VerifyRequest,
  type WitnessData,
} from './protocol.ts';
import { PROGRAM } from './version.ts';

/** The request of a job. */
export function checkRequest({ path: motion, settings = {} }: PathRequest): CheckRequest {
  const { timeLimit, ...others } = settings;
  return {
    ...{ motion, ...others },
    timeLimit_ms: timeLimit === undefined ? undefined : 1000 * timeLimit,
  };
}

export function checked(
  open: OpenCell,
  request: PathRequest,
  digest: string,
  report: Report,
): CheckAnswer {
  return checkAnswer(check(open, checkRequest(request), reportingTo(report)), digest);
}

/** What is still proven of a path is told on the way; the answer is that of a check, and begins the next recheck. */
export function rechecked(
  open: OpenCell,
  request: RecheckRequest,
  digest: string,
  report: Report,
): RecheckAnswer {
  const asked = { ...checkRequest(request), certificate: request.text, program: PROGRAM };
  const { check: answer, certificate } = recheck(open, asked, reportingTo(report));
  return {
    check: checkAnswer(answer, digest),
    text: certificate.written ? certificate.text : null,
  };
}

function checkAnswer(answer: Checked, digest: string): CheckAnswer {
  const { verdict, witness, assumptions, notes, segments, testedPairs } = answer;
  const { clearance, strays, delta, method, stats, tally } = answer;
  return {
    verdict,
    witness: witness && witnessData(witness),
    witnesses: answer.witnesses.map(witnessData),
    open: answer.open.map(({ segment, from, to, pair: { a, b } }) => ({ segment, from, to, a, b })),
    ...{ assumptions, limits: answer.limits.left, notes, segments, testedPairs, tally, digest },
    ...{ clearance, tracking: strays, delta, method, stats },
    ...(answer.exceptions ? { exceptions: true } : {}),
    milliseconds: answer.preparation + answer.milliseconds,
  };
}

/** Where contact begins, and which pieces of the path are proven free. */
export function contacted(open: OpenCell, request: PathRequest, report: Report): ContactAnswer {
  const answer = contact(open, checkRequest(request), reportingTo(report));
  const { verdict, contact: found, witness, safe, unsafe, milliseconds } = answer;
  return {
    verdict,
    contact: found && {
      segment: found.segment,
      from: found.from,
      to: found.to,
      a: found.pair.a,
      b: found.pair.b,
    },
    witness: witness && witnessData(witness),
    safe,
    unsafe: unsafe.flatMap(({ segment, from, to, pairs }) =>
      pairs.map(({ a, b }) => ({ segment, from, to, a, b })),
    ),
    milliseconds,
  };
}

/** Of a cell as asked for: with clearance and tolerances of the settings. */
function certificateRequest({ path: motion, settings = {} }: PathRequest): CertificateRequest {
  const { method, delta, wrap } = settings;
  return { motion, method, delta, wrap, program: PROGRAM };
}

/**
 * Only what a check finds free gets a certificate, as on the command line. `provable` is the cell as asked for,
 * with the files that others would read it from.
 */
export function certified(
  open: OpenCell,
  provable: () => OpenCell,
  request: PathRequest,
  report: Report,
): CertificateAnswer {
  const context = reportingTo(report);
  const { verdict } = check(open, checkRequest(request), context);
  const answer =
    verdict === 'free'
      ? certify(provable(), certificateRequest(request), context)
      : notFree('path', verdict);
  if (!answer.written) return answer;
  const { text, slabs, glances, sweeps, digest } = answer;
  return { written: true, text, slabs, glances, sweeps, digest };
}

/** The cover of what is free: of a path that is not, of the pairs that are. */
export function covered(open: OpenCell, request: CoverRequest, report: Report): CoverAnswer | null {
  const { except } = request;
  const asked = { ...certificateRequest(request), except, glances: false };
  const made = certificateOf(open, asked, reportingTo(report));
  if (!('certificate' in made)) return null;
  const { certificate } = made;
  const isWhole = except === undefined || except.length === 0;
  return { ...coverOf(certificate), ...(isWhole && { text: writeCertificate(certificate) }) };
}

/** Which sample proves which interval, for each pair. */
function coverOf(certificate: Certificate): CoverAnswer {
  const { pairs, slabs } = certificate;
  const tested = pairs.filter(({ excluded }) => excluded === null);
  let count = 0;
  let deepest = 0;
  const covers = tested.map(({ a, b }, k): PairCover => {
    const lists = slabs.map((lists) => lists[k]);
    const starts = new Uint32Array(lists.length + 1);
    lists.forEach((list, i) => {
      starts[i + 1] = starts[i] + list.length / SLAB_SIZE;
    });
    const out = new Float64Array(COVER_SIZE * starts[lists.length]);
    let at = 0;
    for (const list of lists) {
      for (let o = 0; o < list.length; o += SLAB_SIZE) {
        const t = list[o];
        const from = Math.max(0, t - list[o + 1]);
        const to = Math.min(1, t + list[o + 2]);
        const depth = to > from ? Math.max(0, -Math.log2(to - from)) : 0;
        out.set([t, from, to, depth], at);
        at += COVER_SIZE;
        deepest = Math.max(deepest, depth);
      }
    }
    count += starts[lists.length];
    return { a, b, slabs: out, starts };
  });
  covers.sort((p, q) => q.slabs.length - p.slabs.length || p.a - q.a || p.b - q.b);
  const sweeps = sweepCount(certificate);
  return { segments: slabs.length, pairs: covers, slabs: count, sweeps, deepest };
}

export function verified(open: OpenCell, request: VerifyRequest): VerifyAnswer {
  const { text, path: motion, settings = {} } = request;
  const { clearance, tracking, wrap } = settings;
  const begin = performance.now();
  const certificate = parseCertificate(encodeUtf8(text), 'certificate');
  const result = verify(open, { certificate, motion, wrap, clearance, tracking });
  const milliseconds = performance.now() - begin;
  if (result.verified) {
    const { assumptions } = result;
    return { verified: true, ...result.checked, assumptions, milliseconds };
  }
  return { verified: false, reason: result.reason?.message ?? 'rejected', milliseconds };
}

export function profiled(
  open: OpenCell,
  request: ProfileRequestData,
  report: Report,
): ProfileAnswer {
  const { accuracy, horizon, verdict } = request;
  const asked = { ...checkRequest(request), accuracy, horizon, verdict };
  const result = profile(open, asked, reportingTo(report));
  const pieces = (list: typeof result.overall) =>
    Float64Array.from(list.flatMap(({ segment, from, to, lower }) => [segment, from, to, lower]));
  const seen = new Map<string, [number, number, number]>();
  for (const { samples } of result.pairs) {
    for (const { segment, t, distance } of samples) {
      const key = `${segment} ${t}`;
      const known = seen.get(key);
      if (!known || distance < known[2]) seen.set(key, [segment, t, distance]);
    }
  }
  const ordered = [...seen.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const { cell, path } = open.question(asked);
  const parts = profileParts(cell, result, path.segments.length);
  const numbers = new Map(result.pairs.map((each, i) => [each, i]));
  const partOf = (part: ProfilePart | null): ProfilePartData | null =>
    part && {
      pairs: part.pairs.map((each) => numbers.get(each)!),
      overall: pieces(part.overall),
      lower: part.lower,
      nearest: part.nearest && {
        ...{ a: part.nearest.pair.a, b: part.nearest.pair.b },
        ...{ upper: part.nearest.upper, place: part.nearest.place },
      },
    };
  return {
    parts: { surroundings: partOf(parts.surroundings), self: partOf(parts.self) },
    accuracy: result.accuracy,
    relative: result.relative,
    horizon: result.horizon,
    pairs: result.pairs.map((each) => ({
      a: each.pair.a,
      b: each.pair.b,
      lower: each.lower,
      upper: each.upper,
      pieces: pieces(each.pieces),
      samples: Float64Array.from(each.samples.flatMap((s) => [s.segment, s.t, s.distance])),
    })),
    far: result.far.map(({ pair: { a, b }, lower }) => ({ a, b, lower })),
    overall: pieces(result.overall),
    seen: Float64Array.from(ordered.flat()),
    lower: result.lower,
    complete: result.complete,
    milliseconds: result.milliseconds,
  };
}

/**
 * What sampling would have said. Segments are bisected to steps of at most the resolution, as planners
 * commonly do it, and looked at from the first to the last; the first hit along the path is told.
 */
export function sampled(open: OpenCell, request: SampledRequest, report: Report): SampledAnswer {
  const begin = performance.now();
  const { resolution, path: motion, settings = {} } = request;
  const { clearance, tracking, wrap, budget } = settings;
  const asked = { motion, clearance, tracking, wrap };
  const result = check(
    open,
    { ...asked, budget, method: 'fixed', resolution, all: true },
    reportingTo(report, { checking: 'sampling' }),
  );
  const at = samplesOf(open.question(asked), resolution);
  const first = result.witnesses.reduce<PlacedWitness | null>(
    (best, w) =>
      w.violated &&
      (!best || w.segment < best.segment || (w.segment === best.segment && w.t < best.t))
        ? w
        : best,
    null,
  );
  return {
    verdict: result.verdict,
    resolution,
    samples: at.length / 2,
    at,
    witness: first && witnessData(first),
    milliseconds: performance.now() - begin,
  };
}

/** Where sampling looks: segment, t, in order. */
function samplesOf({ cell, path }: Question, resolution: number): Float64Array {
  const at: number[] = [];
  const variation = new Float64Array(cell.tree.dofs.length);
  path.segments.forEach((segment, i) => {
    const divide = (from: number, to: number): void => {
      segment.variationUpperInto(from, to, variation, 0);
      let squares = 0;
      for (const x of variation) squares += x * x;
      if (!(Math.sqrt(squares) > resolution * (1 + 1e-12))) return;
      const middle = from + (to - from) / 2;
      divide(from, middle);
      at.push(i, middle);
      divide(middle, to);
    };
    at.push(i, 0);
    divide(0, 1);
    at.push(i, 1);
  });
  return Float64Array.from(at);
}

export function findingData({ pair, ...finding }: PairFinding): Finding {
  const { distance, colliding, contained, points } = finding;
  const { a, b, clearance } = pair;
  return { a, b, distance, colliding, contained, points, clearance };
}

function witnessData(w: PlacedWitness): WitnessData {
  const { verdict, violated, segment, t, time, configuration } = w;
  return {
    ...findingData(w.finding),
    ...{ verdict, violated, tracking: w.pair.tracking, segment, t },
    ...(time === undefined ? {} : { time }),
    configuration,
  };
}
