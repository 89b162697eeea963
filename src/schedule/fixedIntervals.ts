/**
 * The baseline [C 4]: all pairs are looked at every so often, 1/30 s in computer graphics, whatever they do. What
 * happens in between is not seen: a bullet flies through a wall. Here to compare with; nothing that it says is proven.
 */
import { History } from './history.ts';
import { bodyAt, impactOf } from './impact.ts';
import { Look, type Mover } from './look.ts';
import { prepare } from './prepare.ts';
import { changedMotion } from './reaction.ts';
import type { Impact, ScheduleSettings } from './settings.ts';
import { WatchedPairs } from './watched.ts';

/** What looks at fixed intervals saw. */
export interface FixedIntervalsResult {
  readonly impacts: readonly Impact[];
  readonly looks: number;
  /** Whether a response stopped it. */
  readonly stopped: boolean;
  readonly history: Pick<History, 'stateAt' | 'motionAt'>;
}

/** Looks at all pairs every `interval` seconds until a time; answers impacts as the schedule does, but for proofs. */
export function runFixedIntervals(
  settings: ScheduleSettings,
  { interval, until }: { readonly interval: number; readonly until: number },
): FixedIntervalsResult {
  const given = prepare(settings);
  const { bodies, start, tolerance, response, ignored } = given;
  const history = new History(given.motions, start);
  const look = new Look();
  const impacts: Impact[] = [];
  /** Pairs that are near since their last impact. */
  const near = new Set<number>();
  let looks = 0;
  const mover = (i: number): Mover => ({ body: bodies[i], motion: history.current(i) });
  for (let k = 0; start + k * interval <= until; k++) {
    const time = start + k * interval;
    for (let a = 0; a < bodies.length; a++) {
      for (let b = a + 1; b < bodies.length; b++) {
        const key = WatchedPairs.key(a, b);
        const [first, second] = [mover(a), mover(b)];
        const rests = first.motion.kind === 'rest' && second.motion.kind === 'rest';
        if (rests || ignored.has(key)) continue;
        look.at(time, first, second);
        looks++;
        if (!(look.upper <= tolerance)) {
          near.delete(key);
          continue;
        }
        if (near.has(key)) continue;
        near.add(key);
        const found = { a, b, time, within: tolerance, seen: Number.NaN };
        const impact = impactOf(found, [first, second], look, 'all');
        impacts.push(impact);
        const reaction = response(
          impact,
          bodyAt(history, first, a, time),
          bodyAt(history, second, b, time),
        );
        if (reaction === 'stop') return { impacts, looks, stopped: true, history };
        if (reaction === 'ignore') {
          ignored.add(key);
          continue;
        }
        if (reaction.a) {
          history.change(a, time, changedMotion(given, history, a, time, reaction.a));
        }
        if (reaction.b) {
          history.change(b, time, changedMotion(given, history, b, time, reaction.b));
        }
      }
    }
  }
  return { impacts, looks, stopped: false, history };
}
