/** Surepath as an engine: a way for each kind of volume, the fastest counts. */
import { buildTree, VOLUME_KINDS } from 'surepath/bvh';
import { buildMesh } from 'surepath/geometry';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  ProximityWorkspace,
  tolerance,
} from 'surepath/proximity';
import { type Engine, inProcess, type Run, type Runs } from './engine.ts';
import type { MeshPair } from './pairs.ts';

/** The same bound as in the peers' approximate query: at most 1.25 times the distance. */
const RELATIVE_ERROR = 0.2;

export const surepath: Engine = {
  name: 'surepath',
  precision: 1e-12,
  available: async () => undefined,
  prepare: async (data) => ({ queries: runsOn(data) }),
};

function runsOn({ meshA, meshB, placements, mus }: MeshPair): Runs {
  const poses = new Float64Array(placements.flatMap(({ R, T }) => [...R, ...T]));
  const [a, b] = [meshA, meshB].map((mesh) => buildMesh(mesh));
  const runs = { collide: {}, distance: {}, approximate: {}, greedy: {}, tolerance: {} } as Record<
    'collide' | 'distance' | 'approximate' | 'greedy' | 'tolerance',
    Record<string, Run>
  >;
  for (const volume of VOLUME_KINDS) {
    const treeA = buildTree(a, { volume });
    const treeB = buildTree(b, { volume });
    const workspace = new ProximityWorkspace();
    const options = { offset: 0 };
    const each = (ask: (i: number) => number) =>
      inProcess(placements.length, (i) => {
        options.offset = 12 * i;
        return ask(i);
      });
    runs.collide[volume] = each(
      () => collide(treeA, treeB, poses, workspace, options).contactCount,
    );
    runs.distance[volume] = each(() => distance(treeA, treeB, poses, workspace, options).upper);
    runs.approximate[volume] = each(
      () => approximateDistance(treeA, treeB, poses, RELATIVE_ERROR, workspace, options).upper,
    );
    runs.greedy[volume] = each(
      () => greedyDistance(treeA, treeB, poses, 0, workspace, options).lower,
    );
    runs.tolerance[volume] = each((i) => {
      const mu = mus[i];
      return tolerance(treeA, treeB, poses, mu, workspace, options).lower >= mu ? 1 : 0;
    });
  }
  return runs;
}
