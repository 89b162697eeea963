/** 2,000 placements of a torus and a bunny with exact distances from another library. */
import { describe, expect, it } from 'vitest';
import { buildTree, SPLIT_NAMES, VOLUME_KINDS } from '../../src/bvh/index.ts';
import { buildMesh } from '../../src/geometry/index.ts';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  ProximityWorkspace,
  tolerance,
} from '../../src/proximity/index.ts';
import { haveData, readJson } from '../helpers/oracles/data.ts';

interface Oracle {
  meshA: { positions: number[]; indices: number[] };
  meshB: { positions: number[]; indices: number[] };
  placements: { R: number[]; T: number[]; distance: number; collide: boolean }[];
}

const FILE = 'oracle/bunny_torus.json';

describe.skipIf(!haveData(FILE))('the oracle of bunny and torus', () => {
  const load = () => {
    const { meshA, meshB, placements } = readJson<Oracle>(FILE);
    const [a, b] = [meshA, meshB].map((m) =>
      buildMesh({
        positions: new Float64Array(m.positions),
        indices: new Uint32Array(m.indices),
      }),
    );
    const poses = new Float64Array(placements.flatMap((p) => [...p.R, ...p.T]));
    return { a, b, placements, poses };
  };
  let loaded: ReturnType<typeof load> | undefined;

  for (const volume of VOLUME_KINDS) {
    for (const split of SPLIT_NAMES) {
      it(`${volume}, ${split}: 2,000 verdicts and distances`, () => {
        loaded ??= load();
        const { placements, poses } = loaded;
        const a = buildTree(loaded.a, { volume, split });
        const b = buildTree(loaded.b, { volume, split });
        const ws = new ProximityWorkspace();
        let colliding = 0;
        let worst = 0;
        placements.forEach((truth, i) => {
          const options = { offset: 12 * i };
          const hit = collide(a, b, poses, ws, options).verdict === 'colliding';
          expect(hit, `placement ${i}`).toBe(truth.collide);
          if (hit) colliding++;

          const exact = distance(a, b, poses, ws, options);
          worst = Math.max(worst, Math.abs(exact.upper - truth.distance));
          expect(exact.verdict, `placement ${i}`).toBe(truth.collide ? 'colliding' : 'apart');
          expect(exact.lower).toBeLessThanOrEqual(truth.distance);
          expect(exact.lower).toBeGreaterThanOrEqual(truth.distance * (1 - 1e-8));

          const greedy = greedyDistance(a, b, poses, 0, ws, options).lower;
          expect(greedy).toBeLessThanOrEqual(truth.distance);
          if (truth.collide) expect(greedy).toBe(0);
          else if (truth.distance > 1e-9) expect(greedy, `placement ${i}`).toBeGreaterThan(0);

          const half = approximateDistance(a, b, poses, 0.5, ws, options).lower;
          expect(half).toBeLessThanOrEqual(truth.distance);
          expect(half).toBeGreaterThanOrEqual(0.5 * truth.distance * (1 - 1e-9));

          if (!truth.collide) {
            const mu = 0.5 * truth.distance;
            expect(tolerance(a, b, poses, mu, ws, options).lower).toBeGreaterThanOrEqual(mu);
            const more = tolerance(a, b, poses, 1.01 * truth.distance, ws, options);
            expect(more.upper).toBeLessThanOrEqual(1.01 * truth.distance);
          }
        });
        expect(placements.length).toBe(2000);
        expect(colliding).toBe(placements.filter((p) => p.collide).length);
        expect(worst).toBeLessThan(1e-12);
      });
    }
  }
});
