/**
 * Counts garbage collections while a monitor steps back and forth along its motions, in a process of its own, and prints the
 * report as JSON. Started by the suite:
 *
 *   node garbage.js panda|two-arms STEPS [THRESHOLD]
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { pandaData, twoArmsData } from './data.ts';
import type { GarbageReport } from './results.ts';
import { monitorWatch } from './watch.ts';

/** Steps after which V8 has compiled what it will. */
const WARM = 100_000;
const MOST = 2000;

const [name, steps, limit] = process.argv.slice(2);
const { cells, motions } =
  name === 'panda' ? pandaData(['bookshelf_small'], MOST) : twoArmsData(MOST);
const watch = monitorWatch(cells[0]);
const configurations = motions.filter(({ scene }) => scene === 0).flatMap(({ steps }) => steps);
const threshold = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
const out = new Float64Array(watch.pairs.length);

let collections = 0;
const observer = new PerformanceObserver((list) => {
  collections += list.getEntries().length;
});

/** To the end and back, so that no step is a leap. */
function walk(count: number): void {
  const last = configurations.length - 1;
  for (let i = 0; i < count; i++) {
    const at = i % (2 * last);
    watch.step(configurations[at <= last ? at : 2 * last - at], threshold, out, 0);
  }
}

/** What was observed so far has arrived. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

walk(WARM);
observer.observe({ entryTypes: ['gc'] });
await settled();
collections = 0;
const begin = cpuMicroseconds();
walk(Number(steps));
const microseconds = (cpuMicroseconds() - begin) / Number(steps);
await settled();
observer.disconnect();
const report: GarbageReport = { steps: Number(steps), collections, microseconds };
console.log(JSON.stringify(report));
