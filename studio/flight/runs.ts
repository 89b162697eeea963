/** Recordings of the examples, with the broad phase and without: each made once by the engine, and kept. */
import { FLIGHTS } from '../model/flights.ts';
import type { Host } from '../model/host.ts';
import { Recording } from './recording.ts';

/** What a run needs of the page. */
export type RunHost = Pick<Host, 'run'>;

export class Runs {
  private readonly host: RunHost;
  private readonly made = new Map<string, Recording>();
  private readonly underWay = new Map<string, Promise<Recording>>();
  private controller = new AbortController();

  constructor(host: RunHost) {
    this.host = host;
  }

  /** Null if it is not there yet. */
  get(example: string, broadPhase: boolean): Recording | null {
    return this.made.get(keyOf(example, broadPhase)) ?? null;
  }

  /** Whether it is on its way. */
  isAwaited(example: string, broadPhase: boolean): boolean {
    return this.underWay.has(keyOf(example, broadPhase));
  }

  /** Rejects with the engine's fault, or with an AbortError where somebody cancelled it. */
  ask(example: string, broadPhase: boolean): Promise<Recording> {
    const key = keyOf(example, broadPhase);
    const known = this.made.get(key);
    if (known) return Promise.resolve(known);
    let run = this.underWay.get(key);
    if (!run) {
      run = this.begin(example, broadPhase, key);
      this.underWay.set(key, run);
      const over = () => {
        if (this.underWay.get(key) === run) this.underWay.delete(key);
      };
      run.then(over, over);
    }
    return run;
  }

  /** Ends what is under way. */
  cancel(): void {
    this.controller.abort();
    this.controller = new AbortController();
    this.underWay.clear();
  }

  private async begin(example: string, broadPhase: boolean, key: string): Promise<Recording> {
    const title = FLIGHTS.find(({ name }) => name === example)?.title ?? example;
    const label = `${title}, broad phase ${broadPhase ? 'on' : 'off'}`;
    const { signal } = this.controller;
    const answer = await this.host.run('flight', { example, broadPhase }, { label, signal });
    const recording = new Recording(answer);
    this.made.set(key, recording);
    return recording;
  }
}

function keyOf(example: string, broadPhase: boolean): string {
  return `${example} ${broadPhase}`;
}
