/**
 * Whether an answer of a checker is right, by the independent check: what it calls free has no contact, what
 * it calls colliding or too close is so at the configuration that it shows, which is on the motion, and what
 * keeps clear by 2 mm does not stay undecided.
 */
import type { CheckResult, Witness } from '../../../src/check/index.ts';
import { type Contact, type SearchResult, searchMotion } from './independentSearch.ts';
import type { IndependentPair } from './independentStatic.ts';
import type { ThinMotion } from './pathCampaign.ts';
import type { ThinCell } from './thinCells.ts';

/** What bodies in contact may be apart by the independent check, and more per metre from the origin. */
const CONTACT = 1e-7;
const FAR_CONTACT = 1e-14;
/** Segments that keep this distance must come out free. */
export const CLEARLY = 0.002;

export type Report = (what: string) => void;

export interface Question {
  readonly thin: ThinCell;
  readonly motion: ThinMotion;
  readonly delta: number;
  /** Samples of the motion where bodies are near. */
  readonly steps: number;
  /** Metres by which the checked cell is away from the origin: products of poses round the more. */
  readonly away?: number;
  searched: SearchResult | null;
}

/** What the independent check finds on the motion. */
export function searched(question: Question): SearchResult {
  const { thin, motion, steps } = question;
  question.searched ??= searchMotion(thin.independent, motion.plain, steps);
  return question.searched;
}

/** Everything that an answer promises. */
export function judgeResult(question: Question, result: CheckResult, report: Report): void {
  const { verdict, witness, open } = result;
  if (verdict === 'free') {
    const { contact } = searched(question);
    if (contact) report(`free, but ${describe(question, contact)}`);
    if (witness !== null || open.length > 0) report('free with a witness or open intervals');
  } else if (verdict === 'colliding' || verdict === 'too-close') {
    if (witness === null) report(`${verdict} without a witness`);
    else judgeWitness(question, verdict, witness, report);
  } else if (verdict === 'undecided') {
    if (open.length === 0) report('undecided without open intervals');
    const { tested } = question.thin.cell;
    const strays = Math.max(0, ...tested.map(({ tracking }) => tracking));
    const { nearest, blur } = searched(question);
    if (nearest - blur > CLEARLY + strays) report(`undecided, but bodies stay ${nearest} m apart`);
  } else report(`verdict ${verdict}`);
}

export function describe({ thin }: Question, { pair, t, excess }: Contact): string {
  const { bodies } = thin.independent;
  return `${bodies[pair.a].name} and ${bodies[pair.b].name} at t = ${t}, ${excess} m`;
}

export function pairOf({ independent, cell }: ThinCell, { pair }: Witness): IndependentPair {
  return independent.pairOf(cell.bodies[pair.a].name, cell.bodies[pair.b].name);
}

export function judgeWitness(
  question: Question,
  verdict: 'colliding' | 'too-close',
  witness: Witness,
  report: Report,
): void {
  const { thin, motion, delta } = question;
  const { independent, cell } = thin;
  const { t, configuration, pair, finding, violated } = witness;
  const names = [pair.a, pair.b].map((b) => cell.bodies[b].name);
  const what = `${verdict}, ${names.join(' and ')} at t = ${t}`;
  if (witness.verdict !== verdict) report(`${what}: the witness says ${witness.verdict}`);
  if (!(t >= 0 && t <= 1)) report(`${what}: t is outside`);
  const off = difference(independent, motion.plain.at(t), configuration);
  if (!(off < 1e-11)) report(`${what}: the configuration is ${off} off the segment`);
  const own = pairOf(thin, witness);
  if (pair.reason !== null || !own.tested) report(`${what}: the pair is not tested`);
  independent.setConfiguration(configuration);
  const { gap, sure, blur } = independent.gap(own);
  const slack = CONTACT + blur + FAR_CONTACT * (question.away ?? 0);
  if (verdict === 'colliding') {
    if (!sure && gap > slack) report(`${what}: ${gap} m apart`);
    if (!violated || !finding.colliding || finding.distance !== 0) report(`${what}: distance`);
    return;
  }
  if (sure || Math.abs(gap - finding.distance) > slack) {
    report(`${what}: distance ${finding.distance}, but ${gap}${sure ? ', colliding' : ''}`);
  }
  const limit = own.clearance + pair.tracking + delta;
  if (finding.distance > limit + slack) report(`${what}: ${finding.distance} m is far enough`);
  if (violated && gap > own.clearance + slack) report(`${what}: nothing is violated`);
  if (!violated && gap < own.clearance - slack) report(`${what}: the clearance is violated`);
}

/** Largest difference of two configurations; quaternions as the rotations they stand for. */
function difference(
  { kinematics }: ThinCell['independent'],
  p: Float64Array,
  q: Float64Array,
): number {
  let most = 0;
  for (let d = 0; d < p.length; d++) {
    if (kinematics.dofs[d].kind === 'floating' && kinematics.dofs[d].part === 3) {
      const unit = (x: Float64Array) => {
        const length = Math.hypot(x[d], x[d + 1], x[d + 2], x[d + 3]);
        return [0, 1, 2, 3].map((k) => x[d + k] / length);
      };
      const [a, b] = [unit(p), unit(q)];
      const apart = (sign: number) => Math.hypot(...a.map((x, k) => x - sign * b[k]));
      most = Math.max(most, Math.min(apart(1), apart(-1)));
      d += 3;
    } else most = Math.max(most, Math.abs(p[d] - q[d]) / Math.max(1, Math.abs(p[d])));
  }
  return most;
}
