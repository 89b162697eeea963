/**
 * Damages robot files at random and reads them: every outcome but a model or an InputError is a bug.
 *
 *   npm run build && node scripts/fuzzRobots.mjs [--runs 10000] [--seed 1] robot.urdf [robot.srdf ...]
 *
 * An SRDF belongs to the URDF before it. Meshes are looked for as usual and not damaged. A failing
 * input is written to the working folder as fuzz-<seed>-<run>.xml.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSrdf, readUrdf } from '../dist/formats/index.js';
import { InputError, Random } from '../dist/math/index.js';

const SLOW_MS = 5000;
const SPICE = ['<', '>', '/', '"', '&', '-', '.', 'e', '0', '9', ' ', '\n', 'nan', '-->', '<!--'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
if (positionals.length === 0) {
  console.error('usage: node scripts/fuzzRobots.mjs [--runs n] [--seed n] robot.urdf [robot.srdf]');
  process.exit(2);
}
const runs = Number(values.runs);
const seed = Number(values.seed);

/** Every mesh is read from the disk once. */
const cache = new Map();
function files(path) {
  if (!cache.has(path)) cache.set(path, existsSync(path) ? readFileSync(path) : undefined);
  return cache.get(path);
}

/** One to three edits: a piece changed, dropped or doubled, or two quoted words exchanged. */
function mutate(original, random) {
  let text = original;
  const gentle = random.below(2) === 0;
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(text.length + 1);
    const kind = gentle ? 3 : random.below(4);
    if (kind === 0) {
      text =
        text.slice(0, at) + SPICE[random.below(SPICE.length)] + text.slice(at + random.below(2));
    } else if (kind === 1) {
      text = text.slice(0, at) + text.slice(at + 1 + random.below(200));
    } else if (kind === 2) {
      text = text.slice(0, at) + text.slice(Math.max(0, at - random.below(200)));
    } else {
      const words = text.split('"');
      const pick = () => 1 + 2 * random.below(Math.max(1, Math.floor(words.length / 2)));
      const [i, j] = [pick(), pick()];
      if (i < words.length && j < words.length) [words[i], words[j]] = [words[j], words[i]];
      text = words.join('"');
    }
  }
  return text;
}

let robot;
let failures = 0;
for (const file of positionals) {
  const isSrdf = file.toLowerCase().endsWith('.srdf');
  // Visual meshes would only cost time.
  const read = (bytes) =>
    isSrdf
      ? readSrdf(bytes, { file, robot })
      : readUrdf(bytes, { file, resolver: { files }, visuals: false });
  const text = readFileSync(file, 'utf8');
  if (isSrdf && !robot) throw new Error(`${file}: give the URDF before the SRDF`);
  const whole = read(new TextEncoder().encode(text));
  if (!isSrdf) robot = whole.robot;
  const random = new Random(seed);
  const codes = new Map();
  for (let run = 0; run < runs; run++) {
    const bytes = new TextEncoder().encode(mutate(text, random));
    const start = performance.now();
    let outcome = 'read';
    try {
      read(bytes);
    } catch (error) {
      outcome = error instanceof InputError ? error.fault.code : `BUG ${error}`;
    }
    if (performance.now() - start > SLOW_MS) outcome = 'BUG slow';
    codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
    if (!outcome.startsWith('BUG')) continue;
    failures++;
    writeFileSync(`fuzz-${seed}-${run}.xml`, bytes);
  }
  console.log(`${file}: ${runs} runs, seed ${seed}`);
  for (const [code, count] of [...codes].sort((a, b) => b[1] - a[1])) {
    console.log(`  ${String(count).padStart(7)}  ${code}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
