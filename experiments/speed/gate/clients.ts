/**
 * Clients at once, in a process of their own: each asks, waits for the answer, and asks again, at once or when its time has
 * come. Reads what to do from a file, prints what it saw as JSON.
 */
import { readFileSync } from 'node:fs';
import { quantile } from '../../lab/statistics.ts';
import type { Chunk } from './chunks.ts';
import { httpLine, type Line, webSocketLine } from './line.ts';

/** What the clients are to do. */
export interface Load {
  readonly port: number;
  readonly transport: 'http' | 'websocket';
  readonly clients: number;
  /** Requests of each client in a second; 0: again as soon as it was answered. */
  readonly rate: number;
  readonly seconds: number;
  readonly chunks: readonly Chunk[];
}

/** What the clients saw. Times in milliseconds, from the request to its answer. */
export interface Seen {
  readonly requests: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
  readonly worst: number;
  /** Answers with another verdict than without a gate, or none. */
  readonly wrong: number;
  /** Requests that began late because the one before was not answered yet. */
  readonly late: number;
  /** Of this process, for each request. */
  readonly cpu_us: number;
}

/** Part of the time that is not measured: everything is cold. */
const WARM_UP = 0.25;

async function run(load: Load): Promise<Seen> {
  const { port, transport, clients, rate, seconds, chunks } = load;
  const lines = await Promise.all(
    Array.from({ length: clients }, () =>
      transport === 'http' ? httpLine(port, '/v1/motion') : webSocketLine(port, 'motion'),
    ),
  );
  const begin = performance.now();
  const measured = begin + WARM_UP * seconds * 1000;
  const end = begin + seconds * 1000;
  const times: number[] = [];
  let wrong = 0;
  let late = 0;
  let requests = 0;
  const attend = async (line: Line, k: number): Promise<void> => {
    const messages = chunks.map(({ params }) => line.encode(JSON.stringify(params)));
    let due = begin + (rate === 0 ? 0 : (1000 / rate) * (k / clients));
    for (let i = k; performance.now() < end; i++) {
      if (rate > 0) {
        const wait = due - performance.now();
        if (wait > 0) await new Promise((next) => setTimeout(next, wait));
        else if (wait < -1) late++;
        due += 1000 / rate;
      }
      const at = i % chunks.length;
      const sent = performance.now();
      const text = await line.ask(messages[at]);
      const now = performance.now();
      requests++;
      if (sent > measured) times.push(now - sent);
      if (!text.includes(`"verdict":"${chunks[at].verdict}"`)) wrong++;
    }
    line.end();
  };
  const cpu = process.cpuUsage();
  await Promise.all(lines.map(attend));
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests,
    perSecond: requests / seconds,
    median: quantile(times, 0.5),
    p90: quantile(times, 0.9),
    p99: quantile(times, 0.99),
    worst: quantile(times, 1),
    ...{ wrong, late, cpu_us: (user + system) / requests },
  };
}

console.log(JSON.stringify(await run(JSON.parse(readFileSync(process.argv[2], 'utf8')))));
