/** A task on its way through a crew, from asking to its one answer. */
import type { KindInput, KindName } from './kinds.ts';

/** What a crew is asked: a kind by name, the cell that it is about (as `Crew.bring` named it), and its input. */
export interface CrewTask<K extends KindName = KindName> {
  readonly kind: K;
  readonly cell: string | null;
  /** Copied for the worker, and kept until it is answered: a worker that ends takes nothing along. */
  readonly input: KindInput<K>;
  /** Plain data that many tasks are about, as `Crew.lend` named it. */
  readonly goods?: string | undefined;
}

/** One task and how far it is. */
export class Errand {
  readonly task: CrewTask;
  readonly onProgress: ((progress: unknown) => void) | undefined;
  /** Workers that ended while doing it. */
  losses = 0;
  private settle: { resolve(output: unknown): void; reject(error: unknown): void } | null;

  constructor(
    task: CrewTask,
    settle: { resolve(output: unknown): void; reject(error: unknown): void },
    onProgress?: (progress: unknown) => void,
  ) {
    this.task = task;
    this.settle = settle;
    this.onProgress = onProgress;
  }

  get isAnswered(): boolean {
    return this.settle === null;
  }

  /** The first answer counts. */
  resolve(output: unknown): void {
    const { settle } = this;
    this.settle = null;
    settle?.resolve(output);
  }

  reject(error: unknown): void {
    const { settle } = this;
    this.settle = null;
    settle?.reject(error);
  }
}
