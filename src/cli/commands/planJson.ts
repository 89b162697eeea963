/** Answers about plans for programs: one JSON object. */

import { assumptionsOf, testedCount } from '../../cell/index.ts';
import { clearanceJson, limitsJson, nearJson, statsJson } from '../../jobs/index.ts';
import { printJson } from '../out.ts';

import { timedJson } from './motionTiming.ts';
import { phasesOf } from './planText.ts';
import type { PlanOutcome, PlanQuestion } from './planTypes.ts';

export function printPlanJson(answer: PlanOutcome, question: PlanQuestion): void {
  const { verdict, cell, task, planned, waypoints, finished, milliseconds } = answer;
  const { smoothed, still, goal } = planned;
  printJson({
    verdict,
    waypoints: waypoints?.map((q) => [...q]) ?? null,
    joints: cell.tree.dofs.map(({ name }) => name),
    length: waypoints ? planned.length : null,
    ...(smoothed ? { lengthBefore: smoothed.before } : {}),
    milliseconds,
    planner: planned.planner,
    seed: planned.seed,
    ...(planned.portfolio ? { portfolio: { ...planned.portfolio, seed: question.seed } } : {}),
    from: [...task.from],
    ...(waypoints ? { goal, goalName: task.names[goal] } : {}),
    ...(still.length > 0 ? { standing: still.map((d) => cell.tree.dofs[d].name) } : {}),
    ...(answer.timed ? { timed: timedJson(answer.timed) } : {}),
    ...(finished?.out ? { out: finished.out } : {}),
    ...(finished?.parts.length ? { parts: finished.parts } : {}),
    ...(finished?.certificate ? { certificate: finished.certificate } : {}),
    ...(answer.roadmap ? { roadmap: answer.roadmap } : {}),
    ...clearanceJson(cell.description),
    ...(question.room ? { room: question.room } : {}),
    assumptions: assumptionsOf(cell),
    limits: limitsJson(finished?.limits.left ?? []),
    ...nearJson(cell, planned.near, task.notes),
    phases: phasesOf(answer),
    stats: {
      ...planned.stats,
      ...(smoothed ? { shortcutsTried: smoothed.tried, shortcutsTaken: smoothed.taken } : {}),
      ...(finished?.check
        ? { check: statsJson(testedCount(cell), finished.check.stats, finished.phases.checking) }
        : {}),
    },
  });
}
