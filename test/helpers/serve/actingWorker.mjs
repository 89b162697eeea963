/**
 * A worker of a gate that computes nothing: it does what the "joints" of a state say, by name (spin: milliseconds, exit, hang,
 * echo). For tests of what stands around the methods. Runs on the build, like every worker.
 */
import { errorObjectOf, GateError } from '../../../dist/gate/index.js';
import { runWorker } from '../../../dist/serve/pool/workerLoop.js';
import { READ_CALL, READ_MESSAGE, routeCall, routeMessage } from '../../../dist/serve/routing.js';

const FACTS = { joints: ['echo', 'spin'], clearance: 0, assumptions: ['nothing is computed'] };

runWorker(({ gate }) => {
  const cells = new Map();
  const digestOf = (version) => `${version}`.padStart(64, '0');
  const opened = (cell, version) => ({
    ...FACTS,
    ...{ gate, cell, version, digest: digestOf(version) },
    bodies: [],
    testedPairs: 0,
    notes: [],
  });
  return {
    bring({ cell, version }) {
      cells.set(cell, version);
    },
    forget: (cell) => cells.delete(cell),
    perform(name, text, context) {
      if (name === READ_MESSAGE) return { text: '', data: routeMessage(text, { mostInBatch: 10 }) };
      if (name.startsWith(READ_CALL)) {
        return { text: '', data: routeCall(name.slice(READ_CALL.length), text) };
      }
      const params = JSON.parse(text);
      const { cell } = context;
      if (name === 'open') {
        cells.set(cell, 1);
        const change = {
          kind: 'opened',
          ...{ cell, version: 1, digest: digestOf(1), facts: FACTS },
          source: { request: { file: params.file }, files: new Map() },
        };
        const result = { ...opened(cell, 1), file: params.file };
        return {
          text: JSON.stringify(result),
          made: { cell, version: 1, data: change },
        };
      }
      if (cells.get(cell) !== context.version) throw new GateError(-32603, 'has another version');
      const { version } = context;
      if (name === 'edit') {
        const next = { cell, version: version + 1, digest: digestOf(version + 1) };
        const change = { kind: 'edited', ...next, facts: FACTS, edits: params.edits };
        cells.set(cell, version + 1);
        const made = { cell, version: version + 1, data: change };
        return { text: JSON.stringify(opened(cell, version + 1)), made };
      }
      const acts = params.q ?? {};
      if (acts.exit) process.exit(3);
      if (acts.hang) for (;;);
      const [, spin] = /^spin (\d+)$/.exec(params.file?.name ?? '') ?? [];
      const end = performance.now() + Number(spin ?? acts.spin ?? 0);
      let verdict = 'free';
      while (performance.now() < end) {
        context.onProgress?.({ phase: 'checking', done: 1, of: 2 });
        if (context.signal.aborted || performance.now() > context.deadline) {
          verdict = 'undecided';
          break;
        }
      }
      const length = params.file?.contents?.length ?? 0;
      return { text: JSON.stringify({ gate, cell, version, verdict, echo: acts.echo ?? length }) };
    },
    refusalOf: errorObjectOf,
  };
});
