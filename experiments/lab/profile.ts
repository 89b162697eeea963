/** V8's own profiler, around a piece of work. */
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** Begins to take samples, every so many microseconds; the result ends it and returns them. */
export async function startProfile(interval?: number): Promise<() => Promise<Profiler.Profile>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  if (interval !== undefined) await session.post('Profiler.setSamplingInterval', { interval });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  };
}

/** Where the samples of a profile fell, by function. */
export function functionTimes({ nodes, samples = [] }: Profiler.Profile, most: number): string {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'}  ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`,
    ]),
  );
  const counts = new Map<string, number>();
  for (const id of samples) {
    const name = names.get(id) ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([name, n]) => `${((100 * n) / samples.length).toFixed(1).padStart(5)} %  ${name}`)
    .join('\n');
}
