/** What the view shows where: contacts, room for new things, halls, floors, ghosts. */
import { Box3, Scene, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Session } from '../../studio/engine/session.ts';
import { placeOf } from '../../studio/view/contactMarks.ts';
import { drawPlan } from '../../studio/view/drawPlan.ts';
import { freePlace } from '../../studio/view/freePlace.ts';
import { GeometryCache } from '../../studio/view/geometryCache.ts';
import { GhostFigures } from '../../studio/view/ghosts.ts';
import { Materials } from '../../studio/view/materials.ts';
import { encloses } from '../../studio/view/shadows.ts';
import { named, opened } from '../helpers/studio/sessions.ts';

const box = (x: number, y: number, z: number, size: number) =>
  new Box3().setFromCenterAndSize(new Vector3(x, y, z), new Vector3(size, size, size));

describe('where bodies touch', () => {
  it('is where their triangles meet, however large one of them is', () => {
    const floor = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
    const tip = [1, 2, -0.01, 1.02, 2, 0.03, 1, 2.02, 0.03];
    const place = placeOf({ trianglesA: floor, trianglesB: tip, point: null })!;
    expect(place.at[0]).toBeCloseTo(1.01);
    expect(place.at[1]).toBeCloseTo(2.01);
    expect(place.at[2]).toBeCloseTo(0);
    expect(place.extent).toBeLessThan(0.03);
    const swapped = placeOf({ trianglesA: tip, trianglesB: floor, point: null })!;
    expect(swapped).toEqual(place);
  });

  it('is a point of both where there are no triangles, and else unknown', () => {
    const none = { trianglesA: [], trianglesB: [] };
    expect(placeOf({ ...none, point: [1, 2, 3] })).toEqual({ at: [1, 2, 3], extent: 0 });
    expect(placeOf({ ...none, point: null })).toBeNull();
  });
});

describe('a new thing', () => {
  it('stands beside the robots and in nothing else, on what they stand on', () => {
    const robots = box(0.5, 0, 1, 2);
    const floor = new Box3(new Vector3(-9, -9, -0.1), new Vector3(9, 9, 0));
    for (const taken of [
      [floor],
      [floor, box(1.8, 0, 0.2, 0.5)],
      [floor, box(2, 0, 1, 1.5), box(0.5, -2, 1, 1.5)],
    ]) {
      const [x, y, z] = freePlace(robots, taken, 0.3);
      const cube = box(x, y, z, 0.29);
      expect([robots, ...taken.slice(1)].some((each) => each.intersectsBox(cube))).toBe(false);
      expect(z).toBeCloseTo(0.15);
      expect(Math.hypot(x - 0.5, y)).toBeLessThan(4);
    }
    expect(freePlace(new Box3(), [], 0.3)[2]).toBeCloseTo(0.15);
  });
});

describe('a hall', () => {
  it('is what the robots stand in, not what they stand on or beside', () => {
    const robots = box(0, 0, 1, 2);
    expect(encloses(box(0, 0, 2, 8), robots)).toBe(true);
    expect(encloses(new Box3(new Vector3(-9, -9, -1), new Vector3(9, 9, 0)), robots)).toBe(false);
    expect(encloses(box(3, 0, 1, 2), robots)).toBe(false);
    // A table between two robots.
    expect(encloses(box(0, 0, 1, 1), robots)).toBe(false);
    expect(encloses(new Box3(), robots)).toBe(false);
  });
});

describe('a ghost', () => {
  it('leaves to the robot what stands where the robot does', () => {
    const { description } = opened(new Session(), named('two-arms/'));
    const cell = buildCell(description);
    const { visual } = drawPlan(description, [], cell.tree);
    const scene = new Scene();
    const ghosts = new GhostFigures(scene, new GeometryCache(), new Materials());
    ghosts.setRobots(cell.tree, visual, false);
    const present = new Kinematics(cell.tree);
    const q = new Float64Array(cell.tree.dofs.length);
    present.setConfiguration(q);
    const shown = () => {
      let count = 0;
      scene.traverse((each) => {
        if ('isMesh' in each && each.visible) count++;
      });
      return count;
    };
    ghosts.set('goal', q);
    ghosts.leaveTo(present, 1);
    expect(shown()).toBe(0);
    // The last joint of the second arm: its gun alone is elsewhere.
    const moved = q.slice();
    moved[11] = 0.5;
    ghosts.set('goal', moved);
    ghosts.leaveTo(present, 1);
    const some = shown();
    expect(some).toBeGreaterThan(0);
    moved[6] = 0.5;
    ghosts.set('goal', moved);
    ghosts.leaveTo(present, 1);
    expect(shown()).toBeGreaterThan(some);
  });
});
