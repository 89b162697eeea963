/** What an open cell keeps between questions saves work, and changes no answer. */
import { describe, expect, it } from 'vitest';
import { check, checkConfigurations, type Motion, openCompiled } from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const cell = embedded('cage');
const { dofs } = cell.tree;
const random = new Random(5);
const somewhere = () =>
  Float64Array.from(dofs, ({ lower, upper }) => lower + random.unit() * (upper - lower));
/** Short ways, some free, some not. */
const motions: Motion[] = Array.from({ length: 12 }, (_, i) => {
  const from = somewhere();
  const to = from.map((x, d) => Math.min(dofs[d].upper, x + 0.2 * random.unit()));
  return { name: `motion ${i}`, waypoints: [from, to] };
});

/** Without times. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each) => (/milliseconds|preparation/.test(key) ? undefined : each)),
  );
}

describe('an open cell', () => {
  it('answers about motions as if each were the first (seed 5)', () => {
    const fresh = motions.map((motion) => plain(check(openCompiled(cell), { motion })));
    const open = openCompiled(cell);
    const kept = [...motions, ...[...motions].reverse()].map((motion) =>
      plain(check(open, { motion })),
    );
    expect(kept).toEqual([...fresh, ...[...fresh].reverse()]);
    const verdicts = new Set(fresh.map((answer) => (answer as { verdict: string }).verdict));
    expect(verdicts.size).toBeGreaterThan(1);
  });

  it('answers about configurations as if each were the first (seed 5)', () => {
    const list = motions.flatMap(({ waypoints }) => waypoints);
    const ask = (open: ReturnType<typeof openCompiled>, q: Float64Array) =>
      plain(checkConfigurations(open, { configurations: [q] }));
    const fresh = list.map((q) => ask(openCompiled(cell), q));
    const open = openCompiled(cell);
    expect(list.map((q) => ask(open, q))).toEqual(fresh);
    expect(open.staticChecker).toBe(open.staticChecker);
  });

  it('prepares one checker for all motions that its box covers, and another for one beyond', () => {
    const open = openCompiled(cell);
    const checkers = motions.map((motion) => open.checkerFor(open.question({ motion }), {}));
    expect(new Set(checkers).size).toBe(1);
    expect(open.question({ motion: motions[0] }).cell).toBe(cell);
    const [{ waypoints }] = motions;
    const beyond = { name: 'beyond', waypoints: [waypoints[0], waypoints[0].map((x) => x + 50)] };
    const other = open.checkerFor(open.question({ motion: beyond }), {});
    expect(checkers).not.toContain(other);
    expect(
      open.checkerFor(open.question({ motion: motions[0] }), { method: 'adaptive' }).method,
    ).toBe('adaptive');
  });

  it('keeps a monitor while classes are the same', () => {
    const open = openCompiled(cell);
    const [q] = motions[0].waypoints;
    expect(open.monitorFor(q, {})).toBe(open.monitorFor(q, {}));
    const classes = [{ name: 'all', bodies: ['*'] }];
    expect(open.monitorFor(q, { classes })).not.toBe(open.monitorFor(q, {}));
  });
});
