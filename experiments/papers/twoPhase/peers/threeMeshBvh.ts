/**
 * three-mesh-bvh has no broad phase; what comes near to one is its tree over the objects of a scene: an object for every
 * box, the tree refitted in every step, and a question for every box that moves. Boxes are floats.
 */
import type { MakeFinder } from '../streams.ts';

/** Undefined where the package is not installed. */
export async function threeMeshBvhFinder(): Promise<MakeFinder | undefined> {
  const found = await import('three-mesh-bvh').catch(() => undefined);
  if (!found) return undefined;
  const { ObjectBVH } = found;
  const { Box3, BoxGeometry, Group, Mesh } = await import('three');
  return ({ count, fixed }) => {
    const group = new Group();
    const unit = new BoxGeometry(1, 1, 1);
    const numbers = new Map(
      Array.from({ length: count }, (_, i) => {
        const mesh = new Mesh(unit);
        mesh.matrixAutoUpdate = false;
        group.add(mesh);
        return [mesh as unknown, i] as const;
      }),
    );
    const asked = new Box3();
    let tree: InstanceType<typeof ObjectBVH> | undefined;
    return {
      step(boxes, o) {
        group.children.forEach((mesh, i) => {
          if (fixed[i] && tree) return;
          const b = o + 6 * i;
          const m = mesh.matrixWorld.elements;
          for (let k = 0; k < 3; k++) {
            m[5 * k] = boxes[b + 3 + k] - boxes[b + k];
            m[12 + k] = (boxes[b + 3 + k] + boxes[b + k]) / 2;
          }
        });
        if (tree) tree.refit();
        else tree = new ObjectBVH(group.children);
        let pairs = 0;
        for (let i = 0; i < count; i++) {
          if (fixed[i]) continue;
          const b = o + 6 * i;
          asked.min.set(boxes[b], boxes[b + 1], boxes[b + 2]);
          asked.max.set(boxes[b + 3], boxes[b + 4], boxes[b + 5]);
          tree.shapecast({
            intersectsBounds: (box) => box.intersectsBox(asked),
            intersectsObject: (object) => {
              const other = numbers.get(object) ?? i;
              if (other === i || !(other > i || fixed[other])) return false;
              const p = o + 6 * other;
              for (let k = 0; k < 3; k++) {
                if (boxes[p + k] > boxes[b + 3 + k] || boxes[p + 3 + k] < boxes[b + k])
                  return false;
              }
              pairs++;
              return false;
            },
          });
        }
        return pairs;
      },
    };
  };
}
