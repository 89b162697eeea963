/** The demo's motion: planned, smoothed, written, certified and verified from the files. */

import { join } from 'node:path';
import { contact, OpenCell, pairNames, plan, verify } from '../../jobs/index.ts';
import {
  about,
  milliseconds as inMilliseconds,
  kilobytes,
  madeFreeText,
  rejectedText,
  tProven,
} from '../../words/index.ts';
import { readBytes } from '../command.ts';
import { loadDescription } from '../loadCell.ts';
import { loadPath } from '../loadPath.ts';
import { FROM, type Print, poseOf, SEED, TO } from './demoStates.ts';
import { finishMotion } from './motionOut.ts';

/** Returns whether all went well. */
export function printPlan(open: OpenCell, cellFile: string, folder: string, print: Print): boolean {
  const { cell } = open;
  const [from, to] = [poseOf(cell, FROM), poseOf(cell, TO)];
  const row = (name: string, text: string, milliseconds?: number) => {
    const time = milliseconds === undefined ? '' : inMilliseconds(milliseconds, 0);
    print(`  ${name.padEnd(10)} ${time.padStart(8)}   ${text}`);
  };
  print(`Both arms together from ${FROM} to ${TO}:`);
  const straight = { name: 'straight', waypoints: [from, to] };
  const { contact: first } = contact(open, { motion: straight });
  row(
    'straight',
    first
      ? `colliding: ${pairNames(cell, first.pair).join(' and ')}, from t = ${tProven(first.from)} on; there must be a detour`
      : 'free',
  );
  const { planner, planned, smoothed, length, motion, stats, phases } = plan(open, {
    ...{ from, goals: [to], seed: SEED, timeLimit_ms: 60_000, smooth: {} },
  });
  const { iterations, edges, freeEdges } = stats;
  if (!motion || !smoothed) {
    row('plan', 'no path found', phases.planning);
    return false;
  }
  row(
    'plan',
    `${planner}: length ${about(planned, 5)}; ${iterations} iterations, ${edges} edges checked, ${freeEdges} free`,
    phases.planning,
  );
  row(
    'smooth',
    `length ${about(length, 5)}; ${smoothed.taken} shortcuts of ${smoothed.tried} tried, each proven`,
    phases.smoothing,
  );
  const out = join(folder, 'path.json');
  const certificate = join(folder, 'certificate.json');
  const finished = finishMotion(open, motion, {
    ...{ out: { out, format: 'path', certificate }, claimed: true, moving: 'changing' },
  });
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
  const description = loadDescription('demo', cellFile, {});
  const again = new OpenCell({ file: cellFile, description, joints: new Map() });
  const result = verify(again, {
    certificate: readBytes(certificate),
    file: certificate,
    motion: loadPath(again, out, { wrap: 'literal' }).motion,
  });
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
