/**
 * three-mesh-bvh as an engine: trees on both geometries, so that its accelerated paths are taken.
 * Attributes are float32, its norm. Float64 ones work too; only one kind is used, so that its code
 * meets one kind of array.
 */
import type { HitPointInfo } from 'three-mesh-bvh';
import { type Engine, inProcess, type Run } from '../static/engine.ts';

export const threeMeshBvh: Engine = {
  name: 'three-mesh-bvh',
  precision: 1e-6,
  available: async () => {
    try {
      await import('three-mesh-bvh');
      return undefined;
    } catch {
      return 'three-mesh-bvh is not installed (npm install)';
    }
  },
  prepare: async (data) => {
    const { BufferAttribute, BufferGeometry, Matrix4 } = await import('three');
    const { CENTER, MeshBVH, SAH } = await import('three-mesh-bvh');
    const poses = data.placements.map(({ R, T }) =>
      // biome-ignore format: a matrix
      new Matrix4().set(R[0], R[1], R[2], T[0], R[3], R[4], R[5], T[1], R[6], R[7], R[8], T[2],
        0, 0, 0, 1),
    );
    const collide: Record<string, Run> = {};
    const distance: Record<string, Run> = {};
    for (const [label, strategy, targetLeafSize] of [
      ['SAH', SAH, 10],
      ['SAH, leaves of 4', SAH, 4],
      ['CENTER', CENTER, 10],
    ] as const) {
      const [a, b] = [data.meshA, data.meshB].map(({ positions, indices }) => {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
        geometry.setIndex(new BufferAttribute(indices.slice(), 1));
        geometry.computeBoundingBox();
        const tree = new MeshBVH(geometry, { strategy, targetLeafSize });
        geometry.boundsTree = tree;
        return { geometry, tree };
      });
      const onA = {} as HitPointInfo;
      const onB = {} as HitPointInfo;
      collide[label] = inProcess(poses.length, (i) =>
        a.tree.intersectsGeometry(b.geometry, poses[i]) ? 1 : 0,
      );
      distance[label] = inProcess(poses.length, (i) => {
        a.tree.closestPointToGeometry(b.geometry, poses[i], onA, onB);
        return onA.distance;
      });
    }
    return { queries: { collide, distance } };
  },
};
