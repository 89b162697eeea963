/**
 * The gate over loopback: chunks of 1 rad by 8 clients at once, in a process of their own, over HTTP and WebSocket; at a
 * pace, as controllers ask, and again at once. And 10,000 requests of all kinds, one in ten of them malformed.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGate } from 'surepath/serve';
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { inFreshProcess } from '../../lab/process.ts';
import { leastBy, median } from '../../lab/statistics.ts';
import { isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { Bare, type Chunk, cellOfSuite, drawChunks } from './chunks.ts';
import type { Load, Seen } from './clients.ts';
import { type MixedReport, runMixed } from './mixed.ts';

/** One way to ask, and what was seen in each round. */
interface LoadRow {
  readonly name: string;
  /** Requests in a second that all clients together mean to make; 0: as many as are answered. */
  readonly offered: number;
  readonly rounds: readonly Seen[];
  /** Of the gate's process, all threads, for each request. */
  readonly gate_us: readonly number[];
}

interface GateResults {
  readonly cell: string;
  /** Microseconds of the chunk alone, without a gate. */
  readonly bare_us: number;
  readonly loads: readonly LoadRow[];
  readonly mixed: MixedReport | null;
}

export const suite: Suite<GateResults> = { run, format };

const CLIENTS = 8;
const CHUNKS = 200;
const SEED = 11;
const MIXED = 10_000;

const WAYS: readonly {
  name: string;
  transport: Load['transport'];
  rate: number;
  points: number;
}[] = [
  { name: 'HTTP, each client 100 a second', transport: 'http', rate: 100, points: 2 },
  { name: 'HTTP, the same in 16 waypoints', transport: 'http', rate: 100, points: 16 },
  { name: 'HTTP, again at once', transport: 'http', rate: 0, points: 2 },
  { name: 'WebSocket, each client 100 a second', transport: 'websocket', rate: 100, points: 2 },
  { name: 'WebSocket, again at once', transport: 'websocket', rate: 0, points: 2 },
];

async function run(options: SpeedOptions): Promise<GateResults> {
  const { rounds, quick } = options;
  const ways = WAYS.filter(({ name }) => isWanted(options, name));
  const cell = cellOfSuite();
  const bare = new Bare(cell);
  const chunks = new Map([2, 16].map((n) => [n, drawChunks(bare, CHUNKS, n, SEED)]));
  const bare_us = timeBare(bare, chunks.get(2)!);
  const gate = await startGate({ folders: [cell.folder], cell: cell.params });
  const file = join(tmpdir(), `surepath-gate-${process.pid}.json`);
  const found = ways.map(() => ({ rounds: [] as Seen[], gate_us: [] as number[] }));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [i, { transport, rate, points }] of ways.entries()) {
        const load: Load = {
          ...{ port: gate.port, transport, clients: CLIENTS, rate },
          ...{ seconds: quick ? 1.5 : 3, chunks: chunks.get(points)! },
        };
        writeFileSync(file, JSON.stringify(load));
        const cpu = process.cpuUsage();
        const seen = await inFreshProcess<Seen>(new URL('./clients.js', import.meta.url), file);
        const { user, system } = process.cpuUsage(cpu);
        found[i].rounds.push(seen);
        found[i].gate_us.push((user + system) / seen.requests);
      }
    }
  } finally {
    await gate.close();
    rmSync(file, { force: true });
  }
  const loads = ways.map(({ name, rate }, i) => ({ name, offered: rate * CLIENTS, ...found[i] }));
  const count = quick ? MIXED / 5 : MIXED;
  const mixed = isWanted(options, 'mixed') ? await runMixed(count, SEED) : null;
  return { cell: cell.name, bare_us, loads, mixed };
}

/** The middle of many, once everything is compiled. */
function timeBare(bare: Bare, chunks: readonly Chunk[]): number {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (const { params } of chunks) {
      const begin = performance.now();
      bare.ask('motion', params);
      if (round >= 10) times.push(1000 * (performance.now() - begin));
    }
  }
  return median(times);
}

function format({ cell, bare_us, loads, mixed }: GateResults): string {
  const rows = loads.map(({ name, offered, rounds, gate_us }) => {
    const best = leastBy(rounds, ({ p99 }) => p99);
    const middle = (of: (seen: Seen) => number) => short(median(rounds.map(of)));
    return [
      name,
      offered === 0 ? '' : grouped(offered),
      middle(({ perSecond }) => perSecond),
      ...[short(best.median), short(best.p99), middle((s) => s.median), middle((s) => s.p99)],
      ...[short(Math.min(...gate_us)), String(rounds.reduce((sum, { wrong }) => sum + wrong, 0))],
    ];
  });
  const head = [
    ...['8 clients at once', 'asked/s', 'answered/s', 'median ms', 'p99 ms'],
    ...['median ms (all)', 'p99 ms (all)', 'gate us CPU', 'wrong'],
  ];
  return `${cell}; a chunk without a gate takes ${short(bare_us)} us (median)

${textTable(head, rows, [1, 2, 3, 4, 5, 6, 7, 8])}

The first two times are of the round with the smallest 99th percentile, "(all)" the medians over all rounds:
on a machine with other work these tell more of that work. CPU is that of all threads of the gate.

${mixed ? mixedText(mixed) : ''}`;
}

function mixedText(mixed: MixedReport): string {
  const { requests, malformed, wrong, failed, milliseconds, heapBefore_MB, heapAfter_MB } = mixed;
  return `${grouped(requests)} requests of mixed kinds, ${grouped(malformed)} malformed: ${wrong} wrong answers, ${failed} without an answer, ${short(milliseconds / 1000)} s
heap of the process that serves after the first half ${short(heapBefore_MB)} MB, in the end ${short(heapAfter_MB)} MB`;
}
