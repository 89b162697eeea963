/**
 * First contact along a path, and the decomposition of the path into pieces that are proven safe
 * [A17]. Bisection over certified checks of parts of segments: what is called safe is proven, whatever
 * the search assumes; only how far a safe piece is pushed toward the contact depends on it.
 */
import { type Cell, type Pair, requireTests } from '../../cell/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { Ladder } from '../ladder/ladder.ts';
import { Limits } from '../limits.ts';
import {
  addStats,
  type CheckResult,
  DEFAULT_BUDGET,
  emptyStats,
  type Verdict,
} from '../request.ts';
import type { FirstContactResult, PathPiece, PathRequest, PathWitness } from './pathRequest.ts';

/** Brackets are closed to this part of a segment. */
const RESOLUTION = 2 ** -20;
/** Tests around places that are too close to tell: the bracket is asked about again and again. */
const CLOSE_TESTS = 2000;
/** Where the search looks for the end of an unsafe stretch: so many parts of what is left. */
const LOOKS = 64;

/**
 * Where contact begins along a path, and which pieces of the path are proven free. Every piece that is
 * not listed as safe is listed as unsafe with the pairs that are not proven there.
 */
export function firstContact(
  cell: Cell,
  path: Path,
  request: PathRequest = {},
): FirstContactResult {
  requireTests(cell);
  const search = new ContactSearch(cell, request);
  path.segments.forEach((segment, i) => {
    search.scan(segment, i);
    request.onProgress?.({
      settled: i + 1,
      segments: path.segments.length,
      tests: search.stats.tests,
    });
  });
  return search.result();
}

type Unsafe = PathPiece & { readonly pairs: readonly Pair[] };

class ContactSearch {
  readonly stats = emptyStats();
  private readonly ladder: Ladder;
  private readonly limits: Limits;
  private readonly signal: PathRequest['signal'];
  private readonly safe: PathPiece[] = [];
  private readonly unsafe: Unsafe[] = [];
  private readonly witnesses: PathWitness[] = [];
  private undecided = false;

  constructor(cell: Cell, request: PathRequest) {
    this.ladder = new Ladder(cell);
    this.signal = request.signal;
    this.limits = new Limits(request, DEFAULT_BUDGET);
  }

  /** Adds the pieces of one segment. */
  scan(segment: Segment, index: number): void {
    let at = 0;
    while (at < 1) {
      const rest = this.ask(segment, index, at, 1);
      if (rest.verdict === 'free') {
        this.addSafe(index, at, 1);
        return;
      }
      const start = this.lastSafe(segment, index, at, rest.witness?.t ?? 1);
      if (start > at) this.addSafe(index, at, start);
      const end = this.nextSafe(segment, index, start);
      const all = this.ask(segment, index, start, end, true);
      const pairs = new Set([...all.witnesses, ...all.open].map(({ pair }) => pair));
      if (rest.witness && pairs.size === 0) pairs.add(rest.witness.pair);
      this.addUnsafe({ segment: index, from: start, to: end, pairs: [...pairs] });
      at = end;
    }
  }

  private ask(segment: Segment, index: number, from: number, to: number, all = false): CheckResult {
    const time = this.limits.remaining_ms();
    const result = this.ladder.check({
      segment,
      range: [from, to],
      // Up to the contact itself: what is proven apart is safe, however close.
      delta: 0,
      closeTests: CLOSE_TESTS,
      all,
      budget: this.limits.interrupted() ? 0 : Math.max(0, this.limits.left),
      ...(this.signal ? { signal: this.signal } : {}),
      ...(time === undefined ? {} : { timeLimit_ms: time }),
    });
    this.limits.left -= result.stats.tests;
    addStats(this.stats, result.stats);
    if (result.verdict === 'undecided') this.undecided = true;
    for (const witness of result.witnesses) this.witnesses.push({ ...witness, segment: index });
    return result;
  }

  /** The end of the safe piece that begins at `from`; beyond `hit` something is wrong. */
  private lastSafe(segment: Segment, index: number, from: number, hit: number): number {
    let low = from;
    let high = hit;
    // The step grows again after a success: contacts may be far away or close.
    while (high - low > RESOLUTION && !this.limits.reached()) {
      const middle = 0.5 * (low + high);
      const result = this.ask(segment, index, low, middle);
      if (result.verdict === 'free') low = middle;
      else high = Math.min(middle, result.witness?.t ?? middle);
    }
    return low;
  }

  /**
   * Where the next safe piece begins after the unsafe stretch that begins at `from`; never closer than
   * the bracket can tell.
   */
  private nextSafe(segment: Segment, index: number, from: number): number {
    const step = Math.max((1 - from) / LOOKS, 4 * RESOLUTION);
    let low = from + RESOLUTION;
    for (let start = from + step; start + RESOLUTION < 1; start += step) {
      if (this.limits.reached()) break;
      const width = Math.min(Math.max(step / 16, RESOLUTION), 1 - start);
      if (this.ask(segment, index, start, start + width).verdict !== 'free') {
        low = start;
        continue;
      }
      let high = start;
      while (high - low > RESOLUTION && !this.limits.reached()) {
        const middle = 0.5 * (low + high);
        if (this.ask(segment, index, middle, high).verdict === 'free') high = middle;
        else low = middle;
      }
      return high;
    }
    return 1;
  }

  /** Stretches that follow each other become one. */
  private addUnsafe(piece: Unsafe): void {
    const last = this.unsafe.at(-1);
    if (last && last.segment === piece.segment && last.to === piece.from) {
      const pairs = [...new Set([...last.pairs, ...piece.pairs])];
      this.unsafe[this.unsafe.length - 1] = { ...piece, from: last.from, pairs };
    } else this.unsafe.push(piece);
  }

  private addSafe(segment: number, from: number, to: number): void {
    const last = this.safe.at(-1);
    if (last && last.segment === segment && last.to === from) {
      this.safe[this.safe.length - 1] = { segment, from: last.from, to };
    } else this.safe.push({ segment, from, to });
  }

  result(): FirstContactResult {
    const { safe, unsafe, stats } = this;
    const first = unsafe[0];
    if (!first) {
      return { verdict: 'free', contact: null, witness: null, safe, unsafe, stats };
    }
    const inside = this.witnesses
      .filter(({ segment, t }) => segment === first.segment && t >= first.from && t <= first.to)
      .sort((x, y) => x.t - y.t);
    const hit = inside.find(({ verdict }) => verdict === 'colliding');
    // A contact belongs to the bracket only if it closes it; else bodies graze before they meet.
    const closes = hit !== undefined && hit.t - first.from <= 4 * RESOLUTION;
    const near = (closes ? hit : inside[0]) ?? null;
    const pair = near?.pair ?? first.pairs[0];
    const contact = pair
      ? { segment: first.segment, from: first.from, to: closes ? hit.t : null, pair }
      : null;
    return { verdict: this.verdict(), contact, witness: near, safe, unsafe, stats };
  }

  private verdict(): Verdict {
    if (this.witnesses.some(({ verdict }) => verdict === 'colliding')) return 'colliding';
    if (this.witnesses.length > 0) return 'too-close';
    return this.undecided ? 'undecided' : 'too-close';
  }
}
