/** `surepath retract`: linkages from where they stand to below a height, by random walks, proven free. */

import { DEFAULT_RETRACT_MS, type OpenCell, retract, startOf, THOROUGH } from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { RETRACT_ORDERS, RETRACT_STEPS, SMOOTH_VARIANTS } from '../../plan/index.ts';
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
import { printJson, printText } from '../out.ts';
import { Progress } from '../progress.ts';
import { readState, STATE_HELP } from '../states.ts';
import { exitCode } from './checkSettings.ts';
import { OUT_HELP, OUT_OPTIONS, outQuestion, requireTimed, timeAndFinish } from './motionOut.ts';
import { TIMING_HELP, TIMING_OPTIONS, timingQuestion } from './motionTiming.ts';
import { weightsFrom, withWeights } from './planPlanner.ts';
import {
  type RetractOutcome,
  type RetractQuestion,
  retractJson,
  retractText,
} from './retractText.ts';
import { seedFrom } from './seed.ts';

const WORDS = { from: '--from', joints: '--joints' };

export const retractCommand: Command = {
  help: `usage: surepath retract CELL --from STATE [--below Z] [options]

For long chains of many joints that stand in something they are to be drawn out of. A random walk
changes one joint at a time, and takes a step if it is proven free, until all robots of the cell are
below a height with all of their bodies. Says one of these:
  free                every configuration on the path is proven free of collision; what is written
                      has been checked again, as "surepath check" does
  no path found       within the limits, which says nothing about whether there is one
A start that is not free, or beyond a limit, is bad input; the message names the bodies.

${STATE_HELP}
${CELL_HELP}
${ADJUST_HELP}
  --from STATE          where to begin; joints that it leaves out are where the cell or scene has
                        them, or --joints. Without it all joints are
  --below Z             metres above the world's origin; default: the lowest point of all obstacles
  --steps WORD          plain: any joint of any robot, by up to 0.3 rad, as long as that is free; drawn
                        (default): an energy draws robots down, and steps are as long as they mostly
                        are free
  --order WORD          together: every joint is as likely as any other (default of plain steps);
                        in-turn: one robot after the other, the outermost first (drawn steps)
  --seed N              of the random numbers: same seed, same path (default 1)
  --segments N          segments to test before giving up; unlike time the same on every machine
  --time-limit S        seconds for the walk, and again for smoothing (default ${DEFAULT_RETRACT_MS / 1000}, unless --segments)
  --patience N          segments after which a walk begins anew (default 5000 for drawn steps; plain
                        ones go on)
  --smooth WORD         take shortcuts, each proven free: midpoints, around one point, nearer and
                        nearer to it; window, between two points at random, not too far apart;
                        uniform, between any two; corners, those first that save most
  --smooth-iterations N shortcuts to try (default 200 at most, less where they gain little)
  --weights JOINT=W,... how much a joint's way counts (default 1 for a radian, 2 for a metre)
${TIMING_HELP}${OUT_HELP}  --json                one JSON object on stdout: {"verdict", "waypoints", "joints", "length",
                        "lengthBefore", "tested", "taken", "restarts", "below", "robots", "height",
                        "milliseconds", "steps", "seed", "assumptions", "phases", ...}

Exit code: 0 found and free; 1 no path found; 2 bad input; 3 a path was found whose check was not
decided.
`,
  run(args) {
    const { values, positionals } = parse('retract', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      ...TIMING_OPTIONS,
      ...OUT_OPTIONS,
      from: { type: 'string' },
      below: { type: 'string' },
      steps: { type: 'string' },
      order: { type: 'string' },
      seed: { type: 'string' },
      segments: { type: 'string' },
      'time-limit': { type: 'string' },
      patience: { type: 'string' },
      smooth: { type: 'string' },
      'smooth-iterations': { type: 'string' },
      weights: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1) throw usageFault('retract', 'retract takes one cell');
    type Numbered = 'below' | 'segments' | 'time-limit' | 'patience' | 'smooth-iterations';
    const number = (option: Numbered, low: number) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('retract', option, text, low, 1e9);
    };
    const steps = oneOf('retract', 'steps', values.steps ?? 'drawn', RETRACT_STEPS);
    const order = values.order && oneOf('retract', 'order', values.order, RETRACT_ORDERS);
    if (steps === 'drawn' && order === 'together') {
      throw usageFault('retract', '--order together is for --steps plain: the energy is of one');
    }
    const iterations = number('smooth-iterations', 1);
    if (iterations !== undefined && values.smooth === undefined) {
      throw usageFault('retract', '--smooth-iterations is for --smooth');
    }
    const variant = values.smooth && oneOf('retract', 'smooth', values.smooth, SMOOTH_VARIANTS);
    const question: RetractQuestion = {
      cellArguments: cellArguments(positionals[0], values),
      from: values.from,
      height: number('below', -1e9),
      ...{ steps, order: order || undefined },
      seed: seedFrom('retract', values.seed),
      segments: number('segments', 1),
      seconds: number('time-limit', 0),
      patience: number('patience', 1),
      smooth: variant ? { variant, iterations } : undefined,
      weights: weightsFrom('retract', values.weights ?? []),
      timing: timingQuestion('retract', values),
      out: outQuestion('retract', values),
    };
    const open = loadCell('retract', positionals[0], values);
    requireTimed(open, question.out, question.timing);
    const say = (notes: readonly Fault[]) => {
      if (!values.json) printNotes(notes);
    };
    const outcome = outcomeOf(open, question, say);
    if (values.json) printJson(retractJson(outcome, question));
    else printText(`${retractText(outcome, question).join('\n')}\n`);
    if (outcome.verdict === 'no path found') return 1;
    return exitCode([outcome.verdict]);
  },
};

function outcomeOf(
  open: OpenCell,
  question: RetractQuestion,
  say: (notes: readonly Fault[]) => void,
): RetractOutcome {
  const { seconds, smooth, out, timing } = question;
  const begin = performance.now();
  const values =
    question.from === undefined
      ? new Map<string, number>()
      : readState('retract', 'from', question.from, open.cell);
  const { q: from, notes } = startOf(open, values, WORDS);
  say([...open.cell.notes, ...notes]);
  const progress = new Progress();
  const timeLimit_ms = seconds === undefined ? undefined : 1000 * seconds;
  const { height, steps, order, seed, segments, patience, weights } = question;
  const answer = withWeights(() =>
    retract(
      open,
      {
        ...{ from, height, steps, order, seed, segments, patience, weights, timeLimit_ms },
        smooth: smooth && { ...smooth, patience: THOROUGH, timeLimit_ms },
      },
      {
        onProgress: (told) => {
          if (told.notes) say(told.notes);
          progress.listener?.(told);
        },
      },
    ),
  );
  progress.end();
  const moving = [...open.cell.tree.dofs.keys()];
  const done =
    answer.motion && timeAndFinish(open, answer.motion, { moving, timing, out, claimed: true });
  return {
    verdict: done?.finished.check?.verdict ?? answer.verdict,
    ...{ cell: open.cell, from, answer, notes },
    timed: done?.timed ?? null,
    finished: done?.finished ?? null,
    milliseconds: performance.now() - begin,
  };
}
