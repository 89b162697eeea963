/**
 * A worker of the pool that does as it is told, also what no worker should: it ends, hangs, or runs out of memory. Cells
 * are lists of entries. Runs on the build, like every worker.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { runWorker } from '../../../dist/serve/pool/workerLoop.js';

/** Counts in a file how often something was begun: the thread that counted may be gone. */
function attempt(file) {
  let n = 0;
  try {
    n = Number(readFileSync(file, 'utf8'));
  } catch {}
  writeFileSync(file, String(n + 1));
  return n + 1;
}

runWorker(() => {
  const cells = new Map();
  const known = (id) => {
    const cell = cells.get(id);
    if (!cell) throw { code: -32001, message: `no cell ${id}` };
    return cell;
  };
  const acts = {
    echo: ({ value }) => ({ value }),
    refuse: () => {
      throw { code: -32000, message: 'refused', data: 7 };
    },
    exit: () => process.exit(3),
    throwLater: () =>
      new Promise(() =>
        setTimeout(() => {
          throw new Error('nobody catches this');
        }),
      ),
    memory: () => {
      const all = [];
      for (;;) all.push(new Array(1e5).fill(all.length + 0.5));
    },
    hang: () => {
      for (;;);
    },
    /** Ends the first times it is tried. */
    exitTimes: ({ file, times, value }) => {
      if (attempt(file) <= times) process.exit(3);
      return { value };
    },
    /** Until it is told to stop, or its time is over. */
    wait: (_, context) => {
      while (!context.signal.aborted && performance.now() < context.deadline);
      return { verdict: 'undecided' };
    },
    spin: ({ ms }, context) => {
      const end = performance.now() + ms;
      for (let k = 0; performance.now() < end; k++) if (k % 1000 === 0) context.onProgress?.({ k });
      return { ms };
    },
    later: async ({ value }) => {
      await new Promise((done) => setTimeout(done, 5));
      return { value };
    },
    read: ({ cell }) => ({ entries: known(cell) }),
  };
  return {
    bring({ cell, version, data: { from, entries } }) {
      const list = [...(cells.get(cell) ?? []).slice(0, from), ...entries];
      if (list.length !== version)
        throw { code: -32603, message: `has ${list.length} of ${version}` };
      if (list.includes('cannot be replayed')) {
        cells.delete(cell);
        throw { code: -32603, message: 'cannot be replayed' };
      }
      cells.set(cell, list);
    },
    forget: (cell) => cells.delete(cell),
    perform(name, text, context) {
      const params = JSON.parse(text);
      if (name === 'open') {
        cells.set(params.cell, [params.entry]);
        const made = { cell: params.cell, version: 1, data: params.entry };
        return { text: JSON.stringify({ version: 1 }), made };
      }
      if (name === 'edit' || name === 'editExit') {
        const list = [...known(params.cell), params.entry];
        cells.set(params.cell, list);
        if (name === 'editExit' && attempt(params.file) === 1) process.exit(3);
        const made = { cell: params.cell, version: list.length, data: params.entry };
        return { text: JSON.stringify({ version: list.length }), made };
      }
      if (context.cell !== null && known(context.cell).length !== context.version) {
        throw { code: -32603, message: `has not version ${context.version}` };
      }
      const result = acts[name](params, context);
      return result instanceof Promise
        ? result.then((value) => ({ text: JSON.stringify(value) }))
        : { text: JSON.stringify(result) };
    },
    refusalOf: (error) =>
      error instanceof Error ? { code: -32603, message: error.message } : error,
  };
});
