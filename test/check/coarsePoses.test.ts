/** Too close and colliding are said only where their definitions hold: not of bodies whose poses are computed too coarsely to tell. */
import { describe, expect, it } from 'vitest';
import type { Method } from '../../src/check/index.ts';
import { check, openCell, openMotion } from '../../src/jobs/index.ts';

const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined', 'fixed'];
const urdf = (limit: string) => `<robot name="r"><link name="base"/>
<link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.2 0.1 0.1"/></geometry></collision></link>
<joint name="j" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/>
<limit lower="-${limit}" upper="${limit}" velocity="1" effort="1"/></joint></robot>`;

/** The arm slides along x from `from` to `to`; the obstacle is a box at (x, y). */
function checked(
  limit: string,
  [from, to]: readonly [number, number],
  [x, y]: readonly [number, number],
  settings: { readonly delta?: number; readonly method?: Method } = {},
) {
  const cell = {
    surepath: 1,
    robots: [{ urdf: 'r.urdf' }],
    obstacles: [
      { name: 'box', shape: { box: [0.1, 0.1, 0.1] }, pose: { xyz: [x, y, 0] } },
      { name: 'wall', shape: { box: [0.1, 0.1, 0.1] }, pose: { xyz: [x, -y - 3, 0] } },
    ],
  };
  const files = new Map([
    ['cell.json', Buffer.from(JSON.stringify(cell))],
    ['r.urdf', Buffer.from(urdf(limit))],
  ]);
  const open = openCell({ file: 'cell.json', files });
  const path = { joints: ['j'], waypoints: [[from], [to]] };
  const bytes = Buffer.from(JSON.stringify(path));
  const { motion } = openMotion(open, { file: 'p.json', bytes });
  return check(open, { motion, budget: 4000, ...settings });
}

describe('a slide whose limits are so wide that they are none', () => {
  it.each(['1e3', '1e7', '1e12', '1e15', '1e16', '1e300'])('%s m: the motion counts', (limit) => {
    for (const method of METHODS.filter((each) => each !== 'fixed')) {
      expect(checked(limit, [0, 0.1], [0, 1], { method }).verdict, method).toBe('free');
      expect(checked(limit, [-1, 1], [0, 0], { method }).verdict, method).toBe('colliding');
      const near = checked(limit, [-1, 1], [0, 0.10005], { method });
      expect(['free', 'too-close'], method).toContain(near.verdict);
    }
  });
});

describe('joint values at which poses are known to millimetres', () => {
  it.each([1e9, 1e11, 9e11])('%s: nothing is said that is not shown', (q) => {
    for (const method of METHODS) {
      for (const y of [0, 0.1, 0.1002, 0.11, 0.2, 2]) {
        const found = checked('1e300', [q, q + 1], [q + 0.5, y], { method });
        if (found.verdict !== 'too-close' && found.verdict !== 'colliding') continue;
        const { finding, pair } = found.witness!;
        expect(pair.poseError, `${method} ${y}`).toBeLessThan(1e-5);
        const most = pair.clearance + pair.tracking + found.delta;
        expect(finding.distance, `${method} ${y}`).toBeLessThan(most);
      }
    }
    // What stays far apart is proven all the same.
    expect(checked('1e300', [q, q + 1], [q + 0.5, 2]).verdict).toBe('free');
  });

  it('a contact that cannot be shown is undecided, sampled or not', () => {
    for (const method of METHODS) {
      expect(checked('1e300', [9e11, 9e11], [9e11 + 0.5, 0], { method }).verdict, method).toBe(
        'undecided',
      );
    }
  });
});

describe('a delta that is tiny', () => {
  it.each([1e-300, 1e-12])('%s counts as a nanometre', (delta) => {
    const found = checked('1', [0, 0.1], [0.5, 0.1 + 3e-9], { delta });
    expect(['free', 'undecided']).toContain(found.verdict);
  });
});
