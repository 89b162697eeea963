/**
 * Makes certificates. Whichever method found a path free, the evidence is made anew, of steps that
 * suit a verifier (check/recorder.ts), with a little gap to spare so that one who counts roundings
 * differently comes to the same conclusion. A path that is not free has no such steps.
 */
import type { Cell, CellDescription, Pair } from '../cell/index.ts';
import { DEFAULT_BUDGET, Recorder, type SlabSink } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import type { Path } from '../motion/index.ts';
import { CertificateBuilder } from './builder.ts';
import { type CellDigests, cellDigests } from './digest.ts';
import type { Certificate, Setting } from './format.ts';

/** Metres that every step has to spare, and how much more per metre of distance from the origin. */
const MARGIN = 1e-9;
const FAR_MARGIN = 1e-11;

export interface MakeOptions {
  /** Name and version of the program, for the record. */
  readonly program?: string;
  /** The method that found the path free, for the record. */
  readonly method?: string;
  readonly settings?: Readonly<Record<string, Setting>>;
  /** Which pairs to show apart, if others are shown elsewhere. Default: all. */
  readonly concerns?: (pair: Pair) => boolean;
  /** Number of tests for the whole path. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly onProgress?: (progress: { readonly settled: number; readonly segments: number }) => void;
}

/** Thrown by way of an InputError's code: the path is not free, or not provably so. */
export const NOT_FREE = 'certificate/not-free';

/**
 * The certificate of a path that is free in a cell. `cell` must be built from `description`. Throws an
 * InputError with code NOT_FREE where the path cannot be proven free with a nanometre to spare.
 */
export function makeCertificate(
  description: CellDescription,
  cell: Cell,
  path: Path,
  options: MakeOptions = {},
): Certificate {
  return new CertificateMaker(description, cell).make(path, options);
}

/** Makes certificates of many paths in one cell, which must not change meanwhile. */
export class CertificateMaker {
  private readonly description: CellDescription;
  private readonly cell: Cell;
  private readonly margin: number;
  private digests: CellDigests | null = null;
  /** Of the last path, for all pairs; another one may do with the same. */
  private recorder: { readonly cell: Cell; readonly of: Recorder } | null = null;

  constructor(description: CellDescription, cell: Cell) {
    this.description = description;
    this.cell = cell;
    this.margin = MARGIN + FAR_MARGIN * extentOf(description);
  }

  /** As makeCertificate. */
  make(path: Path, options: MakeOptions = {}): Certificate {
    const { program = 'surepath', method = 'ladder', settings = {}, concerns } = options;
    this.digests ??= cellDigests(this.description);
    const builder = new CertificateBuilder(this.description, this.cell, path, {
      program,
      method,
      settings,
      digests: this.digests,
      ...(concerns ? { concerns } : {}),
    });
    const { bodies } = builder.cell;
    let segment = 0;
    const add = (body: number, piece: number) => {
      const of = bodies[body].pieces[piece];
      if (of.kind === 'mesh') builder.order(body, piece, of.tree.ids);
    };
    const sink: SlabSink = {
      slab(pair, t, before, after, i, p, j, q, n) {
        add(pair.a, i);
        add(pair.b, j);
        builder.slab(pair, segment, t, before, after, i, p.from, p.to, j, q.from, q.to, n);
      },
    };
    const recorder = this.recorderOf(builder.cell, concerns);
    let budget = options.budget ?? 10 * DEFAULT_BUDGET;
    path.segments.forEach((motion, i) => {
      segment = i;
      if (options.signal?.aborted) throw notFree('the work was stopped', i);
      const before = recorder.tests;
      const done = recorder.record(motion, sink, budget, options.signal);
      budget -= recorder.tests - before;
      if (!done && options.signal?.aborted) throw notFree('the work was stopped', i);
      if (!done) throw notFree('no proof was found', i);
      options.onProgress?.({ settled: i + 1, segments: path.segments.length });
    });
    return builder.certificate();
  }

  private recorderOf(cell: Cell, concerns: MakeOptions['concerns']): Recorder {
    if (!concerns && this.recorder?.cell === cell) return this.recorder.of;
    const wanted = concerns ?? (() => true);
    const of = new Recorder(cell, (grown) => provable(grown).filter(wanted), this.margin);
    if (!concerns) this.recorder = { cell, of };
    return of;
  }
}

/** How far from the origin something is placed. */
function extentOf({ robots, obstacles }: CellDescription): number {
  let most = 0;
  for (const pose of [...robots.map((r) => r.base), ...obstacles.map((o) => o.pose)]) {
    most = Math.max(most, Math.abs(pose[9]), Math.abs(pose[10]), Math.abs(pose[11]));
  }
  return most;
}

/** All pairs that nobody declared: what swept spheres exclude is shown step by step as well. */
function provable(cell: Cell): Pair[] {
  return cell.pairs.filter(({ reason }) => reason === null || reason === 'swept');
}

function notFree(why: string, segment: number): InputError {
  return new InputError({
    code: NOT_FREE,
    message: `segment ${segment}: ${why}; a certificate needs a path that is free with ${MARGIN} m to spare`,
  });
}
