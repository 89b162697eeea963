/** `surepath plan`: a path from a start to a goal, proven free. */
import type { Verdict } from '../../check/index.ts';
import { type Fault, Random } from '../../math/index.ts';
import { lookAtEnds, nearNotes, PLANNER_NAMES, type Solution, solve } from '../../plan/index.ts';
import { type Command, numberIn, parse, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellArguments,
  loadCell,
  printNotes,
} from '../loadCell.ts';
import { Progress } from '../progress.ts';
import { STATE_HELP } from '../states.ts';
import { exitCode } from './checkSettings.ts';
import {
  type FinishedMotion,
  finishMotion,
  OUT_HELP,
  OUT_OPTIONS,
  type OutQuestion,
  outQuestion,
} from './motionOut.ts';
import {
  TIMING_HELP,
  TIMING_OPTIONS,
  type TimedAnswer,
  type TimingQuestion,
  timeMotion,
  timingQuestion,
} from './motionTiming.ts';
import { printPlanJson } from './planJson.ts';
import {
  PLANNER_OPTIONS,
  type PlannerQuestion,
  plannerFor,
  plannerQuestion,
  proves,
  spaceFor,
} from './planPlanner.ts';
import { type PlanTask, readTask } from './planTask.ts';
import { printPlanText } from './planText.ts';

export interface PlanQuestion {
  /** The cell and its options as on the command line, to be typed again. */
  readonly cellArguments: string;
  readonly planner: PlannerQuestion;
  readonly seed: number;
  readonly iterations: number | undefined;
  readonly seconds: number | undefined;
  readonly smooth: boolean;
  readonly shortcuts: number | undefined;
  readonly timing: TimingQuestion | undefined;
  readonly out: OutQuestion;
}

export interface PlanAnswer {
  readonly verdict: Solution['verdict'] | Verdict;
  readonly task: PlanTask;
  readonly solution: Solution;
  /** Full configurations; null if there is no path. */
  readonly waypoints: readonly Float64Array[] | null;
  readonly timed: TimedAnswer | null;
  readonly finished: FinishedMotion | null;
  /** Milestones that a roadmap held when it was read, and when it was written. */
  readonly roadmap: {
    readonly file: string;
    readonly before: number;
    readonly milestones: number;
  } | null;
  /** From the first look at the space on. */
  readonly milliseconds: number;
}

/** Seconds, if nothing else limits the search. */
const DEFAULT_SECONDS = 10;

/** Patience in smoothing: who asks for it here has a few milliseconds. */
export const THOROUGH = 50;

export const planCommand: Command = {
  name: 'plan',
  summary: 'a path from one state to another, proven free, smoothed and timed if asked for',
  help: `usage: surepath plan CELL --from STATE --to STATE [options]
       surepath plan CELL --from STATE --to-pose LINK=x,y,z[,roll,pitch,yaw] [options]
       surepath plan SCENE --robot URDF --srdf SRDF --request FILE [options]

Finds a path and says one of these:
  free                every configuration on the path is proven free of collision; what is written
                      has been checked again, as "surepath check" does
  no path found       within the limits, which says nothing about whether there is one
  no collision found  a path of --planner sbl, which only samples. It proves nothing
A start or goal that is not free, or beyond a limit, is bad input; the message names the bodies.

${STATE_HELP}
${CELL_HELP}
${ADJUST_HELP}
  --from STATE          where to begin; joints that it leaves out are where the cell or scene has
                        them, or --joints. Without it all joints are
  --to STATE            where to go. Joints that no goal names stand still. May be repeated: any of
                        the goals will do
  --to-pose LINK=...    where a link shall be, in the world: metres, and radians about fixed axes x, y
                        and z; without these three the link may be turned as it likes. May be repeated
  --request FILE        start, goals and group of a MoveIt motion plan request (YAML or JSON). Of a
                        goal's tolerances the middle is taken; several goals are alternatives
  --planner WORD        ${PLANNER_NAMES.join(', ')} (docs/plan.md says which is for what)
  --seed N              of the random numbers: same seed, same path (default 1)
  --time-limit S        seconds for planning, and again for smoothing (default ${DEFAULT_SECONDS}, unless --iterations)
  --iterations N        iterations after which to give up; unlike time the same on every machine
  --smooth              take shortcuts, each proven free; the path never gets longer
  --smooth-iterations N shortcuts to try at most (default 200)
  --weights JOINT=W,... how much a joint's way counts (default 1 for a radian, 2 for a metre)
  --roadmap FILE        for prm and lazy-prm: go on with the roadmap of this file, if it is there, and
                        write it. It belongs to one cell; what it calls free is proven again
  --resolution R        for sbl: the largest step between samples, in radians (default 0.05)
${TIMING_HELP}${OUT_HELP}  --json                one JSON object on stdout: {"verdict", "waypoints", "joints", "length",
                        "milliseconds", "planner", "seed", "assumptions", "phases", "stats", ...}

Exit code: 0 found and free; 1 no path found, or no collision found; 2 bad input; 3 a path was found
whose check was not decided.
`,
  run(args) {
    const { values, positionals } = parse('plan', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      ...PLANNER_OPTIONS,
      ...TIMING_OPTIONS,
      ...OUT_OPTIONS,
      from: { type: 'string' },
      to: { type: 'string', multiple: true },
      'to-pose': { type: 'string', multiple: true },
      request: { type: 'string' },
      seed: { type: 'string' },
      'time-limit': { type: 'string' },
      iterations: { type: 'string' },
      smooth: { type: 'boolean' },
      'smooth-iterations': { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1) throw usageFault('plan', 'plan takes one cell');
    const number = (option: 'time-limit' | 'iterations' | 'smooth-iterations', low: number) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('plan', option, text, low, 1e9);
    };
    const question: PlanQuestion = {
      cellArguments: cellArguments(positionals[0], values),
      planner: plannerQuestion(values),
      seed: seedFrom('plan', values.seed),
      iterations: number('iterations', 1),
      seconds: number('time-limit', 0),
      smooth: values.smooth ?? false,
      shortcuts: number('smooth-iterations', 1),
      timing: timingQuestion('plan', values),
      out: outQuestion('plan', values),
    };
    if (question.shortcuts !== undefined && !question.smooth) {
      throw usageFault('plan', '--smooth-iterations is for --smooth');
    }
    if (!proves(question.planner)) {
      const wrong = question.out.certificate !== undefined ? '--certificate' : '--timed';
      if (question.out.certificate !== undefined || question.timing) {
        throw usageFault(
          'plan',
          `--planner ${question.planner.name} proves nothing: ${wrong} is for proven paths`,
        );
      }
    }
    const loaded = loadCell('plan', positionals[0], values);
    const task = readTask(loaded, values, question.seed);
    if (!values.json) printNotes([...loaded.cell.notes, ...task.notes]);
    const answer = planned(loaded, task, question, (notes) => {
      if (!values.json) printNotes(notes);
    });
    if (values.json) printPlanJson(answer, question);
    else printPlanText(answer, question);
    if (answer.verdict === 'no path found') return 1;
    return exitCode([answer.verdict]);
  },
};

/** A whole number; the same ones as everywhere. */
export function seedFrom(command: string, text: string | undefined): number {
  if (text === undefined) return 1;
  const seed = numberIn(command, 'seed', text, 0, 2 ** 31 - 1);
  if (Number.isInteger(seed)) return seed;
  throw usageFault(command, `--seed takes a whole number; found "${text}"`);
}

function planned(
  loaded: Parameters<typeof finishMotion>[0],
  task: PlanTask,
  question: PlanQuestion,
  say: (notes: readonly Fault[]) => void,
): PlanAnswer {
  const { held } = task;
  const { planner, seed, iterations, seconds, smooth, shortcuts } = question;
  const begin = performance.now();
  const space = spaceFor(held, planner.weights);
  const [from, goals] = [held.reduced(task.from), task.goals.map((goal) => held.reduced(goal))];
  // Before the search, which may be long.
  say(nearNotes(space.cell, lookAtEnds(space, from, goals)));
  const prepared = plannerFor(space, planner);
  const progress = new Progress('milestones');
  const { planListener } = progress;
  const limit = seconds ?? (iterations === undefined ? DEFAULT_SECONDS : Number.POSITIVE_INFINITY);
  const solution = solve(space, {
    planner: prepared.planner,
    ...{ from, goals },
    random: new Random(seed),
    timeLimit_ms: 1000 * limit,
    ...(iterations === undefined ? {} : { maxIterations: iterations }),
    ...(planListener ? { onProgress: planListener } : {}),
    smooth: smooth && {
      patience: THOROUGH,
      ...(shortcuts === undefined ? {} : { iterations: shortcuts }),
      ...(seconds === undefined ? {} : { timeLimit_ms: 1000 * seconds }),
    },
  });
  progress.end();
  const after = prepared.save();
  const roadmap =
    after === null ? null : { file: planner.roadmap!, before: prepared.before!, milestones: after };
  const way = solution.waypoints && withoutRepeats(solution.waypoints);
  const waypoints = way?.map((q) => held.completed(q)) ?? null;
  const timed = way && question.timing ? timeMotion(held, way, question.timing) : null;
  const motion = timed?.motion ?? (waypoints && { waypoints });
  const finished =
    motion && finishMotion(loaded, motion, question.out, solution.verdict === 'free');
  const milliseconds = performance.now() - begin;
  const verdict = finished?.check?.verdict ?? solution.verdict;
  return { verdict, task, solution, waypoints, timed, finished, roadmap, milliseconds };
}

/** Where ways meet, a configuration may come twice; a motion that stands still says nothing. */
function withoutRepeats(list: readonly Float64Array[]): Float64Array[] {
  return list.filter((q, i) => i === 0 || q.some((x, d) => x !== list[i - 1][d]));
}
