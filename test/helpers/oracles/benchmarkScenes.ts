/** Robots and scenes of the data folder, read once. */
import { buildCell, type Cell, type CellDescription } from '../../../src/cell/index.ts';
import { readScene, readSrdf, readUrdf } from '../../../src/formats/index.ts';
import { DATA_FOLDER, haveData, readData } from './data.ts';

export type BenchmarkRobot = 'panda' | 'ur5';

/** What the oracles held fixed: the Panda's fingers at 0.065, the UR5's gripper at 0. */
const HELD: Record<BenchmarkRobot, number> = { panda: 0.065, ur5: 0 };

const files = (path: string) => {
  const prefix = `${DATA_FOLDER}/`;
  if (!path.startsWith(prefix)) return undefined;
  try {
    return readData(path.slice(prefix.length));
  } catch {
    return undefined;
  }
};

const cache = new Map<BenchmarkRobot, ReturnType<typeof load>>();

function load(name: BenchmarkRobot) {
  const folder = `${DATA_FOLDER}/mbm/${name}`;
  const resolver = { files, packages: { meshes: `${folder}/meshes` } };
  const urdf = `${folder}/${name}.urdf`;
  const { robot } = readUrdf(readData(`mbm/${name}/${name}.urdf`), {
    file: urdf,
    resolver,
    visuals: false,
  });
  const srdf = `mbm/${name}/${name}.srdf`;
  const semantics = haveData(srdf)
    ? readSrdf(readData(srdf), { file: srdf, robot }).semantics
    : undefined;
  return { robot, semantics, resolver };
}

export function benchmarkRobot(name: BenchmarkRobot) {
  const found = cache.get(name) ?? load(name);
  cache.set(name, found);
  return found;
}

/** A scene with the joints that no oracle moves held at their value. */
export function describeScene(
  name: BenchmarkRobot,
  family: string,
  scene: number,
  free: readonly string[],
): CellDescription {
  const { robot, semantics, resolver } = benchmarkRobot(name);
  const path = `mbm/${name}/problems/${family}/scene${String(scene).padStart(4, '0')}.yaml`;
  const file = `${DATA_FOLDER}/${path}`;
  const description = readScene(readData(path), { file, robot, semantics, resolver });
  const held = new Map<string, readonly number[]>();
  for (const { name: joint, kind, mimic } of robot.joints) {
    if (kind !== 'fixed' && !mimic && !free.includes(joint)) held.set(joint, [HELD[name]]);
  }
  return { ...description, robots: [{ ...description.robots[0], held }] };
}

export function sceneCell(
  name: BenchmarkRobot,
  family: string,
  scene: number,
  free: readonly string[],
): Cell {
  return buildCell(describeScene(name, family, scene, free));
}
