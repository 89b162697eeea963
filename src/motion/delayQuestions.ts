/**
 * Delays as questions for checkers: for a part of the offsets a path, and a cell whose joints stray as far as the
 * part lets them. delayParts.ts has the rest.
 */
import { askAbout, type Cell, sortsOfPairs, strayingCell } from '../cell/index.ts';
import { pairMotion } from '../kinematics/index.ts';
import { type BodyPair, DelayedTracks, type DelayPart, wholePart } from './delayParts.ts';
import type { Path } from './path.ts';
import type { Track } from './tracks.ts';

export interface DelayQuestion {
  /** With joints that stray as far as the part's offsets let them, and a box that covers the path. */
  readonly cell: Cell;
  /** With the offsets in the middle. */
  readonly path: Path;
  /** Whether the part is about a pair. */
  readonly concerns: (pair: BodyPair) => boolean;
}

export class DelayParts {
  readonly tracks: readonly Track[];
  private readonly cell: Cell;
  private readonly delayed: DelayedTracks;
  /** Per group of tracks, in order: metres per second, by track. */
  private readonly speeds = new Map<string, number[]>();

  constructor(cell: Cell, tracks: readonly Track[], standing: Float64Array) {
    const { tree, bodies } = cell;
    const pairs = sortsOfPairs(cell.pairs);
    const delayed = new DelayedTracks({ tree, bodies, pairs }, tracks, standing);
    this.tracks = tracks;
    this.delayed = delayed;
    const asked = tracks.length === 0 ? [delayed.standing] : delayed.combined(tracks).segments;
    this.cell = askAbout(cell, asked).cell;
    const groups = delayed.groups();
    for (const pair of pairs) {
      const group = groups.find((own) => delayed.concerns(wholePart(own, []), pair))!;
      const motion = pairMotion(tree, bodies[pair.a], bodies[pair.b], this.cell.box);
      const own = group.map(() => 0);
      motion.dofs.forEach((d, i) => {
        const k = delayed.owner[d];
        if (k >= 0) own[group.indexOf(k)] += motion.weights[i] * delayed.rates[k][d];
      });
      const known = this.speeds.get(group.join(' ')) ?? own;
      this.speeds.set(
        group.join(' '),
        known.map((speed, i) => Math.max(speed, own[i])),
      );
    }
  }

  /**
   * Groups of tracks that move some pair that may have to be tested, each with the fastest first: the
   * others' offsets are counted from it, so that it never strays. An empty group for what no track moves.
   */
  groups(): number[][] {
    return this.delayed.groups().map((tracks) => {
      if (tracks.length < 2) return tracks;
      const speeds = this.speedsOf(tracks);
      const fastest = tracks[speeds.indexOf(Math.max(...speeds))];
      return [fastest, ...tracks.filter((k) => k !== fastest)];
    });
  }

  /** Metres per second, per track of a group: no body of its pairs is carried faster by that robot. */
  speedsOf(group: readonly number[]): number[] {
    const sorted = [...group].sort((a, b) => a - b);
    const speeds = this.speeds.get(sorted.join(' '));
    return group.map((k) => speeds?.[sorted.indexOf(k)] ?? 0);
  }

  straysOf(part: DelayPart): Float64Array {
    return this.delayed.straysOf(part);
  }

  configurationAt(starts: readonly number[], time: number): Float64Array {
    return this.delayed.configurationAt(starts, time);
  }

  question(part: DelayPart): DelayQuestion {
    const path = this.delayed.pathOf(part);
    const { cell } = askAbout(strayingCell(this.cell, this.straysOf(part)), path);
    return { cell, path, concerns: (pair) => this.delayed.concerns(part, pair) };
  }
}

/** All offsets that must be looked at, one part per group of tracks; `delays` in seconds per track. */
export function wholeParts(parts: DelayParts, delays: readonly number[]): DelayPart[] {
  return parts.groups().map((tracks) => wholePart(tracks, delays));
}
