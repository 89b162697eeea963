// @ts-check
// three-mesh-bvh as an engine: trees on both geometries, so that its accelerated paths are taken.
// Attributes are float32, its norm. Float64 ones work too; only one kind is used, so that its code
// meets one kind of array.

import { inProcess } from '../harness.mjs';

/** @type {import('../harness.mjs').Engine} */
export const threeMeshBvh = {
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
    /** @type {Record<string, import('../harness.mjs').Run>} */
    const collide = {};
    /** @type {Record<string, import('../harness.mjs').Run>} */
    const distance = {};
    for (const [label, strategy, targetLeafSize] of /** @type {const} */ ([
      ['SAH', SAH, 10],
      ['SAH, leaves of 4', SAH, 4],
      ['CENTER', CENTER, 10],
    ])) {
      const [a, b] = [data.meshA, data.meshB].map(({ positions, indices }) => {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
        geometry.setIndex(new BufferAttribute(indices.slice(), 1));
        geometry.computeBoundingBox();
        geometry.boundsTree = new MeshBVH(geometry, { strategy, targetLeafSize });
        return geometry;
      });
      const tree = /** @type {import('three-mesh-bvh').MeshBVH} */ (a.boundsTree);
      /** @type {any} */
      const onA = {};
      /** @type {any} */
      const onB = {};
      collide[label] = inProcess((answers, stride) => {
        for (let i = 0, k = 0; i < poses.length; i += stride, k++) {
          answers[k] = tree.intersectsGeometry(b, poses[i]) ? 1 : 0;
        }
      });
      distance[label] = inProcess((answers, stride) => {
        for (let i = 0, k = 0; i < poses.length; i += stride, k++) {
          tree.closestPointToGeometry(b, poses[i], onA, onB);
          answers[k] = onA.distance;
        }
      });
    }
    return { queries: { collide, distance } };
  },
};
