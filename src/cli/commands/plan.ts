/** `surepath plan`: a path from a start to a goal, proven free. */
import {
  DEFAULT_PLAN_MS,
  type JobProgress,
  type OpenCell,
  type PlanAnswer,
  roomAtEnds,
  THOROUGH,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { planWith } from '../../parallel/index.ts';
import { HEAD_START, PLANNER_NAMES, SMOOTH_VARIANTS } from '../../plan/index.ts';
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
import { Progress } from '../progress.ts';
import { STATE_HELP } from '../states.ts';
import { WORKERS_HELP, WORKERS_OPTION, withCrew, workersFrom } from '../workers.ts';
import { exitCode, writeText } from './checkSettings.ts';
import { OUT_HELP, OUT_OPTIONS, outQuestion, requireTimed, timeAndFinish } from './motionOut.ts';
import {
  TIMING_HELP,
  TIMING_OPTIONS,
  type TimingQuestion,
  timingQuestion,
} from './motionTiming.ts';
import { printPlanJson } from './planJson.ts';
import { PLANNER_OPTIONS, plannerQuestion, proves, roadmapOf, withWeights } from './planPlanner.ts';
import { SETTING_HELP } from './planSettings.ts';
import { type NamedTask, readTask } from './planTask.ts';
import { printPlanText } from './planText.ts';
import type { PlanOutcome, PlanQuestion } from './planTypes.ts';
import { seedFrom } from './seed.ts';

export const planCommand: Command = {
  help: `usage: surepath plan CELL --from STATE --to STATE [options]
       surepath plan CELL --from STATE --to-pose LINK=x,y,z[,roll,pitch,yaw] [options]
       surepath plan SCENE --robot URDF --srdf SRDF --request FILE [options]

Finds a path and says one of these:
  free                every configuration on the path is proven free of collision; what is written
                      has been checked again, as "surepath check" does
  no path found       within the limits, which says nothing about whether there is one
  no collision found  a path of a planner that only samples: sbl, or one that is told to. It proves
                      nothing
A start or goal that is not free, or beyond a limit, is bad input; the message names the bodies.
Without --clearance the path keeps 5 mm from the surroundings, or what start and goal leave of that,
and the answer says so; if none is found, one is looked for that keeps what the cell asks for.

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
  --planner WORD        one planner alone:
                        ${PLANNER_NAMES.join(', ')}
                        (docs/plan.md says which is for what)
  --portfolio LIST      planners that race, each with a number of seeds: rrt-connect:4,bls:2. The first
                        proven path wins, by work that is counted and not by time: same seed, same
                        path, whatever the number of workers (default, where nothing is said about one
                        planner: rrt-connect,bls)
  --head-start N        work of the first before the others begin, in configurations that it looks at
                        (default ${HEAD_START}; 0: all at once)
  --seed N              of the random numbers: same seed, same path (default 1)
  --time-limit S        seconds for planning, and again for smoothing (default ${DEFAULT_PLAN_MS / 1000}, unless --iterations)
  --iterations N        iterations after which to give up; unlike time the same on every machine
  --smooth              take shortcuts, each proven free; the path never gets longer
  --smooth-iterations N shortcuts to try at most (default 200)
  --smooth-variant WORD how shortcuts are chosen: corners (default), window, midpoints or uniform
  --weights JOINT=W,... how much a joint's way counts (default 1 for a radian, 2 for a metre)
  --roadmap FILE        for prm and lazy-prm: go on with the roadmap of this file, if it is there, and
                        write it. It belongs to one cell; what it calls free is proven again
  --grow N              add so many milestones to the roadmap before the search
${WORKERS_HELP}${TIMING_HELP}${OUT_HELP}  --json                one JSON object on stdout: {"verdict", "waypoints", "joints", "length",
                        "milliseconds", "planner", "seed", "assumptions", "phases", "stats", ...}

Settings of planners, each with those that it is for:
${SETTING_HELP}
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
      ...WORKERS_OPTION,
      from: { type: 'string' },
      to: { type: 'string', multiple: true },
      'to-pose': { type: 'string', multiple: true },
      request: { type: 'string' },
      seed: { type: 'string' },
      'time-limit': { type: 'string' },
      iterations: { type: 'string' },
      smooth: { type: 'boolean' },
      'smooth-iterations': { type: 'string' },
      'smooth-variant': { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1) throw usageFault('plan', 'plan takes one cell');
    const number = (option: 'time-limit' | 'iterations' | 'smooth-iterations', low: number) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('plan', option, text, low, 1e9);
    };
    const asks: Omit<PlanQuestion, 'room'> = {
      cellArguments: cellArguments(positionals[0], values),
      planner: plannerQuestion(values),
      seed: seedFrom('plan', values.seed),
      iterations: number('iterations', 1),
      seconds: number('time-limit', 0),
      smooth: values.smooth ?? false,
      shortcuts: number('smooth-iterations', 1),
      variant:
        values['smooth-variant'] === undefined
          ? undefined
          : oneOf('plan', 'smooth-variant', values['smooth-variant'], SMOOTH_VARIANTS),
      timing: timingQuestion('plan', values),
      out: outQuestion('plan', values),
      workers: workersFrom('plan', values.workers),
    };
    for (const option of ['smooth-iterations', 'smooth-variant'] as const) {
      if (values[option] === undefined || asks.smooth) continue;
      throw usageFault('plan', `--${option} is for --smooth`);
    }
    if (!proves(asks.planner)) {
      const wrong = asks.out.certificate !== undefined ? '--certificate' : '--timed';
      if (asks.out.certificate !== undefined || asks.timing) {
        const { name, settings } = asks.planner;
        const how =
          settings.mode === 'fixed'
            ? '--mode fixed'
            : name === 'sbl'
              ? '--planner sbl'
              : '--resolution';
        throw usageFault('plan', `${how} proves nothing: ${wrong} is for proven paths`);
      }
    }
    const open = loadCell('plan', positionals[0], values);
    requireTimed(open, asks.out, asks.timing);
    const task = readTask(open, values, asks.seed);
    const question = { ...asks, timing: scaled(asks.timing, task.scales) };
    // A roadmap belongs to one cell, whatever the ends of a plan leave.
    const isLeft = values.clearance === undefined && question.planner.roadmap === undefined;
    const room = isLeft ? roomAtEnds(open, [task.from, ...task.goals]) : null;
    const say = (notes: readonly Fault[]) => {
      if (!values.json) printNotes(notes);
    };
    say([...open.cell.notes, ...task.notes]);
    const finish = (answer: PlanOutcome, asked: PlanQuestion): number => {
      if (values.json) printPlanJson(answer, asked);
      else printPlanText(answer, asked);
      if (answer.verdict === 'no path found') return 1;
      return exitCode([answer.verdict]);
    };
    if (room === null || room.clearance === open.description.clearance.default) {
      const asked = { ...question, room };
      return planned(open, task, asked, say, (answer) => finish(answer, asked));
    }
    const kept = open.with({ clearance: room.clearance });
    const clearance = String(room.clearance);
    const asked = {
      ...question,
      room,
      cellArguments: cellArguments(positionals[0], { ...values, clearance }),
    };
    return planned(kept, task, asked, say, (answer) => {
      if (answer.verdict !== 'no path found') return finish(answer, asked);
      // Rather a narrow way than none.
      const narrow = { ...question, room: { ...room, clearance: 0, given: room.clearance } };
      return planned(open, task, narrow, say, (other) => finish(other, narrow));
    });
  },
};

/** What options do not say of the limits to use is what the request says. */
function scaled(
  timing: TimingQuestion | undefined,
  { velocity, acceleration }: NamedTask['scales'],
): TimingQuestion | undefined {
  if (!timing) return undefined;
  return {
    ...timing,
    velocityScale: timing.velocityScale ?? velocity,
    accelerationScale: timing.accelerationScale ?? acceleration,
  };
}

/** Plans, times and finishes, and then does what is to be done with the outcome. */
function planned(
  open: OpenCell,
  task: NamedTask,
  question: PlanQuestion,
  say: (notes: readonly Fault[]) => void,
  done: (outcome: PlanOutcome) => number | Promise<number>,
): number | Promise<number> {
  const { from, goals, moving } = task;
  const { planner, seed, iterations, seconds, shortcuts, variant } = question;
  const begin = performance.now();
  const progress = new Progress();
  const timeLimit_ms = seconds === undefined ? undefined : 1000 * seconds;
  const request = {
    ...{ from, goals, moving, seed, iterations, timeLimit_ms },
    ...{ planner: planner.name, portfolio: planner.portfolio },
    ...{ weights: planner.weights, settings: planner.settings },
    roadmap: roadmapOf(planner),
    smooth: question.smooth
      ? { patience: THOROUGH, iterations: shortcuts, variant, timeLimit_ms }
      : undefined,
  };
  const context = {
    onProgress: (told: JobProgress) => {
      // Before the search, which may be long.
      if (told.notes) say(told.notes);
      progress.listener?.(told);
    },
  };
  // A promise of a promise is one promise.
  return withCrew(
    open,
    question.workers,
    (summon) => withWeights(() => planWith(summon, open, request, context)),
    (answer) => {
      progress.end();
      return done(outcomeOf(open, task, question, answer, begin));
    },
  ) as number | Promise<number>;
}

function outcomeOf(
  open: OpenCell,
  task: NamedTask,
  question: PlanQuestion,
  planned: PlanAnswer,
  begin: number,
): PlanOutcome {
  const { planner } = question;
  const { moving } = task;
  const roadmap = planned.roadmap && savedRoadmap(planner.roadmap!, planned.roadmap);
  const claimed = planned.verdict === 'free';
  const rest = { moving, timing: question.timing, out: question.out, claimed };
  const done = planned.motion && timeAndFinish(open, planned.motion, rest);
  return {
    verdict: done?.finished.check?.verdict ?? planned.verdict,
    ...{ cell: open.cell, task, planned, roadmap },
    waypoints: planned.motion?.waypoints ?? null,
    timed: done?.timed ?? null,
    finished: done?.finished ?? null,
    milliseconds: performance.now() - begin,
  };
}

function savedRoadmap(
  file: string,
  { before, milestones, text }: NonNullable<PlanOutcome['planned']['roadmap']>,
): PlanOutcome['roadmap'] {
  writeText(file, text);
  return { file, before, milestones };
}
