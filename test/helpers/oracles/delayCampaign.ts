/**
 * Compares what is said about robots that start late with the independent check, at many starts within
 * their delays: at the ends of all of them, at random ones, and from the closest of these downhill. What
 * is called free must not collide at any; what is called colliding must do so at the starts and the time
 * that it names.
 */
import { checkDelays, DEFAULT_DELTA, type DelayWitness } from '../../../src/check/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  configurationAt,
  type DelayCell,
  type DelayQuestion,
  delayQuestion,
  motionWith,
} from './delayCells.ts';
import { searchMotion } from './independentSearch.ts';

/** What bodies in contact may be apart by the independent check. */
const CONTACT = 1e-6;

export interface DelayContradiction {
  readonly seed: number;
  readonly index: number;
  readonly what: string;
}

export interface DelayCampaignOptions {
  /** Samples per motion. */
  readonly steps: number;
  /** Random starts, and steps downhill. */
  readonly draws: number;
  readonly budget: number;
}

const DEFAULTS: DelayCampaignOptions = { steps: 120, draws: 8, budget: 400_000 };

export class DelayCampaign {
  questions = 0;
  /** Starts that were looked at. */
  starts = 0;
  /** Of free verdicts: closest approaches below 5 mm. */
  near = 0;
  readonly verdicts = new Map<string, number>();
  readonly contradictions: DelayContradiction[] = [];
  private readonly options: DelayCampaignOptions;

  constructor(options: Partial<DelayCampaignOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  summary(): string {
    const counts = [...this.verdicts].map(([verdict, n]) => `${n} ${verdict}`).join(', ');
    return `${this.questions} sets of tracks: ${counts}; ${this.starts} starts looked at, ${this.near} free ones within 5 mm; ${this.contradictions.length} contradictions`;
  }

  run(of: DelayCell, first: number, count: number): void {
    for (let index = first; index < first + count; index++) this.one(of, index);
  }

  private one(of: DelayCell, index: number): void {
    const question = delayQuestion(of, index);
    const report = (what: string) => this.contradictions.push({ seed: of.seed, index, what });
    const { tracks, delays, standing } = question;
    const { budget } = this.options;
    const result = checkDelays(of.cell, tracks, { delays, standing, budget });
    const { verdict, witness, open } = result;
    this.questions++;
    this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
    if (verdict === 'free') {
      if (witness || open.length > 0) report('free with a witness or open parts');
      this.searchStarts(of, question, index, report);
    } else if (verdict === 'undecided') {
      if (open.length === 0) report('undecided without open parts');
    } else if (!witness) report(`${verdict} without a witness`);
    else judge(of, question, witness, report);
  }

  private searchStarts(
    of: DelayCell,
    question: DelayQuestion,
    index: number,
    report: (what: string) => void,
  ): void {
    const { delays } = question;
    const random = new Random(of.seed + 7919 * index);
    let closest = Number.POSITIVE_INFINITY;
    let best: number[] | null = null;
    const look = (starts: number[]): boolean => {
      this.starts++;
      const motion = motionWith(of, question, starts);
      const { contact, nearest } = searchMotion(of.independent, motion, this.options.steps);
      if (contact) {
        const { bodies } = of.independent;
        const names = `${bodies[contact.pair.a].name} and ${bodies[contact.pair.b].name}`;
        report(
          `free, but ${names}, starts ${starts}, ${contact.t} of all time, ${contact.excess} m`,
        );
        return true;
      }
      if (best === null || nearest < closest) {
        closest = nearest;
        best = starts;
      }
      return false;
    };
    for (let corner = 0; corner < 2 ** delays.length; corner++) {
      const starts = delays.map((delay, k) => ((corner >> k) & 1 ? delay : 0));
      if (starts.some((s, k) => delays[k] === 0 && (corner >> k) & 1 && s === 0)) continue;
      if (look(starts)) return;
    }
    if (delays.every((delay) => delay === 0)) return;
    const { draws } = this.options;
    for (let k = 0; k < draws; k++) if (look(delays.map((d) => d * random.unit()))) return;
    for (let k = 0, size = 0.3; k < draws && closest < 0.1; k++, size *= 0.7) {
      const near = (best as number[] | null)!.map((s, i) =>
        Math.min(delays[i], Math.max(0, s + size * delays[i] * random.between(-1, 1))),
      );
      if (look(near)) return;
    }
    if (closest < 0.005) this.near++;
  }
}

/** Everything that a witness promises. */
function judge(
  { independent, cell }: DelayCell,
  question: DelayQuestion,
  witness: DelayWitness,
  report: (what: string) => void,
): void {
  const { verdict, pair, finding, starts, time, violated } = witness;
  const names = [pair.a, pair.b].map((b) => cell.bodies[b].name);
  const what = `${verdict}, ${names.join(' and ')} at ${time} s, starts ${starts}`;
  starts.forEach((s, k) => {
    if (s >= 0 && s <= question.delays[k] * (1 + 1e-12)) return;
    report(`${what}: the delays are ${question.delays}`);
  });
  const own = independent.pairOf(names[0], names[1]);
  if (!own.tested) report(`${what}: the pair is not tested`);
  independent.setConfiguration(configurationAt(question, starts, time));
  const { gap, sure, blur } = independent.gap(own);
  const slack = CONTACT + blur;
  if (verdict === 'colliding') {
    if (!sure && gap > slack) report(`${what}: ${gap} m apart`);
    return;
  }
  if (sure || Math.abs(gap - finding.distance) > slack) {
    report(`${what}: distance ${finding.distance}, but ${gap}${sure ? ', colliding' : ''}`);
  }
  const limit = own.clearance + pair.tracking + DEFAULT_DELTA;
  if (gap > limit + slack) report(`${what}: ${gap} m is far enough`);
  if (violated && gap > own.clearance + slack) report(`${what}: nothing is violated`);
}
