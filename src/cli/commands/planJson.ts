/** Answers about plans for programs: one JSON object. */
import { assumptionsOf, type Cell } from '../../cell/index.ts';
import type { Fault } from '../../math/index.ts';
import { type NearEnd, nearNotes } from '../../plan/index.ts';
import { printJson } from '../command.ts';
import { firstOfKind } from '../loadCell.ts';
import { limitsJson } from './checkLimits.ts';
import { statsJson } from './checkSettings.ts';
import { pairNames } from './checkWitness.ts';
import { timedJson } from './motionTiming.ts';
import type { PlanAnswer, PlanQuestion } from './plan.ts';
import { phasesOf } from './planText.ts';

export function printPlanJson(answer: PlanAnswer, question: PlanQuestion): void {
  const { verdict, task, solution, waypoints, finished, milliseconds } = answer;
  const { full, still } = task.held;
  const { smoothed, planned } = solution;
  printJson({
    verdict,
    waypoints: waypoints?.map((q) => [...q]) ?? null,
    joints: full.tree.dofs.map(({ name }) => name),
    length: waypoints ? solution.length : null,
    ...(smoothed ? { lengthBefore: smoothed.before } : {}),
    milliseconds,
    planner: question.planner.name,
    seed: question.seed,
    from: [...task.from],
    ...(waypoints ? { goal: solution.goal, goalName: task.names[solution.goal] } : {}),
    ...(still.length > 0 ? { standing: still.map((d) => full.tree.dofs[d].name) } : {}),
    ...(answer.timed ? { timed: timedJson(answer.timed) } : {}),
    ...(finished?.out ? { out: finished.out } : {}),
    ...(finished?.certificate ? { certificate: finished.certificate } : {}),
    ...(answer.roadmap ? { roadmap: answer.roadmap } : {}),
    clearance: full.description.clearance.default,
    assumptions: assumptionsOf(full),
    limits: limitsJson(finished?.limits.left ?? []),
    ...nearJson(task.held.cell, planned.near, task.notes),
    phases: phasesOf(answer),
    stats: {
      ...planned.stats,
      ...(smoothed ? { shortcutsTried: smoothed.tried, shortcutsTaken: smoothed.taken } : {}),
      ...(finished?.check
        ? { check: statsJson(full, finished.check.stats, finished.phases.checking) }
        : {}),
    },
  });
}

/** Ends that are nearly in contact, for programs, and as notes beside the others. */
export function nearJson(cell: Cell, near: readonly NearEnd[], others: readonly Fault[]) {
  const notes = [...others, ...nearNotes(cell, near)];
  return {
    ...(near.length > 0
      ? {
          near: near.map(({ end, findings }) => ({
            end,
            pairs: findings.map(({ pair, lower, distance }) => ({
              pair: pairNames(cell, pair),
              lower,
              distance,
            })),
          })),
        }
      : {}),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
  };
}
