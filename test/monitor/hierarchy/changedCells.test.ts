/** Hierarchies of cells that change on-line: objects are grasped and put down, obstacles appear, vanish, and others take their numbers. */
import { expect, test } from 'vitest';
import { sampleInto } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import type { ClassHierarchy } from '../../../src/monitor/hierarchy/index.ts';
import { PolytopeBounds } from '../../../src/monitor/hierarchy/polytopes.ts';
import {
  CellWorld,
  defaultClasses,
  defaultPairs,
  ExactDistance,
  HierarchySearch,
  nothingNear,
  PlainSearch,
  planHierarchies,
  prepareObstacle,
  WorldChanges,
} from '../../../src/monitor/index.ts';
import { anyPose } from '../../helpers/monitor/changingCell.ts';
import { embedded } from '../../helpers/oracles/embedded.ts';

/** Every node below the roots, with the members below it. */
function nodesOf({ nodes, roots, rootCount }: ClassHierarchy): Map<number, number[]> {
  const all = new Map<number, number[]>();
  const visit = (node: number): number[] => {
    const isLeaf = nodes.first[node] < 0;
    const members = isLeaf
      ? [nodes.member[node]]
      : [...visit(nodes.first[node]), ...visit(nodes.second[node])];
    all.set(node, members);
    return members;
  };
  for (let r = 0; r < rootCount; r++) visit(roots[r]);
  return all;
}

test.each(['static', 'dynamic'] as const)(
  '%s: as the plain approach, whatever was done',
  (hierarchy) => {
    const cell = embedded('two-arms');
    const random = new Random(6);
    const classes = defaultClasses(cell);
    const world = new CellWorld(cell, classes, defaultPairs(cell, classes));
    const distance = new ExactDistance(world);
    const plan = planHierarchies(world, { hierarchy, sampling: { degrees: 90 } });
    const plain = new PlainSearch(world, distance);
    const searches = (['boxes', 'polytopes'] as const).map(
      (compositions) => new HierarchySearch(world, distance, plan, { compositions }),
    );
    const changes = new WorldChanges(world, distance, true);
    for (const search of searches) changes.listen(search);
    const q = new Float64Array(cell.tree.dofs.length);
    const [expected, found] = [nothingNear(), nothingNear()];
    const compare = () => {
      sampleInto(cell, random, q);
      world.place(q, 0);
      world.pairs.forEach((_, p) => {
        plain.find(p, Number.POSITIVE_INFINITY, expected);
        for (const search of searches) {
          search.find(p, Number.POSITIVE_INFINITY, found);
          expect(found.upper).toBeCloseTo(expected.upper, 9);
          expect(found.lower).toBeLessThanOrEqual(expected.upper);
        }
      });
    };
    const polytopes = new PolytopeBounds(world);
    const gap2 = new Float64Array(1);
    let positive = 0;
    /** No polytope of the left arm and the obstacles is farther than the members in it. */
    const compareBounds = () => {
      const [x, y] = [searches[0].hierarchyOf(0), searches[0].hierarchyOf(2)];
      polytopes.update(x, y);
      for (const [u, own] of nodesOf(x)) {
        for (const [v, others] of nodesOf(y)) {
          polytopes.gap2Into(u, v, gap2, 0);
          if (gap2[0] === 0) continue;
          positive++;
          let least = Number.POSITIVE_INFINITY;
          for (const i of own) {
            for (const k of others) {
              distance.measure(i, k, least, false);
              least = Math.min(least, distance.upper);
            }
          }
          if (Math.sqrt(gap2[0]) > least) expect(Math.sqrt(gap2[0])).toBeLessThanOrEqual(least);
        }
      }
    };
    const thing = (n: number, size = 0.05) => {
      const half: [number, number, number] = [size, 0.03, size];
      const parts = [
        { pose: anyPose(random, [0, 0, 0], 0.1), geometry: { kind: 'box', half } as const },
      ];
      const described = {
        solid: false,
        name: `thing ${n}`,
        pose: anyPose(random, [0, 0, 0.5], 0.6),
        parts,
      };
      return prepareObstacle(described);
    };
    const links = cell.tree.frameNames.filter((name) => name.startsWith('left/'));
    compare();
    for (let n = 0; n < 3; n++) {
      changes.add(thing(n));
      compare();
      compareBounds();
      changes.attach(`thing ${n}`, links[links.length - 1 - n], { touches: [] });
      compare();
      changes.detach(`thing ${n}`);
      changes.move(`thing ${n}`, anyPose(random, [0, 0, 0.5], 0.5));
      compare();
      if (n % 2 === 1) {
        // Both at once: the number that was free is taken again.
        changes.remove(`thing ${n}`);
        changes.add(thing(n, 1.5));
        compare();
        compareBounds();
      }
      changes.remove(`thing ${n}`);
      compare();
    }
    expect(positive).toBeGreaterThan(100);
  },
);
