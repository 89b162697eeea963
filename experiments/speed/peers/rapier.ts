/**
 * rapier as an engine. Its documented calls on shapes build the trees of both meshes anew at every
 * call; calls between colliders, and calls on shapes handed over once, keep them. A distance is a
 * contact with a prediction at least as large; rapier looks at all triangles within the prediction,
 * so the smallest that finds something is sought by doubling.
 */
import { type Engine, inProcess } from '../static/engine.ts';

const zero = { x: 0, y: 0, z: 0 };
const upright = { x: 0, y: 0, z: 0, w: 1 };

export const rapier: Engine = {
  name: 'rapier',
  precision: 1e-5,
  available: async () => {
    try {
      await import('@dimforge/rapier3d-compat');
      return undefined;
    } catch {
      return '@dimforge/rapier3d-compat is not installed (npm install)';
    }
  },
  prepare: async (data) => {
    const { default: engine } = await import('@dimforge/rapier3d-compat');
    await quietly(() => engine.init());
    const [a, b] = [data.meshA, data.meshB].map(
      ({ positions, indices }) => new engine.TriMesh(Float32Array.from(positions), indices),
    );
    const world = new engine.World(zero);
    const colliderA = world.createCollider(new engine.ColliderDesc(a));
    const colliderB = world.createCollider(new engine.ColliderDesc(b));
    const poses = data.placements.map(({ R, T }) => ({
      T: { x: T[0], y: T[1], z: T[2] },
      Q: quaternion(R),
    }));
    const kept = { a: a.intoRaw(), b: b.intoRaw() };
    const keptPoses = poses.map(({ T, Q }) => ({
      T: engine.VectorOps.intoRaw(T),
      Q: engine.RotationOps.intoRaw(Q),
    }));
    const keptOrigin = {
      T: engine.VectorOps.intoRaw(zero),
      Q: engine.RotationOps.intoRaw(upright),
    };
    const each = (ask: (i: number) => number) => inProcess(poses.length, ask);
    const contact = (i: number, prediction: number) => {
      colliderB.setTranslation(poses[i].T);
      colliderB.setRotation(poses[i].Q);
      return colliderA.contactCollider(colliderB, prediction)?.distance;
    };
    return {
      queries: {
        collide: {
          shapes: each((i) => Number(a.intersectsShape(zero, upright, b, poses[i].T, poses[i].Q))),
          collider: each((i) => Number(colliderA.intersectsShape(b, poses[i].T, poses[i].Q))),
          'kept shapes': each((i) =>
            Number(
              kept.a.intersectsShape(
                keptOrigin.T,
                keptOrigin.Q,
                kept.b,
                keptPoses[i].T,
                keptPoses[i].Q,
              ),
            ),
          ),
        },
        distance: {
          'large prediction': each((i) => contact(i, 10) ?? Number.POSITIVE_INFINITY),
          'doubled prediction': each((i) => {
            for (let prediction = 0.05; prediction < 20; prediction *= 2) {
              const found = contact(i, prediction);
              if (found !== undefined) return found;
            }
            return Number.POSITIVE_INFINITY;
          }),
        },
      },
    };
  },
};

/** The unit quaternion of a row-major rotation, by its largest component. */
function quaternion(R: readonly number[]) {
  const [a, b, c, d, e, f, g, h, i] = R;
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const rows = [
    [squares[0], b + d, c + g, h - f],
    [b + d, squares[1], f + h, c - g],
    [c + g, f + h, squares[2], d - b],
    [h - f, c - g, d - b, squares[3]],
  ];
  const [x, y, z, w] = rows[squares.indexOf(Math.max(...squares))];
  const length = Math.hypot(x, y, z, w);
  return { x: x / length, y: y / length, z: z / length, w: w / length };
}

/** Runs without the warning that rapier's own loader causes about its own arguments. */
async function quietly(task: () => Promise<void>): Promise<void> {
  const { warn } = console;
  console.warn = () => {};
  try {
    await task();
  } finally {
    console.warn = warn;
  }
}
