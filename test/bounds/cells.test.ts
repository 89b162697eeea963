/** Bounds about bodies of cells, in cells of one or two balls whose distances are known exactly. */
import { describe, it } from 'vitest';
import { buildBody, buildCell, Nearness, PairQuery } from '../../src/cell/index.ts';
import { pieceMotion } from '../../src/cell/jointMap/pieceMotion.ts';
import { PlotProof } from '../../src/cell/jointMap/plotProof.ts';
import { reachUpper } from '../../src/cell/pairs.ts';
import { patchesOf } from '../../src/cell/patches.ts';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { toDistanceLower } from '../../src/monitor/hierarchy/boxes.ts';
import { createMonitor } from '../../src/monitor/index.ts';
import { promisedRates, spanLower } from '../../src/monitor/promise.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { Room } from '../../src/plan/trees/room.ts';
import { DIRECTION } from '../../src/proximity/index.ts';
import { carried } from '../helpers/bounds/carried.ts';
import { expectLower, expectUpper, opened } from '../helpers/bounds/nearly.ts';
import { twoBalls } from '../helpers/motion/slidingBall.ts';
import { ruledCell } from '../helpers/oracles/crowdedCells.ts';
import { cube } from '../helpers/oracles/meshes.ts';

describe('a plot of a joint map', () => {
  it.each(['revolute', 'prismatic'] as const)('wayUpper and alongUpper: a %s joint', (kind) => {
    const cell = carried(kind);
    const [pair] = cell.tested;
    const motion = pieceMotion(cell, pair, 0, 0)!;
    const proof = opened(new PlotProof(motion));
    const half = 0.01;
    proof.enter(Float64Array.of(0), Float64Array.of(half));
    const patch = patchesOf(motion.mover).get(0);
    const way = kind === 'revolute' ? 2 * 2 * Math.sin(half / 2) : half;
    expectUpper(way, proof.wayUpper(patch), 'way', 0.98);
    proof.workspace.numbers.set([0, 1, 0], DIRECTION);
    const along = kind === 'revolute' ? 2 * Math.sin(half) : half;
    expectUpper(along, proof.alongUpper(patch), 'along', 0.98);
  });
});

it('reachUpper: a ball away from its frame', () => {
  const { tree, bodies, box } = carried('revolute');
  const named = (name: string) => bodies.find((body) => body.name.endsWith(name))!;
  expectUpper(2.001, reachUpper(tree, named('far'), named('ball'), box), '', 0.999);
});

it('clearanceUpper and roomUpper of a crowd: the most that a body is to keep from its members', () => {
  const description = ruledCell(1, 60);
  const { crowd, bodies } = buildCell(description, { crowdFrom: 0 });
  for (const mover of crowd!.movers) {
    const most = bodies[mover].name === 'link1' ? 0.08 : 0.03;
    expectUpper(most, crowd!.clearanceUpper(mover), bodies[mover].name, 0.999);
    expectUpper(most, crowd!.roomUpper(mover), bodies[mover].name, 0.999);
  }
});

describe('a monitor', () => {
  it('toDistanceLower: the root of a square', () => {
    const gaps = Float64Array.of(9, 4);
    toDistanceLower(gaps, 1);
    expectLower(2, gaps[1], '', 0.999);
  });

  it('closingUpper: two balls that slide toward each other', () => {
    const { world } = createMonitor(buildCell(twoBalls()));
    const promised = promisedRates(world, { rates: [1, 0, 2, 0] });
    expectUpper(3, promised.closingUpper(0, 1), '', 0.999);
  });

  it('spanLower: a distance that shrinks at a speed', () => {
    expectLower((1.7 - 0.2) / 3, spanLower(1.7, 0.2, 3), '', 0.999);
  });
});

describe('room of a planner', () => {
  it.each([true, false])('gapLower: bounded %s', (bounded) => {
    const cell = carried('prismatic', 'clearance: {default: 0.05}');
    const room = opened(new Room(new PlanningSpace(cell), Float64Array.of(0.01), bounded));
    room.kinematics.setConfiguration(Float64Array.of(0.4));
    const [pair] = room.listed;
    // By balls, and where these are not enough by hulls.
    for (const needed of [1, 9]) {
      expectLower(1 - 0.4 - 0.101 - 0.05, room.gapLower(pair, 0, needed), '', 0.99);
    }
  });
});

it('patchesLower: two meshes that are cubes, measured about', () => {
  const parts = [
    {
      pose: identityPose(),
      geometry: { kind: 'mesh', triangles: cube(0.5), reference: 'cube' } as const,
    },
  ];
  const body = buildBody({ name: 'cube', kind: 'obstacle', frame: 0, parts });
  const query = new PairQuery();
  const pose = poseFromRpy(0.2, 0.3, 0.4, 2, 0.1, 0.2);
  query.measure(body, body, pose, 0, Number.POSITIVE_INFINITY);
  const truth = query.upper;
  query.measureAbout(body, body, pose, 0, Number.POSITIVE_INFINITY, new Nearness(0.1, 0.1));
  expectLower(truth, query.lower);
});
