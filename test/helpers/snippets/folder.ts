/**
 * A folder as the pages imagine it: the package installed, `cell.yaml` with its files, paths in it, and whatever else is
 * named. And the context that fragments of code begin with.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCell, writeObj, writeStl } from '../../../src/formats/index.ts';
import { torus } from '../../../src/geometry/index.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What `needs` may name. */
export const CONTEXT = `
import { readFileSync } from 'node:fs';
import { buildCell, buildPath, readCell, readPath } from 'surepath';

const resolver = { files: (path: string) => readFileSync(path) };
export const description = readCell(readFileSync('cell.yaml'), { file: 'cell.yaml', resolver });
export const cell = buildCell(description);
export const { waypoints } = readPath(readFileSync('path.json'), { file: 'path.json' });
export const path = buildPath(cell.tree, waypoints);
export const [from] = waypoints;
export const to = waypoints[waypoints.length - 1];
`;

/** A new folder in which \`cell.yaml\` is the embedded cell of this name. */
export function snippetFolder(cellName: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
  const cellFolder = join(ROOT, 'cells', cellName);
  for (const name of readdirSync(cellFolder))
    symlinkSync(join(cellFolder, name), join(folder, name));
  symlinkSync(join(ROOT, 'cells'), join(folder, 'cells'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/surepath'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}\n');
  mkdirSync(join(folder, 'programs'));
  for (const [name, content] of fixtures(cellName, cellFolder)) {
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

type Content = string | Uint8Array;

function fixtures(cellName: string, cellFolder: string): [string, Content][] {
  const meshes: [string, Content][] = ['A.stl', 'B.stl', 'gripper.stl'].map((name) => [
    name,
    writeStl(torus(0.1, 0.02, 12, 8)),
  ]);
  meshes.push(['shelf.obj', writeObj(torus(0.1, 0.02, 12, 8))]);
  const states = statesOf(join(cellFolder, 'cell.yaml'));
  const motions = cellName === 'two-arms' ? twoArms(states) : cage(states);
  // A robot by itself, and a scene of MoveIt: the arm under the names of others.
  const robot = ['robot', 'panda'].flatMap((name): [string, Content][] =>
    ['urdf', 'srdf'].map((kind) => [
      `${name}.${kind}`,
      readFileSync(join(cellFolder, `arm.${kind}`)),
    ]),
  );
  const joints = states.joints.slice(0, 6).map((name) => name.replace(/^.*\//, ''));
  const alone = { joints, configurations: [states.rows.get('home')!.slice(0, 6)] };
  const scene = `name: scene
world:
  collision_objects:
    - id: box
      primitives: [{type: box, dimensions: [0.2, 0.2, 0.2]}]
      primitive_poses: [{position: [1, 1, 1]}]
`;
  const goal = alone.configurations[0].map((value, k) => ({
    joint_name: joints[k],
    position: value + 0.1,
  }));
  const request = {
    group_name: 'arm',
    start_state: { joint_state: { name: joints, position: alone.configurations[0] } },
    goal_constraints: [{ joint_constraints: goal }],
  };
  return [
    ...meshes,
    ...motions,
    ...robot,
    ['states.json', json(alone)],
    ['before.yaml', `# As it was.\n${readFileSync(join(cellFolder, 'cell.yaml'), 'utf8')}`],
    ['programs/path.json', motions.find(([name]) => name === 'path.json')![1]],
    ['scene.yaml', scene],
    ['request.yaml', json(request)],
  ];
}

interface States {
  readonly joints: readonly string[];
  /** Of all robots, by the name of the state. */
  readonly rows: ReadonlyMap<string, number[]>;
}

/** States that all robots of a cell have. */
function statesOf(file: string): States {
  const resolver = { files: (path: string) => readFileSync(path) };
  const { robots } = readCell(readFileSync(file), { file, resolver, visuals: false });
  const joints: string[] = [];
  const rows = new Map<string, number[]>();
  for (const { name, semantics } of robots) {
    semantics!.states.forEach((state, k) => {
      if (k === 0) joints.push(...[...state.values.keys()].map((joint) => `${name}/${joint}`));
      const row = [...state.values.values()].flat();
      rows.set(state.name, [...(rows.get(state.name) ?? []), ...row]);
    });
  }
  return { joints, rows };
}

const json = (value: object): string => `${JSON.stringify(value)}\n`;

function through({ joints, rows }: States, ...names: string[]) {
  return { joints, waypoints: names.map((name) => rows.get(name)!) };
}

/** The arm in the cage: `path.json` is free, `through.json` and `other.json` go through bars. */
function cage(states: States): [string, Content][] {
  const short = through(states, 'inside', 'at_bars', 'between_bars');
  return [
    ['path.json', json(short)],
    ['weld.json', json(short)],
    ['through.json', json(through(states, 'inside', 'at_bars', 'between_bars', 'outside'))],
    ['other.json', json({ ...through(states, 'inside', 'outside'), times: [0, 3] })],
  ];
}

/** Two arms with a motion each, and together. */
function twoArms(states: States): [string, Content][] {
  const { joints, waypoints } = through(states, 'home', 'ready');
  const arm = (name: string, first: number) => ({
    robot: name,
    joints: joints.slice(first, first + 6).map((joint) => joint.replace(/^.*\//, '')),
    waypoints: waypoints.map((row) => row.slice(first, first + 6)),
    times: [0, 2],
  });
  const points = waypoints.map((positions, k) => ({
    positions,
    velocities: positions.map(() => 0),
    time_from_start: { sec: 2 * k, nanosec: 0 },
  }));
  return [
    ['path.json', json({ joints, waypoints })],
    ['tracks.json', json({ tracks: [arm('left', 0), arm('right', 6)] })],
    ['ros_trajectory.yaml', json({ joint_names: joints, points })],
    ['q.json', json({ joints, configurations: waypoints })],
    ['edges.json', json({ joints, edges: [{ from: waypoints[0], to: waypoints[1] }] })],
  ];
}
