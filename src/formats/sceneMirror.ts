/**
 * The planning scene of a running move_group, followed: one whole scene, then differences, merged as MoveIt's
 * PlanningScene::setPlanningSceneDiffMsg does. What cannot be followed from a difference alone (shapes appended to
 * others, an object that is grasped or let go without being told where it is) loses the scene: until the whole one
 * has come again nothing is answered from it.
 */
import { InputError } from '../math/index.ts';
import { flagAt, listAt, type Message, messageAt, numberAt, textAt, wrong } from './message.ts';

/** What became of a message: the scene is known, or has to be asked for as a whole. */
export type SceneFollowed = 'followed' | 'lost';

/** Operations of moveit_msgs/CollisionObject. */
const ADD = 0;
const REMOVE = 1;
const APPEND = 2;
const MOVE = 3;

/** moveit_msgs/CollisionObject by id, with its operation set to ADD. */
type Objects = Map<string, Message>;

export class SceneMirror {
  /** Counts changes of what the cell is made from: everything but where the joints stand. */
  version = 0;
  private known = false;
  private written = '';
  private joints = new Map<string, number>();
  private multiDof: Message = {};
  private world: Objects = new Map();
  private attached: Objects = new Map();
  private frames = new Map<string, unknown>();
  private padding = new Map<string, unknown>();
  private scale = new Map<string, unknown>();
  private matrix: unknown;
  private octomap: unknown;
  private model = '';

  /** Whether a whole scene has come, and nothing since that it does not explain. */
  get isKnown(): boolean {
    return this.known;
  }

  /** Where the joints of the robot stand, by name. */
  get positions(): ReadonlyMap<string, number> {
    return this.joints;
  }

  /** The scene as a whole, as JSON for readScene(); joint values are left out. */
  get text(): string {
    return this.written;
  }

  /**
   * The same with objects attached that a request brings; null where it does not say all about them. Throws an InputError for
   * one that has the name of an object of the world: in MoveIt both are there, and a cell has one body of a name.
   */
  textWith(attached: readonly unknown[]): string | null {
    const kept = [new Map(this.world), new Map(this.attached)] as const;
    try {
      for (const item of attached) {
        const { id } = messageAt(messageAt(item, 'attached').object, 'attached.object');
        if (this.world.has(id as string)) throw namedTwice(id as string);
      }
      const all = attached.every((item, i) => this.attach(item, `robot_state.attached[${i}]`, {}));
      return all ? this.write() : null;
    } finally {
      [this.world, this.attached] = kept;
    }
  }

  /** Before the first message nothing stood around the robot: what differences are then about. */
  beginEmpty(): void {
    this.clear();
    this.known = true;
    this.written = this.write();
  }

  /** What is known may be out of date: nobody was listening. */
  forget(): void {
    this.known = false;
  }

  /**
   * Takes a moveit_msgs/PlanningScene, whole or a difference. Throws an InputError for what is no scene; the scene is
   * lost then.
   */
  take(value: unknown): SceneFollowed {
    try {
      const scene = messageAt(value, 'scene');
      const isDiff = flagAt(scene.is_diff, 'scene.is_diff');
      if (isDiff && !this.known) return 'lost';
      if (!isDiff) this.clear();
      this.known = this.merge(scene);
    } catch (error) {
      this.known = false;
      throw error;
    }
    if (!this.known) return 'lost';
    const text = this.write();
    if (text !== this.written) this.version++;
    this.written = text;
    return 'followed';
  }

  private clear(): void {
    this.joints = new Map();
    this.multiDof = {};
    for (const each of [this.world, this.attached, this.frames, this.padding, this.scale]) {
      each.clear();
    }
    this.matrix = undefined;
    this.octomap = undefined;
    this.model = '';
  }

  /** False where the message does not say all that has changed. */
  private merge(scene: Message): boolean {
    this.model = textAt(scene.robot_model_name, 'scene.robot_model_name') || this.model;
    const keyed = [
      [this.frames, 'fixed_frame_transforms', 'child_frame_id'],
      [this.padding, 'link_padding', 'link_name'],
      [this.scale, 'link_scale', 'link_name'],
    ] as const;
    for (const [map, list, key] of keyed) {
      for (const [i, item] of listAt(scene[list], `scene.${list}`).entries()) {
        const place = `scene.${list}[${i}]`;
        map.set(textAt(messageAt(item, place)[key], `${place}.${key}`), item);
      }
    }
    const matrix = messageAt(scene.allowed_collision_matrix, 'scene.allowed_collision_matrix');
    const names = [...listAt(matrix.entry_names, 'scene.allowed_collision_matrix.entry_names')];
    names.push(...listAt(matrix.default_entry_names, 'default_entry_names'));
    if (names.length > 0) this.matrix = scene.allowed_collision_matrix;
    return this.mergeState(scene) && this.mergeWorld(scene);
  }

  private mergeState(scene: Message): boolean {
    const place = 'scene.robot_state';
    const state = messageAt(scene.robot_state, place);
    const attached = listAt(state.attached_collision_objects, `${place}.attached`);
    const joints = jointsOf(state.joint_state, `${place}.joint_state`);
    const multiDof = messageAt(state.multi_dof_joint_state, `${place}.multi_dof_joint_state`);
    const moves = listAt(multiDof.joint_names, `${place}.multi_dof_joint_state.joint_names`);
    const isDiff = flagAt(state.is_diff, `${place}.is_diff`);
    // MoveIt refuses a whole state without joints before it lets go what is carried.
    if (!isDiff && joints.size > 0) this.attached.clear();
    for (const [name, position] of joints) this.joints.set(name, position);
    if (moves.length > 0) this.multiDof = multiDof;
    return attached.every((item, i) => {
      const at = `${place}.attached[${i}]`;
      const object = messageAt(messageAt(item, at).object, `${at}.object`);
      // Of a whole state MoveIt ignores what is not added.
      const isIgnored = !isDiff && operationOf(object.operation, `${at}.object.operation`) !== ADD;
      return isIgnored || this.attach(item, at, scene);
    });
  }

  private attach(value: unknown, place: string, scene: Message): boolean {
    const item = messageAt(value, place);
    const object = messageAt(item.object, `${place}.object`);
    const id = textAt(object.id, `${place}.object.id`);
    const operation = operationOf(object.operation, `${place}.object.operation`);
    if (operation === REMOVE) return this.detach(item, id, place, scene);
    if (operation === APPEND && this.attached.has(id)) return false;
    if (operation === MOVE || !hasShapes(object)) return false;
    this.world.delete(id);
    this.attached.set(id, { ...item, object: { ...object, operation: ADD } });
    return true;
  }

  /** MoveIt puts what is let go into the world: the message must say where, or that it is gone. */
  private detach(item: Message, id: string, place: string, scene: Message): boolean {
    const link = textAt(item.link_name, `${place}.link_name`);
    const gone = [...this.attached].filter(
      ([name, { link_name }]) => (link === '' || link_name === link) && (id === '' || name === id),
    );
    const world = messageAt(scene.world, 'scene.world');
    const told = new Set(
      listAt(world.collision_objects, 'scene.world.collision_objects').map(
        (each) => messageAt(each, 'a collision object').id,
      ),
    );
    for (const [name] of gone) this.attached.delete(name);
    return gone.every(([name]) => told.has(name));
  }

  private mergeWorld(scene: Message): boolean {
    const world = messageAt(scene.world, 'scene.world');
    const place = 'scene.world.collision_objects';
    const objects = listAt(world.collision_objects, place);
    const octomap = messageAt(world.octomap, 'scene.world.octomap');
    const inner = messageAt(octomap.octomap, 'scene.world.octomap.octomap');
    // A difference says nothing of the octomap unless it names its kind.
    if (textAt(inner.id, 'scene.world.octomap.octomap.id') !== '') this.octomap = octomap;
    else if (hasData(inner.data)) this.octomap = octomap;
    return objects.every((each, i) => this.change(messageAt(each, `${place}[${i}]`), place));
  }

  private change(object: Message, place: string): boolean {
    const id = textAt(object.id, `${place}.id`);
    const operation = operationOf(object.operation, `${place}.operation`);
    if (operation === REMOVE) {
      for (const name of id === '' ? [...this.world.keys()] : [id]) {
        this.matrix = withoutEntry(this.matrix, name);
        this.world.delete(name);
      }
      return true;
    }
    const old = this.world.get(id);
    if (operation === MOVE) return old !== undefined && this.move(old, object, id);
    if (operation === APPEND && old) return false;
    this.world.set(id, { ...placed(object, id), operation: ADD });
    return true;
  }

  /** Poses of its shapes are given for all of them, or stay. */
  private move(old: Message, object: Message, id: string): boolean {
    if (old.pose === undefined || old.pose === null) return false;
    const moved: Record<string, unknown> = { ...old, header: object.header, pose: object.pose };
    for (const poses of ['primitive_poses', 'mesh_poses', 'plane_poses'] as const) {
      const given = listAt(object[poses], `${id}.${poses}`);
      if (given.length === 0) continue;
      if (given.length !== listAt(old[poses], `${id}.${poses}`).length) return false;
      moved[poses] = given;
    }
    this.world.set(id, moved);
    return true;
  }

  private write(): string {
    return JSON.stringify({
      robot_model_name: this.model,
      robot_state: {
        multi_dof_joint_state: this.multiDof,
        attached_collision_objects: [...this.attached.values()],
      },
      fixed_frame_transforms: [...this.frames.values()],
      allowed_collision_matrix: this.matrix,
      link_padding: [...this.padding.values()],
      link_scale: [...this.scale.values()],
      world: { collision_objects: [...this.world.values()], octomap: this.octomap },
    });
  }
}

const SHAPES = ['primitive', 'mesh', 'plane'] as const;

/**
 * An object as MoveIt keeps it: the pose of its only shape is its own where it has none itself (conversions of
 * planning_scene.cpp, `switch_object_pose_and_shape_pose`), and so is what a later move replaces.
 */
function placed(object: Message, id: string): Message {
  const shapes = SHAPES.flatMap((kind) =>
    listAt(object[kind === 'mesh' ? 'meshes' : `${kind}s`], `${id}.${kind}`).map(() => kind),
  );
  if (shapes.length !== 1 || !isIdentity(object.pose, id)) return object;
  const key = `${shapes[0]}_poses`;
  const [pose] = listAt(object[key], `${id}.${key}`);
  return pose === undefined ? object : { ...object, pose, [key]: [object.pose] };
}

function isIdentity(pose: unknown, id: string): boolean {
  if (pose === undefined || pose === null) return false;
  const { position, orientation } = messageAt(pose, `${id}.pose`);
  const { x, y, z } = messageAt(position, `${id}.pose.position`);
  const turn = messageAt(orientation, `${id}.pose.orientation`);
  return [x, y, z, turn.x, turn.y, turn.z].every((each) => each === 0) && turn.w === 1;
}

/** An allowed collision matrix without the row and the column of an object that is removed; its defaults stay, as in MoveIt. */
function withoutEntry(matrix: unknown, id: string): unknown {
  if (matrix === undefined) return undefined;
  const place = 'scene.allowed_collision_matrix';
  const all = messageAt(matrix, place);
  const at = listAt(all.entry_names, `${place}.entry_names`).indexOf(id);
  if (at < 0) return matrix;
  const rest = (value: unknown, key: string): unknown[] =>
    listAt(value, `${place}.${key}`).filter((_, i) => i !== at);
  const rows = rest(all.entry_values, 'entry_values').map((row, i) => {
    const values = messageAt(row, `${place}.entry_values[${i}]`);
    return { ...values, enabled: rest(values.enabled, `entry_values[${i}].enabled`) };
  });
  return { ...all, entry_names: rest(all.entry_names, 'entry_names'), entry_values: rows };
}

function namedTwice(id: string): InputError {
  return new InputError({
    code: 'ros/attached',
    message: `robot_state: the attached object "${id}" has the name of an object of the scene`,
    hint: 'give it another name, or remove the object of the scene',
  });
}

/** sensor_msgs/JointState: positions by name. */
export function jointsOf(value: unknown, place: string): Map<string, number> {
  const state = messageAt(value, place);
  const names = listAt(state.name, `${place}.name`);
  const positions = listAt(state.position, `${place}.position`);
  if (names.length !== positions.length) {
    const found = `${names.length} names and ${positions.length} positions`;
    throw wrong(place, `expected a position for each name, found ${found}`);
  }
  const joints = new Map<string, number>();
  for (const [i, item] of names.entries()) {
    const name = textAt(item, `${place}.name[${i}]`);
    if (joints.has(name)) throw wrong(place, `the joint "${name}" is given twice`);
    joints.set(name, numberAt(positions[i], `${place}: the position of joint "${name}"`));
  }
  return joints;
}

/** A byte of ROS: a number, a character, or base64. */
function operationOf(value: unknown, place: string): number {
  if (value === undefined || value === null) return ADD;
  const base64 = ['AA==', 'AQ==', 'Ag==', 'Aw=='].indexOf(value as string);
  const code = typeof value === 'string' && value.length === 1 ? value.charCodeAt(0) : value;
  const found = base64 >= 0 ? base64 : code;
  if (found === ADD || found === REMOVE || found === APPEND || found === MOVE) return found;
  throw new InputError({
    code: 'ros/message',
    message: `${place}: expected 0 (add), 1 (remove), 2 (append) or 3 (move), found ${JSON.stringify(value)}`,
  });
}

function hasShapes(object: Message): boolean {
  const lists = ['primitives', 'meshes', 'planes'] as const;
  return lists.some((list) => listAt(object[list], `object.${list}`).length > 0);
}

function hasData(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return false;
  return !(Array.isArray(data) && data.length === 0);
}
