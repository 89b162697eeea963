/**
 * Several robots, each with its own timing, as one path over all of them.
 *
 * A track is a timed path of which some degrees of freedom count. The combined path has a knot wherever
 * a track has one. Before its first and after its last point a robot stands still, and so do degrees of
 * freedom in no track.
 *
 * A track that begins later by an offset has its knots at the sums, rounded to doubles; between two of
 * them it runs through its segment evenly. Where other tracks' knots divide a segment, the pieces are its
 * parts in exact arithmetic, each coefficient rounded once: within u times the sum of a piece's
 * coefficients, which is less than what its evaluation counts. The last piece is brought to where the
 * next segment begins, from which rounding may have kept the whole one by u times its last coefficient
 * (spline.ts); so all pieces meet within their own errors. Rotations of floating joints are evaluated at
 * the knots: pieces are within TURN_ERROR of the original there, and turn evenly between. A part of an arc is the same
 * arc between two other angles, which are rounded; it begins and ends where it is computed to be, to the bit.
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { type Fault, InputError } from '../math/fault.ts';
import { nearest } from '../words/plain.ts';
import { arcsInto, beginOf, isOnArc, type Piece, segmentOfPiece } from './arcPiece.ts';
import { CircularSegment } from './circular.ts';
import { COEFFICIENTS } from './curve.ts';
import { CurvedSegment } from './curved.ts';
import { isHalfTurn } from './halfTurn.ts';
import { ofSegment, type Path, requireTimes, takesTime } from './path.ts';
import { type ExactCurve, exactCurve, exactLine, partOf, restrictInto } from './restrict.ts';
import type { Segment } from './segment.ts';
import { endAt, lineInto } from './spline.ts';
import { StraightSegment } from './straight.ts';
import { quaternionInto } from './timed.ts';
import { floatingDofs } from './turn.ts';

export interface Track {
  /** Degrees of freedom that it moves. */
  readonly dofs: readonly number[];
  /** With times; over all degrees of freedom, of which only `dofs` count. */
  readonly path: Path;
  /** For messages: a file, a robot. */
  readonly name?: string | undefined;
}

export interface CombineOptions {
  /** Where degrees of freedom stand that are in no track. */
  readonly standing: Float64Array;
  /** Seconds by which each track begins later; default 0. */
  readonly offsets?: readonly number[];
}

/** One path over all degrees of freedom. Its waypoints are the configurations at all knots. */
export function combineTracks(
  tree: KinematicTree,
  tracks: readonly Track[],
  { standing, offsets = [] }: CombineOptions,
): Path {
  requireTracks(tree, tracks);
  const runs = tracks.map((track, i) => new Run(tree, track, offsets[i] ?? 0));
  const times = [...new Set(runs.flatMap(({ knots }) => knots))].sort((a, b) => a - b);
  // Per knot what follows: of polynomials the first coefficients are the configuration there.
  const pieces = times.map((begin, k): Piece => {
    const c = new Float64Array(COEFFICIENTS * tree.dofs.length);
    for (let d = 0; d < standing.length; d++) c[COEFFICIENTS * d] = standing[d];
    const piece = { c, arcs: [] };
    for (const run of runs) run.pieceInto(begin, times[k + 1] ?? begin, piece);
    return piece;
  });
  const waypoints = pieces.map(beginOf);
  const segments: Segment[] = [];
  for (let k = 0; k + 1 < times.length; k++) {
    const [from, to] = [waypoints[k], waypoints[k + 1]];
    if (runs.every((run) => run.isStraight(times[k]))) {
      segments.push(ofSegment(k, () => new StraightSegment(tree, from, to)));
      continue;
    }
    const { c } = pieces[k];
    for (const run of runs) if (run.isStraight(times[k])) run.linesInto(from, to, c);
    for (const d of floatingDofs(tree)) quaternionInto(c, d, from, to);
    segments.push(ofSegment(k, () => segmentOfPiece(tree, pieces[k], from, to)));
  }
  if (segments.length === 0) segments.push(new StraightSegment(tree, waypoints[0], waypoints[0]));
  return {
    waypoints,
    segments,
    wrap: tracks[0].path.wrap,
    times,
    interpolation: 'tracks',
    summary: summaryOf(tracks),
    labels: segments.map(
      (_, k) => `${nearest(times[k], 6)} s to ${nearest(times[k + 1] ?? times[k], 6)} s`,
    ),
    notes: tracks.flatMap(({ path, name }) => path.notes.map((note) => about(name, note))),
  };
}

function about(name: string | undefined, note: Fault): Fault {
  return name === undefined ? note : { ...note, message: `${name}: ${note.message}` };
}

function summaryOf(tracks: readonly Track[]): string {
  const kinds = new Set(tracks.map(({ path }) => path.summary ?? 'straight segments'));
  const count = `${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'}, each with its own times`;
  return `${count}: ${[...kinds].join('; ')}`;
}

/** A track at its place in time. */
class Run {
  readonly knots: readonly number[];
  private readonly tree: KinematicTree;
  private readonly track: Track;
  /** Between the knots, without what takes no time. */
  private readonly segments: readonly Segment[];
  /** Whole segments in exact numbers, made when first divided. */
  private readonly exact = new Map<Segment, readonly ExactCurve[]>();
  private readonly scratch: Float64Array;

  constructor(tree: KinematicTree, track: Track, offset: number) {
    const { path, name } = track;
    if (!Number.isFinite(offset)) {
      throw new InputError({ code: 'path/time', message: `a track begins ${offset} s later` });
    }
    const times = path.times ?? [];
    const shifted = times.map((time) => time + offset);
    const knots = [shifted[0]];
    const segments: Segment[] = [];
    for (let i = 0; i + 1 < times.length; i++) {
      // Two times may become one by rounding.
      if (!takesTime(path.waypoints, shifted, i)) {
        if (path.segments[i].kind === 'circular') throw wholeCircleAtOnce(i, times[i]);
        continue;
      }
      segments.push(path.segments[i]);
      knots.push(shifted[i + 1]);
    }
    if (!knots.every(Number.isFinite)) {
      const what = name === undefined ? 'a track' : name;
      throw new InputError({ code: 'path/time', message: `${what}: times are not finite` });
    }
    this.tree = tree;
    this.track = track;
    this.knots = knots;
    this.segments = segments;
    this.scratch = new Float64Array(tree.dofs.length);
  }

  /** Which segment runs at a time before its end; -1 before the first, their count after the last. */
  private indexAt(time: number): number {
    const { knots } = this;
    let low = 0;
    let high = knots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (knots[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  isStraight(time: number): boolean {
    return !(this.segments[this.indexAt(time)] instanceof CurvedSegment);
  }

  /**
   * Coefficients of the degrees of freedom of this track from `begin` to `end`, with no knot of it in
   * between. Of straight pieces and of rotations only the values at the beginning.
   */
  pieceInto(begin: number, end: number, piece: Piece): void {
    const { c } = piece;
    const { segments, knots, track, tree, scratch } = this;
    const i = this.indexAt(begin);
    if (i < 0 || i >= segments.length) {
      const { waypoints } = track.path;
      const q = i < 0 ? waypoints[0] : waypoints[waypoints.length - 1];
      for (const d of track.dofs) c[COEFFICIENTS * d] = q[d];
      return;
    }
    const segment = segments[i];
    const [from, to] = [knots[i], knots[i + 1]];
    const whole = begin === from && end === to;
    if (whole) {
      for (const d of track.dofs) copyInto(segment, d, c);
      if (segment instanceof CircularSegment) arcsInto(segment, track.dofs, [0, 1], piece);
      return;
    }
    const part = partOf(from, to, begin, end);
    const curves = this.exactOf(segment);
    track.dofs.forEach((d, k) => {
      restrictInto(curves[k], part, c, COEFFICIENTS * d);
    });
    if (end === to && segment instanceof CurvedSegment) {
      const { waypoints } = track.path;
      const goal = segments[i + 1]?.from ?? waypoints[waypoints.length - 1];
      for (const d of track.dofs) {
        if (isOnArc(segment, d)) continue;
        const o = COEFFICIENTS * d;
        let last = COEFFICIENTS - 1;
        while (last > 1 && c[o + last] === 0) last--;
        endAt(c, o, last, goal[d]);
      }
    }
    if (segment instanceof CircularSegment) {
      const at = (time: number) => (time === to ? 1 : (time - from) / (to - from));
      arcsInto(segment, track.dofs, [at(begin), at(end)], piece);
    }
    // Rotations are no polynomials.
    const rotations = floatingDofs(tree).filter((d) => track.dofs.includes(d));
    if (rotations.length === 0) return;
    requireShortTurns(tree, segment, rotations);
    segment.configurationInto((begin - from) / (to - from), scratch, 0);
    for (const d of rotations) {
      for (let k = d + 3; k < d + 7; k++) c[COEFFICIENTS * k] = scratch[k];
    }
  }

  /** Straight pieces between two configurations. */
  linesInto(from: Float64Array, to: Float64Array, c: Float64Array): void {
    for (const d of this.track.dofs) lineInto(c, COEFFICIENTS * d, from[d], to[d]);
  }

  private exactOf(segment: Segment): readonly ExactCurve[] {
    const known = this.exact.get(segment);
    if (known) return known;
    const made = this.track.dofs.map((d) =>
      segment instanceof CurvedSegment
        ? exactCurve(segment.coefficients, COEFFICIENTS * d)
        : exactLine(segment.from[d], segment.to[d]),
    );
    this.exact.set(segment, made);
    return made;
  }
}

function copyInto(segment: Segment, d: number, c: Float64Array): void {
  const o = COEFFICIENTS * d;
  if (segment instanceof CurvedSegment) {
    c.set(segment.coefficients.subarray(o, o + COEFFICIENTS), o);
  } else c[o] = segment.from[d];
}

function wholeCircleAtOnce(i: number, time: number): InputError {
  return new InputError({
    code: 'path/time',
    message: `segment ${i} is a whole circle, but begins and ends at ${time} s`,
    hint: 'times must increase',
  });
}

function requireTracks(tree: KinematicTree, tracks: readonly Track[]): void {
  if (tracks.length === 0) {
    throw new InputError({ code: 'path/empty', message: 'there are no tracks' });
  }
  const owner = new Map<number, Track>();
  for (const track of tracks) {
    const { path, dofs } = track;
    if (!path.times) {
      throw new InputError({
        code: 'path/no-times',
        message: `${track.name ?? 'a track'} has no times`,
        hint: 'robots with their own timing need times',
      });
    }
    requireTimes(path.times, path.waypoints.length);
    for (const d of dofs) {
      if (owner.has(d)) {
        throw new InputError({
          code: 'path/joint-twice',
          message: `"${tree.dofs[d].name}" is in two tracks`,
        });
      }
      owner.set(d, track);
    }
  }
  for (const d of floatingDofs(tree)) {
    const first = owner.get(d);
    if ([1, 2, 3, 4, 5, 6].every((k) => owner.get(d + k) === first)) continue;
    throw new InputError({
      code: 'path/floating',
      message: `"${tree.dofs[d].joint}" is a floating joint: its seven numbers belong in one track`,
    });
  }
}

/** Of two ways round, parts must take that of the whole. */
function requireShortTurns(
  tree: KinematicTree,
  segment: Segment,
  rotations: readonly number[],
): void {
  const upper = new Float64Array(tree.dofs.length);
  segment.variationUpperInto(0, 1, upper, 0);
  for (const d of rotations) {
    if (!isHalfTurn(upper[d + 3])) continue;
    throw new InputError({
      code: 'path/half-turn',
      message: `"${tree.dofs[d].joint}" makes half a turn in one segment, which another track divides`,
      hint: 'put a waypoint in between',
    });
  }
}
