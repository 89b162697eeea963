/**
 * One process with one vitest that stays warm: gets a question (a test file, and a fault or none), plants the fault in
 * its copy of the tree, runs that file, restores, and answers what it saw. Kernels are compiled with theirs. A fault that never ends takes the
 * process with it: whoever started it waits no longer than the limit, and starts another.
 *
 *   node scripts/mutants/worker.mjs COPY
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const copy = process.argv[2];
const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  maxWorkers: 1,
  bail: 1,
  // Every run loads its modules anew, from what vite has compiled: what a fault left behind is gone.
  isolate: true,
  reporters: [{}],
});

/** What a test that fails by them has not noticed: the code fell over. */
const CRASHES = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'RangeError']);

function outcomeOf(module) {
  if (!module) return { outcome: 'broken', why: 'the test file did not run' };
  const [unloaded] = module.errors();
  const failed = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    error: test.result().errors?.[0] ?? {},
  }));
  if (failed.length === 0) {
    if (unloaded) return { outcome: 'broken', why: `does not load: ${firstLine(unloaded)}` };
    return { outcome: 'passed', why: '' };
  }
  const [{ name, error }] = failed;
  const why = `${name}: ${firstLine(error)}`;
  if (/^Test timed out/.test(error.message ?? '')) return { outcome: 'late', why };
  if (CRASHES.has(error.name)) return { outcome: 'broken', why: `crashes: ${error.name}: ${why}` };
  return { outcome: 'failed', why };
}

function firstLine(error) {
  return String(error.message ?? error).split('\n', 1)[0];
}

async function run(test) {
  const file = join(copy, 'test', `${test}.test.ts`);
  const specifications = await vitest.globTestSpecifications([file]);
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return outcomeOf(testModules.find(({ moduleId }) => moduleId === file));
}

async function ask({ test, fault }) {
  if (!fault) return run(test);
  const compiled = fault.file.startsWith('assembly/');
  const beside = compiled || fault.file.startsWith('experiments/');
  const file = join(copy, beside ? '' : 'src', fault.file);
  const before = readFileSync(file, 'utf8');
  const parts = before.split(fault.text);
  if (parts.length !== 2) {
    return { outcome: 'broken', why: `its text occurs ${parts.length - 1} times` };
  }
  const module = join(copy, 'src/kernel/module.ts');
  const moduleBefore = readFileSync(module, 'utf8');
  try {
    writeFileSync(file, parts.join(fault.becomes));
    if (compiled) execFileSync(process.execPath, [join(copy, 'scripts/kernel.mjs')]);
    vitest.invalidateFile(compiled ? module : file);
    return await run(test);
  } finally {
    writeFileSync(file, before);
    writeFileSync(module, moduleBefore);
    vitest.invalidateFile(compiled ? module : file);
  }
}

process.on('message', async (question) => {
  const start = performance.now();
  let answer;
  try {
    answer = await ask(question);
  } catch (error) {
    answer = { outcome: 'broken', why: firstLine(error) };
  }
  process.send({ ...answer, seconds: (performance.now() - start) / 1000 });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
