/** From where a report looks at its cell. */
import { describe, expect, it } from 'vitest';
import { buildPath } from '../../src/motion/index.ts';
import { axisOf, Poses, packMotion, packScene } from '../../src/report/index.ts';
import { clearest, turned } from '../../studio/report/outlook.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

describe('turning', () => {
  it('goes around the target, at the same height', () => {
    const camera = { position: [3, 0, 2], target: [1, 0, 0] } as const;
    const { position, target } = turned(camera, Math.PI / 2);
    expect(target).toEqual(camera.target);
    [1, 2, 2].forEach((x, k) => {
      expect(position[k]).toBeCloseTo(x, 12);
    });
  });
});

describe('the clearest side', () => {
  const report = (obstacles: string) => {
    const cell = cellFrom(`surepath: 1\nrobots: [{urdf: arm.urdf}]\n${obstacles}`, {
      'arm.urdf': armUrdf('arm', [1, 1, 1]),
    });
    const path = buildPath(cell.tree, [Float64Array.of(0, 0), Float64Array.of(0.5, 0.5)]);
    const scene = packScene(cell);
    return { scene, poses: new Poses(packMotion(cell, path, axisOf(path), scene.movers)) };
  };
  const front = { position: [1.5, -8, 1], target: [1.5, 0, 0] } as const;

  it('is where one looks already if nothing is in the way', () => {
    const { scene, poses } = report('');
    expect(clearest(scene, poses, front)).toEqual(front);
  });

  it('is another one behind a wall, and nobody minds a box around it all', () => {
    const wall = '  - {name: wall, shape: {box: [9, 0.1, 9]}, pose: {xyz: [0, -3, 0]}}\n';
    const hall = '  - {name: hall, shape: {box: [30, 30, 30]}}\n';
    for (const more of ['', hall]) {
      const { scene, poses } = report(`obstacles:\n${wall}${more}`);
      expect(clearest(scene, poses, front).position[1]).toBeGreaterThan(-3);
    }
  });
});
