/** Edges through a crew, as a stream goes: bytes in, lines out, in order. */
import type { Cell } from 'surepath/cell';
import { type ChunkAnswer, type Crew, type CrewTask, DEFAULT_CHUNK } from 'surepath/parallel';

/** Tasks for all edges. */
export function* tasksOf(
  cell: string,
  { tree }: Cell,
  ends: Float64Array,
  rows = DEFAULT_CHUNK,
): Generator<CrewTask<'streamed'>> {
  const each = 16 * tree.dofs.length;
  const all = new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength);
  for (let at = 0; at < all.length; at += rows * each) {
    const bytes = all.slice(at, at + rows * each);
    const common = { what: 'edges', format: 'doubles', joints: null, settings: {} } as const;
    yield {
      kind: 'streamed',
      cell,
      input: { ...common, bytes, file: 'edges', at, first: at / each },
    };
  }
}

/** What came of a pass. */
export interface Pass {
  readonly seconds: number;
  /** Seconds in which the thread that deals out and takes in was busy. */
  readonly busy: number;
  /** Seconds of CPU of the whole process: all its threads, the collectors of garbage and compilers among them. */
  readonly cpu: number;
  readonly edges: number;
  readonly free: number;
  /** Of all lines, to compare passes by. */
  readonly bytes: number;
}

/** Runs all edges; `take` gets the answers in order. */
export async function passThrough(
  crew: Crew,
  tasks: Iterable<CrewTask<'streamed'>>,
  take: (answer: ChunkAnswer) => void = () => {},
): Promise<Pass> {
  const start = performance.now();
  const before = performance.eventLoopUtilization();
  const cpuBefore = process.cpuUsage();
  const sum = { edges: 0, free: 0, bytes: 0 };
  for await (const answer of crew.inOrder(tasks)) {
    sum.edges += answer.edges;
    sum.free += answer.verdicts.free ?? 0;
    sum.bytes += answer.bytes.length;
    take(answer);
  }
  const busy = performance.eventLoopUtilization(before).active / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = (user + system) / 1e6;
  return { seconds: (performance.now() - start) / 1000, busy, cpu, ...sum };
}
