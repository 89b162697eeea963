/**
 * Runs inputs in a thread of its own, so that one that never ends, or fills the memory, can be stopped from
 * outside. Which reader is given at the start; then ranges of inputs come as messages.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { allReaders } from './readers.ts';
import { attempt, inputOf } from './run.ts';

interface Task {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** The input at hand, and how many were begun: looked at by who started the thread. */
const state = new Int32Array(workerData.state);
const readers = new Map(allReaders().map((reader) => [reader.name, reader]));

parentPort?.on('message', async ({ reader: name, seed, from, to }: Task & { reader: string }) => {
  const reader = readers.get(name);
  if (!reader) throw new Error(`there is no reader ${name}`);
  const codes: Record<string, number> = {};
  const faults: { index: number; message: string }[] = [];
  for (let index = from; index < to; index++) {
    const bytes = inputOf(reader, seed, index);
    Atomics.store(state, 0, index);
    Atomics.add(state, 1, 1);
    const outcome = await attempt(reader, bytes);
    const code = outcome.kind === 'refused' ? outcome.code : outcome.kind;
    codes[code] = (codes[code] ?? 0) + 1;
    if (outcome.kind === 'fault') faults.push({ index, message: outcome.message });
  }
  parentPort?.postMessage({ codes, faults });
});
parentPort?.postMessage('ready');
