/**
 * What edits mean, in plain data and without the product: the model that answers of a gate are compared with. A state of a
 * cell is written as a cell file, from which the ordinary library opens a cell anew. Metres, radians.
 */
import type { Edit } from '../../../../src/gate/index.ts';

/** A placement as cell files and edits write it. */
export interface PoseText {
  readonly xyz: readonly number[];
  readonly rpy?: readonly number[];
  readonly quaternion?: readonly number[];
}

export type ShapeText =
  | { readonly sphere: { readonly radius: number } }
  | { readonly box: readonly number[] }
  | { readonly mesh: string };

export interface Thing {
  readonly name: string;
  readonly shape: ShapeText;
  /** Of an obstacle in the world, of an attached object in its link. */
  readonly pose: PoseText;
}

export interface Carried extends Thing {
  readonly link: string;
  readonly touches: readonly string[];
}

type Between = readonly [string, string];

/** One version of a cell. */
export interface CellState {
  readonly obstacles: readonly Thing[];
  readonly attached: readonly Carried[];
  readonly allow: readonly { readonly between: Between; readonly reason: string }[];
  readonly clearance: number;
  /** Pairs with a clearance of their own. */
  readonly pairs: readonly { readonly between: Between; readonly distance: number }[];
  readonly tracking: number | null;
}

export const ROBOT = 'arm';
export const LINKS = ['link0', 'link1', 'link2'];

/** An edit that cannot be made, with the code that the gate must give. */
export class ModelFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Places of links and of what they carry; it needs kinematics, which this file does not have. */
export interface Frames {
  /** Where something in the world is in the frame of a link at q. */
  inLink(link: string, q: readonly number[], pose: PoseText): PoseText;
  /** Where something in the frame of a link at q is in the world. */
  inWorld(link: string, q: readonly number[], pose: PoseText): PoseText;
}

/** The state after all edits of a request. Throws a ModelFault. */
export function withEdits(state: CellState, edits: readonly Edit[], frames: Frames): CellState {
  return edits.reduce((before, edit) => withEdit(before, edit, frames), state);
}

function withEdit(state: CellState, edit: Edit, frames: Frames): CellState {
  const { obstacles, attached } = state;
  switch (edit.kind) {
    case 'add-obstacle': {
      if (bodies(state).includes(edit.name)) throw new ModelFault('edit/name');
      const { name, shape, pose = {} } = edit;
      const added = { name, shape: shapeText(shape!), pose: { xyz: [0, 0, 0], ...pose } };
      return { ...state, obstacles: [...obstacles, added as Thing] };
    }
    case 'move-obstacle': {
      const { name } = find(obstacles, edit.obstacle, 'edit/obstacle');
      const pose = { xyz: [0, 0, 0], ...edit.pose } as PoseText;
      return {
        ...state,
        obstacles: obstacles.map((each) => (each.name === name ? { ...each, pose } : each)),
      };
    }
    case 'remove-obstacle': {
      const { name } = find(obstacles, edit.obstacle, 'edit/obstacle');
      return renamed({ ...state, obstacles: without(obstacles, name) }, name, null);
    }
    case 'attach': {
      const thing = find(obstacles, edit.obstacle, 'edit/obstacle');
      const link = linkName(edit.link);
      const touches = [...new Set((edit.touching ?? []).map(linkName))];
      const pose =
        (edit.pose as PoseText | undefined) ??
        frames.inLink(link, edit.q as readonly number[], thing.pose);
      const carried = { ...thing, pose: { ...pose, xyz: pose.xyz ?? [0, 0, 0] }, link, touches };
      const next = {
        ...state,
        obstacles: without(obstacles, thing.name),
        attached: [...attached, carried],
      };
      return renamed(next, thing.name, scoped(thing.name));
    }
    case 'detach': {
      const { link, touches: _, ...thing } = carriedBy(state, edit.object);
      const freed = { ...state, attached: without(attached, thing.name) };
      if (bodies(freed).includes(thing.name)) throw new ModelFault('edit/name');
      const pose =
        (edit.pose as PoseText | undefined) ??
        frames.inWorld(link, edit.q as readonly number[], thing.pose);
      const down = { ...thing, pose: { ...pose, xyz: pose.xyz ?? [0, 0, 0] } };
      const next = { ...freed, obstacles: [...obstacles, down] };
      return renamed(next, scoped(thing.name), thing.name);
    }
    case 'remove-attached': {
      const { name } = carriedBy(state, edit.object);
      return renamed({ ...state, attached: without(attached, name) }, scoped(name), null);
    }
    case 'allow': {
      const between = pairOf(state, edit);
      const reason = (edit.reason ?? '').trim() || 'allowed by an edit';
      return { ...state, allow: [...state.allow, { between, reason }] };
    }
    case 'forbid': {
      const pair = pairOf(state, edit);
      const forgot = attached.map((each) => ({
        ...each,
        touches: each.touches.filter((link) => !same(pair, [scoped(each.name), scoped(link)])),
      }));
      const allow = state.allow.filter(({ between }) => !same(pair, between));
      return { ...state, attached: forgot, allow };
    }
    case 'clearance':
      return { ...state, clearance: edit.distance };
    case 'pair-clearance': {
      const between = pairOf(state, edit);
      const { distance } = edit;
      const others = state.pairs.filter((each) => !same(between, each.between));
      if (distance === null) return { ...state, pairs: others };
      if (others.length === state.pairs.length) {
        return { ...state, pairs: [...others, { between, distance }] };
      }
      const pairs = state.pairs.map((each) =>
        same(between, each.between) ? { ...each, distance } : each,
      );
      return { ...state, pairs };
    }
    case 'tracking':
      // No tolerance is what a cell file says that says nothing.
      return { ...state, tracking: edit.tolerance || null };
  }
}

export function scoped(name: string): string {
  return `${ROBOT}/${name}`;
}

/** Names of all bodies. */
export function bodies({ obstacles, attached }: CellState): string[] {
  const own = [...LINKS, ...attached.map(({ name }) => name)].map(scoped);
  return [...own, ...obstacles.map(({ name }) => name)];
}

/** Declarations with another name of a body; null: without those that name it. */
function renamed(state: CellState, from: string, to: string | null): CellState {
  const list = <T extends { readonly between: Between }>(entries: readonly T[]): T[] =>
    entries
      .filter(({ between }) => to !== null || !between.includes(from))
      .map((each) => {
        const [a, b] = each.between.map((name) => (name === from ? to! : name));
        return { ...each, between: [a, b] as const };
      });
  return { ...state, allow: list(state.allow), pairs: list(state.pairs) };
}

function without<T extends { readonly name: string }>(list: readonly T[], name: string): T[] {
  return list.filter((each) => each.name !== name);
}

function find<T extends { readonly name: string }>(
  list: readonly T[],
  name: string,
  code: string,
): T {
  const found = list.find((each) => each.name === name);
  if (!found) throw new ModelFault(code);
  return found;
}

function carriedBy({ attached }: CellState, object: string): Carried {
  const found = attached.find(({ name }) => object === name || object === scoped(name));
  if (!found) throw new ModelFault('edit/object');
  return found;
}

function linkName(given: string): string {
  const plain = given.startsWith(`${ROBOT}/`) ? given.slice(ROBOT.length + 1) : given;
  if (!LINKS.includes(plain)) throw new ModelFault('edit/link');
  return plain;
}

function pairOf(state: CellState, { a, b }: { readonly a: string; readonly b: string }): Between {
  const names = bodies(state);
  if (!names.includes(a) || !names.includes(b)) throw new ModelFault('edit/body');
  return [a, b];
}

function same([a, b]: Between, [p, q]: Between): boolean {
  return (a === p && b === q) || (a === q && b === p);
}

function shapeText(
  shape: NonNullable<Extract<Edit, { kind: 'add-obstacle' }>['shape']>,
): ShapeText {
  switch (shape.kind) {
    case 'box':
      return { box: shape.size };
    case 'sphere':
      return { sphere: { radius: shape.radius } };
    case 'mesh':
      return { mesh: shape.file };
    default:
      throw new Error(`the model has no ${shape.kind}`);
  }
}

/** The state as a cell file; without clearances of pairs if they are to be added to what is read. */
export function cellText(state: CellState, hasPairs = true): string {
  const { obstacles, attached, allow, clearance, tracking } = state;
  const pairs = hasPairs ? state.pairs : [];
  return JSON.stringify({
    surepath: 1,
    robots: [
      {
        name: ROBOT,
        ...{ urdf: 'arm.urdf', srdf: 'arm.srdf', attached },
        ...(tracking === null ? {} : { tracking: { default: tracking } }),
      },
    ],
    obstacles,
    allow,
    clearance: { default: clearance, pairs },
  });
}
