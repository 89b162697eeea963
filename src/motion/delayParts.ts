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
 *
 * What is here needs no cell but its kinematics; delayQuestions.ts makes questions for checkers of it.
 */
import { commonAncestor } from '../kinematics/forward.ts';
import { FIXED, FLOATING, PLANAR } from '../kinematics/joint.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { U } from '../math/rounding.ts';
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

/** What of a cell delays depend on. */
export interface DelayGround {
  readonly tree: KinematicTree;
  readonly bodies: readonly { readonly frame: number }[];
  /** Those that may have to be tested; of pairs whose bodies ride on the same two frames one is enough. */
  readonly pairs: Iterable<BodyPair>;
}

/** Numbers of two bodies. */
export interface BodyPair {
  readonly a: number;
  readonly b: number;
}

/** All tracks at their beginning, everything else where it stands. */
function beginning(standing: Float64Array, tracks: readonly Track[]): Float64Array {
  const q = standing.slice();
  for (const { dofs, path } of tracks) for (const d of dofs) q[d] = path.waypoints[0][d];
  return q;
}

/** Tracks whose robots start late: which of them move a pair, by how much joints stray, and the paths of parts. */
export class DelayedTracks {
  readonly tracks: readonly Track[];
  /** Where all robots stand before they start. */
  readonly standing: Float64Array;
  /** Per degree of freedom: its track, or -1. */
  readonly owner: Int32Array;
  /** Per track, and per degree of freedom: largest rate, per second. */
  readonly rates: readonly Float64Array[];
  private readonly tree: KinematicTree;
  /** More than what times are rounded by. */
  private readonly timeError: number;
  private readonly bodies: DelayGround['bodies'];
  /** By the two frames of pairs: the tracks that move them against each other. */
  private readonly keys: ReadonlyMap<string, string>;

  /** Throws an InputError for tracks that do not go together. */
  constructor(ground: DelayGround, tracks: readonly Track[], standing: Float64Array) {
    const { tree, bodies, pairs } = ground;
    this.tree = tree;
    this.tracks = tracks;
    this.standing = beginning(standing, tracks);
    this.owner = new Int32Array(tree.dofs.length).fill(-1);
    tracks.forEach(({ dofs }, k) => {
      for (const d of dofs) this.owner[d] = k;
    });
    this.rates = tracks.map((track) => ratesOf(tree, track));
    this.bodies = bodies;
    const keys = new Map<string, string>();
    for (const pair of pairs) {
      const name = this.framesOf(pair);
      if (keys.has(name)) continue;
      keys.set(name, keyOf(this.moversOf(bodies[pair.a].frame, bodies[pair.b].frame)));
    }
    this.keys = keys;
    const latest = tracks.reduce((most, { path }) => Math.max(most, ...(path.times ?? [])), 0);
    this.timeError = 16 * U * (1 + latest);
  }

  private framesOf({ a, b }: BodyPair): string {
    return `${this.bodies[a].frame} ${this.bodies[b].frame}`;
  }

  /** The tracks that move one frame against another. */
  private moversOf(i: number, j: number): number[] {
    const { tree, owner } = this;
    const top = commonAncestor(tree, i, j);
    const found = new Set<number>();
    for (const frame of [i, j]) {
      for (let f = frame; f !== top; f = tree.parent[f]) {
        if (tree.kind[f] === FIXED) continue;
        // All numbers of a floating joint are in one track.
        const count = tree.kind[f] === PLANAR || tree.kind[f] === FLOATING ? 3 : 1;
        for (let k = 0; k < count; k++) found.add(owner[tree.dof[f] + k]);
      }
    }
    found.delete(-1);
    return [...found];
  }

  /** Groups of tracks that move some pair that may have to be tested; empty for what no track moves. */
  groups(): number[][] {
    return [...new Set(this.keys.values())]
      .sort()
      .map((key) => (key === '' ? [] : key.split(' ').map(Number)));
  }

  /** Whether exactly the tracks of a part move two bodies against each other, of a pair that may have to be tested. */
  concerns({ tracks }: DelayPart, pair: BodyPair): boolean {
    return this.keys.get(this.framesOf(pair)) === keyOf(tracks);
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

  /** The path with the offsets in the middle of a part. */
  pathOf({ tracks, from, to }: DelayPart): Path {
    if (tracks.length === 0) return buildPath(this.tree, [this.standing]);
    const offsets = [0, ...from.map((x, i) => 0.5 * (x + to[i]))];
    return this.combined(
      tracks.map((k) => this.tracks[k]),
      offsets,
    );
  }

  /** Where all robots are at a time, with these starts; as near as doubles can tell. */
  configurationAt(starts: readonly number[], time: number): Float64Array {
    const q = this.standing.slice();
    if (this.tracks.length === 0) return q;
    const path = this.combined(this.tracks, starts);
    const times = path.times ?? [];
    let i = 0;
    while (i + 2 < times.length && times[i + 1] < time) i++;
    const t = (time - times[i]) / (times[i + 1] - times[i]);
    path.segments[i].configurationInto(t > 0 ? Math.min(t, 1) : 0, q, 0);
    return q;
  }

  /** Tracks that run together; the others stand where they begin. */
  combined(tracks: readonly Track[], offsets: readonly number[] = []): Path {
    return combineTracks(this.tree, tracks, { standing: this.standing, offsets });
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

/** All offsets of a group of tracks that must be looked at; `delays` in seconds per track. */
export function wholePart(tracks: readonly number[], delays: readonly number[]): DelayPart {
  const [first, ...others] = tracks;
  return {
    tracks,
    from: others.map(() => -delays[first]),
    to: others.map((k) => delays[k]),
  };
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
