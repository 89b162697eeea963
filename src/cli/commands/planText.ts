/** Answers about plans for a person: the verdict first, what to do next last. */

import type { Cell } from '../../cell/index.ts';
import { assumptionsOf, keptClearance } from '../../cell/index.ts';
import {
  about,
  assumingText,
  certificateText,
  column,
  count,
  milliseconds as inMilliseconds,
  madeFreeText,
  noCertificateText,
  noPathText,
  notFreeText,
  roomText,
  SAMPLED_PATH,
} from '../../words/index.ts';
import { printText } from '../out.ts';
import { limitLines } from './checkLimits.ts';
import type { FinishedMotion } from './motionOut.ts';
import { timedText } from './motionTiming.ts';
import type { PlanOutcome, PlanQuestion } from './planTypes.ts';

export function printPlanText(answer: PlanOutcome, question: PlanQuestion): void {
  const { cell, task, waypoints, finished } = answer;
  const assumptions = assumptionsOf(cell);
  const lines = [
    headline(answer, question),
    ...(assumptions.length > 0 && waypoints ? [`  ${assumingText(assumptions)}`] : []),
    ...(finished ? limitLines(finished.limits, false) : []),
    ...(waypoints ? roomLines(question.room, 'at an end') : []),
    `  from ${task.fromName} to ${goalText(answer)}`,
    ...searchLines(answer),
    ...lengthLines(answer),
    ...(answer.timed ? [`  ${timedText(answer.timed, question.timing)}`] : []),
    ...(waypoints ? ['', ...waypointTable(cell, waypoints), ''] : []),
    `time: ${phaseText(phasesOf(answer))}`,
    ...roadmapLines(answer),
    ...outLines(finished, question.cellArguments),
    ...nextLines(answer, question),
  ];
  printText(`${lines.join('\n')}\n`);
}

function headline({ verdict, cell, timed }: PlanOutcome, question: PlanQuestion): string {
  const { iterations, seconds } = question;
  switch (verdict) {
    case 'free': {
      const kept = keptClearance(cell.description);
      return `${verdict}: ${madeFreeText(timed ? 'of the timed motion' : 'on the path', kept)}`;
    }
    case 'no collision found':
      return `${verdict}: ${SAMPLED_PATH}`;
    case 'no path found': {
      const limits = [
        ...(iterations === undefined ? [] : [count(iterations, 'iteration')]),
        ...(seconds === undefined ? [] : [`${seconds} s`]),
      ];
      return `${verdict}: ${noPathText(limits.length > 0 ? limits : ['10 s'])}`;
    }
    default:
      return `${verdict}: ${notFreeText('a path was found, but is')}`;
  }
}

/** What is kept from the surroundings where nobody asked for anything. */
export function roomLines(room: PlanQuestion['room'], where: string): string[] {
  return room ? [`  ${roomText(room, where)}`] : [];
}

function goalText({ task: { names }, planned }: PlanOutcome): string {
  const different = [...new Set(names)];
  if (planned.goal < 0 && different.length > 1) return `any of ${different.join('; ')}`;
  const name = names[Math.max(0, planned.goal)];
  if (names.length === 1) return name;
  return `${name}, at one of ${names.length} configurations that will do`;
}

function searchLines({ cell, planned }: PlanOutcome): string[] {
  const { planner, seed, portfolio } = planned;
  const { iterations, milestones, edges, freeEdges } = planned.stats;
  const joints = cell.tree.dofs.length - planned.still.length;
  const by = portfolio?.winner === -1 ? 'all together' : `${planner}, seed ${seed}`;
  return [
    ...raceLines(planned),
    `  ${by}, ${count(joints, 'joint')}: ${count(iterations, 'iteration')}, ${count(milestones, 'milestone')}, ${count(edges, 'edge')} checked, ${freeEdges} of them free`,
  ];
}

/** Who won, where others had begun. */
function raceLines({ planner, seed, portfolio }: PlanOutcome['planned']): string[] {
  if (!portfolio) return [];
  const { members, begun, winner, work, decided } = portfolio;
  const doubt = decided ? '' : '; the time was over before that was sure';
  if (winner < 0) return [`  ${count(members, 'member')} raced, and none found a path`];
  if (begun === 1 && decided) return [];
  return [
    `  won by ${planner} with seed ${seed}, member ${winner + 1} of ${members}; ${begun} had begun, and did ${work} of work together${doubt}`,
  ];
}

function lengthLines({ planned, waypoints }: PlanOutcome): string[] {
  if (!waypoints) return [];
  const { smoothed, length } = planned;
  const through = count(waypoints.length, 'waypoint');
  if (!smoothed) return [`  length ${digits(length)}, ${through}`];
  return [
    `  length ${digits(smoothed.before)} as found, ${digits(length)} after ${count(smoothed.taken, 'shortcut')} (${smoothed.tried} tried); ${through}`,
  ];
}

/** Columns of a table of waypoints. */
const MOST_COLUMNS = 9;

/** A row per joint that moves, a column per waypoint; the middle is left out where there are many. */
export function waypointTable({ tree }: Cell, waypoints: readonly Float64Array[]): string[] {
  const all = waypoints.map((_, i) => i);
  const many = all.length > MOST_COLUMNS;
  const shown = many ? [...all.slice(0, 4), -1, ...all.slice(-4)] : all;
  const width = Math.max('waypoint'.length, ...tree.dofs.map(({ name }) => name.length));
  const row = (head: string, cells: readonly string[]) =>
    `  ${head.padEnd(width)} ${cells.map((cell) => cell.padStart(8)).join(' ')}`;
  const lines = [
    row(
      'waypoint',
      shown.map((i) => (i < 0 ? '...' : String(i))),
    ),
  ];
  tree.dofs.forEach(({ name }, d) => {
    if (waypoints.length > 1 && waypoints.every((q) => q[d] === waypoints[0][d])) return;
    lines.push(
      row(
        name,
        shown.map((i) => (i < 0 ? '...' : column(waypoints[i][d], 4))),
      ),
    );
  });
  return lines;
}

/** In the order in which they come. */
export function phasesOf({
  planned,
  timed,
  finished,
}: PlanOutcome): Readonly<Record<string, number>> {
  const { planning, smoothing } = planned.phases;
  const timing = timed ? { timing: timed.milliseconds } : {};
  return { planning, smoothing, ...timing, ...(finished?.phases ?? {}) };
}

/** `planning 12.3 ms, smoothing 4.5 ms`; what took no time was not done. */
export function phaseText(phases: Readonly<Record<string, number>>): string {
  return Object.entries(phases)
    .filter(([, milliseconds]) => milliseconds > 0.05)
    .map(([name, milliseconds]) => `${name} ${inMilliseconds(milliseconds)}`)
    .join(', ');
}

/** Lengths of paths, weighted over all joints. */
export function digits(x: number): string {
  return about(x, 5);
}

function roadmapLines({ roadmap }: PlanOutcome): string[] {
  if (!roadmap) return [];
  const { file, before, milestones } = roadmap;
  return [`roadmap ${file}: ${count(milestones, 'milestone')}, ${milestones - before} of them new`];
}

/** What was written, and how to check it. */
export function outLines(finished: FinishedMotion | null, cellArguments: string): string[] {
  if (!finished) return [];
  const { out, parts, certificate } = finished;
  const each = parts.length > 0 ? `, which has ${parts.join(' and ')} as tracks` : '';
  const lines = out ? [`written: ${out}${each}`] : [];
  if (certificate && !certificate.written) {
    lines.push(noCertificateText(certificate.reason));
  } else if (certificate?.written) {
    const { file, bytes } = certificate;
    lines.push(
      `${certificateText(file, bytes, certificate)}; verify it with`,
      `  surepath verify ${file} ${cellArguments}${out ? ` --path ${out}` : ''}`,
    );
  }
  return lines;
}

function nextLines({ verdict }: PlanOutcome, question: PlanQuestion): string[] {
  const { out, cellArguments, iterations, smooth } = question;
  if (verdict === 'no path found') {
    const limit = iterations === undefined ? '--time-limit' : '--iterations';
    return [`next: a larger ${limit}, another --seed or another --planner may find one`];
  }
  if (verdict !== 'free' && verdict !== 'no collision found') return [];
  const next: string[] = [];
  if (!smooth) next.push('--smooth makes the path shorter');
  if (out.out === undefined) next.push('--out FILE writes the path');
  const lines = next.length > 0 ? [`next: ${next.join('; ')}`] : [];
  if (out.out === undefined) return lines;
  const what = verdict === 'free' ? 'how close it gets' : 'whether it is free';
  const option = verdict === 'free' ? ' --clearances' : '';
  const command = `surepath check ${cellArguments} ${out.out}${option}`;
  return [...lines, `${lines.length > 0 ? '      ' : 'next: '}${what}: ${command}`];
}
