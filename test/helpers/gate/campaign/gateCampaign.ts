/**
 * Random programs of edits, questions and mishaps against a gate. Every answer is compared with that of a cell which is
 * opened anew for the version it names. A program is known by two numbers, so that it can be run again, and counts add up.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ROBOT_FILES } from './cellFiles.ts';
import { type Abilities, ALL_ABILITIES, commandsOf, specsOf } from './commands.ts';
import type { NextStep } from './inlineGate.ts';
import { type OpenSpec, Session } from './session.ts';
import type { TestedGate } from './testedGate.ts';

/** What a program runs against. */
export interface GateSetting {
  readonly workers: number;
  readonly folder: string;
  readonly next: NextStep;
}

export interface CampaignOptions {
  readonly seed: number;
  readonly start: (setting: GateSetting) => TestedGate | Promise<TestedGate>;
  readonly abilities?: Partial<Abilities> | undefined;
  /** Commands of a program at most. Default 60. */
  readonly commands?: number | undefined;
  /** Threads do things in their own order: then no scheduler delays messages. Default false. */
  readonly isLive?: boolean | undefined;
  /** Whether a program that fails is made smaller. Default true. */
  readonly shrinks?: boolean | undefined;
  /** Milliseconds for a program, and for all that is tried to make it smaller. */
  readonly shrinkTime_ms?: number | undefined;
}

export interface Contradiction {
  /** `SEED:PROGRAM`. */
  readonly program: string;
  readonly what: string;
  /** The shortest program that was found to fail. */
  readonly commands: string;
}

/** A program and what it begins with. */
interface Program {
  readonly workers: number;
  readonly clients: number;
  readonly spec: OpenSpec;
  readonly scheduler: fc.Scheduler;
  readonly program: Iterable<fc.AsyncCommand<Session, Session>>;
  readonly isCounted: boolean;
}

/** Programs of one seed never meet those of another below this many. */
const PROGRAMS = 1_000_000;
const COMMANDS = 60;
const SHRINK_MS = 60_000;

export class GateCampaign {
  programs = 0;
  answers = 0;
  readonly counts = new Map<string, number>();
  readonly contradictions: Contradiction[] = [];
  private readonly options: CampaignOptions;
  /** Is served by the gates of all programs, one after the other. */
  private readonly folder = mkdtempSync(join(tmpdir(), 'surepath-gate-campaign-'));

  constructor(options: CampaignOptions) {
    this.options = options;
    for (const [name, bytes] of ROBOT_FILES) writeFileSync(join(this.folder, name), bytes);
  }

  /** Takes its files away. */
  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a program, and makes it smaller if it fails. */
  async run(program: number): Promise<void> {
    const { seed, abilities = {}, commands = COMMANDS, shrinks = true } = this.options;
    const { shrinkTime_ms = SHRINK_MS } = this.options;
    const arbitraries = commandsOf({ ...ALL_ABILITIES, ...abilities });
    let isFirst = true;
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      specsOf({ ...ALL_ABILITIES, ...abilities }),
      fc.scheduler(),
      fc.commands(arbitraries, { maxCommands: commands, size: 'max' }),
      async (workers, clients, spec, scheduler, program) => {
        // What is tried while a failure is made smaller does not count.
        const isCounted = isFirst;
        isFirst = false;
        await this.perform({ workers, clients, spec, scheduler, program, isCounted });
      },
    );
    this.programs++;
    const details = await fc.check(property, {
      ...{ seed: seed * PROGRAMS + program, numRuns: 1, unbiased: true },
      endOnFailure: !shrinks,
      interruptAfterTimeLimit: shrinkTime_ms,
    });
    if (!details.failed) return;
    const [workers, clients, spec, , cmds] = details.counterexample ?? [];
    const what = String((details.errorInstance as Error | null)?.message ?? details.errorInstance);
    const text = `${workers} workers, ${clients} clients, opened ${JSON.stringify(spec)}: ${cmds}`;
    this.contradictions.push({ program: `${seed}:${program}`, what, commands: text });
  }

  private async perform({
    workers,
    clients,
    spec,
    scheduler,
    program,
    isCounted,
  }: Program): Promise<void> {
    const { start, abilities, isLive = false } = this.options;
    const { disk } = { ...ALL_ABILITIES, ...abilities };
    const next: NextStep = (label) => scheduler.schedule(Promise.resolve(), label);
    const { folder } = this;
    const session = new Session(() => start({ workers, folder, next }), {
      folder,
      ...{ clients, disk, isLive },
      turn: () => (isLive ? Promise.resolve() : next('the next command')),
    });
    const pumped = <T>(work: Promise<T>): Promise<T> => (isLive ? work : scheduler.waitFor(work));
    try {
      await pumped(session.begin().then(() => session.open(0, spec)));
      const setup = () => ({ model: session, real: session });
      await pumped(fc.asyncModelRun(setup, program));
      await pumped(session.settle());
      session.judge();
    } finally {
      await pumped(session.end());
      if (isCounted) {
        this.answers += session.answers;
        for (const [label, count] of session.counts) {
          this.counts.set(label, (this.counts.get(label) ?? 0) + count);
        }
      }
    }
  }

  summary(): string {
    const { programs, answers, contradictions } = this;
    return `${answers} answers of ${programs} programs; ${contradictions.length} contradictions`;
  }
}
