/**
 * Limits of joints as part of an answer: where a motion leaves them is told with every verdict, and with
 * --limits it fails. What is said of collisions stays what it is.
 */
import type { LimitFindings } from '../../motion/index.ts';
import { limitsKeptText, limitText } from '../../words/index.ts';
import type { JunitCase } from '../junit.ts';

export const LIMITS_HELP = `  --limits              fail where a motion leaves the limits of its joints (position, velocity,
                        acceleration); without it that is told, and the exit code is that of the verdict
`;

/** Lines for people; --json has them all. */
const LISTED = 20;

/** Beneath a verdict: what is left, or, if somebody asked, what is kept. */
export function limitLines(findings: LimitFindings, asked: boolean): string[] {
  const { left } = findings;
  if (left.length === 0) return asked ? [`  ${limitsKeptText(findings.looked)}`] : [];
  const lines = left.slice(0, LISTED).map((each) => `  leaves limits: ${limitText(each)}`);
  const more = left.length - LISTED;
  return more > 0 ? [...lines, `  leaves limits of ${more} more; --json has all`] : lines;
}

/** With --limits what leaves them fails, whatever is known of collisions. */
export function exitWithLimits(code: number, isLeft: boolean, asked: boolean): number {
  return asked && isLeft ? 1 : code;
}

/** With --limits a case for each limit that is left, or one that all are kept. */
export function limitCases(texts: readonly string[]): JunitCase[] {
  if (texts.length === 0) return [{ name: 'limits of joints' }];
  return texts.map((text) => ({
    name: `limits of joints: ${text.split(' ')[0]}`,
    outcome: { element: 'failure', type: 'limits', message: `leaves limits: ${text}`, text: '' },
  }));
}
