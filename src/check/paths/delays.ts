/**
 * Several robots, each with its own timing, free for any start of each robot within its delay
 * [beyond A]. What has to be shown: motion/delayParts.ts. A part of the offsets that is not proven free
 * is halved, until something collides with the offsets in its middle, or too little is left to halve.
 */
import { type Cell, requireTests } from '../../cell/index.ts';
import { InputError } from '../../math/index.ts';
import {
  type DelayPart,
  DelayParts,
  isPossible,
  type Track,
  wholeParts,
} from '../../motion/index.ts';
import { isWorse } from '../judge.ts';
import { Ladder } from '../ladder/ladder.ts';
import { Limits } from '../limits.ts';
import { addStats, type CheckStats, DEFAULT_BUDGET, emptyStats, type Verdict } from '../request.ts';
import type { PathRequest, PathWitness } from './pathRequest.ts';

/** A part whose bodies stray by less than this many metres is not halved any more. */
const LEAST_STRAY = 1e-5;
/** Nor is one that strays by more looked at: it would hardly be free. */
const MOST_STRAY = 0.2;
/** Parts in all: long delays of fast robots have billions, which nobody would wait for. */
const MOST_PARTS = 2 ** 18;

export interface DelayRequest extends Omit<PathRequest, 'all'> {
  /** Seconds, per track: how late it may start. */
  readonly delays: readonly number[];
  /** Where degrees of freedom stand that are in no track. */
  readonly standing: Float64Array;
}

/** Where a motion is not free, and with which starts of the tracks. */
export interface DelayWitness extends PathWitness {
  /** Seconds, per track: starts with which it happens; and when, as the tracks count time. */
  readonly starts: readonly number[];
  readonly time: number;
}

export interface DelayResult {
  readonly verdict: Verdict;
  readonly witness: DelayWitness | null;
  /** What is proven: together all that was asked about, if the verdict is free. */
  readonly proven: readonly DelayPart[];
  readonly open: readonly DelayPart[];
  readonly stats: CheckStats;
}

/** Checks tracks for all starts within their delays. */
export function checkDelays(
  cell: Cell,
  tracks: readonly Track[],
  request: DelayRequest,
): DelayResult {
  requireTests(cell);
  return new DelayCheck(cell, tracks, request).run();
}

class DelayCheck {
  private readonly parts: DelayParts;
  private readonly request: DelayRequest;
  private readonly limits: Limits;
  private readonly stats = emptyStats();

  constructor(cell: Cell, tracks: readonly Track[], request: DelayRequest) {
    const { delays, standing } = request;
    if (delays.length !== tracks.length || !delays.every((d) => d >= 0 && d < Infinity)) {
      throw new InputError({
        code: 'check/delay',
        message: `delays are ${delays.join(', ') || 'missing'}; expected one of at least 0 seconds for each of ${tracks.length} tracks`,
      });
    }
    this.request = request;
    this.parts = new DelayParts(cell, tracks, standing);
    this.limits = new Limits(request, DEFAULT_BUDGET * (1 + tracks.length));
  }

  run(): DelayResult {
    const proven: DelayPart[] = [];
    const open: DelayPart[] = [];
    let witness: DelayWitness | null = null;
    // In turn, wide parts first: a collision is found before much is proven.
    const jobs = wholeParts(this.parts, this.request.delays);
    for (let k = 0; k < jobs.length; k++) {
      const part = jobs[k];
      // Of three robots and more not all offsets come about.
      if (!isPossible(part, this.request.delays)) continue;
      if (witness?.violated || this.limits.reached() || jobs.length >= MOST_PARTS) {
        open.push(part);
        continue;
      }
      const speeds = this.parts.speedsOf(part.tracks);
      const stray = part.from.reduce((s, x, i) => s + 0.5 * (part.to[i] - x) * speeds[i + 1], 0);
      const halves = stray > LEAST_STRAY ? halved(part, speeds) : null;
      if (halves && stray > MOST_STRAY) {
        // Dividing costs little, and something.
        this.limits.left--;
        jobs.push(...halves);
        continue;
      }
      // What is too close while joints stray says little: narrower parts will tell.
      const result = this.check(part, halves !== null);
      this.request.onProgress?.({
        settled: k + 1,
        segments: jobs.length,
        tests: this.stats.tests,
      });
      if (result.verdict === 'free') {
        proven.push(part);
        continue;
      }
      // What happens with offsets that do not come about is no witness.
      const found = this.isReal(part) ? result.witness : null;
      if (halves && !found?.violated) jobs.push(...halves);
      else {
        open.push(part);
        if (found && isWorse(found, witness)) witness = this.placed(part, found);
      }
    }
    const verdict = witness?.verdict ?? (open.length > 0 ? 'undecided' : 'free');
    return { verdict, witness, proven, open, stats: this.stats };
  }

  /** Whether starts within the delays lead to the offsets in the middle of a part. */
  private isReal(part: DelayPart): boolean {
    const centre = part.from.map((x, i) => 0.5 * (x + part.to[i]));
    return isPossible({ ...part, from: centre, to: centre }, this.request.delays);
  }

  /** Segment by segment, up to the first that is not free. */
  private check(
    part: DelayPart,
    hasty: boolean,
  ): { verdict: Verdict; witness: PathWitness | null } {
    const { cell, path, concerns } = this.parts.question(part);
    const ladder = new Ladder(cell, undefined, { concerns });
    const { delta, signal } = this.request;
    for (const [segment, motion] of path.segments.entries()) {
      const time = this.limits.remaining_ms();
      const { verdict, witness, stats } = ladder.check({
        segment: motion,
        hasty,
        budget: Math.max(0, this.limits.left),
        ...(delta === undefined ? {} : { delta }),
        ...(signal === undefined ? {} : { signal }),
        ...(time === undefined ? {} : { timeLimit_ms: time }),
      });
      this.limits.left -= stats.tests;
      addStats(this.stats, stats);
      if (verdict !== 'free') return { verdict, witness: witness && { ...witness, segment } };
    }
    return { verdict: 'free', witness: null };
  }

  /** A witness with starts that lead to it, and all robots where they are then. */
  private placed(part: DelayPart, witness: PathWitness): DelayWitness {
    const { path } = this.parts.question(part);
    const [first, ...others] = part.tracks;
    const centre = part.from.map((x, i) => 0.5 * (x + part.to[i]));
    // The first one waits for whoever is to begin before it.
    const wait = Math.max(0, ...centre.map((c) => -c));
    const starts = this.parts.tracks.map(() => 0);
    if (first !== undefined) starts[first] = wait;
    others.forEach((k, i) => {
      starts[k] = wait + centre[i];
    });
    const times = path.times ?? [0];
    const begin = times[witness.segment] ?? 0;
    const end = times[witness.segment + 1] ?? begin;
    const time = wait + begin + witness.t * (end - begin);
    const configuration = this.parts.configurationAt(starts, time);
    // Of what the part is about nothing changes.
    for (const k of part.tracks) {
      for (const d of this.parts.tracks[k].dofs) configuration[d] = witness.configuration[d];
    }
    return { ...witness, configuration, starts, time };
  }
}

/** Two parts that cover it, cut where bodies stray most; null if there is nothing to cut. */
function halved(part: DelayPart, speeds: readonly number[]): DelayPart[] | null {
  const { from, to } = part;
  let widest = -1;
  let most = 0;
  from.forEach((x, i) => {
    const stray = (to[i] - x) * speeds[i + 1];
    if (stray > most) {
      most = stray;
      widest = i;
    }
  });
  if (widest < 0) return null;
  const middle = 0.5 * (from[widest] + to[widest]);
  if (!(from[widest] < middle && middle < to[widest])) return null;
  return [
    { ...part, to: to.with(widest, middle) },
    { ...part, from: from.with(widest, middle) },
  ];
}
