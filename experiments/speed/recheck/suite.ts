/**
 * What it takes to have a certificate again after a change: of the old one, and anew. A box out of a hundred is moved by
 * a millimetre, a waypoint out of fifty is changed. CPU time of the jobs, from the text of the old certificate to that
 * of the new one, in cells that nobody has asked anything before; in turns, the minimum over the rounds counts.
 */
import { buildCell, type CellDescription } from 'surepath/cell';
import { parseCertificate, verify } from 'surepath/certificate';
import {
  certify,
  check,
  type OpenCell,
  openCompiled,
  type RecheckAnswer,
  recheck,
} from 'surepath/jobs';
import { cpuMilliseconds } from '../../lab/clock.ts';
import { textTable } from '../../lab/columns.ts';
import { short } from '../../lab/numbers.ts';
import { missingRobots } from '../../lab/robots.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { recheckWorld } from './world.ts';

const PROGRAM = 'surepath bench';
/** Metres by which a box is moved, and radians by which the joints of a waypoint are. */
const MOVED = 0.001;
const CHANGED = 0.01;
/** What was aimed at: of the time of certifying anew. */
const TARGET = 0.2;

interface Change {
  readonly name: string;
  readonly description: CellDescription;
  readonly waypoints: readonly Float64Array[];
}

interface Row {
  readonly name: string;
  /** CPU milliseconds: a certificate anew; with the check before it, as a user would; of the old one. */
  readonly certify: number;
  readonly checkAndCertify: number;
  readonly recheck: number;
  readonly slabs: { readonly kept: number; readonly anew: number; readonly dropped: number };
  readonly segments: { readonly kept: number; readonly mended: number; readonly anew: number };
  readonly bytes: number;
}

export const suite: Suite<Row[]> = { run, format };

async function run({ rounds }: SpeedOptions): Promise<Row[]> {
  const missing = missingRobots();
  if (missing) throw new Error(missing);
  const { description, waypoints } = recheckWorld();
  const before = certified(opened(description), waypoints);
  return changes(description, waypoints).map((change) => measured(change, before, rounds));
}

function changes(description: CellDescription, waypoints: readonly Float64Array[]): Change[] {
  const box = Math.floor(description.obstacles.length / 2);
  const obstacles = description.obstacles.map((each, i) => {
    if (i !== box) return each;
    const pose = each.pose.slice();
    pose[9] += MOVED;
    return { ...each, pose };
  });
  const middle = Math.floor(waypoints.length / 2);
  const changed = waypoints.map((q, i) => (i === middle ? q.map((x) => x + CHANGED) : q));
  return [
    { name: 'nothing', description, waypoints },
    { name: 'a box moved by 1 mm', description: { ...description, obstacles }, waypoints },
    { name: 'a waypoint changed', description, waypoints: changed },
  ];
}

function opened(description: CellDescription): OpenCell {
  return openCompiled(buildCell({ ...description }));
}

function certified(open: OpenCell, waypoints: readonly Float64Array[]): string {
  const answer = certify(open, { motion: { name: 'work', waypoints }, program: PROGRAM });
  if (!answer.written) throw new Error(answer.reason);
  return answer.text;
}

function measured({ name, description, waypoints }: Change, before: string, rounds: number): Row {
  const motion = { name: 'work', waypoints };
  const timed = (work: (open: OpenCell) => void) => () => {
    const open = opened(description);
    const start = cpuMilliseconds();
    work(open);
    return cpuMilliseconds() - start;
  };
  let answer: RecheckAnswer | null = null;
  const [anew, both, again] = leastInTurns(rounds + 2, [
    timed((open) => certified(open, waypoints)),
    timed((open) => {
      check(open, { motion });
      certified(open, waypoints);
    }),
    timed((open) => {
      answer = recheck(open, { certificate: before, motion, program: PROGRAM });
    }),
  ]);
  const { certificate, old } = answer!;
  if (!certificate.written || !old.used) throw new Error(`${name}: no certificate`);
  const bytes = new TextEncoder().encode(certificate.text);
  const { verified, reason } = verify(parseCertificate(bytes), description);
  if (!verified) throw new Error(`${name}: rejected, ${reason?.message}`);
  const { slabs, segments } = old;
  return {
    ...{ name, certify: anew, checkAndCertify: both, recheck: again },
    ...{ slabs, segments, bytes: certificate.bytes },
  };
}

function format(rows: Row[]): string {
  const head = ['change', 'certify, ms', 'check too', 'recheck, ms', 'ratio', 'to both'];
  const table = textTable(
    [...head, 'slabs kept', 'anew', 'dropped', 'segments kept'],
    rows.map((row) => [
      row.name,
      short(row.certify),
      short(row.checkAndCertify),
      short(row.recheck),
      (row.recheck / row.certify).toFixed(2),
      (row.recheck / row.checkAndCertify).toFixed(2),
      String(row.slabs.kept),
      String(row.slabs.anew),
      String(row.slabs.dropped),
      `${row.segments.kept} of ${row.segments.kept + row.segments.mended + row.segments.anew}`,
    ]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  const most = Math.max(...rows.slice(1).map((row) => row.recheck / row.certify));
  return `${table}\n\nAimed at: at most ${TARGET} of certifying anew; here at most ${most.toFixed(2)}.`;
}
