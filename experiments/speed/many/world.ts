/**
 * A Panda among many small boxes, of which the same hundred are near: around a motion of 5 rad, some within
 * centimetres of it. The others are beyond the robot's reach, or within reach and away from what it does here.
 * Everything follows from seeds; a world of more boxes has those of a world of fewer, in the same order.
 */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
  type Pair,
  StaticChecker,
} from 'surepath/cell';
import { createChecker } from 'surepath/check';
import { identityPose, poseFromRpy, Random } from 'surepath/math';
import { StraightSegment } from 'surepath/motion';
import { createPlanner, DEFAULT_PLANNER, PlanningSpace, solve } from 'surepath/plan';
import { between } from '../../lab/configurations.ts';
import { type Ends, FreeEnds } from '../../lab/ends.ts';
import { describeScene, readRobot, sceneFile } from '../../lab/robots.ts';
import { FAR, PassageField } from './field.ts';

/** How many boxes are near in every world. */
export const NEAR = 100;

/** Where the others are. */
export type Elsewhere = 'beyond reach' | 'within reach';
export const ELSEWHERE: readonly Elsewhere[] = ['beyond reach', 'within reach'];

/** Radians, as Euclidean length over all joints. */
const EDGE_LENGTH = 5;
/** Metres from where the edge passes to the centre of a near box. */
const NEAREST = 0.03;
const NEAR_ENOUGH = 0.12;
/** Every so manyth near box is within this. */
const EVERY = 4;
const NEARER = 0.05;
/** Metres: half the sides of boxes. */
const SMALL = 0.008;
const LARGE = 0.02;
/** Metres from the base: what is beyond reach is between these. */
const BEYOND = 1.7;
const OUTERMOST = 6;
/** Configurations of the edge at which boxes are looked for that it meets. */
const LOOKS = 100;
/** Edges that planning the query may take among the near boxes, and milliseconds anywhere. */
const MOST_EDGES = 300;
const PATIENCE = 60_000;
const SEED = 1997;
/** With this one the first query that is drawn will do. */
const QUERY_SEED = 10;

export interface ManyWorld {
  /** Free with all boxes. */
  readonly edge: Ends;
  /** For a planner: both ends are free, the straight way between them meets a near box. */
  readonly query: Ends;
  /** The robot among so many boxes, at least the near ones. */
  describe(count: number, elsewhere: Elsewhere): CellDescription;
}

export function manyWorld(): ManyWorld {
  const files = readRobot('panda');
  const place = { family: 'table_pick', scene: 1 };
  // Of the scene nothing is kept but the robot.
  const joints = files.robot.joints.map(({ name }) => name);
  const scene = describeScene(files, sceneFile('panda', place), joints);
  const alone: CellDescription = { ...scene, obstacles: [], notes: [] };
  const bare = buildCell(alone);
  const edge = freeEdge(bare);
  const near = nearBoxes(alone, bare, edge);
  const hundred = buildCell({ ...alone, obstacles: near });
  const { query, waypoints } = plannedQuery(hundred);
  const field = new PassageField(bare, [[edge.from, edge.to], waypoints]);
  const others: Record<Elsewhere, ObstacleDescription[]> = {
    'beyond reach': [],
    'within reach': [],
  };
  const random = {
    'beyond reach': new Random(SEED + 1),
    'within reach': new Random(SEED + 2),
  };
  const describe = (count: number, elsewhere: Elsewhere): CellDescription => {
    const list = others[elsewhere];
    while (list.length < count - NEAR) {
      const centre =
        elsewhere === 'beyond reach'
          ? beyondReach(random[elsewhere])
          : withinReach(random[elsewhere], field);
      list.push(smallBox(NEAR + list.length, centre, random[elsewhere]));
    }
    return { ...alone, obstacles: [...near, ...list.slice(0, count - NEAR)] };
  };
  return { edge, query, describe };
}

/** The first random motion of the length that the bare robot can make. */
function freeEdge(bare: Cell): Ends {
  const ends = new FreeEnds(bare, new Random(SEED));
  const ladder = createChecker(bare);
  for (;;) {
    const drawn = ends.toward(EDGE_LENGTH);
    if (!drawn) continue;
    const segment = new StraightSegment(bare.tree, drawn.from, drawn.to);
    if (ladder.check({ segment }).verdict === 'free') return drawn;
  }
}

/** Around the edge, as near as the field says; those that the edge meets are taken away, and others put in their place. */
function nearBoxes(alone: CellDescription, bare: Cell, edge: Ends): ObstacleDescription[] {
  const field = new PassageField(bare, [[edge.from, edge.to]]);
  const random = new Random(SEED + 3);
  const boxes: ObstacleDescription[] = [];
  for (;;) {
    while (boxes.length < NEAR) {
      const centre = around(random);
      const distance = field.distance(centre[0], centre[1], centre[2]);
      const most = boxes.length % EVERY === 0 ? NEARER : NEAR_ENOUGH;
      if (distance < NEAREST || distance > most) continue;
      boxes.push(smallBox(boxes.length, centre, random));
    }
    const cell = buildCell({ ...alone, obstacles: boxes });
    const met = metOn(cell, edge);
    if (met.size === 0) return boxes;
    const left = boxes.filter(({ name }) => !met.has(name));
    boxes.splice(0, boxes.length, ...left.map((box, i) => ({ ...box, name: nameOf(i) })));
  }
}

/** Names of boxes that the edge meets, none if it is free: those seen at some configurations, or else the ladder's. */
function metOn(cell: Cell, { from, to }: Ends): Set<string> {
  const statics = new StaticChecker(cell);
  const met = new Set<string>();
  const add = ({ a, b }: Pair) => {
    for (const i of [a, b]) if (cell.bodies[i].kind === 'obstacle') met.add(cell.bodies[i].name);
  };
  for (let k = 0; k <= LOOKS; k++) {
    for (const { pair } of statics.within(0, between(from, to, k / LOOKS))) add(pair);
  }
  if (met.size > 0) return met;
  const segment = new StraightSegment(cell.tree, from, to);
  const { verdict, witness } = createChecker(cell).check({ segment });
  if (witness) add(witness.pair);
  if (verdict !== 'free' && met.size === 0) throw new Error(`the edge is ${verdict} without a box`);
  return met;
}

/** The first random query with a near box in its straight way that is not too hard, and a path for it. */
function plannedQuery(cell: Cell): { query: Ends; waypoints: readonly Float64Array[] } {
  const ends = new FreeEnds(cell, new Random(QUERY_SEED));
  const ladder = createChecker(cell);
  const space = new PlanningSpace(cell);
  for (;;) {
    const query = ends.anywhere();
    if (!query) throw new Error('no configuration is free');
    const segment = new StraightSegment(cell.tree, query.from, query.to);
    const { verdict, witness } = ladder.check({ segment });
    if (verdict !== 'colliding' || !witness) continue;
    if (![witness.pair.a, witness.pair.b].some((i) => cell.bodies[i].kind === 'obstacle')) continue;
    const { waypoints, planned } = planFor(space, query);
    if (waypoints && planned.stats.edges <= MOST_EDGES) return { query, waypoints };
  }
}

/** A path for a query, smoothed and proven; the same for the same space. */
export function planFor(space: PlanningSpace, { from, to }: Ends) {
  const planner = createPlanner(space, DEFAULT_PLANNER);
  const random = new Random(SEED + 5);
  return solve(space, { planner, from, goals: [to], random, timeLimit_ms: PATIENCE });
}

function beyondReach(random: Random): number[] {
  for (;;) {
    const place = [0, 1, 2].map(() => random.between(-OUTERMOST, OUTERMOST));
    if (Math.hypot(place[0], place[1], place[2] - 0.3) > BEYOND) return place;
  }
}

function withinReach(random: Random, field: PassageField): number[] {
  for (;;) {
    const place = around(random);
    if (field.distance(place[0], place[1], place[2]) > FAR) return place;
  }
}

/** A place that the arm can reach, or nearly: its shoulder is 0.333 m above its base, its hand reaches 1.1 m. */
function around(random: Random): number[] {
  for (;;) {
    const place = [
      random.between(-1.1, 1.1),
      random.between(-1.1, 1.1),
      random.between(-0.5, 1.45),
    ];
    if (Math.hypot(place[0], place[1], place[2] - 0.333) < 1.1) return place;
  }
}

function nameOf(i: number): string {
  return `box ${i}`;
}

/** One for all boxes. */
const AS_IT_IS = identityPose();

/** A box, turned about the vertical as things on shelves are. */
function smallBox(i: number, [x, y, z]: number[], random: Random): ObstacleDescription {
  const half = [0, 1, 2].map(() => random.between(SMALL, LARGE)) as [number, number, number];
  return {
    name: nameOf(i),
    pose: poseFromRpy(0, 0, random.between(-Math.PI, Math.PI), x, y, z),
    parts: [{ pose: AS_IT_IS, geometry: { kind: 'box', half } }],
    solid: true,
  };
}
