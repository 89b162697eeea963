/** `surepath demo`: the whole job in the embedded two-arm cell, with no file at hand. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assumptionsOf, type Cell, StaticChecker, testedCount } from '../../cell/index.ts';
import type { OpenCell } from '../../jobs/index.ts';
import { metresLower, metresUpper, milliseconds } from '../../words/index.ts';
import { type Command, parse, usageFault } from '../command.ts';
import { loadCell } from '../loadCell.ts';
import { printText } from '../out.ts';
import { printComparison } from './demoCompare.ts';
import { printPlan } from './demoPlan.ts';
import { type Print, poseOf } from './demoStates.ts';

const CELL = fileURLToPath(new URL('../../../cells/two-arms/cell.yaml', import.meta.url));

export const demoCommand: Command = {
  help: `usage: surepath demo

Loads the embedded cell of two six-axis arms with welding guns at a car door, and does the whole job:
plans a motion of both arms, smooths it, checks it, writes it and its certificate to a new folder in
the system's place for temporary files, and has the written certificate verified by the verifier,
which shares no collision code with the planner. Then the same motion is planned ten times by a
planner that samples, as most do, and it is shown which of its paths collide, and where. Takes about
a quarter of a minute. No files needed.
`,
  run(args) {
    const { positionals } = parse('demo', args, {});
    if (positionals.length > 0) throw usageFault('demo', 'demo takes no arguments');
    const print: Print = (line = '') => printText(`${line}\n`);
    const loaded = loadDemoCell(print);
    printPoses(loaded.cell, print);
    print();
    const folder = mkdtempSync(join(tmpdir(), 'surepath-demo-'));
    const verified = printPlan(loaded, CELL, folder, print);
    print();
    const proven = printComparison(loaded.cell, print);
    print();
    print(
      'Your own cell:  surepath plan cell.yaml --from home --to weld_1 --smooth --out path.json',
    );
    print('                surepath check cell.yaml path.json      surepath plan --help');
    return verified && proven ? 0 : 1;
  },
};

function loadDemoCell(print: Print): OpenCell {
  const start = performance.now();
  const loaded = loadCell('demo', CELL, {});
  const { cell } = loaded;
  const loading = performance.now() - start;
  const triangles = cell.bodies
    .flatMap((body) => body.pieces)
    .reduce((n, piece) => n + (piece.kind === 'mesh' ? piece.tree.triangleCount : 0), 0);
  print(`Two six-axis arms with spot-welding guns at a car door (${relative('.', CELL)})`);
  print(
    `${cell.bodies.length} bodies, ${triangles} triangles, ${cell.tree.dofs.length} joints, loaded in ${milliseconds(loading, 0)}; ${testedCount(cell)} pairs of bodies are tested,`,
  );
  print(`assuming ${assumptionsOf(cell).join(', ')}`);
  print();
  return loaded;
}

/** Both arms at the same named state of their SRDF. */
function printPoses(cell: Cell, print: Print): void {
  const checker = new StaticChecker(cell);
  print('both arms  verdict    closest bodies of different owners    distance    proven at least');
  for (const name of ['home', 'ready', 'weld_1', 'weld_2']) {
    const q = poseOf(cell, name);
    const { colliding, closest: nearest } = checker.check(q);
    // Links of one arm are always near each other; what others it comes near to says more.
    const other = checker
      .within(1, q)
      .find(({ pair }) => scopeOf(cell, pair.a) !== scopeOf(cell, pair.b));
    const closest = colliding ? nearest : (other ?? nearest);
    if (!closest) continue;
    const names = `${cell.bodies[closest.pair.a].name} - ${cell.bodies[closest.pair.b].name}`;
    const verdict = colliding ? 'colliding' : 'free';
    print(
      `${name.padEnd(10)} ${verdict.padEnd(10)} ${names.padEnd(37)} ${metresUpper(closest.distance).padEnd(11)} ${metresLower(closest.lower, 12)}`,
    );
  }
}

function scopeOf(cell: Cell, body: number): string {
  return cell.bodies[body].name.split('/')[0];
}
