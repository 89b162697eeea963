/**
 * Questions about a motion: is it free, and what shows it. With the settings and defaults of
 * `surepath check`, so that verdicts and certificates are the same, byte for byte.
 */
import type { Cell, Pair, PairFinding } from '../../src/cell/index.ts';
import { assumptionsOf, hasStrays } from '../../src/cell/index.ts';
import {
  type Certificate,
  makeCertificate,
  NOT_FREE,
  parseCertificate,
  SLAB_SIZE,
  sha256,
  verify,
  writeCertificate,
} from '../../src/certificate/index.ts';
import {
  checkPath,
  clearanceProfile,
  createChecker,
  DEFAULT_DELTA,
  firstContact,
  type PathProgress,
  type PathWitness,
} from '../../src/check/index.ts';
import { InputError } from '../../src/math/index.ts';
import { limitsLeft, type Path } from '../../src/motion/index.ts';
import {
  type CertificateAnswer,
  type CheckAnswer,
  type CheckSettings,
  COVER_SIZE,
  type ContactAnswer,
  type CoverAnswer,
  type CoverRequest,
  type Finding,
  type PairCover,
  type ProfileAnswer,
  type ProfileRequestData,
  type Progress,
  type SampledAnswer,
  type VerifyAnswer,
  type WitnessData,
} from './protocol.ts';

/** A motion in a cell whose box covers it. */
export interface Asked {
  readonly cell: Cell;
  readonly path: Path;
  readonly digest: string;
}

type Report = (progress: Progress) => void;

/** Tests for the cover of a path that is not free: nobody waits long for a picture. */
const PARTIAL_BUDGET = 200_000;

const segmentsOf = (what: string, report: Report) => (p: Omit<PathProgress, 'tests'>) =>
  report({ what, done: p.settled, of: p.segments });

export function check(
  { cell, path, digest }: Asked,
  settings: CheckSettings,
  report: Report,
): CheckAnswer {
  const { method = 'ladder', delta = DEFAULT_DELTA, all = false, budget, timeLimit } = settings;
  const begin = performance.now();
  const checker = createChecker(cell, { method });
  const result = checkPath(checker, path, {
    delta,
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit === undefined ? {} : { timeLimit_ms: 1000 * timeLimit }),
    all,
    onProgress: segmentsOf('checking segments', report),
  });
  return {
    verdict: result.verdict,
    witness: result.witness && witnessData(result.witness, path),
    witnesses: result.witnesses.map((w) => witnessData(w, path)),
    open: result.open.map(({ segment, from, to, pair: { a, b } }) => ({ segment, from, to, a, b })),
    assumptions: assumptionsOf(cell),
    limits: limitsLeft(cell, path).left,
    notes: path.notes,
    segments: path.segments.length,
    testedPairs: cell.tested.length,
    digest,
    clearance: cell.description.clearance.default,
    tracking: hasStrays(cell),
    delta,
    method,
    stats: result.stats,
    milliseconds: performance.now() - begin,
  };
}

/** Where contact begins, and which pieces of the path are proven free. */
export function contact({ cell, path }: Asked, settings: CheckSettings, report: Report) {
  const { delta = DEFAULT_DELTA, budget, timeLimit } = settings;
  const begin = performance.now();
  const result = firstContact(cell, path, {
    delta,
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit === undefined ? {} : { timeLimit_ms: 1000 * timeLimit }),
    onProgress: segmentsOf('looking for the first contact', report),
  });
  const found = result.contact;
  const answer: ContactAnswer = {
    verdict: result.verdict,
    contact: found && {
      segment: found.segment,
      from: found.from,
      to: found.to,
      a: found.pair.a,
      b: found.pair.b,
    },
    witness: result.witness && witnessData(result.witness, path),
    safe: result.safe,
    unsafe: result.unsafe.flatMap(({ segment, from, to, pairs }) =>
      pairs.map(({ a, b }) => ({ segment, from, to, a, b })),
    ),
    milliseconds: performance.now() - begin,
  };
  return answer;
}

/** The certificate, or why there is none. With exceptions it is a picture of the others, and no proof of the path. */
export function certify(
  { cell, path }: Asked,
  settings: CheckSettings,
  program: string,
  report: Report,
  except: CoverRequest['except'] = [],
): { readonly certificate: Certificate } | { readonly reason: string } {
  const { method = 'ladder', delta = DEFAULT_DELTA } = settings;
  const left = new Set(except.map(([a, b]) => `${a} ${b}`));
  const concerns = ({ a, b }: Pick<Pair, 'a' | 'b'>) => !left.has(`${a} ${b}`);
  try {
    const certificate = makeCertificate(cell.description, cell, path, {
      ...(left.size > 0 && { concerns, budget: PARTIAL_BUDGET }),
      program,
      method,
      settings: { delta },
      onProgress: segmentsOf('writing the proof', report),
    });
    return { certificate };
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return { reason: error.fault.message };
  }
}

export function certificateAnswer(certificate: Certificate): CertificateAnswer {
  const text = writeCertificate(certificate);
  const numbers = certificate.slabs.flat().reduce((n, list) => n + list.length, 0);
  const digest = sha256(new TextEncoder().encode(text));
  return { written: true, text, slabs: numbers / SLAB_SIZE, digest };
}

/** Which sample proves which interval, for each pair. */
export function coverOf({ pairs, slabs }: Certificate): CoverAnswer {
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
  return { segments: slabs.length, pairs: covers, slabs: count, deepest };
}

export function verifyText(
  cell: Cell,
  text: string,
  path: ((wrap: 'literal' | 'short') => Path) | undefined,
): VerifyAnswer {
  const begin = performance.now();
  const certificate = parseCertificate(new TextEncoder().encode(text), 'certificate');
  const result = verify(
    certificate,
    cell.description,
    path ? { path: path(certificate.wrap) } : {},
  );
  const milliseconds = performance.now() - begin;
  if (result.verified) {
    const { assumptions } = result;
    return { verified: true, ...result.checked, assumptions, milliseconds };
  }
  return { verified: false, reason: result.reason?.message ?? 'rejected', milliseconds };
}

export function profile(
  { cell, path }: Asked,
  { accuracy, horizon, settings = {} }: ProfileRequestData,
  report: Report,
): ProfileAnswer {
  const begin = performance.now();
  const { budget, timeLimit } = settings;
  const result = clearanceProfile(cell, path, {
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit === undefined ? {} : { timeLimit_ms: 1000 * timeLimit }),
    onProgress: segmentsOf('measuring clearances', report),
  });
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
  return {
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
    milliseconds: performance.now() - begin,
  };
}

/**
 * What sampling would have said. Segments are bisected to steps of at most the resolution, as planners
 * commonly do it, and looked at from the first to the last; the first hit along the path is told.
 */
export function sampled(
  { cell, path }: Asked,
  resolution: number,
  settings: CheckSettings,
  report: Report,
): SampledAnswer {
  const begin = performance.now();
  const checker = createChecker(cell, { method: 'fixed', resolution });
  const result = checkPath(checker, path, {
    ...(settings.budget === undefined ? {} : { budget: settings.budget }),
    all: true,
    onProgress: segmentsOf('sampling', report),
  });
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
  const first = result.witnesses.reduce<PathWitness | null>(
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
    at: Float64Array.from(at),
    witness: first && witnessData(first, path),
    milliseconds: performance.now() - begin,
  };
}

export function findingData({ pair, ...finding }: PairFinding): Finding {
  const { distance, colliding, contained, points } = finding;
  const { a, b, clearance } = pair;
  return { a, b, distance, colliding, contained, points, clearance };
}

function witnessData(w: PathWitness, { times }: Path): WitnessData {
  const { verdict, violated, segment, t, configuration } = w;
  const begin = times?.[segment];
  const end = times?.[segment + 1];
  const time = begin === undefined ? undefined : begin + t * ((end ?? begin) - begin);
  return {
    ...findingData(w.finding),
    verdict,
    violated,
    tracking: w.pair.tracking,
    segment,
    t,
    ...(time === undefined ? {} : { time }),
    configuration,
  };
}
