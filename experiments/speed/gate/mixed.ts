/**
 * Requests of all kinds to one gate, from several clients at once, one in ten malformed. Every answer is held against what
 * the same methods give without a gate; what must be refused must be refused, and say so.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type CellRecord,
  type DeskMethod,
  editedRecord,
  errorObjectOf,
  GateDesk,
  type GateTask,
  openedRecord,
  perform,
  RPC,
} from 'surepath/gate';
import { Random } from 'surepath/math';
import { type GateOptions, type RunningGate, startGate } from 'surepath/serve';
import { malformed } from './malformed.ts';
import { questions } from './questions.ts';
import { TINY } from './tiny.ts';

/** What became of all requests. */
export interface MixedReport {
  readonly requests: number;
  readonly malformed: number;
  /** Answers that are not those without a gate, or where there should be none. */
  readonly wrong: number;
  /** No answer at all. */
  readonly failed: number;
  readonly milliseconds: number;
  /** Of the process, after garbage was collected: in the middle and in the end. */
  readonly heapBefore_MB: number;
  readonly heapAfter_MB: number;
  /** Of the whole process, workers included. */
  readonly residentBefore_MB: number;
  readonly residentAfter_MB: number;
  /** The first few wrong answers. */
  readonly examples: readonly string[];
  readonly methods: Readonly<Record<string, number>>;
  readonly endedWorkers: number;
}

/** How a run may differ. */
export interface MixedOptions {
  readonly gate?: Partial<GateOptions>;
  /** Called by each client every 25 requests: to break something. */
  readonly disturb?: (gate: RunningGate) => void;
}

const CLIENTS = 8;

/** Asks so many requests in all, by a seed. */
export async function runMixed(
  count: number,
  seed: number,
  { gate: options, disturb }: MixedOptions = {},
): Promise<MixedReport> {
  const gate = await startGate(options);
  const tally = { wrong: 0, failed: 0, malformed: 0, examples: [] as string[] };
  const methods: Record<string, number> = {};
  const clients = Array.from({ length: CLIENTS }, (_, k) => new Client(gate, seed + k));
  const memory: { heap: number; resident: number }[] = [];
  const begin = performance.now();
  try {
    await Promise.all(clients.map((client) => client.open()));
    const each = Math.floor(count / CLIENTS);
    for (let half = 0; half < 2; half++) {
      await Promise.all(
        clients.map(async (client) => {
          for (let i = 0; i < each / 2; i++) {
            if (i % 25 === 24) disturb?.(gate);
            const { kind, complaint, method } = await client.step();
            methods[method] = (methods[method] ?? 0) + 1;
            if (kind === 'malformed') tally.malformed++;
            if (complaint === null) continue;
            tally[kind === 'failed' ? 'failed' : 'wrong']++;
            if (tally.examples.length < 10) tally.examples.push(`${method}: ${complaint}`);
          }
        }),
      );
      memory.push(memoryNow());
    }
    const { endedWorkers } = gate.facts();
    return {
      ...{ ...tally, methods, endedWorkers, requests: CLIENTS * each },
      milliseconds: performance.now() - begin,
      ...{ heapBefore_MB: memory[0].heap, heapAfter_MB: memory[1].heap },
      ...{ residentBefore_MB: memory[0].resident, residentAfter_MB: memory[1].resident },
    };
  } finally {
    await gate.close();
  }
}

/** What came of one request; the complaint is null if all is well. */
interface Step {
  readonly kind: 'right' | 'malformed' | 'failed';
  readonly method: string;
  readonly complaint: string | null;
}

/** One client with a cell of its own, and the same cell without a gate. */
class Client {
  private readonly url: string;
  private readonly random: Random;
  private readonly desk = new GateDesk();
  private record: CellRecord | null = null;

  constructor({ url }: RunningGate, seed: number) {
    this.url = url;
    this.random = new Random(seed);
  }

  async open(): Promise<void> {
    const { text } = await this.send('/v1/open', JSON.stringify(TINY));
    const { gate, cell } = JSON.parse(text) as { gate: string; cell: string };
    const task: GateTask<'open'> = { method: 'open', params: TINY, about: { gate, cell } };
    const { change } = perform(this.desk, task, { program: 'surepath' });
    if (change?.kind !== 'opened') throw new Error(text);
    this.record = openedRecord(gate, change);
  }

  async step(): Promise<Step> {
    const { random } = this;
    const record = this.record!;
    try {
      if (random.unit() < 0.1) {
        const { path, body, name } = malformed(random, record.cell);
        const { status, text } = await this.send(path, body);
        const complaint = isRefused(status, text) ? null : `${body} was answered: ${text}`;
        return { kind: 'malformed', method: `malformed ${name}`, complaint };
      }
      const { method, params } = questions(random, record);
      const asked = { ...params, gate: record.gate, cell: record.cell };
      const expected = this.expected(method, asked);
      const isRpc = random.unit() < 0.3;
      const body = isRpc
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: asked })
        : JSON.stringify(asked);
      const { text } = await this.send(isRpc ? '/rpc' : `/v1/${method}`, body);
      const found = answerIn(JSON.parse(text), isRpc);
      const same = comparable(found) === comparable(expected);
      const complaint = same
        ? null
        : `${body.slice(0, 300)}\n${comparable(found)?.slice(0, 1000)}\n${comparable(expected)?.slice(0, 1000)}`;
      return { kind: 'right', method, complaint };
    } catch (error) {
      return { kind: 'failed', method: 'any', complaint: String(error) };
    }
  }

  /** Without a gate. */
  private expected(method: DeskMethod, params: object): unknown {
    const record = this.record!;
    const task = { method, params, about: record } as unknown as GateTask;
    try {
      const { result, change } = perform(this.desk, task, { program: 'surepath' });
      if (change?.kind === 'edited') this.record = editedRecord(record, change);
      return result;
    } catch (error) {
      const { code } = errorObjectOf(error);
      return { code };
    }
  }

  private async send(path: string, body: string): Promise<{ status: number; text: string }> {
    const response = await fetch(this.url + path, {
      ...{ method: 'POST', body, headers: { 'Content-Type': 'application/json' } },
    });
    return { status: response.status, text: await response.text() };
  }
}

/** A result, or the code of what was refused. */
function answerIn(answer: Record<string, unknown>, isRpc: boolean): unknown {
  if (isRpc) {
    const { result, error } = answer as { result?: unknown; error?: { code: number } };
    return error ? { code: error.code } : result;
  }
  return 'status' in answer && 'detail' in answer ? { code: answer.code } : answer;
}

const OF_THE_PAIR = ['pair', 'r', 's', 'vector', 'depth', 'direction'];

/**
 * Without what is never the same twice. Searches for vectors begin where the last one ended, and end in other last digits; of
 * two pairs that are equally near, or both collide, either is told, with what belongs to it.
 */
function comparable(answer: unknown): string | undefined {
  const isVector = typeof answer === 'object' && answer !== null && 'vectors' in answer;
  const roughly = (key: string, value: unknown) => {
    if (OF_THE_PAIR.includes(key)) return undefined;
    return typeof value === 'number' ? Number(value.toFixed(7)) : value;
  };
  return JSON.stringify(answer, (key, value) => {
    if (/milliseconds/i.test(key) || key === 'phases') return undefined;
    return isVector ? roughly(key, value) : value;
  });
}

const REFUSALS = Object.values(RPC).filter((code) => code !== RPC.internal);

/** Refused with a code of ours, whichever way it was asked; never for a fault of ours. */
function isRefused(status: number, text: string): boolean {
  const answer = JSON.parse(text) as { code?: number; error?: { code: number } };
  const code = status === 200 ? answer.error?.code : answer.code;
  return code !== undefined && (REFUSALS as number[]).includes(code);
}

/** Megabytes, once what nobody needs is gone. */
function memoryNow(): { heap: number; resident: number } {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 };
}
