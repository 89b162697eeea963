/** Long paths between page and workers: few objects, and every number as it was. */
import { describe, expect, it } from 'vitest';
import { withPackedPath, withPath } from '../../studio/engine/packedPath.ts';
import type { PathData } from '../../studio/engine/protocol.ts';
import { objectsIn } from '../helpers/studio/messages.ts';

describe('rows as one array', () => {
  it('come back as they were, with rows that are missing, minus zero and tracks', () => {
    const rows = Array.from({ length: 400 }, (_, i) =>
      Float64Array.of(-0, i, Number.MIN_VALUE * i),
    );
    const path: PathData = {
      name: 'p',
      waypoints: rows,
      velocities: rows.map((row, i) => (i % 3 === 0 ? null : row)),
      tracks: [{ name: 't', dofs: [0, 1, 2], offset: 0, motion: { name: 'm', waypoints: rows } }],
    };
    const packed = withPackedPath({ path, other: 1 });
    expect(objectsIn(packed)).toBeLessThan(30);
    const back = withPath(structuredClone(packed)) as { path: PathData; other: number };
    expect(back).toEqual({ path, other: 1 });
    expect(Object.is(back.path.waypoints[5][0], -0)).toBe(true);
    // Rows of several lengths, and short paths, are sent as they are.
    const uneven = { path: { name: 'u', waypoints: [...rows, Float64Array.of(1)] } };
    expect((withPackedPath(uneven) as typeof uneven).path.waypoints).toBe(uneven.path.waypoints);
    const short = { path: { name: 's', waypoints: rows.slice(0, 3) } };
    expect(withPackedPath(short)).toBe(short);
  });
});
