/** Checks edges of one class again and again and says in which functions the time goes. */
import { cpuMicroseconds } from '../../lab/clock.ts';
import { short } from '../../lab/numbers.ts';
import { functionTimes, startProfile } from '../../lab/profile.ts';
import { usageFault } from '../../lab/program.ts';
import { ROBOTS } from '../../lab/robots.ts';
import { benchmarkEdges, cellEdges } from './data.ts';
import { METHODS, prepare, sortEdges, study } from './methods.ts';
import { EMBEDDED, sizeOf } from './sizes.ts';

/** Functions that are listed. */
const LISTED = 30;

/** `what` is a robot or cell, a class and a length, like panda-free-5. */
export async function profile(what: string, method: string, seconds: number): Promise<void> {
  const [, name, sort, length] = /^(.+)-(free|colliding)(?:-(\d))?$/.exec(what) ?? [];
  const options = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!options || ![...ROBOTS, ...EMBEDDED].includes(name)) {
    throw usageFault(
      'bench',
      `--profile takes a robot (${ROBOTS.join(', ')}) or cell (${EMBEDDED.join(', ')}), a class and ` +
        `a length, like panda-free-5; --method one of ${Object.keys(METHODS).join('; ')}`,
    );
  }
  const data = ROBOTS.includes(name) ? benchmarkEdges(name, sizeOf(false)) : cellEdges(name, 100);
  const check = prepare(data, options);
  if (!check) return;
  const { sorted } = sortEdges(data, options.method === 'fixed' ? undefined : check, undefined);
  const chosen = data.edges.flatMap(({ kind }, i) =>
    sorted[i] === sort && kind.startsWith(length ?? '') ? [i] : [],
  );
  const { stats, odd } = study(check, chosen, sort === 'free' ? 'free' : 'colliding');
  console.log(`${what}, ${method}: ${chosen.length} edges`, stats, odd);
  const second = () => {
    const start = cpuMicroseconds();
    let passes = 0;
    for (; cpuMicroseconds() - start < 1e6; passes++) for (const edge of chosen) check(edge);
    const each = (cpuMicroseconds() - start) / (passes * chosen.length);
    console.log(`${short(each)} us per edge`);
  };
  // The first second is warm-up.
  second();
  const stop = await startProfile();
  for (let i = 0; i < seconds; i++) second();
  console.log(functionTimes(await stop(), LISTED));
}
