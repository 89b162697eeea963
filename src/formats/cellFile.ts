/**
 * The cell file (docs/cell-file.md): robots, obstacles, and what is declared about pairs of them,
 * in YAML or JSON. Nothing is left out silently: an unknown key, a name or a pattern that means
 * nothing, a missing file is an error with its line and column.
 */
import {
  type CellDescription,
  clearanceWith,
  matches,
  memberCalled,
  memberName,
  type ObstacleDescription,
  type ObstacleSet,
  obstacleOfSets,
  type RobotInstance,
  setSize,
} from '../cell/index.ts';
import { identityPose, nameHint } from '../math/index.ts';
import { readBoxes } from './boxesFile.ts';
import type { Surroundings } from './cellMjcf.ts';
import { withoutGeometry } from './cellNames.ts';
import { namedJoints, type ReadRobot, readJointValue, readName, readRobot } from './cellRobot.ts';
import { type CellContext, OBJECT_KEYS, readObject, readReference } from './cellShape.ts';
import { readDocument } from './document.ts';
import { plainRobot } from './plainRobot.ts';
import { readPose } from './poseValue.ts';
import type { Resolver } from './resolver.ts';
import { refuseUnusedArguments } from './robotXml.ts';
import { readSrdf } from './srdf.ts';
import { readUrdf } from './urdf.ts';
import { errorAt, quote, type Value } from './value.ts';
import { readCellWorld } from './worlds/cellWorlds.ts';

export interface ReadCellOptions {
  /** Name or path of the file; references start from its folder. */
  readonly file: string;
  /** Where the files come from that it names. */
  readonly resolver: Resolver;
  /** `false` leaves out what is for drawing only. */
  readonly visuals?: boolean;
  /** Links without collision geometry are tested by their visuals, unless the file says otherwise. */
  readonly testVisuals?: boolean;
}

const CELL_KEYS = [
  'surepath',
  'robots',
  'obstacles',
  'worlds',
  'clearance',
  'allow',
  'allow_nothing',
  'state',
] as const;

const CELL_FILE_VERSION = 1;

/** Reads a cell file and all that it refers to. Throws InputError with file, line and column. */
export function readCell(bytes: Uint8Array, options: ReadCellOptions): CellDescription {
  const { file, resolver, visuals = true, testVisuals = false } = options;
  const context: CellContext = {
    file,
    resolver,
    visuals,
    testVisuals,
    files: new Map([[file, bytes]]),
    notes: [],
  };
  const cell = readDocument(bytes, file).mapping('a cell', CELL_KEYS);
  const version = cell.need('surepath');
  if (version.number('surepath') !== CELL_FILE_VERSION) {
    throw version.error(
      'cell/version',
      `surepath: expected version ${CELL_FILE_VERSION}, found ${version.data}`,
    );
  }
  const members = readRobots(cell.need('robots'), context);
  const robots = members.map(({ instance }) => instance);
  const around = members.map(({ surroundings }) => surroundings);
  const read = cell.items('obstacles').map((item) => readObstacle(item, context));
  const obstacles = [...read.flat(), ...around.flatMap((each) => each.obstacles)];
  const names = uniqueNames(cell.get('robots')!, members, cell.items('obstacles'), read);
  const sets = readWorlds(cell.items('worlds'), names, context);
  const named: Named = { names, sets };
  const clearance = cell.get('clearance')?.mapping('clearance', ['default', 'self', 'pairs']);
  const usual = clearance?.optional('default', 0, readDistance) ?? 0;
  return {
    robots,
    obstacles,
    ...(sets.length > 0 && { sets }),
    clearance: clearanceWith(
      { robots, obstacles, sets },
      {
        usual,
        own: clearance?.optional('self', usual, readDistance) ?? usual,
        pairs: (clearance?.items('pairs') ?? []).map((item) => {
          const keys = item.mapping('a pair', ['between', 'distance']);
          const between = readBetween(keys.need('between'), named);
          return { between, distance: readDistance(keys.need('distance')), place: item.place() };
        }),
      },
    ),
    allow: [
      ...cell.items('allow').map((item) => readAllowed(item, named)),
      ...around.flatMap((each) => each.allow),
    ],
    ...(cell.optional('allow_nothing', false, (v) => v.boolean('allow_nothing')) && {
      allowNothing: true,
    }),
    state: withPlaced(
      around,
      cell.optional('state', new Map(), (v) => readState(v, robots, context)),
    ),
    files: context.files,
    notes: context.notes,
  };
}

export interface CellFromUrdfOptions extends ReadCellOptions {
  readonly srdf?: { readonly bytes: Uint8Array; readonly file: string };
  /** Values of xacro arguments by name, for files that are written with macros. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
}

/** A robot alone, at the world's origin, its links under their plain names. */
export function cellFromUrdf(bytes: Uint8Array, options: CellFromUrdfOptions): CellDescription {
  const { srdf, testVisuals = false, ...reading } = options;
  const urdf = readUrdf(bytes, { ...reading, testVisuals: () => testVisuals });
  const { robot, notes, files } = urdf;
  const { file, resolver, xacro } = reading;
  const read = srdf && readSrdf(srdf.bytes, { file: srdf.file, robot, resolver, xacro });
  refuseUnusedArguments(xacro, file, [urdf.xacro, read?.xacro]);
  const instance = plainRobot(robot);
  return {
    robots: [read ? { ...instance, semantics: read.semantics } : instance],
    obstacles: [],
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: read ? new Map([...files, ...read.files]) : files,
    notes: [...notes, ...(read?.notes ?? [])],
  };
}

/** Where a model places its robot counts where the cell file does not say otherwise. */
function withPlaced(
  around: readonly Surroundings[],
  state: CellDescription['state'],
): CellDescription['state'] {
  return new Map([...around.flatMap((each) => [...each.state]), ...state]);
}

function readRobots(value: Value, context: CellContext): ReadRobot[] {
  const items = value.list('robots');
  if (items.length === 0) throw value.error('cell/no-robots', 'a cell has at least one robot');
  const known = { urdfs: new Map(), models: new Map() };
  const robots = items.map((item) => readRobot(item, context, known));
  const names = robots.map(({ instance }) => instance.name);
  for (const [i, name] of names.entries()) {
    if (name === '' && names.length > 1) {
      throw items[i].error('cell/unnamed', 'each of several robots needs a name');
    }
    if (names.indexOf(name) < i) {
      throw items[i].error('cell/duplicate-name', `there are two robots called ${quote(name)}`);
    }
  }
  return robots;
}

/** `left/panda_hand`; plain for a robot without a name. */
function scoped(robot: RobotInstance, name: string): string {
  return robot.name === '' ? name : `${robot.name}/${name}`;
}

/** Names that pairs may have: whether there is geometry behind each. */
type Names = ReadonlyMap<string, boolean>;

/** An obstacle; or those that a file of boxes has. */
function readObstacle(item: Value, context: CellContext): readonly ObstacleDescription[] {
  const keys = item.mapping('an obstacle', [...OBJECT_KEYS, 'boxes']);
  const name = readName(keys.need('name'));
  const boxes = keys.get('boxes');
  if (!boxes) return [{ name, ...readObject(keys, context) }];
  for (const key of ['shape', 'parts'] as const) {
    if (!keys.get(key)) continue;
    throw keys.keyError(key, 'cell/two-shapes', 'an obstacle has boxes or a shape, not both');
  }
  const { path, bytes } = readReference(boxes, boxes.text('boxes'), context);
  const pose = keys.optional('pose', identityPose(), (v) => readPose(v, context.notes));
  const { obstacles, notes } = readBoxes(bytes, { file: path, name, pose });
  context.notes.push(...notes);
  return obstacles;
}

/**
 * Names of all bodies and of links without geometry; two of one name are an error. Obstacles are those of each of the
 * file's entries.
 */
function uniqueNames(
  robotsValue: Value,
  robots: readonly ReadRobot[],
  obstacleValues: readonly Value[],
  obstacles: readonly (readonly ObstacleDescription[])[],
): Names {
  const names = new Map<string, boolean>();
  const add = (name: string, value: Value, solid = true) => {
    if (names.has(name)) {
      throw value.error('cell/duplicate-name', `two bodies are called ${quote(name)}`);
    }
    names.set(name, solid);
  };
  for (const [i, { instance: robot, surroundings }] of robots.entries()) {
    const value = robotsValue.list('robots')[i];
    for (const { name, collisions, visualOnly } of robot.robot.links) {
      // What is seen may be tested by its visual, and be allowed to touch then.
      add(scoped(robot, name), value, collisions.length > 0 || visualOnly !== undefined);
    }
    for (const { name } of robot.attached) add(scoped(robot, name), value);
    for (const { name } of surroundings.obstacles) add(name, value);
  }
  for (const [i, each] of obstacles.entries()) {
    for (const { name } of each) add(name, obstacleValues[i]);
  }
  return names;
}

/** Octomaps, point clouds, height maps. No other body may be called as they are. */
function readWorlds(
  items: readonly Value[],
  names: Names,
  context: CellContext,
): readonly ObstacleSet[] {
  const sets: ObstacleSet[] = [];
  const taken = new Set<string>();
  for (const item of items) {
    const set = readCellWorld(item, context);
    if (!set) continue;
    const isTwice = taken.has(set.name) || names.has(set.name);
    const twin = [...names.keys()].find((name) => memberCalled(set, name) >= 0);
    if (isTwice || twin !== undefined) {
      const message = `two bodies are called ${quote(twin ?? set.name)}`;
      throw item.error('cell/duplicate-name', message);
    }
    taken.add(set.name);
    sets.push(set);
  }
  return sets;
}

/** All that pairs may name. */
interface Named {
  readonly names: Names;
  readonly sets: readonly ObstacleSet[];
}

/** Whether a pattern fits a member of a set. The first one mostly tells; else all names are made, one by one. */
function fitsMember(sets: readonly ObstacleSet[], pattern: string): boolean {
  if (!pattern.includes('*')) return obstacleOfSets(sets, pattern) !== undefined;
  return sets.some((set) => {
    for (let i = 0; i < setSize(set); i++) if (matches(pattern, memberName(set, i))) return true;
    return false;
  });
}

function readDistance(value: Value): number {
  const distance = value.number('a clearance');
  if (distance >= 0) return distance;
  throw value.error('cell/amount', `a clearance is ${distance}, expected 0 or more`);
}

/** Two patterns; one that matches no body is a mistake. */
function readBetween(value: Value, { names, sets }: Named): [string, string] {
  const items = value.list('a pair');
  if (items.length !== 2) {
    throw value.error('document/length', `a pair has 2 names, found ${items.length}`);
  }
  const [a, b] = items.map((item) => {
    const pattern = item.text('a name');
    const isNamed = names.get(pattern);
    if (isNamed) return pattern;
    let fits = isNamed !== undefined;
    for (const [name, hasGeometry] of pattern.includes('*') ? names : []) {
      if (!matches(pattern, name)) continue;
      if (hasGeometry) return pattern;
      fits = true;
    }
    if (fitsMember(sets, pattern)) return pattern;
    if (fits) throw item.error('cell/no-geometry', withoutGeometry(pattern));
    throw item.error(
      'cell/no-such-body',
      `no body is called ${quote(pattern)}`,
      nameHint(pattern, [...names.keys(), ...sets.map(({ name }) => `${name}/*`)]),
    );
  });
  return [a, b];
}

/** `[a, b]` or `{between: [a, b], reason: text}`. */
function readAllowed(item: Value, names: Named) {
  if (Array.isArray(item.data)) {
    const reason = 'allowed by the cell file';
    return { between: readBetween(item, names), reason, place: item.place() };
  }
  const keys = item.mapping('an allowed pair', ['between', 'reason']);
  return {
    between: readBetween(keys.need('between'), names),
    reason: keys.optional('reason', 'allowed by the cell file', (v) => v.text('reason')),
    place: item.place(),
  };
}

/** Values by scoped joint name. */
function readState(value: Value, robots: readonly RobotInstance[], context: CellContext) {
  const state = new Map<string, readonly number[]>();
  const joints = new Map(
    robots.flatMap((robot) =>
      namedJoints(robot).map((joint) => [scoped(robot, joint.name), { joint, robot }] as const),
    ),
  );
  for (const { key, at, value: given } of value.entries('state').values()) {
    const found = joints.get(key);
    if (!found) {
      const hint = nameHint(key, joints.keys());
      const message = `no robot has a joint ${quote(key)}`;
      throw errorAt(value.source, at, 'cell/unknown-joint', message, hint);
    }
    const { joint, robot } = found;
    const leader = joint.mimic ?? robot.couplings.get(joint.name);
    const why = robot.held.has(joint.name) ? 'is held' : leader && `follows ${quote(leader.joint)}`;
    if (why) {
      const message = `joint ${quote(key)} ${why}; it has no state of its own`;
      throw errorAt(value.source, at, 'cell/idle-state', message, 'remove it');
    }
    state.set(key, readJointValue(given, joint, context));
  }
  return state;
}
