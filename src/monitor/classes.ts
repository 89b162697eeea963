/**
 * [D 3] The world model: bodies in collision classes, and the pairs of classes between which collisions are looked for.
 * By default every robot, with what is attached to it, is one class, and all that stands in the world another. A class is
 * fixed or moved, as its frame is; static or dynamic, as its bodies keep their places in it or not.
 */
import { type Cell, matches } from '../cell/index.ts';
import { commonAncestor, scopedName } from '../kinematics/index.ts';
import { InputError, nameHint } from '../math/index.ts';

/** Bodies that are looked at together. */
export interface CollisionClass {
  readonly name: string;
  /** Numbers of the cell's bodies. */
  readonly bodies: readonly number[];
  /** Whether the class as a whole moves: its frame is not fixed in the world. */
  readonly moved: boolean;
  /** Whether its bodies move relative to each other. */
  readonly dynamic: boolean;
}

/**
 * An element of the index set I: numbers of two classes, a < b; or one class twice, where bodies of one class are
 * tested against each other as well, as the links of an arm are.
 */
export interface ClassPair {
  readonly a: number;
  readonly b: number;
}

/** A class as somebody wants it. */
export interface ClassChoice {
  readonly name: string;
  /** Names of bodies; `*` stands for any characters. A body is of the first class that it fits. */
  readonly bodies: readonly string[];
}

/** Class of what stands in the world. */
const STANDING = 'obstacles';

/** The default classes of a cell: those that have a body, or may get one where bodies come and go (`changing`). */
export function defaultClasses(cell: Cell, changing = false): CollisionClass[] {
  const { tree, description, bodies } = cell;
  const robotOf = robotOfFrames(cell);
  const names = description.robots.map(({ name, robot }) => name || robot.name);
  const taken = new Set(names);
  let standing = STANDING;
  while (taken.has(standing)) standing = `other ${standing}`;
  const lists: number[][] = [...names, standing].map(() => []);
  bodies.forEach(({ frame }, body) => {
    lists[robotOf[frame] < 0 ? names.length : robotOf[frame]].push(body);
  });
  return [...names, standing].flatMap((name, c) => {
    if (lists[c].length === 0) {
      const mayCome = changing && c === names.length;
      return mayCome ? [{ name, bodies: [], moved: false, dynamic: false }] : [];
    }
    // Of a robot the frame is that of its root, whether or not that has geometry.
    const root = tree.parent.findIndex((parent, frame) => parent === 0 && robotOf[frame] === c);
    return [classOf(cell, name, lists[c], Math.max(root, 0))];
  });
}

/** Classes as they are wanted. Throws an InputError for a name or pattern that fits no body, or a class without any. */
export function chosenClasses(cell: Cell, choices: readonly ClassChoice[]): CollisionClass[] {
  const taken = new Uint8Array(cell.bodies.length);
  const names = new Set<string>();
  return choices.map(({ name, bodies: patterns }) => {
    if (names.has(name)) throw refusal(`there are two classes named "${name}"`);
    names.add(name);
    const own: number[] = [];
    for (const pattern of patterns) {
      let fits = false;
      cell.bodies.forEach((body, b) => {
        if (!matches(pattern, body.name)) return;
        fits = true;
        if (taken[b] === 1) return;
        taken[b] = 1;
        own.push(b);
      });
      if (!fits) throw unknownBody(cell, name, pattern);
    }
    if (own.length === 0) throw refusal(`the class "${name}" has no body that is not of another`);
    own.sort((a, b) => a - b);
    const frames = own.map((b) => cell.bodies[b].frame);
    const root = frames.reduce((a, b) => commonAncestor(cell.tree, a, b));
    return classOf(cell, name, own, root);
  });
}

/** The class of each body, -1 where it is of none. */
export function classNumbers(classes: readonly CollisionClass[], count: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  classes.forEach(({ bodies }, c) => {
    for (const body of bodies) numbers[body] = c;
  });
  return numbers;
}

/** The default index set: every two classes, or one with itself, of which bodies are tested against each other. */
export function defaultPairs(cell: Cell, classes: readonly CollisionClass[]): ClassPair[] {
  const numbers = classNumbers(classes, cell.bodies.length);
  const found = new Uint8Array(classes.length * classes.length);
  forEachTested(cell, (a, b) => {
    const [c, d] = [numbers[a], numbers[b]];
    if (c >= 0 && d >= 0) found[Math.min(c, d) * classes.length + Math.max(c, d)] = 1;
  });
  const pairs: ClassPair[] = [];
  found.forEach((is, at) => {
    if (is === 1) pairs.push({ a: Math.floor(at / classes.length), b: at % classes.length });
  });
  return pairs;
}

/** An index set by names of classes. Throws an InputError for one that is not there. */
export function chosenPairs(
  classes: readonly CollisionClass[],
  choices: readonly (readonly [string, string])[],
): ClassPair[] {
  const known = classes.map(({ name }) => name);
  const numberOf = (name: string) => {
    const found = known.indexOf(name);
    if (found >= 0) return found;
    throw refusal(`there is no class named "${name}"`, nameHint(name, known));
  };
  const seen = new Set<string>();
  return choices.map((names) => {
    const [a, b] = names.map(numberOf).sort((x, y) => x - y);
    if (seen.has(`${a} ${b}`))
      throw refusal(`the pair of "${names.join('" and "')}" is there twice`);
    seen.add(`${a} ${b}`);
    return { a, b };
  });
}

/**
 * The default index set where bodies come and go: every two classes, and each with itself but for what stands in the
 * world, since a robot may grasp what is to be tested against its own links.
 */
export function changingPairs(classes: readonly CollisionClass[]): ClassPair[] {
  return classes.flatMap(({ moved, dynamic }, a) =>
    classes.flatMap((_, b) => (b > a || (b === a && (moved || dynamic)) ? [{ a, b }] : [])),
  );
}

/** Shows every tested pair of bodies, those of a crowd's members included. */
export function forEachTested(cell: Cell, look: (a: number, b: number) => void): void {
  for (const { a, b } of cell.tested) look(a, b);
  const { crowd } = cell;
  if (crowd === null) return;
  for (const { a, b, reason } of cell.pairs) {
    if (reason === null && b >= crowd.first && !crowd.isListed(b)) look(a, b);
  }
}

function classOf(
  cell: Cell,
  name: string,
  bodies: readonly number[],
  root: number,
): CollisionClass {
  const { rigidRoot } = cell.tree;
  const first = rigidRoot[cell.bodies[bodies[0]].frame];
  const dynamic = bodies.some((body) => rigidRoot[cell.bodies[body].frame] !== first);
  return { name, bodies, moved: rigidRoot[root] !== 0, dynamic };
}

/** By frame: the number of the robot that has it; -1 for the world. */
function robotOfFrames({ tree, description }: Cell): Int32Array {
  const robotOf = new Int32Array(tree.frameCount).fill(-1);
  description.robots.forEach(({ name, robot }, r) => {
    for (const link of robot.links) {
      const frame = tree.frameOf.get(scopedName(name, link.name));
      if (frame !== undefined) robotOf[frame] = r;
    }
  });
  return robotOf;
}

function unknownBody(cell: Cell, name: string, pattern: string): InputError {
  return refusal(
    `no body fits "${pattern}", which the class "${name}" names`,
    nameHint(
      pattern,
      cell.bodies.map((body) => body.name),
    ),
  );
}

function refusal(message: string, hint?: string): InputError {
  return new InputError({ code: 'monitor/classes', message, hint });
}
