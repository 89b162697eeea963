/**
 * A planning scene that is a difference (`is_diff: true`), carried out on a cell as MoveIt's
 * PlanningScene::setPlanningSceneDiffMsg does: first where the robot stands and what it carries, then the world. The
 * world of the scene is that of the cell. What cannot be carried out is an error; nothing is left out.
 */
import {
  type AttachedDescription,
  type CellDescription,
  CROWD_FROM,
  type ObstacleDescription,
  type ObstacleSet,
  type RobotInstance,
} from '../cell/index.ts';
import {
  buildKinematics,
  configurationFrom,
  type JointValues,
  Kinematics,
  type Part,
  scopedName,
} from '../kinematics/index.ts';
import { composePoses, InputError, invertPoseInto, nameHint, POSE_SIZE } from '../math/index.ts';
import type { CellContext } from './cellShape.ts';
import { readAllowedMatrix } from './moveitMatrix.ts';
import { readRobotState } from './moveitMessages.ts';
import {
  type CollisionObject,
  readChangedObject,
  requireOwnPose,
  requireShapes,
} from './moveitObjects.ts';
import { OCTOMAP, readSceneOctomap } from './moveitOctomap.ts';
import {
  ATTACHED_KEYS,
  carriedParts,
  noteScaledMeshes,
  obstaclesOf,
  readAmounts,
  readCarrier,
  readObjectColours,
  readTouches,
  type SCENE_KEYS,
  withColour,
} from './moveitScene.ts';
import { type Frames, readFrames, stateOf } from './moveitState.ts';
import type { Resolver } from './resolver.ts';
import { withMatrix, withoutGone } from './sceneDiffPairs.ts';
import { type Mapping, quote, type Value } from './value.ts';

export interface ChangeOptions {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly resolver: Resolver;
  readonly joints?: JointValues | undefined;
}

/** What a scene says, by its keys. */
export type Scene = Mapping<(typeof SCENE_KEYS)[number]>;

/** How far the pose of an object that is appended to may be from its own: metres, and entries of a rotation. */
const SAME_PLACE = 1e-9;

/** The cell as a difference makes it. Throws an InputError at what cannot be carried out. */
export function changeByScene(
  cell: CellDescription,
  scene: Scene,
  options: ChangeOptions,
): CellDescription {
  return new SceneChange(cell, scene, options).run();
}

/** The cell with joints where a state has them: those that it holds are held there. */
export function withStates(
  cell: CellDescription,
  robot: RobotInstance,
  state: ReadonlyMap<string, readonly number[]>,
): CellDescription {
  const held = new Map(robot.held);
  const stated = new Map(cell.state);
  for (const [joint, values] of state) {
    if (held.has(joint)) held.set(joint, values);
    else stated.set(scopedName(robot.name, joint), values);
  }
  const robots = cell.robots.map((each) => (each === robot ? { ...robot, held } : each));
  return { ...cell, robots, state: stated };
}

class SceneChange {
  private readonly cell: CellDescription;
  private readonly scene: Scene;
  private readonly options: ChangeOptions;
  private readonly context: CellContext;
  /** Of which robot the scene speaks, as it is by now; null where it speaks of none. */
  private robot: RobotInstance | null;
  private obstacles: ObstacleDescription[];
  private sets: ObstacleSet[];
  private attached: AttachedDescription[] = [];

  constructor(cell: CellDescription, scene: Scene, options: ChangeOptions) {
    const { file, bytes, resolver } = options;
    this.cell = cell;
    this.scene = scene;
    this.options = options;
    this.context = {
      ...{ file, resolver, visuals: false, testVisuals: false },
      files: new Map([[file, bytes]]),
      notes: [],
    };
    this.robot = this.chosenRobot();
    this.obstacles = [...cell.obstacles];
    this.sets = [...(cell.sets ?? [])];
  }

  run(): CellDescription {
    const { cell, scene, context } = this;
    const { notes } = context;
    let changed = this.robot ? this.withRobot(this.robot) : cell;
    const frames = this.frames();
    this.attached = [...(this.robot?.attached ?? [])];
    const released = this.changeAttached(changed);
    this.changeWorld(frames, released);
    const colours = readObjectColours(scene);
    const owned = (name: string) => colours.get(name) ?? colours.get(name.replace(/\/\d+$/, ''));
    const robots = changed.robots.map((each) =>
      each === this.robot ? { ...each, attached: this.attached } : each,
    );
    changed = {
      ...changed,
      robots,
      obstacles: this.obstacles.map((each) => withColour(each, owned(each.name))),
      ...(cell.sets || this.sets.length > 0 ? { sets: this.sets } : {}),
      files: new Map([...cell.files, ...context.files]),
    };
    this.refuseTwins(changed);
    const place = scene.get('allowed_collision_matrix') ?? scene.value;
    const index = this.robot ? cell.robots.findIndex(({ name }) => name === this.robot?.name) : -1;
    const kept = withoutGone(cell, changed, scene.value);
    const done = index < 0 ? kept : withMatrix(kept, index, { scene, place, notes });
    return { ...done, notes: [...cell.notes, ...notes] };
  }

  /** The only robot, or the one that the scene names. */
  private chosenRobot(): RobotInstance | null {
    const { cell, scene, context } = this;
    const { robots } = cell;
    const given = scene.get('robot_model_name');
    const model = given?.text('robot_model_name', 'may be empty') ?? '';
    if (robots.length === 1) {
      if (given && model !== '' && model !== robots[0].robot.name && model !== robots[0].name) {
        const own = quote(robots[0].robot.name);
        const message = `the scene is for the robot ${quote(model)}, this one is ${own}`;
        context.notes.push(given.error('scene/robot-name', message).fault);
      }
      return robots[0];
    }
    const named = robots.filter(({ name }) => model !== '' && name === model);
    const found = named.length > 0 ? named : robots.filter(({ robot }) => robot.name === model);
    if (found.length === 1) return found[0];
    const { positions, transforms, attached } = readRobotState(scene.get('robot_state'));
    const says = {
      robot_state: positions.size + transforms.size + attached.length > 0,
      link_padding: scene.items('link_padding').length > 0,
      link_scale: scene.items('link_scale').length > 0,
      allowed_collision_matrix:
        readAllowedMatrix(scene.get('allowed_collision_matrix')) !== undefined,
    };
    const keys = Object.keys(says) as (keyof typeof says)[];
    const key = keys.find((each) => says[each]);
    if (key === undefined) return null;
    const hint =
      robots.length === 0
        ? undefined
        : `say robot_model_name: ${robots.map(({ name }) => name).join(' or ')}`;
    const message = `${key} is about one robot, and the cell has ${robots.length}`;
    throw scene.keyError(key, 'scene/robots', message, hint);
  }

  /** Where the robot stands, and how thick its links are. */
  private withRobot(robot: RobotInstance): CellDescription {
    const { cell, scene, context } = this;
    const { notes } = context;
    const message = readRobotState(scene.get('robot_state'));
    const isWhole = !message.diff && message.positions.size + message.transforms.size > 0;
    if (isWhole && robot.attached.length > 0) {
      const carried = robot.attached.map(({ name }) => quote(name)).join(', ');
      throw scene
        .need('robot_state')
        .error(
          'scene/whole-state',
          `the state is a whole one and does away with what the robot carries: ${carried}`,
          'say is_diff: true in robot_state, and remove what is gone (operation: 1)',
        );
    }
    const { base, state } = stateOf(message, robot.robot, robot.semantics, notes);
    const { virtualJoints = [] } = robot.semantics ?? {};
    const placed = virtualJoints
      .filter(({ childLink }) => childLink === robot.robot.links[0].name)
      .map(({ name }) => message.transforms.get(name))
      .find((each) => each !== undefined);
    if (placed && robot.baseJoint !== 'fixed') {
      const text = 'the base of this robot moves: its place is part of a configuration';
      throw placed.value.error('scene/moving-base', text, 'give it with --from or in the path');
    }
    const links = robot.robot.links.map(({ name }) => name);
    const bare = new Set(
      robot.robot.links.flatMap((link) => (link.collisions.length === 0 ? link.name : [])),
    );
    const amounts = (what: 'padding' | 'scale') =>
      readAmounts(scene.items(`link_${what}`), what, links, bare, notes);
    const scaled = amounts('scale');
    noteScaledMeshes(scene, { ...robot, scale: scaled }, notes);
    const made: RobotInstance = {
      ...robot,
      ...(placed && { base }),
      padding: new Map([...robot.padding, ...amounts('padding')]),
      scale: new Map([...robot.scale, ...scaled]),
    };
    const robots = cell.robots.map((each) => (each === robot ? made : each));
    const changed = withStates({ ...cell, robots }, made, state);
    this.robot = changed.robots[cell.robots.indexOf(robot)];
    return changed;
  }

  /** Frames that objects are given in; those of the robot's root where it stands still. */
  private frames(): Frames {
    const { robot, scene } = this;
    const transforms = scene.items('fixed_frame_transforms');
    if (!robot) {
      const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
      const nobody = { name: '', links: [{ name: '', collisions: [], visuals: [] }], joints: [] };
      return readFrames(transforms, identity, nobody, undefined);
    }
    const frames = readFrames(transforms, robot.base, robot.robot, robot.semantics);
    if (robot.baseJoint === 'fixed') return frames;
    const root = robot.robot.links[0].name;
    return {
      inWorld: (frame, value) => {
        if (frame !== root) return frames.inWorld(frame, value);
        const message = `the frame ${quote(frame)} is a link of the robot, which may move`;
        throw value.error('scene/frame', message, 'give its pose in the world');
      },
    };
  }

  // ---------------------------------------------------------------------------------- what is carried

  /** Objects that were let go: where they are is found out only if the world does not say. */
  private changeAttached(changed: CellDescription): Map<string, () => ObstacleDescription[]> {
    const released = new Map<string, () => ObstacleDescription[]>();
    const { robot, scene } = this;
    if (!robot) return released;
    for (const item of readRobotState(scene.get('robot_state')).attached) {
      const attached = item.mapping('an attached object', ATTACHED_KEYS);
      const object = readChangedObject(attached.need('object'), this.context);
      if (object.operation === 'remove') {
        const linkOf = attached.get('link_name')?.text('link_name', 'may be empty') ?? '';
        for (const gone of this.letGo(object, linkOf)) {
          const { name, link, parts } = gone;
          released.set(name, () => {
            const pose = this.linkInWorld(changed, link, object.value);
            return obstaclesOf(name, pose, parts);
          });
        }
        continue;
      }
      this.attach(changed, attached, object);
    }
    return released;
  }

  private letGo({ id, value }: CollisionObject, link: string): AttachedDescription[] {
    const gone = this.attached.filter((each) =>
      id === '' ? link === '' || each.link === link : each.name === id,
    );
    if (gone.length === 0) {
      const names = this.attached.map(({ name }) => name);
      const message =
        id === '' ? 'the robot carries nothing' : `the robot carries no ${quote(id)} to let go`;
      throw value.error('scene/nothing-to-remove', message, nameHint(id, names));
    }
    this.attached = this.attached.filter((each) => !gone.includes(each));
    return gone;
  }

  private attach(
    changed: CellDescription,
    attached: Mapping<(typeof ATTACHED_KEYS)[number]>,
    object: CollisionObject,
  ): void {
    const { id, operation, value } = object;
    const { robot } = this.robot!;
    if (operation === 'move') {
      const message = `${quote(id)} is carried, and what is carried is not moved`;
      throw value.error('scene/operation', message, 'add it anew with its pose in the link');
    }
    const link = readCarrier(attached, robot);
    const touches = readTouches(attached, robot, this.context);
    const old = this.attached.find(({ name }) => name === id);
    const made = { name: id, link, touches, solid: true };
    if (operation === 'append' && old) {
      if (old.link !== link) {
        const message = `${quote(id)} is carried by ${quote(old.link)}, not by ${quote(link)}`;
        throw value.error('scene/operation', message);
      }
      const parts = [...old.parts, ...carriedParts(object, link)];
      this.replaceCarried({ ...old, parts, touches: [...new Set([...old.touches, ...touches])] });
      return;
    }
    if (object.parts.length > 0) {
      this.takeFromWorld(id);
      this.replaceCarried({ ...made, parts: carriedParts(object, link) });
      return;
    }
    // Without shapes: it is one of the world, and is taken as it stands.
    const standing = this.standing(id);
    if (standing.length === 0) {
      const message = `there is no object ${quote(id)} to attach, and it comes without shapes`;
      throw value.error('scene/no-shapes', message, nameHint(id, this.names()));
    }
    const pose = this.linkInWorld(changed, link, value);
    const inLink = new Float64Array(POSE_SIZE);
    invertPoseInto(pose, 0, inLink, 0);
    const parts = standing.flatMap((each) =>
      each.parts.map((part) => ({
        ...part,
        pose: composePoses(inLink, composePoses(each.pose, part.pose)),
      })),
    );
    this.takeFromWorld(id);
    const { solid, mustBeSolid } = standing[0];
    this.replaceCarried({ ...made, parts, solid, ...(mustBeSolid && { mustBeSolid }) });
  }

  private replaceCarried(made: AttachedDescription): void {
    this.attached = [...this.attached.filter(({ name }) => name !== made.name), made];
  }

  /** Where a link is; an error at `value` where joints that move it have no value. */
  private linkInWorld(changed: CellDescription, link: string, value: Value): Float64Array {
    const { name } = this.robot!;
    const tree = buildKinematics(changed.robots);
    const given = this.options.joints ?? {};
    const { q } = value.locate(() => configurationFrom(tree, given, changed.state));
    const kinematics = new Kinematics(tree);
    kinematics.setConfiguration(q);
    const o = kinematics.poseOf(tree.frameOf.get(scopedName(name, link))!);
    const pose = kinematics.poses.slice(o, o + POSE_SIZE);
    if (pose.every(Number.isFinite)) return pose;
    throw value.error(
      'scene/unknown-state',
      `where the link ${quote(link)} is depends on joints without a value`,
      'give the state in robot_state, or --joints NAME=VALUE; or give the object with its shapes and pose',
    );
  }

  // ----------------------------------------------------------------------------------------- the world

  private changeWorld(frames: Frames, released: Map<string, () => ObstacleDescription[]>): void {
    const { scene, context } = this;
    const world = scene.get('world')?.mapping('the world', ['collision_objects', 'octomap']);
    const items = world?.items('collision_objects') ?? [];
    const objects = items.map((item) => readChangedObject(item, context));
    for (const [id, place] of released) {
      // What the world takes away or gives anew need not be put down first.
      const told = objects.find(
        (each) => each.id === id || (each.id === '' && each.operation === 'remove'),
      );
      if (told?.operation === 'remove' && told.id === id) objects.splice(objects.indexOf(told), 1);
      else if (told?.operation !== 'remove' && told?.operation !== 'add')
        this.obstacles.push(...place());
    }
    for (const object of objects) this.change(object, frames);
    this.changeOctomap(world, frames);
  }

  private change(object: CollisionObject, frames: Frames): void {
    const { id, operation, value } = object;
    if (operation === 'remove') {
      if (id === '') this.obstacles = [];
      else this.remove(object);
      return;
    }
    const pose = composePoses(frames.inWorld(object.frame, value), object.pose);
    const old = this.standing(id);
    if (operation === 'move') {
      this.move(object, old, pose);
      return;
    }
    requireShapes(object);
    if (operation === 'append' && old.length > 0) {
      const off = old[0].pose.findIndex((entry, i) => Math.abs(entry - pose[i]) > SAME_PLACE);
      if (off >= 0) {
        throw value.error(
          'scene/append',
          `shapes are appended in the frame of ${quote(id)}, which is not where the message has it`,
          'give the pose that the object has, or add the whole object (operation: 0)',
        );
      }
      const parts = [...old.flatMap((each) => each.parts), ...object.parts];
      this.replace(id, obstaclesOf(id, old[0].pose, parts));
      return;
    }
    this.replace(id, obstaclesOf(id, pose, object.parts));
  }

  private remove({ id, value }: CollisionObject): void {
    if (this.takeFromWorld(id)) return;
    const left = this.sets.filter(({ name }) => name !== id);
    if (left.length === this.sets.length) {
      const message = `there is no object ${quote(id)} to remove`;
      throw value.error('scene/nothing-to-remove', message, nameHint(id, this.names()));
    }
    this.sets = left;
  }

  private move(object: CollisionObject, old: ObstacleDescription[], pose: Float64Array): void {
    const { id, value, shapePoses } = object;
    if (old.length === 0) {
      const carried = this.attached.some(({ name }) => name === id);
      const message = `there is no object ${quote(id)} to move`;
      const hint = carried ? 'the robot carries it' : nameHint(id, this.names());
      throw value.error('scene/nothing-to-move', message, hint);
    }
    let parts: Part[] = old.flatMap((each) => each.parts);
    if (shapePoses.length > 0) {
      if (shapePoses.length !== parts.length) {
        const message = `${quote(id)} has ${parts.length} shapes, and ${shapePoses.length} poses are given`;
        throw value.error('scene/operation', message, 'give one for each of them, or none');
      }
      parts = parts.map((part, i) => ({ ...part, pose: shapePoses[i] }));
    } else requireOwnPose(object, parts);
    const { solid, mustBeSolid } = old[0];
    const made = obstaclesOf(id, pose, parts);
    this.replace(
      id,
      made.map((each) => ({ ...each, solid, ...(mustBeSolid && { mustBeSolid }) })),
    );
  }

  /** In the place of what is called so; else after all others. */
  private replace(id: string, made: ObstacleDescription[]): void {
    const at = this.obstacles.indexOf(this.standing(id)[0]);
    this.takeFromWorld(id);
    this.obstacles.splice(at < 0 ? this.obstacles.length : at, 0, ...made);
  }

  /** The obstacle of a name, or those that an object of many shapes became. */
  private standing(id: string): ObstacleDescription[] {
    const whole = this.obstacles.filter(({ name }) => name === id);
    if (whole.length > 0) return whole;
    const byName = new Map(this.obstacles.map((each) => [each.name, each]));
    const pieces: ObstacleDescription[] = [];
    for (let i = 0; byName.has(`${id}/${i}`); i++) pieces.push(byName.get(`${id}/${i}`)!);
    return pieces.length >= CROWD_FROM ? pieces : [];
  }

  private takeFromWorld(id: string): boolean {
    const gone = new Set(this.standing(id));
    this.obstacles = this.obstacles.filter((each) => !gone.has(each));
    return gone.size > 0;
  }

  /** A difference says nothing of the octomap unless it names its kind or brings one. */
  private changeOctomap(world: Mapping<'octomap'> | undefined, frames: Frames): void {
    const value = world?.get('octomap');
    const inner = value?.mapping('an octomap', ['header', 'origin', 'octomap']).get('octomap');
    const fields = ['header', 'binary', 'id', 'resolution', 'data'] as const;
    const keys = inner?.mapping('an octomap', fields);
    const says = (key: 'id' | 'data') => keys?.get(key)?.isEmpty() === false;
    if (!says('id') && !says('data')) return;
    const read = readSceneOctomap(value, frames, this.context);
    this.sets = this.sets.filter(({ name }) => name !== OCTOMAP);
    if (read) this.sets.push(read);
  }

  private names(): string[] {
    return [...this.obstacles, ...this.sets].map(({ name }) => name);
  }

  private refuseTwins({ robots, obstacles, sets = [] }: CellDescription): void {
    const known = new Set<string>();
    const names = [
      ...robots.flatMap(({ name, robot, attached }) =>
        [...robot.links, ...attached].map((each) => scopedName(name, each.name)),
      ),
      ...[...obstacles, ...sets].map(({ name }) => name),
    ];
    for (const name of names) {
      if (known.has(name)) {
        const { file } = this.options;
        const message = `two bodies are called ${quote(name)}`;
        throw new InputError({ code: 'scene/duplicate-name', message, file });
      }
      known.add(name);
    }
  }
}
