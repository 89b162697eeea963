/**
 * Damages files of every format that is read and reads them. A result or an error that names its place is
 * fine; anything else is a fault: a crash, more than two seconds, more than a gigabyte.
 *
 *   node scripts/fuzzReaders.mjs [--count 10000 | --minutes 1] [--seed 1] [--reader NAME[,NAME]]
 *     [--only NAME:SEED:INDEX] [--json]
 *
 * Prints a line every ten seconds, one per reader in the end, and every fault with what reproduces it: `--only` runs that input alone and
 * writes it to the working folder. Ends with 1 if there was one. The readers and what damages their files
 * are TypeScript of test/helpers/fuzz, compiled to node_modules/.cache first; files of others are found through
 * SUREPATH_DATA.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { compileTests } from './compileTests.mjs';

/** Of the processor's time, so that a busy machine does not matter; and of the clock's. */
const MOST_CPU_MS = 2000;
const MOST_CLOCK_MS = 60_000;
const MOST_BYTES = 2 ** 30;
const LOOK_EVERY_MS = 100;
const REPORT_MS = 10_000;
/** Faults of one kind that are printed in full. */
const SHOWN = 3;

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    reader: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const count = values.count === undefined ? undefined : Number(values.count);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (!Number.isInteger(seed) || [count, minutes].some((x) => x !== undefined && !(x > 0))) {
  console.error('--seed is an integer, --count and --minutes are positive numbers');
  process.exit(2);
}

const load = compileTests(['test/helpers/fuzz/worker.ts']);
const { allReaders } = await load('test/helpers/fuzz/readers.js');
const { inputOf } = await load('test/helpers/fuzz/run.js');
const readers = allReaders();
const wanted = values.reader?.split(',') ?? readers.map(({ name }) => name);
const unknown = wanted.find((name) => !readers.some((reader) => reader.name === name));
if (unknown !== undefined) {
  console.error(`there is no reader ${unknown}; there are ${readers.map(({ name }) => name)}`);
  process.exit(2);
}

for (const { name, samples, read } of readers) {
  for (const { bytes } of samples) await aboutSample(name, () => read(bytes));
}

/** Damage to a file that nobody could read shows nothing. */
async function aboutSample(name, read) {
  try {
    await read();
  } catch (error) {
    console.error(`a sample of ${name} is not read: ${error}`);
    process.exit(2);
  }
}

const state = new Int32Array(new SharedArrayBuffer(8));
let worker = null;

async function startWorker() {
  worker = new Worker(join(load.build, 'test/helpers/fuzz/worker.js'), {
    workerData: { state: state.buffer },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  await new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject);
      resolve();
    });
    worker.once('error', reject);
  });
}

async function stopWorker() {
  const old = worker;
  worker = null;
  // Late errors of a thread that was given up are nobody's concern.
  old?.on('error', () => {});
  await Promise.race([old?.terminate(), new Promise((resolve) => setTimeout(resolve, 5000))]);
}

/** Runs a range; a thread that has to be stopped is replaced, and the range goes on behind the input. */
async function run(reader, from, to) {
  const sum = { codes: {}, faults: [] };
  for (let next = from; next < to; ) {
    if (!worker) await startWorker();
    const end = await watch({ reader, seed, from: next, to });
    if ('codes' in end) {
      for (const [code, n] of Object.entries(end.codes))
        sum.codes[code] = (sum.codes[code] ?? 0) + n;
      sum.faults.push(...end.faults);
      return sum;
    }
    // What the thread had counted before is lost; its inputs did no harm.
    const index = Atomics.load(state, 0);
    sum.codes.unknown = (sum.codes.unknown ?? 0) + index - next;
    sum.codes.fault = (sum.codes.fault ?? 0) + 1;
    sum.faults.push({ index, message: end.message });
    await stopWorker();
    next = index + 1;
  }
  return sum;
}

/** What came of a range, or why the thread has to be stopped. */
function watch(task) {
  return new Promise((resolve) => {
    let begun = -1;
    let cpu = 0;
    let clock = 0;
    const used = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const timer = setInterval(() => {
      const now = Atomics.load(state, 1);
      if (now !== begun) {
        begun = now;
        cpu = used();
        clock = performance.now();
      }
      const rss = process.memoryUsage.rss();
      if (rss > MOST_BYTES) finish({ message: `memory: ${Math.round(rss / 2 ** 20)} MiB` });
      else if (used() - cpu > MOST_CPU_MS) finish({ message: 'more than two seconds' });
      else if (performance.now() - clock > MOST_CLOCK_MS) finish({ message: 'does not end' });
    }, LOOK_EVERY_MS);
    const finish = (end) => {
      clearInterval(timer);
      worker.off('message', finish);
      worker.off('error', fail);
      worker.off('exit', leave);
      resolve(end);
    };
    const fail = (error) => finish({ message: `the thread ended: ${error.message}` });
    worker.on('message', finish);
    const leave = () => finish({ message: 'the thread is gone' });
    worker.on('error', fail);
    worker.on('exit', leave);
    worker.postMessage(task);
  });
}

if (values.only) {
  const [name, of, index] = values.only.split(':');
  const reader = readers.find((each) => each.name === name);
  const file = `fuzz-${name}-${of}-${index}`;
  writeFileSync(file, inputOf(reader, Number(of), Number(index)));
  console.log(`${file} has the input`);
  try {
    await reader.read(inputOf(reader, Number(of), Number(index)));
    console.log('read');
  } catch (error) {
    console.log(error);
  }
  process.exit(0);
}

const begin = performance.now();
const total = count ?? (minutes === undefined ? 10_000 : Number.POSITIVE_INFINITY);
const until = minutes === undefined ? Number.POSITIVE_INFINITY : begin + 60_000 * minutes;
const results = Object.fromEntries(
  wanted.map((name) => [name, { inputs: 0, ms: 0, codes: {}, faults: [] }]),
);
let done = 0;
let told = begin;
for (let round = 0; done < total && performance.now() < until; round++) {
  for (const { name, share } of readers.filter((reader) => wanted.includes(reader.name))) {
    const size = Math.min(share, total - done);
    if (size <= 0 || performance.now() >= until) break;
    const start = performance.now();
    const { codes, faults } = await run(name, round * share, round * share + size);
    const result = results[name];
    result.ms += performance.now() - start;
    result.inputs += size;
    done += size;
    if (!values.json && performance.now() - told > REPORT_MS) {
      told = performance.now();
      console.log(`${done} inputs in ${((told - begin) / 1000).toFixed(0)} s`);
    }
    for (const [code, n] of Object.entries(codes))
      result.codes[code] = (result.codes[code] ?? 0) + n;
    for (const { index, message } of faults) {
      result.faults.push({ index, message });
      if (result.faults.length <= SHOWN || message.startsWith('memory')) {
        console.error(`FAULT --only ${name}:${seed}:${index}\n${message}`);
      }
    }
  }
}
await stopWorker();
const faults = Object.values(results).reduce((n, result) => n + result.faults.length, 0);
const read = Object.values(results).reduce((n, { codes }) => n + (codes.read ?? 0), 0);
if (values.json)
  console.log(JSON.stringify({ inputs: done, read, faults, seed, readers: results }));
else {
  for (const [name, { inputs, ms, codes, faults: found }] of Object.entries(results)) {
    const kinds = Object.keys(codes).length;
    console.log(
      `${name.padEnd(15)} ${String(inputs).padStart(8)} inputs, ${String(codes.read ?? 0).padStart(7)} read, ${String(kinds).padStart(3)} outcomes, ${found.length} faults, ${(ms / inputs).toFixed(2)} ms each`,
    );
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(`${done} inputs in ${seconds} s, seed ${seed}: ${read} read, ${faults} faults`);
}
process.exit(faults === 0 ? 0 : 1);
