/** The demo's motion: planned, smoothed, written, certified and verified from the files. */
import { join } from 'node:path';
import type { Cell } from '../../cell/index.ts';
import { parseCertificate, verify } from '../../certificate/index.ts';
import { firstContact } from '../../check/index.ts';
import { configurationFrom } from '../../kinematics/index.ts';
import { Random } from '../../math/index.ts';
import { buildPath } from '../../motion/index.ts';
import { createPlanner, DEFAULT_PLANNER, PlanningSpace, solve } from '../../plan/index.ts';
import {
  about,
  milliseconds as inMilliseconds,
  kilobytes,
  madeFreeText,
  rejectedText,
  tProven,
} from '../../words/index.ts';
import { readBytes } from '../command.ts';
import { type LoadedCell, loadCell, loadDescription } from '../loadCell.ts';
import { loadPath } from '../loadPath.ts';
import { pairNames } from './checkWitness.ts';
import type { Print } from './demo.ts';
import { finishMotion } from './motionOut.ts';

/** Names of states, for both arms. */
export const FROM = 'home';
export const TO = 'weld_1';
export const SEED = 1;

/** Both arms at a named state of their SRDF. */
export function poseOf(cell: Cell, state: string): Float64Array {
  const values = new Map<string, number | readonly number[]>();
  for (const { name, semantics } of cell.description.robots) {
    const own = semantics?.states.find((s) => s.name === state);
    for (const [joint, value] of own?.values ?? []) values.set(`${name}/${joint}`, value);
  }
  return configurationFrom(cell.tree, values).q;
}

/** Returns whether all went well. */
export function printPlan(
  loaded: LoadedCell,
  cellFile: string,
  folder: string,
  print: Print,
): boolean {
  const { cell } = loaded;
  const [from, to] = [poseOf(cell, FROM), poseOf(cell, TO)];
  const row = (name: string, text: string, milliseconds?: number) => {
    const time = milliseconds === undefined ? '' : inMilliseconds(milliseconds, 0);
    print(`  ${name.padEnd(10)} ${time.padStart(8)}   ${text}`);
  };
  print(`Both arms together from ${FROM} to ${TO}:`);
  const { contact } = firstContact(cell, buildPath(cell.tree, [from, to]));
  row(
    'straight',
    contact
      ? `colliding: ${pairNames(cell, contact.pair).join(' and ')}, from t = ${tProven(contact.from)} on; there must be a detour`
      : 'free',
  );
  const space = new PlanningSpace(cell);
  const random = new Random(SEED);
  const planner = createPlanner(space, DEFAULT_PLANNER);
  const { planned, smoothed, waypoints, phases } = solve(space, {
    ...{ planner, from, goals: [to], random },
    timeLimit_ms: 60_000,
  });
  const { iterations, edges, freeEdges } = planned.stats;
  if (!waypoints || !smoothed) {
    row('plan', 'no path found', phases.planning);
    return false;
  }
  row(
    'plan',
    `${planner.name}: length ${about(planned.length, 5)}; ${iterations} iterations, ${edges} edges checked, ${freeEdges} free`,
    phases.planning,
  );
  row(
    'smooth',
    `length ${about(smoothed.length, 5)}; ${smoothed.taken} shortcuts of ${smoothed.tried} tried, each proven`,
    phases.smoothing,
  );
  const out = join(folder, 'path.json');
  const certificate = join(folder, 'certificate.json');
  const finished = finishMotion(loaded, { waypoints }, { out, format: 'path', certificate }, true);
  const verdict = finished.check?.verdict;
  row(
    'check',
    verdict === 'free' ? `free: ${madeFreeText('on the written path')}` : `${verdict}`,
    finished.phases.checking,
  );
  const saved = finished.certificate;
  if (!saved?.written) {
    row('certify', `no certificate: ${saved?.reason}`, finished.phases.certifying);
    return false;
  }
  row(
    'certify',
    `${saved.slabs} steps of a proof that anybody can check, ${kilobytes(saved.bytes)}`,
    finished.phases.certifying,
  );
  const begin = performance.now();
  const result = verify(
    parseCertificate(readBytes(certificate), certificate),
    loadDescription('demo', cellFile, {}),
    { path: loadPath(loadCell('demo', cellFile, {}), out, { wrap: 'literal' }).path },
  );
  row(
    'verify',
    result.verified
      ? 'verified, from the files alone: every step was computed again, by other code'
      : rejectedText(`${result.reason?.message}`),
    performance.now() - begin,
  );
  print(`  written to ${folder}: path.json, certificate.json`);
  return result.verified;
}
