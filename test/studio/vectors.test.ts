/** Collision vectors for the page: the nearest of them is what the static check calls closest, hands included. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { APPROACH_NAMES, type VectorsAnswer } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { named, opened } from '../helpers/studio/sessions.ts';

function somewhere(session: Session, random: Random): Float64Array {
  return Float64Array.from(session.opened!.dofs, ({ lower, upper }) =>
    random.between(Math.max(lower, -3), Math.min(upper, 3)),
  );
}

function shortest({ vectors, nearest }: VectorsAnswer): number {
  return nearest < 0 ? Number.POSITIVE_INFINITY : vectors[nearest].distance;
}

describe('vectors of the open cell', () => {
  const session = new Session();
  opened(session, named('two-arms/'));

  it('have the distance of the closest pair, by every approach', async () => {
    const random = new Random(5);
    for (let n = 0; n < 4; n++) {
      const configuration = somewhere(session, random);
      const { closest } = await session.run('pose', { configuration });
      for (const approach of APPROACH_NAMES) {
        const answer = await session.run('vectors', { configuration, approach });
        expect(shortest(answer), approach).toBeCloseTo(closest!.distance, 9);
        expect(answer.steps?.count, approach).toBe(1);
      }
    }
  });

  it('are between classes, with points at that distance', async () => {
    const configuration = new Float64Array(session.opened!.dofs.length);
    const { vectors, nearest } = await session.run('vectors', { configuration });
    const pairs = vectors.map(({ classes }) => classes.join(' - '));
    expect(new Set(pairs).size).toBe(vectors.length);
    expect(pairs).toContain('left - right');
    for (const { points, distance, lower, status } of vectors.filter((v) => v.status === 'apart')) {
      const [r, s] = points!;
      expect(Math.hypot(r[0] - s[0], r[1] - s[1], r[2] - s[2]), status).toBeCloseTo(distance, 9);
      expect(lower).toBeLessThanOrEqual(distance);
    }
    expect(vectors[nearest].distance).toBe(Math.min(...vectors.map(({ distance }) => distance)));
  });

  it('follow an obstacle in the hand, and go back when it is let go', async () => {
    const configuration = new Float64Array(session.opened!.dofs.length);
    const before = await session.run('vectors', { configuration });
    const obstacle = session.opened!.description.obstacles.findIndex(
      ({ name }) => name === 'panel',
    );
    const pose = Float64Array.from(session.opened!.description.obstacles[obstacle].pose);
    pose[11] += 0.4;
    const moved = [{ obstacle, pose }];
    const held = await session.run('vectors', { configuration, moved });
    const { closest } = await session.run('pose', { configuration, moved });
    expect(shortest(held)).toBeCloseTo(closest!.distance, 9);
    const after = await session.run('vectors', { configuration });
    expect(after.vectors.map(({ distance }) => distance)).toEqual(
      before.vectors.map(({ distance }) => distance),
    );
  });

  it('end at a threshold, are asked of some pairs alone, and refuse what is no configuration', async () => {
    const configuration = new Float64Array(session.opened!.dofs.length);
    const all = await session.run('vectors', { configuration });
    const near = shortest(all);
    const none = await session.run('vectors', { configuration, threshold: near / 2 });
    expect(none.nearest).toBe(-1);
    expect(
      none.vectors.every(({ status, lower }) => status === 'beyond' && lower >= near / 2 - 1e-9),
    ).toBe(true);
    const one = await session.run('vectors', { configuration, pairs: [1] });
    expect(one.vectors.map(({ status }) => status === 'not-asked')).toEqual(
      all.vectors.map((_, i) => i !== 1),
    );
    await expect(session.run('vectors', { configuration: [0] })).rejects.toThrow(
      /1 values; expected/,
    );
  });

  it('are found beyond the limits of joints, too', async () => {
    const configuration = Float64Array.from(session.opened!.dofs, ({ upper }) => upper + 0.01);
    const { closest } = await session.run('pose', { configuration });
    const answer = await session.run('vectors', { configuration });
    expect(shortest(answer)).toBeCloseTo(closest!.distance, 9);
  });
});
