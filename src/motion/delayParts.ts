/**
 * Robots that start late: what has to be shown so that their tracks are free for every start of each
 * robot within its delay.
 *
 * Robot k may start s_k seconds late, 0 <= s_k <= delay_k, each on its own. Before its start a robot
 * stands where it begins, after its end where it ends. Two bodies that are moved against each other by one
 * robot alone do not care. Where several robots move them, only differences of starts matter: the offsets
 * of the others against one of them, a box of as many dimensions. For a part of that box the robots run
 * with the offsets in its middle, and each joint is allowed to stray by half the part's width times its
 * largest rate: with any offset of the part it is no farther than that from where it would be with the
 * one in the middle. Straying joints are what cells know as tracking tolerances.
 */
import { askAbout, type Cell, type Pair, strayingCell } from '../cell/index.ts';
import { type KinematicTree, pairMotion } from '../kinematics/index.ts';
import { U } from '../math/index.ts';
import { buildPath, type Path } from './path.ts';
import { combineTracks, type Track } from './tracks.ts';
import { floatingDofs } from './turn.ts';

/** Robots with a range of offsets, and by that the pairs of bodies that they move against each other. */
export interface DelayPart {
  /** Numbers of tracks; the offsets are those of all but the first, against the first, in seconds. */
  readonly tracks: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface DelayQuestion {
  /** With joints that stray as far as the part's offsets let them, and a box that covers the path. */
  readonly cell: Cell;
  /** With the offsets in the middle. */
  readonly path: Path;
  /** Whether the part is about a pair. */
  readonly concerns: (pair: Pick<Pair, 'a' | 'b'>) => boolean;
}

/** All tracks at their beginning, everything else where it stands. */
function beginning(standing: Float64Array, tracks: readonly Track[]): Float64Array {
  const q = standing.slice();
  for (const { dofs, path } of tracks) for (const d of dofs) q[d] = path.waypoints[0][d];
  return q;
}

interface Moved {
  /** The tracks that move the pair's bodies against each other. */
  readonly key: string;
  /** By how many metres per second at most, by track. */
  readonly speeds: ReadonlyMap<number, number>;
}

export class DelayParts {
  readonly tracks: readonly Track[];
  private readonly cell: Cell;
  private readonly standing: Float64Array;
  /** Per degree of freedom: its track, or -1. */
  private readonly owner: Int32Array;
  /** Per track, and per degree of freedom: largest rate, per second. */
  private readonly rates: readonly Float64Array[];
  /** More than what times are rounded by. */
  private readonly timeError: number;
  /** Per a * bodies + b, for pairs that may have to be tested. */
  private readonly moves = new Map<number, Moved>();

  constructor(cell: Cell, tracks: readonly Track[], standing: Float64Array) {
    const { tree, bodies } = cell;
    this.tracks = tracks;
    this.standing = beginning(standing, tracks);
    const asked =
      tracks.length === 0
        ? [this.standing]
        : combineTracks(tree, tracks, { standing: this.standing }).segments;
    this.cell = askAbout(cell, asked).cell;
    this.owner = new Int32Array(tree.dofs.length).fill(-1);
    tracks.forEach(({ dofs }, k) => {
      for (const d of dofs) this.owner[d] = k;
    });
    this.rates = tracks.map((track) => ratesOf(tree, track));
    for (const { a, b, reason } of this.cell.pairs) {
      if (reason !== null && reason !== 'swept') continue;
      const motion = pairMotion(tree, bodies[a], bodies[b], this.cell.box);
      const speeds = new Map<number, number>();
      motion.dofs.forEach((d, i) => {
        const k = this.owner[d];
        if (k < 0) return;
        speeds.set(k, (speeds.get(k) ?? 0) + motion.weights[i] * this.rates[k][d]);
      });
      this.moves.set(a * bodies.length + b, { key: keyOf([...speeds.keys()]), speeds });
    }
    const latest = tracks.reduce((most, { path }) => Math.max(most, ...(path.times ?? [])), 0);
    this.timeError = 16 * U * (1 + latest);
  }

  /**
   * Groups of tracks that move some pair that may have to be tested, each with the fastest first: the
   * others' offsets are counted from it, so that it never strays. An empty group for what no track moves.
   */
  groups(): number[][] {
    const keys = new Set([...this.moves.values()].map(({ key }) => key));
    return [...keys].sort().map((key) => {
      const tracks = key === '' ? [] : key.split(' ').map(Number);
      if (tracks.length < 2) return tracks;
      const speeds = this.speedsOf(tracks);
      const fastest = tracks[speeds.indexOf(Math.max(...speeds))];
      return [fastest, ...tracks.filter((k) => k !== fastest)];
    });
  }

  /** Metres per second, per track of a group: no body of its pairs is carried faster by that robot. */
  speedsOf(group: readonly number[]): number[] {
    const key = keyOf(group);
    const most = group.map(() => 0);
    for (const { key: own, speeds } of this.moves.values()) {
      if (own !== key) continue;
      group.forEach((k, i) => {
        most[i] = Math.max(most[i], speeds.get(k) ?? 0);
      });
    }
    return most;
  }

  /** How far joints may be, at any moment, from where they are with the offsets in the middle. */
  straysOf({ tracks, from, to }: DelayPart): Float64Array {
    const strays = new Float64Array(this.owner.length);
    tracks.slice(1).forEach((k, i) => {
      const rounding = this.timeError + 8 * U * (Math.abs(from[i]) + Math.abs(to[i]));
      const span = 0.5 * (to[i] - from[i]) + rounding;
      const rates = this.rates[k];
      for (let d = 0; d < strays.length; d++) strays[d] += span * rates[d] * (1 + 8 * U);
    });
    return strays;
  }

  /** Where all robots are at a time, with these starts; as near as doubles can tell. */
  configurationAt(starts: readonly number[], time: number): Float64Array {
    const q = this.standing.slice();
    if (this.tracks.length === 0) return q;
    const path = combineTracks(this.cell.tree, this.tracks, {
      standing: this.standing,
      offsets: starts,
    });
    const times = path.times ?? [];
    let i = 0;
    while (i + 2 < times.length && times[i + 1] < time) i++;
    const t = (time - times[i]) / (times[i + 1] - times[i]);
    path.segments[i].configurationInto(t > 0 ? Math.min(t, 1) : 0, q, 0);
    return q;
  }

  question(part: DelayPart): DelayQuestion {
    const { tracks, from, to } = part;
    const { tree } = this.cell;
    const offsets = [0, ...from.map((x, i) => 0.5 * (x + to[i]))];
    const path =
      tracks.length === 0
        ? buildPath(tree, [this.standing])
        : combineTracks(
            tree,
            tracks.map((k) => this.tracks[k]),
            { standing: this.standing, offsets },
          );
    const { cell } = askAbout(strayingCell(this.cell, this.straysOf(part)), path);
    const key = keyOf(tracks);
    const concerns = ({ a, b }: Pick<Pair, 'a' | 'b'>) =>
      this.moves.get(a * cell.bodies.length + b)?.key === key;
    return { cell, path, concerns };
  }
}

function keyOf(tracks: readonly number[]): string {
  return [...tracks].sort((a, b) => a - b).join(' ');
}

/** Largest rates of the degrees of freedom of a track, per second, as variations have them. */
function ratesOf(tree: KinematicTree, { dofs, path }: Track): Float64Array {
  const most = new Float64Array(tree.dofs.length);
  const upper = new Float64Array(tree.dofs.length);
  const times = path.times ?? [];
  path.segments.forEach((segment, i) => {
    const duration = times[i + 1] - times[i];
    if (!(duration > 0)) return;
    segment.rateUpperInto(0, 1, upper, 0);
    for (const d of dofs) most[d] = Math.max(most[d], (upper[d] / duration) * (1 + 8 * U));
  });
  // Of a floating joint's translation the length counts, for each of its numbers.
  for (const d of floatingDofs(tree)) most.fill(most[d], d, d + 3);
  return most;
}

/** All offsets that must be looked at, one part per group of tracks; `delays` in seconds per track. */
export function wholeParts(parts: DelayParts, delays: readonly number[]): DelayPart[] {
  return parts.groups().map((tracks) => {
    const [first, ...others] = tracks;
    return {
      tracks,
      from: others.map(() => -delays[first]),
      to: others.map((k) => delays[k]),
    };
  });
}

/**
 * Whether starts within the delays lead to any offsets of a part: an s of the first track with s + r in
 * [0, delay] for some r of each range. Of three tracks and more, not all that the whole box has.
 */
export function isPossible({ tracks, from, to }: DelayPart, delays: readonly number[]): boolean {
  const [first, ...others] = tracks;
  let low = 0;
  let high = first === undefined ? 0 : delays[first];
  others.forEach((k, i) => {
    low = Math.max(low, -to[i]);
    // More than the one rounding.
    high = Math.min(high, (delays[k] - from[i]) * (1 + 4 * U));
  });
  return low <= high;
}
