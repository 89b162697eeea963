/**
 * Straight motions of robots among obstacles: which edges, and which of them collide. Everything
 * follows from seeds; what FCL says of an edge when it is sampled densely is kept beside its program.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildCell, type Cell, type StaticChecker } from 'surepath/cell';
import { Random } from 'surepath/math';
import { readEmbedded } from '../../lab/cells.ts';
import { between, distanceBetween } from '../../lab/configurations.ts';
import { type Ends, FreeEnds } from '../../lab/ends.ts';
import { buildScene, FAMILIES, readOracle, readRobot, sceneFile } from '../../lab/robots.ts';
import { type SceneEdge, startEdges, writeEdges } from '../fcl/edgeEngine.ts';

export interface Edge extends SceneEdge {
  /** `5 rad`, `1 rad` or `any length`. */
  readonly kind: string;
  /** Whether sampling at 0.05 rad finds a collision. */
  readonly suspected: boolean;
}

export interface EdgeData {
  /** Of the robot, or of the embedded cell. */
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Their names. */
  readonly scenes: readonly string[];
  readonly edges: readonly Edge[];
}

/** Of the forty scenes of every family. */
const SCENE_NUMBERS = [2, 15, 28];
/** Random: as far apart as random configurations are. Local: a step of a planner. */
const LENGTHS = { '5 rad': 5, '1 rad': 1 };
const EMBEDDED_LENGTHS = { 'any length': undefined, '1 rad': 1 };
/** How edges are sampled to sort them, and how FCL samples them. */
export const RESOLUTION = 0.05;
const DENSE_RESOLUTION = 0.0005;
/** Draws of two configurations before a scene is left with fewer edges than asked for. */
const DRAWS = 20_000;

export interface EdgeCounts {
  readonly scenesPerFamily: number;
  /** Of each length and class. */
  readonly perScene: number;
}

/** Edges of one robot in scenes of every family, equally many of each sort where they are found. */
export function benchmarkEdges(robot: string, { scenesPerFamily, perScene }: EdgeCounts): EdgeData {
  const read = readRobot(robot);
  const { joints } = readOracle(robot).meta;
  const places = FAMILIES.flatMap((family) =>
    SCENE_NUMBERS.slice(0, scenesPerFamily).map((scene) => ({ family, scene })),
  );
  const cells = places.map((place) => buildScene(read, sceneFile(robot, place), joints));
  const edges = cells.flatMap((cell, scene) =>
    Object.entries(LENGTHS).flatMap(([kind, length], i) => {
      const drawn = drawEdges(cell, length, perScene, new Random(1000 * scene + i));
      return drawn.map((edge) => ({ scene, kind, ...edge }));
    }),
  );
  const scenes = places.map(({ family, scene }) => `${family} ${scene}`);
  return { name: robot, cells, scenes, edges };
}

/**
 * Segments between two random free configurations of an embedded cell, as in tables III and VI of
 * paper A, and short ones; so many of each class.
 */
export function cellEdges(name: string, count: number): EdgeData {
  const cell = buildCell(readEmbedded(name));
  const edges = Object.entries(EMBEDDED_LENGTHS).flatMap(([kind, length], i) => {
    const drawn = drawEdges(cell, length, count, new Random(7 + i));
    return drawn.map((edge) => ({ scene: 0, kind, ...edge }));
  });
  return { name, cells: [cell], scenes: [name], edges };
}

function drawEdges(
  cell: Cell,
  length: number | undefined,
  perClass: number,
  random: Random,
): (Ends & { suspected: boolean })[] {
  const ends = new FreeEnds(cell, random);
  const edges: (Ends & { suspected: boolean })[] = [];
  const wanted = { free: perClass, colliding: perClass };
  for (let i = 0; i < DRAWS && wanted.free + wanted.colliding > 0; i++) {
    const drawn = ends.toward(length);
    if (!drawn) continue;
    const suspected = sampledCollision(ends.checker, drawn);
    const sort = suspected ? 'colliding' : 'free';
    if (wanted[sort] === 0) continue;
    wanted[sort]--;
    edges.push({ ...drawn, suspected });
  }
  return edges;
}

function sampledCollision(checker: StaticChecker, { from, to }: Ends): boolean {
  const parts = Math.ceil(distanceBetween(from, to) / RESOLUTION);
  for (let k = 1; k < parts; k++) {
    if (checker.firstCollision(between(from, to, k / parts)) >= 0) return true;
  }
  return false;
}

/**
 * What FCL finds when it samples every 0.0005 rad: per edge t of a collision, or -1. Takes minutes
 * for the UR5, once.
 */
export async function denseTruth(data: EdgeData, native: boolean): Promise<number[]> {
  const file = writeEdges(data.name, data.cells, data.edges);
  const kept = file.replace(/\.bin$/, `-${data.edges.length}.json`);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (existsSync(kept)) {
    const known: { digest: string; truth: number[] } = JSON.parse(readFileSync(kept, 'utf8'));
    if (known.digest === digest) return known.truth;
  }
  console.log(`${data.name}: FCL samples ${data.edges.length} edges every 0.0005 rad ...`);
  const running = await startEdges(file, native);
  await running.ask(`select ${data.edges.map((_, i) => i).join(' ')}`);
  await running.ask(`check mesh tight ${DENSE_RESOLUTION} 1`);
  const truth = await running.ask<number[]>('answers');
  running.close();
  writeFileSync(kept, JSON.stringify({ digest, truth }));
  return truth;
}
