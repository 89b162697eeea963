/** `surepath smooth`: proven shortcuts of a path that is free. */

import { assumptionsOf, keptClearance } from '../../cell/index.ts';
import { DEFAULT_DELTA, type Verdict } from '../../check/index.ts';
import {
  clearanceJson,
  type JobProgress,
  limitsJson,
  nearJson,
  type OpenCell,
  type Place,
  type Room,
  roomOnPath,
  type SmoothAnswer,
  THOROUGH,
  type TimeAnswer,
  witnessJson,
} from '../../jobs/index.ts';
import { InputError } from '../../math/index.ts';
import { type LimitFindings, limitsLeft } from '../../motion/index.ts';
import { smoothWith } from '../../parallel/index.ts';
import { SMOOTH_VARIANTS, type SmoothVariant } from '../../plan/index.ts';
import {
  assumingText,
  column,
  count,
  madeFreeText,
  notFreeText,
  tText,
} from '../../words/index.ts';
import { type Command, numberIn, oneOf, parse, usageFault } from '../command.ts';
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
import { printJson, printText } from '../out.ts';
import { Progress } from '../progress.ts';
import { WORKERS_HELP, WORKERS_OPTION, withCrew, workersFrom } from '../workers.ts';
import { limitLines } from './checkLimits.ts';
import { segmentOf } from './checkPathText.ts';
import { exitCode } from './checkSettings.ts';
import { witnessDetails, witnessLine } from './checkWitness.ts';
import {
  type FinishedMotion,
  OUT_HELP,
  OUT_OPTIONS,
  type OutQuestion,
  outQuestion,
  requireTimed,
  timeAndFinish,
} from './motionOut.ts';
import {
  TIMING_HELP,
  TIMING_OPTIONS,
  type TimingQuestion,
  timedJson,
  timedText,
  timingQuestion,
} from './motionTiming.ts';
import { weightsFrom, withWeights } from './planPlanner.ts';
import { digits, outLines, phaseText, roomLines, waypointTable } from './planText.ts';
import { seedFrom } from './seed.ts';

interface SmoothOutcome {
  readonly verdict: Verdict;
  readonly path: LoadedPath;
  /** With the check of the path as given. */
  readonly answer: SmoothAnswer;
  /** Null if that is not free. */
  readonly timed: TimeAnswer | null;
  readonly finished: FinishedMotion | null;
  /** Of the result, or of the path that was refused. */
  readonly limits: LimitFindings;
  readonly phases: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

interface SmoothQuestion {
  readonly cellArguments: string;
  readonly file: string;
  /** What is kept from the surroundings, where nobody asked for anything. */
  readonly room: Room | null;
  readonly variant: SmoothVariant;
  readonly seed: number;
  readonly iterations: number | undefined;
  readonly seconds: number | undefined;
  readonly attempts: number | undefined;
  readonly workers: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly timing: TimingQuestion | undefined;
  readonly out: OutQuestion;
  readonly json: boolean;
}

/** Only waypoints count. */
const HOW = { wrap: 'literal', interpolation: 'straight' } as const;

export const smoothCommand: Command = {
  help: `usage: surepath smooth CELL PATH [options]

Checks that the path is free, takes shortcuts, each proven free before it is taken, and
checks the result again. The result begins and ends where the path does, is never longer, and just as
proven. A path that is not free is refused, with where it is not.

Without --clearance the result keeps 5 mm from the surroundings, or what the path keeps of that.

PATH is what "surepath check" takes. Only its waypoints count, with straight segments between them;
times and velocities no longer fit and are left out; --timed makes new ones.

${CELL_HELP}
${ADJUST_HELP}
  --variant WORD        corners (default): those first that save most; window: between two points at
                        random, not too far apart; midpoints: around one point, nearer and nearer
                        to it; uniform: between any two points
  --iterations N        shortcuts to try at most (default 200)
  --attempts N          make so many attempts, all but the first with random shortcuts of their own to
                        begin with, and take the shortest path (default 1)
  --seed N              of the random numbers: same seed, same path (default 1)
  --time-limit S        seconds for proving the path, and again for smoothing; the result then depends
                        on the machine
  --weights JOINT=W,... how much a joint's way counts (default 1 for a radian, 2 for a metre)
${WORKERS_HELP}${TIMING_HELP}${OUT_HELP}  --json                one JSON object on stdout: {"verdict", "waypoints", "joints", "length",
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
      ...WORKERS_OPTION,
      attempts: { type: 'string' },
      variant: { type: 'string' },
      iterations: { type: 'string' },
      seed: { type: 'string' },
      'time-limit': { type: 'string' },
      weights: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 2) throw usageFault('smooth', 'smooth takes a cell and a path');
    const [cellFile, file] = positionals;
    const number = (option: 'iterations' | 'time-limit' | 'attempts', low: number, high = 1e9) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('smooth', option, text, low, high);
    };
    const attempts = number('attempts', 1, 1024);
    if (attempts !== undefined && !Number.isInteger(attempts)) {
      throw usageFault('smooth', `--attempts takes a whole number; found "${values.attempts}"`);
    }
    const given = {
      file,
      variant: oneOf('smooth', 'variant', values.variant ?? SMOOTH_VARIANTS[0], SMOOTH_VARIANTS),
      seed: seedFrom('smooth', values.seed),
      out: outQuestion('smooth', values),
      timing: timingQuestion('smooth', values),
      iterations: number('iterations', 0),
      seconds: number('time-limit', 0),
      attempts,
      workers: workersFrom('smooth', values.workers),
      weights: weightsFrom('smooth', values.weights ?? []),
      json: values.json ?? false,
    };
    const open = loadCell('smooth', cellFile, values);
    requireTimed(open, given.out, given.timing);
    const path = loadPath(open, file, HOW);
    if (path.motion.tracks) {
      throw new InputError({
        code: 'path/tracks',
        message: 'these are tracks of several robots with their own timing; expected one path',
        file,
      });
    }
    const room = values.clearance === undefined ? roomOnPath(open, path.motion) : null;
    const kept = room ? open.with({ clearance: room.clearance }) : open;
    const asked = kept === open ? path : loadPath(kept, file, HOW);
    const question: SmoothQuestion = {
      ...given,
      room,
      cellArguments: cellArguments(cellFile, {
        ...values,
        ...(room && { clearance: String(room.clearance) }),
      }),
    };
    return smoothed(kept, asked, question, (outcome) => {
      if (question.json) {
        printJson({
          ...toJson(outcome, question),
          ...nearJson(asked.cell, outcome.answer.near, asked.notes),
          milliseconds: outcome.milliseconds,
        });
      } else printText(`${toText(outcome, question).join('\n')}\n`);
      return exitCode([outcome.verdict]);
    });
  },
};

/** Smooths, times and finishes, and then does what is to be done with the outcome. */
function smoothed(
  open: OpenCell,
  path: LoadedPath,
  question: SmoothQuestion,
  done: (outcome: SmoothOutcome) => number,
): number | Promise<number> {
  const { variant, seed, iterations, seconds, attempts, weights } = question;
  const begin = performance.now();
  const progress = new Progress();
  const request = {
    ...{ motion: path.motion, variant, seed, iterations, attempts, weights },
    ...{ checked: true, patience: THOROUGH, keepRepeats: true },
    moving: 'changing' as const,
    timeLimit_ms: seconds === undefined ? undefined : 1000 * seconds,
  };
  const context = {
    onProgress: (told: JobProgress) => {
      if (told.notes && !question.json) {
        printNotes([...open.cell.notes, ...path.notes, ...told.notes]);
      }
      progress.listener?.(told);
    },
  };
  return withCrew(
    open,
    question.workers,
    (summon) => withWeights(() => smoothWith(summon, open, request, context)),
    (answer) => {
      progress.end();
      return done(outcomeOf(open, path, question, answer, begin));
    },
  );
}

function outcomeOf(
  open: OpenCell,
  path: LoadedPath,
  { timing, out }: SmoothQuestion,
  answer: SmoothAnswer,
  begin: number,
): SmoothOutcome {
  const { motion, moving, check, phases } = answer;
  // A controller wants all joints of its trajectory, also those that stand.
  const all = [...new Set([...moving, ...path.named])];
  const done = motion && timeAndFinish(open, motion, { moving: all, timing, out, claimed: true });
  const { timed = null, finished = null } = done ?? {};
  return {
    verdict: finished?.check?.verdict ?? check?.verdict ?? 'undecided',
    ...{ path, answer, timed, finished },
    limits: finished?.limits ?? check?.limits ?? limitsLeft(path.cell, path.path),
    phases: {
      'checking the path': phases.checking,
      smoothing: phases.smoothing,
      ...(timed ? { timing: timed.milliseconds } : {}),
      ...(finished?.phases ?? {}),
    },
    milliseconds: performance.now() - begin,
  };
}

function placeOf({ path }: SmoothOutcome): Place {
  return { cell: path.cell, order: path.order, delta: DEFAULT_DELTA };
}

function toJson(outcome: SmoothOutcome, { variant, seed, attempts, room }: SmoothQuestion) {
  const { verdict, path, answer, timed, finished, limits, phases } = outcome;
  const { motion, check } = answer;
  const { cell } = path;
  const common = { assumptions: assumptionsOf(cell), limits: limitsJson(limits.left), phases };
  const names = cell.tree.dofs.map(({ name }) => name);
  if (!motion) {
    const witness = check?.witness;
    const where = witness && {
      segment: witness.segment,
      ...witnessJson(witness, placeOf(outcome)),
    };
    const joints = path.order.map((d) => names[d]);
    return { verdict, refused: true, ...(where ?? {}), joints, ...common };
  }
  return {
    verdict,
    waypoints: motion.waypoints.map((q) => [...q]),
    joints: names,
    length: answer.length,
    lengthBefore: answer.before,
    shortcutsTried: answer.tried,
    shortcutsTaken: answer.taken,
    variant,
    seed,
    ...(attempts === undefined ? {} : { attempts, attempt: answer.attempt }),
    ...(timed ? { timed: timedJson(timed) } : {}),
    ...(finished?.out ? { out: finished.out } : {}),
    ...(finished?.parts.length ? { parts: finished.parts } : {}),
    ...(finished?.certificate ? { certificate: finished.certificate } : {}),
    ...clearanceJson(cell.description),
    ...(room ? { room } : {}),
    ...common,
  };
}

function toText(outcome: SmoothOutcome, question: SmoothQuestion): string[] {
  const { verdict, path, answer, timed, finished, phases } = outcome;
  const { motion, check } = answer;
  const { cellArguments, file, variant, seed, attempts } = question;
  const which = (attempts ?? 1) > 1 ? `, attempt ${answer.attempt + 1} of ${attempts}` : '';
  const assumptions = assumptionsOf(path.cell);
  const assuming = [
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...limitLines(outcome.limits, false),
  ];
  if (!motion) {
    const witness = check?.witness;
    const place = placeOf(outcome);
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
  const { before, length, taken, tried } = answer;
  const { waypoints } = motion;
  const percent = before > 0 ? column(100 * (1 - length / before), 1) : '0';
  return [
    verdict === 'free'
      ? `free: ${madeFreeText('on the smoothed path', keptClearance(path.cell.description))}`
      : `${verdict}: ${notFreeText('the result is')}`,
    ...assuming,
    ...roomLines(question.room, 'on the path'),
    `  ${file}: ${count(path.path.waypoints.length, 'waypoint')}, now ${waypoints.length}`,
    `  length ${digits(before)}, now ${digits(length)} (${percent} % less): ${count(taken, 'shortcut')} of ${tried} tried (${variant}, seed ${seed}${which})`,
    ...(timed ? [`  ${timedText(timed)}`] : []),
    '',
    ...waypointTable(path.cell, waypoints),
    '',
    `time: ${phaseText(phases)}`,
    ...(finished ? outLines(finished, cellArguments) : []),
    ...(finished?.out || verdict !== 'free' ? [] : ['next: --out FILE writes the path']),
  ];
}
