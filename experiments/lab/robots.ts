/** Robots among obstacles from MotionBenchMaker, and random configurations whose answers are known. */
import { existsSync, readFileSync } from 'node:fs';
import { buildCell, type Cell, type CellDescription, StaticChecker } from 'surepath/cell';
import { readScene, readSrdf, readUrdf } from 'surepath/formats';
import { type Files, fromDisk } from './cells.ts';
import { DATA } from './places.ts';

/** Where the joints stand that the configurations leave out. */
const HELD_AT: Readonly<Record<string, number>> = { panda: 0.065, ur5: 0 };

/** Names of the robots. */
export const ROBOTS = Object.keys(HELD_AT);

/** Of scenes and problems. */
export const FAMILIES = ['bookshelf_small', 'table_pick', 'table_under_pick', 'cage'];

/** One scene of a family. */
export interface Place {
  readonly family: string;
  readonly scene: number;
}

/** A configuration in a scene; q in the order of the oracle's joints. */
export interface OracleRecord extends Place {
  readonly q: readonly number[];
  readonly collide: boolean;
  /** The smallest over all pairs. */
  readonly distance: number;
}

export interface Oracle {
  readonly meta: { readonly joints: readonly string[] };
  readonly records: readonly OracleRecord[];
}

/** A scene, and what is known of some configurations. */
export interface KnownScene {
  readonly name: string;
  readonly checker: StaticChecker;
  readonly configurations: readonly Float64Array[];
  readonly colliding: readonly boolean[];
  /** The smallest over all pairs, 0 where they collide. */
  readonly distances: readonly number[];
}

/** What is missing on this machine, or undefined. */
export function missingRobots(): string | undefined {
  const needed = ROBOTS.flatMap((robot) => [`mbm/${robot}`, `oracle/static_${robot}.json`]);
  const missing = needed.filter((path) => !existsSync(`${DATA}/${path}`));
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} not found in ${DATA}; SUREPATH_DATA says where the data is`;
}

/** The oracle's records for one robot. */
export function readOracle(robot: string): Oracle {
  return JSON.parse(readFileSync(`${DATA}/oracle/static_${robot}.json`, 'utf8'));
}

/** Where a robot's files are. */
export function robotFolder(robot: string): string {
  return `${DATA}/mbm/${robot}`;
}

/** The file of one scene. */
export function sceneFile(robot: string, { family, scene }: Place): string {
  const number = String(scene).padStart(4, '0');
  return `${robotFolder(robot)}/problems/${family}/scene${number}.yaml`;
}

/** A robot from the bytes of its files. */
export function readRobot(name: string, files: Files = fromDisk) {
  const folder = robotFolder(name);
  const bytes = (file: string) => {
    const content = files(file);
    if (!content) throw new Error(`there is no ${file}`);
    return content;
  };
  const resolver = { files, packages: { meshes: `${folder}/meshes` } };
  const urdf = `${folder}/${name}.urdf`;
  const srdf = `${folder}/${name}.srdf`;
  const { robot } = readUrdf(bytes(urdf), { file: urdf, resolver, visuals: false });
  const { semantics } = readSrdf(bytes(srdf), { file: srdf, robot });
  return { name, robot, semantics, resolver, bytes };
}

export type RobotFiles = ReturnType<typeof readRobot>;

/** A scene around a robot, with joints that are not held; scenes around the same one share its meshes. */
export function buildScene(files: RobotFiles, scene: string, free: readonly string[]): Cell {
  return buildCell(describeScene(files, scene, free));
}

/** The same before it is built. */
export function describeScene(
  { name, robot, semantics, resolver, bytes }: RobotFiles,
  scene: string,
  free: readonly string[],
): CellDescription {
  const description = readScene(bytes(scene), { file: scene, robot, semantics, resolver });
  const held = new Map(
    robot.joints
      .filter((joint) => joint.kind !== 'fixed' && !joint.mimic && !free.includes(joint.name))
      .map((joint) => [joint.name, [HELD_AT[name]]]),
  );
  return { ...description, robots: [{ ...description.robots[0], held }] };
}

/** An oracle's configuration in the order of the cell's degrees of freedom. */
export function configurationFor(
  cell: Cell,
  joints: readonly string[],
  q: readonly number[],
): Float64Array {
  return Float64Array.from(cell.tree.dofs, ({ name }) => q[joints.indexOf(name)]);
}

/** A few scenes of every family, each with its first configurations. */
export function loadScenes(robot: string, scenesPerFamily: number, perScene: number): KnownScene[] {
  const { meta, records } = readOracle(robot);
  const families = new Map<string, Map<number, OracleRecord[]>>();
  for (const record of records) {
    const scenes = families.get(record.family) ?? new Map<number, OracleRecord[]>();
    families.set(record.family, scenes);
    scenes.set(record.scene, [...(scenes.get(record.scene) ?? []), record]);
  }
  return [...families.values()].flatMap((scenes) =>
    [...scenes.values()].slice(0, scenesPerFamily).map((all) => {
      const some = all.slice(0, perScene);
      const cell = buildScene(readRobot(robot), sceneFile(robot, some[0]), meta.joints);
      return {
        name: `${some[0].family} ${some[0].scene}`,
        checker: new StaticChecker(cell),
        configurations: some.map(({ q }) => configurationFor(cell, meta.joints, q)),
        colliding: some.map(({ collide }) => collide),
        distances: some.map(({ collide, distance }) => (collide ? 0 : distance)),
      };
    }),
  );
}
