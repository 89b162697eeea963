/** `surepath demo`: poses and motions in the embedded two-arm cell, with no file at hand. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cell, StaticChecker, sampleInto } from '../../cell/index.ts';
import { checkPath, createChecker, firstContact } from '../../check/index.ts';
import { configurationFrom } from '../../kinematics/index.ts';
import { Random } from '../../math/index.ts';
import { buildPath } from '../../motion/index.ts';
import { assumptionsOf } from '../assumptions.ts';
import { type Command, metres, parse } from '../command.ts';
import { loadCell } from '../loadCell.ts';

const CELL = fileURLToPath(new URL('../../../cells/two-arms/cell.yaml', import.meta.url));
const SAMPLES = 2000;
const SEED = 1;

export const demoCommand: Command = {
  name: 'demo',
  summary: 'two welding arms at a table: what is checked, what is free, what collides',
  help: `usage: surepath demo

Loads the embedded cell of two six-axis arms with welding guns at a table, checks their named poses,
motions between them and ${SAMPLES} random configurations, and prints what it finds: which bodies are
closest, how far apart, what is proven free, what collides with what, where contact begins, and how
long it took. No files needed.
`,
  run(args) {
    parse('demo', args, {});
    const print = (line = '') => process.stdout.write(`${line}\n`);
    const start = performance.now();
    const { cell } = loadCell('demo', CELL, {});
    const checker = new StaticChecker(cell);
    const loading = performance.now() - start;
    const triangles = cell.bodies
      .flatMap((body) => body.pieces)
      .reduce((n, piece) => n + (piece.kind === 'mesh' ? piece.tree.triangleCount : 0), 0);
    print(`Two six-axis arms with spot-welding guns at a car door (${relative('.', CELL)})`);
    print(
      `${cell.bodies.length} bodies, ${triangles} triangles, ${cell.tree.dofs.length} joints, loaded in ${loading.toFixed(0)} ms`,
    );
    const excluded = (reason: string) => cell.pairs.filter((p) => p.reason === reason).length;
    print(
      `${cell.pairs.length} pairs of bodies: ${cell.tested.length} tested, ${excluded('swept')} proven apart for all joint values,`,
    );
    print(
      `${excluded('static') + excluded('rigid') + excluded('same-link')} that cannot move against each other; assuming ${assumptionsOf(cell).join(', ')}`,
    );
    print();
    print(
      'left      right     verdict    closest bodies of different owners    distance    proven at least',
    );
    for (const left of ['home', 'ready', 'weld_1', 'weld_2']) {
      for (const right of left === 'home' ? ['home'] : ['ready', 'weld_1', 'weld_2']) {
        printPose(checker, left, right, print);
      }
    }
    print();
    printMotions(cell, print);
    print();
    printRandom(checker, print);
    print();
    print('Your own cell:  surepath info cell.yaml,  surepath check cell.yaml path.json');
    return 0;
  },
};

/** Both arms at named states of their SRDF. */
function printPose(
  checker: StaticChecker,
  left: string,
  right: string,
  print: (line?: string) => void,
): void {
  const { cell } = checker;
  const q = poseOf(cell, left, right);
  const { colliding, closest: nearest } = checker.check(q);
  // Links of one arm are always near each other; what others it comes near to says more.
  const other = checker
    .within(1, q)
    .find(({ pair }) => scopeOf(cell, pair.a) !== scopeOf(cell, pair.b));
  const closest = colliding ? nearest : (other ?? nearest);
  if (!closest) return;
  const names = `${cell.bodies[closest.pair.a].name} - ${cell.bodies[closest.pair.b].name}`;
  const verdict = colliding ? 'colliding' : 'free';
  print(
    `${left.padEnd(9)} ${right.padEnd(9)} ${verdict.padEnd(10)} ${names.padEnd(37)} ${metres(closest.distance).padEnd(11)} ${closest.lower.toPrecision(12)} m`,
  );
}

function poseOf(cell: Cell, left: string, right: string): Float64Array {
  const values = new Map<string, number | readonly number[]>();
  for (const { name, semantics } of cell.description.robots) {
    const state = semantics?.states.find((s) => s.name === (name === 'left' ? left : right));
    for (const [joint, value] of state?.values ?? []) values.set(`${name}/${joint}`, value);
  }
  return configurationFrom(cell.tree, values).q;
}

/** Both arms through the same states at once: every configuration in between counts. */
function printMotions(cell: Cell, print: (line?: string) => void): void {
  const checker = createChecker(cell);
  const motions = [
    ['home', 'ready', 'weld_1'],
    ['weld_1', 'weld_2'],
    ['home', 'weld_1'],
  ].map((names) => ({
    names: names.join(' -> '),
    path: buildPath(
      cell.tree,
      names.map((name) => poseOf(cell, name, name)),
    ),
  }));
  for (const { path } of motions) checkPath(checker, path); // lets the engine compile
  for (const { names, path } of motions) {
    const start = performance.now();
    const { verdict } = checkPath(checker, path);
    const time = `${(performance.now() - start).toFixed(1)} ms`;
    const contact = verdict === 'colliding' ? firstContact(cell, path).contact : null;
    const pair =
      contact && `${cell.bodies[contact.pair.a].name} and ${cell.bodies[contact.pair.b].name}`;
    const text = contact
      ? `${verdict}: ${pair} from t = ${contact.from.toFixed(4)} of segment ${contact.segment} on`
      : `${verdict}${verdict === 'free' ? ': proven for every configuration in between' : ''}`;
    print(`${names.padEnd(24)} ${text}, ${time}`);
  }
}

function scopeOf(cell: Cell, body: number): string {
  return cell.bodies[body].name.split('/')[0];
}

function printRandom(checker: StaticChecker, print: (line?: string) => void): void {
  const { cell } = checker;
  const random = new Random(SEED);
  const list = Array.from({ length: SAMPLES }, () => {
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, random, q);
    return q;
  });
  for (const q of list.slice(0, SAMPLES / 4)) checker.firstCollision(q); // lets the engine compile
  const start = performance.now();
  const first = list.map((q) => checker.firstCollision(q));
  const microseconds = (1000 * (performance.now() - start)) / SAMPLES;
  const hits = first.filter((index) => index >= 0);
  print(
    `${SAMPLES} random configurations (seed ${SEED}): ${hits.length} collide, ${SAMPLES - hits.length} are proven free, ${microseconds.toFixed(0)} us each`,
  );
  const counts = new Map<string, number>();
  for (const index of hits) {
    const name = groupName(cell, index);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const worst = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  for (const [name, count] of worst) print(`  ${String(count).padStart(5)}  ${name}`);
}

function groupName(cell: Cell, index: number): string {
  const { a, b } = cell.tested[index];
  return `${cell.bodies[a].name} with ${cell.bodies[b].name}`;
}
