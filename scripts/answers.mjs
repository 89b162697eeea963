// @ts-check
/**
 * Asks a build about every embedded cell and writes all that it answers: certificates, text, JSON, JUnit,
 * reports, exit codes. Two builds that answer the same make the same files, times left out.
 *
 *   node scripts/answers.mjs OUT [DIST]       answers of DIST (default: dist) to the folder OUT
 *   node scripts/answers.mjs OUT --quick      only what takes seconds
 *   diff -r OUT1 OUT2
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2).filter((word) => word !== '--quick');
const quick = process.argv.includes('--quick');
const out = resolve(args[0] ?? 'answers');
const main = join(resolve(args[1] ?? join(ROOT, 'dist')), 'cli/main.js');
const cells = join(ROOT, 'cells');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** Times and versions differ between runs; nothing else may. */
function timeless(/** @type {string} */ text) {
  return text
    .replace(/\b\d+(\.\d+)?(e-?\d+)? ?(ms|s|seconds|milliseconds)\b/g, 'TIME')
    .replace(/"(\w*(?:milliseconds|seconds|_ms|_s|time))": ?[\d.e+-]+/g, '"$1": TIME')
    .replace(/\btime="[\d.]+"/g, 'time="TIME"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'DATE');
}

let count = 0;
/** Runs a command in the folder of the answers; its text and exit code become one file. */
function ask(/** @type {string} */ name, /** @type {string[]} */ ...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: out,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const text = `exit ${status}\n${stdout}--\n${stderr}`.replaceAll(ROOT, 'ROOT/');
  writeFileSync(join(out, `${name}.txt`), timeless(text));
  count++;
}

for (const cell of readdirSync(cells)) {
  const folder = join(cells, cell);
  const file = join(folder, 'cell.yaml');
  if (!existsSync(file)) continue;
  ask(`${cell}.info`, 'info', file);
  ask(`${cell}.pairs`, 'info', file, '--pairs', '--json');
  const paths = existsSync(join(folder, 'paths')) ? readdirSync(join(folder, 'paths')) : [];
  for (const path of paths.filter((name) => name.endsWith('.json'))) {
    const name = `${cell}.${path.replace('.json', '')}`;
    const at = join(folder, 'paths', path);
    ask(`${name}.check`, 'check', file, at, '--all', '--json');
    ask(
      `${name}.certify`,
      ...['check', file, at, '--certificate', `${name}.certificate`, '--junit', `${name}.xml`],
    );
    if (existsSync(join(out, `${name}.certificate`))) {
      ask(`${name}.verify`, 'verify', `${name}.certificate`, file);
      ask(`${name}.verifyPath`, 'verify', `${name}.certificate`, file, '--path', at, '--json');
    }
    ask(`${name}.first`, 'check', file, at, '--first-contact', '--json', '--budget', '20000');
    if (quick) continue;
    ask(`${name}.adaptive`, 'check', file, at, '--method', 'adaptive', '--budget', '20000');
    ask(`${name}.refined`, 'check', file, at, '--method', 'refined', '--budget', '20000');
    ask(`${name}.fixed`, 'check', file, at, '--method', 'fixed', '--json');
    ask(`${name}.clearances`, 'check', file, at, '--clearances', '--budget', '20000');
    ask(`${name}.profile`, 'check', file, at, '--profile', '--budget', '20000');
    ask(`${name}.penetration`, 'check', file, at, '--penetration', '0.01', '--budget', '20000');
    ask(`${name}.report`, 'check', file, at, '--report', `${name}.html`);
    ask(`${name}.smooth`, 'smooth', file, at, '--out', `${name}.smooth.json`, '--seed', '3');
  }
}

const arms = join(cells, 'two-arms/cell.yaml');
const cage = join(cells, 'cage/cell.yaml');
ask(
  'plan.arms',
  'plan',
  arms,
  '--from',
  'home',
  '--to',
  'weld_1',
  '--out',
  'arms.json',
  '--seed',
  '1',
);
ask(
  'plan.armsJson',
  'plan',
  arms,
  '--from',
  'home',
  '--to',
  'weld_1',
  '--json',
  '--seed',
  '2',
  '--iterations',
  '5000',
  '--smooth',
);
for (const planner of ['rrt-connect', 'sbl', 'a-sbl', 'ladder-sbl', 'bls', 'prm', 'lazy-prm']) {
  ask(
    `plan.${planner}`,
    ...['plan', arms, '--from', 'home', '--to', 'weld_1', '--planner', planner, '--seed', '5'],
    ...['--iterations', '5000', '--smooth', '--timed'],
    ...['--out', `plan.${planner}.json`, '--certificate', `plan.${planner}.certificate`],
  );
}
ask('plan.unknown', 'plan', arms, '--from', 'home', '--to', 'nowhere');
ask('check.missing', 'check', cage, 'missing.json');
ask('check.usage', 'check', cage);
ask('demo', 'demo');
for (const command of ['check', 'plan', 'smooth', 'verify', 'distance', 'info', 'studio', 'demo']) {
  ask(`help.${command}`, command, '--help');
}

for (const name of readdirSync(out)) {
  if (!/\.(xml|html)$/.test(name)) continue;
  writeFileSync(join(out, name), timeless(readFileSync(join(out, name), 'utf8')));
}
console.log(`${count} commands, answers in ${out}`);
