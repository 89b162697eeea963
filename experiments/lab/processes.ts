/**
 * Jobs in processes of their own, several at once; what they find comes in the order of the jobs. A process and not a
 * thread: times are CPU times of a process, and one that is alone in it is measured as it would be without the others.
 */
import { type ChildProcess, fork } from 'node:child_process';

/** To a process: a job. From it: what it is doing, what it found, or why it could not. Structured clones. */
export type FromProcess<Found> =
  | { readonly say: 'progress'; readonly text: string }
  | { readonly say: 'done'; readonly found: Found }
  | { readonly say: 'failed'; readonly message: string };

export interface ProcessOptions {
  /** The file that a process runs; it listens for a job, and answers with FromProcess. */
  readonly file: URL;
  readonly count: number;
  readonly progress?: (text: string) => void;
}

/** What each job finds, in their order, as soon as those before it are done. Who stops taking them ends the processes. */
export async function* inProcesses<Job, Found>(
  jobs: readonly Job[],
  { file, count, progress }: ProcessOptions,
): AsyncGenerator<Found, void, undefined> {
  const children = new Set<ChildProcess>();
  const results = jobs.map(() => deferred<Found>());
  // Whoever takes it hears of it; until then it is nobody's.
  for (const { promise } of results) promise.catch(() => {});
  let next = 0;
  /** Does jobs one after the other, each in a fresh process: what one leaves behind does not slow the next. */
  const work = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next++;
      const child = fork(file, { serialization: 'advanced' });
      children.add(child);
      try {
        results[index].resolve(await resultOf<Job, Found>(child, jobs[index], progress));
      } catch (error) {
        results[index].reject(error);
        return;
      } finally {
        children.delete(child);
        child.kill();
      }
    }
  };
  for (let i = 0; i < Math.min(count, jobs.length); i++) void work();
  try {
    for (const { promise } of results) yield await promise;
  } finally {
    next = jobs.length;
    for (const child of children) child.kill();
  }
}

function resultOf<Job, Found>(
  child: ChildProcess,
  job: Job,
  progress: ((text: string) => void) | undefined,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromProcess<Found>) => {
      if (message.say === 'progress') progress?.(message.text);
      else if (message.say === 'done') resolve(message.found);
      else reject(new Error(message.message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`a process of the experiments ended with ${signal ?? `code ${code}`}`)),
    );
    child.send(job as never);
  });
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
