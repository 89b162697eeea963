/** `surepath retract`: what is asked, and the answer for a person and for programs. */
import { assumptionsOf, type Cell, keptClearance, testedCount } from '../../cell/index.ts';
import type { Verdict } from '../../check/index.ts';
import {
  clearanceJson,
  DEFAULT_RETRACT_MS,
  limitsJson,
  nearJson,
  type RetractAnswer,
  statsJson,
  type TimeAnswer,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import type { RetractOrder, RetractSteps, SmoothVariant } from '../../plan/index.ts';
import {
  assumingText,
  count,
  madeFreeText,
  metresUpper,
  noPathText,
  notFreeText,
} from '../../words/index.ts';
import { limitLines } from './checkLimits.ts';
import type { FinishedMotion, OutQuestion } from './motionOut.ts';
import { type TimingQuestion, timedJson, timedText } from './motionTiming.ts';
import { digits, outLines, phaseText, waypointTable } from './planText.ts';

export interface RetractQuestion {
  /** The cell and its options as on the command line, to be typed again. */
  readonly cellArguments: string;
  readonly from: string | undefined;
  readonly height: number | undefined;
  readonly steps: RetractSteps;
  readonly order: RetractOrder | undefined;
  readonly seed: number;
  readonly segments: number | undefined;
  readonly seconds: number | undefined;
  readonly patience: number | undefined;
  readonly smooth:
    | { readonly variant: SmoothVariant; readonly iterations: number | undefined }
    | undefined;
  readonly weights: Readonly<Record<string, number>>;
  readonly timing: TimingQuestion | undefined;
  readonly out: OutQuestion;
}

export interface RetractOutcome {
  readonly verdict: RetractAnswer['verdict'] | Verdict;
  readonly cell: Cell;
  readonly from: Float64Array;
  readonly answer: RetractAnswer;
  readonly notes: readonly Fault[];
  readonly timed: TimeAnswer | null;
  readonly finished: FinishedMotion | null;
  readonly milliseconds: number;
}

function phasesOf({ answer, timed, finished }: RetractOutcome): Readonly<Record<string, number>> {
  const timing = timed ? { timing: timed.milliseconds } : {};
  return { ...answer.phases, ...timing, ...(finished?.phases ?? {}) };
}

/** One object for programs. */
export function retractJson(outcome: RetractOutcome, { steps, seed }: RetractQuestion): object {
  const { verdict, cell, from, answer, timed, finished, milliseconds, notes } = outcome;
  const { motion, smoothed } = answer;
  return {
    verdict,
    waypoints: motion?.waypoints.map((q) => [...q]) ?? null,
    joints: cell.tree.dofs.map(({ name }) => name),
    length: motion ? answer.length : null,
    ...(smoothed ? { lengthBefore: answer.walked } : {}),
    ...{ tested: answer.tested, taken: answer.taken, restarts: answer.restarts },
    ...{ below: answer.below, robots: answer.robots, height: answer.height },
    ...{ milliseconds, steps, seed, from: [...from] },
    ...(timed ? { timed: timedJson(timed) } : {}),
    ...(finished?.out ? { out: finished.out } : {}),
    ...(finished?.certificate ? { certificate: finished.certificate } : {}),
    ...clearanceJson(cell.description),
    assumptions: assumptionsOf(cell),
    limits: limitsJson(finished?.limits.left ?? []),
    ...nearJson(cell, answer.near, notes),
    phases: phasesOf(outcome),
    stats: {
      pairTests: answer.pairTests,
      ...(smoothed ? { shortcutsTried: smoothed.tried, shortcutsTaken: smoothed.taken } : {}),
      ...(finished?.check
        ? { check: statsJson(testedCount(cell), finished.check.stats, finished.phases.checking) }
        : {}),
    },
  };
}

/** Lines for a person: the verdict first, what to do next last. */
export function retractText(outcome: RetractOutcome, question: RetractQuestion): string[] {
  const { cell, answer, timed, finished } = outcome;
  const { motion, tested, taken, restarts } = answer;
  const assumptions = assumptionsOf(cell);
  const anew = restarts > 0 ? `; ${count(restarts, 'walk')} led nowhere` : '';
  return [
    headline(outcome, question),
    ...(assumptions.length > 0 && motion ? [`  ${assumingText(assumptions)}`] : []),
    ...(finished ? limitLines(finished.limits, false) : []),
    `  from ${question.from ?? 'where the cell has its joints'} to below ${metresUpper(answer.height)}: ${answer.below} of ${count(answer.robots, 'robot')} got there`,
    `  ${question.steps} steps, seed ${question.seed}, ${count(cell.tree.dofs.length, 'joint')}: ${count(tested, 'segment')} tested, ${taken} of them taken${anew}`,
    ...lengthLines(answer),
    ...(timed ? [`  ${timedText(timed)}`] : []),
    ...(motion ? ['', ...waypointTable(cell, motion.waypoints), ''] : []),
    `time: ${phaseText(phasesOf(outcome))}`,
    ...outLines(finished, question.cellArguments),
    ...nextLines(outcome, question),
  ];
}

function headline({ verdict, cell, timed }: RetractOutcome, question: RetractQuestion): string {
  const { segments, seconds } = question;
  if (verdict === 'free') {
    const kept = keptClearance(cell.description);
    return `${verdict}: ${madeFreeText(timed ? 'of the timed motion' : 'on the path', kept)}`;
  }
  if (verdict !== 'no path found') return `${verdict}: ${notFreeText('a path was found, but is')}`;
  const limits = [
    ...(segments === undefined ? [] : [count(segments, 'segment')]),
    ...(seconds === undefined ? [] : [`${seconds} s`]),
  ];
  const usual = [`${DEFAULT_RETRACT_MS / 1000} s`];
  return `${verdict}: ${noPathText(limits.length > 0 ? limits : usual)}`;
}

function lengthLines({ motion, walked, length, smoothed }: RetractAnswer): string[] {
  if (!motion) return [];
  const through = count(motion.waypoints.length, 'waypoint');
  if (!smoothed) return [`  length ${digits(length)}, ${through}`];
  return [
    `  length ${digits(walked)} as walked, ${digits(length)} after ${count(smoothed.taken, 'shortcut')} (${smoothed.tried} tried); ${through}`,
  ];
}

function nextLines({ verdict }: RetractOutcome, question: RetractQuestion): string[] {
  const { out, smooth, segments, steps } = question;
  if (verdict === 'no path found') {
    const limit = segments === undefined ? '--time-limit' : '--segments';
    const other = steps === 'plain' ? 'drawn' : 'plain';
    return [`next: a larger ${limit}, another --seed or --steps ${other} may find one`];
  }
  if (verdict !== 'free') return [];
  const next = [
    ...(smooth ? [] : ['--smooth window makes the path shorter']),
    ...(out.out === undefined ? ['--out FILE writes the path'] : []),
  ];
  return next.length > 0 ? [`next: ${next.join('; ')}`] : [];
}
