/** `surepath smooth`: proven shortcuts of a path that is free. */

import { assumptionsOf, HeldCell } from '../../cell/index.ts';
import { checkPath, createChecker, type PathResult, type Verdict } from '../../check/index.ts';
import { InputError, Random } from '../../math/index.ts';
import { type LimitFindings, limitsLeft } from '../../motion/index.ts';
import {
  lookAtPath,
  nearNotes,
  type SmoothResult,
  type SmoothVariant,
  smoothPath,
} from '../../plan/index.ts';
import {
  assumingText,
  column,
  count,
  madeFreeText,
  notFreeText,
  tText,
} from '../../words/index.ts';
import { type Command, numberIn, oneOf, parse, printJson, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellArguments,
  loadCell,
  printNotes,
} from '../loadCell.ts';
import { type LoadedPath, loadPath } from '../loadPath.ts';
import { limitLines, limitsJson } from './checkLimits.ts';
import { segmentOf } from './checkPathText.ts';
import { exitCode, settingsFrom } from './checkSettings.ts';
import { type Place, witnessDetails, witnessJson, witnessLine } from './checkWitness.ts';
import {
  type FinishedMotion,
  finishMotion,
  OUT_HELP,
  OUT_OPTIONS,
  outQuestion,
} from './motionOut.ts';
import {
  TIMING_HELP,
  TIMING_OPTIONS,
  type TimedAnswer,
  timedJson,
  timedText,
  timeMotion,
  timingQuestion,
} from './motionTiming.ts';
import { seedFrom, THOROUGH } from './plan.ts';
import { nearJson } from './planJson.ts';
import { spaceFor, weightsFrom } from './planPlanner.ts';
import { digits, outLines, phaseText, waypointTable } from './planText.ts';

const VARIANTS: readonly SmoothVariant[] = ['window', 'midpoints'];

interface SmoothAnswer {
  readonly verdict: Verdict;
  readonly path: LoadedPath;
  /** Of the path as given. */
  readonly check: PathResult;
  /** Null if that is not free. */
  readonly smoothed: SmoothResult | null;
  readonly timed: TimedAnswer | null;
  readonly finished: FinishedMotion | null;
  /** Of the result, or of the path that was refused. */
  readonly limits: LimitFindings;
  readonly phases: Readonly<Record<string, number>>;
}

interface SmoothQuestion {
  readonly cellArguments: string;
  readonly file: string;
  readonly variant: SmoothVariant;
  readonly seed: number;
}

export const smoothCommand: Command = {
  name: 'smooth',
  summary: 'makes a free path shorter by shortcuts, each proven free',
  help: `usage: surepath smooth CELL PATH [options]

Checks that the path is free, takes shortcuts at random, each proven free before it is taken, and
checks the result again. The result begins and ends where the path does, is never longer, and just as
proven. A path that is not free is refused, with where it is not.

PATH is what "surepath check" takes. Only its waypoints count, with straight segments between them;
times and velocities no longer fit and are left out; --timed makes new ones.

${CELL_HELP}
${ADJUST_HELP}
  --variant WORD        window (default): between two points at random, not too far apart; midpoints:
                        around one point, nearer and nearer to it
  --iterations N        shortcuts to try at most (default 200)
  --seed N              of the random numbers: same seed, same path (default 1)
  --time-limit S        seconds for proving the path, and again for smoothing; the result then depends
                        on the machine
  --weights JOINT=W,... how much a joint's way counts (default 1 for a radian, 2 for a metre)
${TIMING_HELP}${OUT_HELP}  --json                one JSON object on stdout: {"verdict", "waypoints", "joints", "length",
                        "lengthBefore", "milliseconds", "seed", "assumptions", "phases", ...}; of a
                        path that is not free what "surepath check" says of it

Exit code: 0 done, and free; 1 the path is not free; 2 bad input; 3 its check was not decided.
`,
  run(args) {
    const { values, positionals } = parse('smooth', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      ...TIMING_OPTIONS,
      ...OUT_OPTIONS,
      variant: { type: 'string' },
      iterations: { type: 'string' },
      seed: { type: 'string' },
      'time-limit': { type: 'string' },
      weights: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 2) throw usageFault('smooth', 'smooth takes a cell and a path');
    const [cellFile, file] = positionals;
    const number = (option: 'iterations' | 'time-limit', low: number) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('smooth', option, text, low, 1e9);
    };
    const question: SmoothQuestion = {
      cellArguments: cellArguments(cellFile, values),
      file,
      variant: oneOf('smooth', 'variant', values.variant ?? 'window', VARIANTS),
      seed: seedFrom('smooth', values.seed),
    };
    const out = outQuestion('smooth', values);
    const timing = timingQuestion('smooth', values);
    const iterations = number('iterations', 0);
    const seconds = number('time-limit', 0);
    const weights = weightsFrom('smooth', values.weights ?? []);
    const loaded = loadCell('smooth', cellFile, values);
    const path = loadPath(loaded, file, { wrap: 'literal', interpolation: 'straight' });
    if (path.tracks) {
      throw new InputError({
        code: 'path/tracks',
        message: 'these are tracks of several robots with their own timing; expected one path',
        file,
      });
    }
    const { notes } = path;
    const near = lookAtPath(path.cell, path.path.waypoints);
    if (!values.json) {
      printNotes([...loaded.cell.notes, ...notes, ...nearNotes(path.cell, near)]);
    }
    const begin = performance.now();
    const limit = seconds === undefined ? {} : { timeLimit_ms: 1000 * seconds };
    const asked = { ...settingsFrom({}).request, ...limit };
    const check = checkPath(createChecker(path.cell), path.path, asked);
    const checked = performance.now();
    let smoothed: SmoothResult | null = null;
    let timed: TimedAnswer | null = null;
    let finished: FinishedMotion | null = null;
    let done = checked;
    if (check.verdict === 'free') {
      const { waypoints } = path.path;
      const held = new HeldCell(loaded.cell, waypoints[0], changing(waypoints));
      const space = spaceFor(held, weights);
      const result = smoothPath(
        space,
        waypoints.map((q) => held.reduced(q)),
        {
          random: new Random(question.seed),
          variant: question.variant,
          patience: THOROUGH,
          ...(iterations === undefined ? {} : { iterations }),
          ...limit,
        },
      );
      done = performance.now();
      smoothed = { ...result, waypoints: result.waypoints.map((q) => held.completed(q)) };
      if (timing) timed = timeMotion(held, result.waypoints, timing);
      finished = finishMotion(loaded, timed?.motion ?? smoothed, out, true);
    }
    const answer: SmoothAnswer = {
      verdict: finished?.check?.verdict ?? check.verdict,
      path,
      check,
      smoothed,
      timed,
      finished,
      limits: finished?.limits ?? limitsLeft(path.cell, path.path),
      phases: {
        'checking the path': checked - begin,
        smoothing: done - checked,
        ...(timed ? { timing: timed.milliseconds } : {}),
        ...(finished?.phases ?? {}),
      },
    };
    if (values.json) {
      const milliseconds = performance.now() - begin;
      printJson({
        ...toJson(answer, question),
        ...nearJson(path.cell, near, notes),
        milliseconds,
      });
    } else process.stdout.write(`${toText(answer, question).join('\n')}\n`);
    return exitCode([answer.verdict]);
  },
};

/** Degrees of freedom that a path moves. */
function changing(waypoints: readonly Float64Array[]): Set<number> {
  const [first] = waypoints;
  const all = [...first.keys()];
  return new Set(all.filter((d) => waypoints.some((q) => q[d] !== first[d])));
}

function placeOf({ path }: SmoothAnswer): Place {
  return { cell: path.cell, order: path.order, delta: settingsFrom({}).delta };
}

function toJson(answer: SmoothAnswer, { variant, seed }: SmoothQuestion) {
  const { verdict, path, check, smoothed, timed, finished, limits, phases } = answer;
  const { cell } = path;
  const common = { assumptions: assumptionsOf(cell), limits: limitsJson(limits.left), phases };
  const names = cell.tree.dofs.map(({ name }) => name);
  if (!smoothed) {
    const { witness } = check;
    const where = witness && { segment: witness.segment, ...witnessJson(witness, placeOf(answer)) };
    const joints = path.order.map((d) => names[d]);
    return { verdict, refused: true, ...(where ?? {}), joints, ...common };
  }
  return {
    verdict,
    waypoints: smoothed.waypoints.map((q) => [...q]),
    joints: names,
    length: smoothed.length,
    lengthBefore: smoothed.before,
    shortcutsTried: smoothed.tried,
    shortcutsTaken: smoothed.taken,
    variant,
    seed,
    ...(timed ? { timed: timedJson(timed) } : {}),
    ...(finished?.out ? { out: finished.out } : {}),
    ...(finished?.certificate ? { certificate: finished.certificate } : {}),
    clearance: cell.description.clearance.default,
    ...common,
  };
}

function toText(answer: SmoothAnswer, question: SmoothQuestion): string[] {
  const { verdict, path, check, smoothed, timed, finished, phases } = answer;
  const { cellArguments, file, variant, seed } = question;
  const assumptions = assumptionsOf(path.cell);
  const assuming = [
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...limitLines(answer.limits, false),
  ];
  if (!smoothed) {
    const { witness } = check;
    const place = placeOf(answer);
    const where = witness
      ? `${witnessLine(witness, place)}, on ${segmentOf(path, witness.segment)} at t = ${tText(witness.t)}`
      : `${verdict}: the path is not proven free`;
    return [
      `refused, as it is not free: ${where}`,
      ...assuming,
      ...(witness ? witnessDetails(witness, place) : []),
      `next: surepath check ${cellArguments} ${file}  tells more`,
    ];
  }
  const { before, length, taken, tried, waypoints } = smoothed;
  const percent = before > 0 ? column(100 * (1 - length / before), 1) : '0';
  return [
    verdict === 'free'
      ? `free: ${madeFreeText('on the smoothed path')}`
      : `${verdict}: ${notFreeText('the result is')}`,
    ...assuming,
    `  ${file}: ${count(path.path.waypoints.length, 'waypoint')}, now ${waypoints.length}`,
    `  length ${digits(before)}, now ${digits(length)} (${percent} % less): ${count(taken, 'shortcut')} of ${tried} tried (${variant}, seed ${seed})`,
    ...(timed ? [`  ${timedText(timed)}`] : []),
    '',
    ...waypointTable(path.cell, waypoints),
    '',
    `time: ${phaseText(phases)}`,
    ...(finished ? outLines(finished, cellArguments) : []),
    ...(finished?.out || verdict !== 'free' ? [] : ['next: --out FILE writes the path']),
  ];
}
