/** A cell of an MJCF model against MuJoCo's own: where everything is, and which pairs are tested. */
import { expect } from 'vitest';
import type { CellDescription } from '../../../src/cell/index.ts';
import { buildKinematics, Kinematics } from '../../../src/kinematics/index.ts';
import { composePoses, type Random } from '../../../src/math/index.ts';
import type { MujocoModel } from './mujocoModel.ts';
import { randomConfiguration } from './robots.ts';

/** Shapes as sizes of MuJoCo. */
function sizesOf(
  geometry: CellDescription['obstacles'][number]['parts'][number]['geometry'],
): number[] {
  switch (geometry.kind) {
    case 'sphere':
      return [geometry.radius];
    case 'capsule':
    case 'cylinder':
      return [geometry.radius, geometry.length / 2];
    case 'box':
      return [...geometry.half];
    case 'ellipsoid':
      return [...geometry.radii];
    default:
      return [];
  }
}

/** The smallest and the largest coordinates of points in a frame. */
function extent(points: ArrayLike<number>, pose: ArrayLike<number>): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const at =
        pose[3 * k] * points[i] +
        pose[3 * k + 1] * points[i + 1] +
        pose[3 * k + 2] * points[i + 2] +
        pose[9 + k];
      out[k] = Math.min(out[k], at);
      out[3 + k] = Math.max(out[3 + k], at);
    }
  }
  return out;
}

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Array.from(a).reduce((most, each, i) => Math.max(most, Math.abs(each - b[i])), 0);
}

/** Largest difference of poses, sizes and extents over random configurations; counts what was compared. */
export function comparePlaces(description: CellDescription, theirs: MujocoModel, random: Random) {
  const tree = buildKinematics(description.robots);
  const kin = new Kinematics(tree);
  const links = new Map(description.robots[0].robot.links.map((link) => [link.name, link]));
  let difference = 0;
  let bodies = 0;
  let geoms = 0;
  for (let k = 0; k < 8; k++) {
    const q = randomConfiguration(tree, random);
    kin.setConfiguration(q);
    const values = new Map<string, number>();
    for (const [name, { frame, state, value }] of tree.joints) {
      if (state === 'free' || state === 'coupled') {
        values.set(name, tree.multiplier[frame] * q[tree.dof[frame]] + tree.offset[frame]);
      } else if (Array.isArray(value)) values.set(name, value[0]);
    }
    const placed = theirs.place(values);
    const next = new Map<string, number>();
    theirs.geoms.forEach((geom, g) => {
      if (geom.contype === 0 && geom.conaffinity === 0) return;
      const number = next.get(geom.body) ?? 0;
      next.set(geom.body, number + 1);
      const link = links.get(geom.body);
      const obstacle =
        geom.body === 'world'
          ? description.obstacles[number]
          : description.obstacles.find(({ name }) => name === geom.body);
      const part =
        geom.body === 'world' ? obstacle!.parts[0] : (link?.collisions ?? obstacle!.parts)[number];
      let around = obstacle?.pose;
      if (link && geom.body !== 'world') {
        const o = kin.poseOf(tree.frameOf.get(geom.body)!);
        around = kin.poses.slice(o, o + 12);
        difference = Math.max(difference, worst(around, placed.body(geom.body)));
        bodies++;
      }
      const inWorld = composePoses(around!, part.pose);
      if (geom.vertices && part.geometry.kind === 'mesh') {
        const own = extent(part.geometry.triangles.positions, inWorld);
        difference = Math.max(difference, worst(own, extent(geom.vertices, placed.geom(g))) / 100);
      } else if (geom.type !== 'plane') {
        expect(part.geometry.kind).toBe(geom.type);
        const sizes = sizesOf(part.geometry);
        difference = Math.max(difference, worst(sizes, geom.size.slice(0, sizes.length)));
        difference = Math.max(difference, worst(inWorld, placed.geom(g)));
      }
      geoms++;
    });
  }
  return { difference, bodies, geoms };
}

/** Every two bodies that move against each other: assumed apart here where MuJoCo does not test them, and only there. */
export function comparePairs(
  { robots, allow, obstacles }: CellDescription,
  theirs: MujocoModel,
): number {
  const untested = new Set<string>();
  const add = (a: string, b: string) => untested.add(`${a} ${b}`).add(`${b} ${a}`);
  for (const { between } of allow) add(...between);
  const links = robots[0].robot.links.filter(({ collisions }) => collisions.length > 0);
  const names = [...links, ...obstacles].map(({ name }) => name);
  const bodyOf = (name: string) =>
    theirs.geoms.some(({ body }) => body === name) ? name : 'world';
  let tested = 0;
  for (const [i, a] of names.entries()) {
    for (const b of names.slice(i + 1)) {
      const [p, q] = [bodyOf(a), bodyOf(b)];
      if (theirs.areRigid(p, q)) continue;
      expect([a, b, !untested.has(`${a} ${b}`)]).toEqual([a, b, theirs.tests(p, q)]);
      if (!untested.has(`${a} ${b}`)) tested++;
    }
  }
  return tested;
}
