/** How a schedule of impacts ended, in words. */
import { quoted } from './bounds.ts';
import { secondsProven } from './numbers.ts';

/** What is known of a run. */
export interface ScheduleFacts {
  readonly verdict: 'done' | 'stopped' | 'impact-limit' | 'look-limit' | 'stuck';
  readonly time: number;
  readonly impacts: number;
  readonly pair: readonly [string, string] | null;
}

/** `2 impacts, all that there are until 1.5 s`. */
export function scheduleSentence({ verdict, time, impacts, pair }: ScheduleFacts): string {
  const count = impacts === 1 ? '1 impact' : `${impacts} impacts`;
  const known = `${count}, all that there are until ${secondsProven(time)}`;
  const two = pair === null ? '' : ` ${quoted(pair)}`;
  switch (verdict) {
    case 'done':
      return known;
    case 'stopped':
      return `${known}; stopped there by the impact of${two}`;
    case 'impact-limit':
      return `${known}; stopped there: that is the most that was allowed for`;
    case 'look-limit':
      return `${known}; stopped there: as many looks as were allowed for`;
    case 'stuck':
      return `${known}; stopped there: it cannot be told whether${two} are apart`;
  }
}
