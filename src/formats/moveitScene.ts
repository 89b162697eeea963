/**
 * A MoveIt planning scene (moveit_msgs/PlanningScene) in YAML or JSON, as MotionBenchMaker and ROS
 * tools write it, for a robot that is known already. The robot keeps its plain link names.
 *
 * What would leave something out of the cell is an error: an octomap that cannot be read, an object in the frame of a
 * moving link, a changed object whose original is not there.
 */
import {
  type AttachedDescription,
  type CellDescription,
  CROWD_FROM,
  type ObstacleDescription,
  type RobotInstance,
} from '../cell/index.ts';
import type { Colour, Part, RobotDescription, SemanticDescription } from '../kinematics/index.ts';
import { composePoses, type Fault, InputError, nameHint } from '../math/index.ts';
import type { CellContext } from './cellShape.ts';
import { readDocument } from './document.ts';
import { colourOf } from './meshColours.ts';
import { allowedPairs, readAllowedMatrix } from './moveitMatrix.ts';
import { readRobotState, twice } from './moveitMessages.ts';
import { type CollisionObject, readCollisionObject } from './moveitObjects.ts';
import { OCTOMAP, readSceneOctomap } from './moveitOctomap.ts';
import { type Frames, readFrames, stateOf } from './moveitState.ts';
import { plainRobot } from './plainRobot.ts';
import type { Resolver } from './resolver.ts';
import { type Mapping, quote, type Value } from './value.ts';

export interface ReadSceneOptions {
  readonly file: string;
  readonly robot: RobotDescription;
  readonly semantics?: SemanticDescription | undefined;
  /** Where mesh files come from that the scene names. */
  readonly resolver: Resolver;
}

export const SCENE_KEYS = [
  'name',
  'robot_state',
  'robot_model_name',
  'fixed_frame_transforms',
  'allowed_collision_matrix',
  'link_padding',
  'link_scale',
  'object_colors',
  'world',
  'is_diff',
] as const;

/** Reads a planning scene of MoveIt for a robot. `files` of the cell holds what the scene names, not the robot's own files. */
export function readScene(bytes: Uint8Array, options: ReadSceneOptions): CellDescription {
  const { file, resolver, robot, semantics } = options;
  const context: CellContext = {
    file,
    resolver,
    visuals: false,
    testVisuals: false,
    files: new Map([[file, bytes]]),
    notes: [],
  };
  const { notes } = context;
  const scene = readDocument(bytes, file).mapping('a planning scene', SCENE_KEYS);
  const model = scene.get('robot_model_name')?.text('robot_model_name', 'may be empty') ?? '';
  if (model !== '' && model !== robot.name) {
    const message = `the scene is for the robot ${quote(model)}, this one is ${quote(robot.name)}`;
    notes.push(scene.need('robot_model_name').error('scene/robot-name', message).fault);
  }
  if (scene.get('is_diff')?.boolean('is_diff')) {
    throw scene
      .need('is_diff')
      .error(
        'scene/is-diff',
        'the scene is a difference to another one, whose objects are not known here',
        'give the cell that it changes, and this one with --scene; if it is all there is, say is_diff: false',
      );
  }
  const message = readRobotState(scene.get('robot_state'));
  if (message.diff) {
    const text =
      'the state is a difference to another one; what the robot carries there is not known';
    notes.push(message.diff.error('scene/is-diff', text).fault);
  }
  const { base, state } = stateOf(message, robot, semantics, notes);
  const frames = readFrames(scene.items('fixed_frame_transforms'), base, robot, semantics);

  const attached = message.attached.flatMap((item) => readAttached(item, robot, context));
  const world = scene.get('world')?.mapping('the world', ['collision_objects', 'octomap']);
  const obstacles = readWorld(world, frames, context);
  const octomap = readSceneOctomap(world?.get('octomap'), frames, context);
  const standing = [...obstacles.keys(), ...(octomap ? [OCTOMAP] : [])];
  const colours = readObjectColours(scene);
  const links = robot.links.map(({ name }) => name);
  const carried = attached.map(({ name }) => name);
  const bodies = [...links, ...carried, ...standing];
  refuseTwice(scene.value, [...links, ...carried], obstacles);
  const bare = new Set(robot.links.flatMap((l) => (l.collisions.length === 0 ? l.name : [])));
  const place = scene.get('allowed_collision_matrix') ?? scene.value;
  const wild = links.find((name) => name.includes('*'));
  if (wild !== undefined) {
    // In pairs of a cell it would stand for other links, too.
    throw place.error('scene/name', `the robot's link ${quote(wild)} has a "*" in its name`);
  }
  const matrix = readAllowedMatrix(scene.get('allowed_collision_matrix'));
  const disabled = (semantics?.disabledPairs ?? []).filter(
    ({ link1, link2 }) => !matrix || matrix.allows(link1, link2),
  );
  const dropped = (semantics?.disabledPairs.length ?? 0) - disabled.length;
  if (dropped > 0) {
    const text = `${dropped} pairs that the SRDF disables are tested: the scene does not allow them`;
    notes.push(place.error('scene/srdf-overruled', text).fault);
  }
  const declared = new Set(disabled.flatMap((p) => [key(p.link1, p.link2), key(p.link2, p.link1)]));
  const instance: RobotInstance = {
    ...plainRobot(robot),
    ...(semantics && { semantics: { ...semantics, disabledPairs: disabled } }),
    base,
    padding: readAmounts(scene.items('link_padding'), 'padding', links, bare, notes),
    scale: readAmounts(scene.items('link_scale'), 'scale', links, bare, notes),
    attached,
  };
  noteScaledMeshes(scene, instance, notes);
  return {
    robots: [instance],
    obstacles: [...obstacles].flatMap(([id, { obstacles: own }]) =>
      own.map((obstacle) => withColour(obstacle, colours.get(id))),
    ),
    ...(octomap && { sets: [octomap] }),
    clearance: { default: 0, pairs: [] },
    allow: matrix
      ? allowedPairs(
          matrix,
          {
            all: bodies,
            solid: [...links.filter((name) => !bare.has(name)), ...carried],
            still: standing,
          },
          (a, b) => declared.has(key(a, b)),
          place,
          notes,
        ).flatMap((pair) => spread(pair, obstacles))
      : [],
    state,
    files: context.files,
    notes,
  };
}

/** moveit_msgs/ObjectColor. Colours are for drawing only: the first fault ends the reading of them. */
export function readObjectColours(scene: Mapping<'object_colors'>): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  try {
    for (const item of scene.items('object_colors')) {
      const entry = item.mapping('a colour', ['id', 'color']);
      const rgba = entry.need('color').mapping('a colour', ['r', 'g', 'b', 'a']);
      const part = (name: 'r' | 'g' | 'b' | 'a') => rgba.need(name).number(name);
      const colour = colourOf([part('r'), part('g'), part('b'), part('a')]);
      if (colour) colours.set(entry.need('id').text('id'), colour);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return colours;
}

export function withColour(obstacle: ObstacleDescription, colour?: Colour): ObstacleDescription {
  if (!colour) return obstacle;
  return { ...obstacle, parts: obstacle.parts.map((part) => ({ ...part, colour })) };
}

function key(a: string, b: string): string {
  return JSON.stringify([a, b]);
}

/** By name of the object: itself, or an obstacle for each of its shapes, where these are many. */
type World = Map<string, { value: Value; obstacles: readonly ObstacleDescription[] }>;

/** An object of many shapes becomes an obstacle for each of them, so that only those matter that something comes near. */
export function obstaclesOf(name: string, pose: Float64Array, parts: readonly Part[]) {
  if (parts.length < CROWD_FROM) return [{ name, pose, parts, solid: true }];
  return parts.map((part, i) => ({ name: `${name}/${i}`, pose, parts: [part], solid: true }));
}

/** What is allowed to an object is allowed to each of the obstacles that it became. */
function spread<P extends { readonly between: readonly [string, string] }>(
  pair: P,
  world: World,
): (P & { readonly between: [string, string] })[] {
  const names = pair.between.map((id) => {
    if (id === OCTOMAP) return [`${OCTOMAP}/*`];
    return world.get(id)?.obstacles.map(({ name }) => name) ?? [id];
  });
  return names[0].flatMap((a) =>
    names[1].map((b) => ({ ...pair, between: [a, b] as [string, string] })),
  );
}

function refuseTwice(scene: Value, others: readonly string[], world: World): void {
  const known = new Set<string>();
  const add = (name: string, place: Value) => {
    if (known.has(name)) {
      throw place.error('scene/duplicate-name', `two bodies are called ${quote(name)}`);
    }
    known.add(name);
  };
  for (const name of others) add(name, scene);
  for (const { value, obstacles } of world.values()) {
    for (const { name } of obstacles) add(name, value);
  }
}

function readWorld(
  world: Mapping<'collision_objects'> | undefined,
  frames: Frames,
  context: CellContext,
): World {
  const obstacles: World = new Map();
  for (const item of world?.items('collision_objects') ?? []) {
    const object = readCollisionObject(item, context);
    if (object.operation === 'remove') {
      removeObject(object, obstacles, context);
      continue;
    }
    if (obstacles.has(object.id)) throw twice(item, object.id);
    const pose = composePoses(frames.inWorld(object.frame, item), object.pose);
    const own = obstaclesOf(object.id, pose, object.parts);
    obstacles.set(object.id, { value: item, obstacles: own });
  }
  return obstacles;
}

/** An empty name removes everything that came before. */
function removeObject({ id, value }: CollisionObject, obstacles: World, { notes }: CellContext) {
  if (id === '') obstacles.clear();
  else if (!obstacles.delete(id)) {
    const message = `there is no object ${quote(id)} to remove`;
    notes.push(value.error('scene/nothing-to-remove', message).fault);
  }
}

/** moveit_msgs/AttachedCollisionObject, its poses in the frame of the link that carries it. */
function readAttached(
  value: Value,
  robot: RobotDescription,
  context: CellContext,
): AttachedDescription[] {
  const attached = value.mapping('an attached object', ATTACHED_KEYS);
  const object = readCollisionObject(attached.need('object'), context);
  if (object.operation === 'remove') return [];
  const link = readCarrier(attached, robot);
  const parts = carriedParts(object, link);
  const touches = readTouches(attached, robot, context);
  return [{ name: object.id, link, parts, touches, solid: true }];
}

/** Of moveit_msgs/AttachedCollisionObject. */
export const ATTACHED_KEYS = [
  'link_name',
  'object',
  'touch_links',
  'detach_posture',
  'weight',
] as const;

/** The link that carries an object. */
export function readCarrier(attached: Mapping<'link_name'>, robot: RobotDescription): string {
  const links = robot.links.map(({ name }) => name);
  const link = attached.need('link_name').text('link_name');
  if (links.includes(link)) return link;
  const message = `the robot has no link ${quote(link)}`;
  throw attached.need('link_name').error('scene/unknown-link', message, nameHint(link, links));
}

/** Shapes of an attached object, in the frame of the link. */
export function carriedParts({ frame, value, pose, parts }: CollisionObject, link: string): Part[] {
  if (frame !== link) {
    // Without a frame MoveIt takes the world, and then the place depends on where the robot stands.
    const given = frame === '' ? 'the world' : `frame ${quote(frame)}`;
    throw value.error(
      'scene/attached-frame',
      `the object is given in ${given} and attached to ${quote(link)}`,
      `give its pose in the link's frame, with header: {frame_id: ${link}}`,
    );
  }
  return parts.map((part) => ({ ...part, pose: composePoses(pose, part.pose) }));
}

/** Links that an attached object may touch. */
export function readTouches(
  attached: Mapping<'touch_links'>,
  robot: RobotDescription,
  { notes }: Pick<CellContext, 'notes'>,
): string[] {
  const links = robot.links.map(({ name }) => name);
  const touches: string[] = [];
  for (const item of attached.items('touch_links')) {
    const name = item.text('the name of a link');
    const touched = robot.links.find((each) => each.name === name);
    // What has no geometry touches nobody anyway.
    if (touched && (touched.collisions.length === 0 || touches.includes(name))) continue;
    if (touched) touches.push(name);
    else {
      const message = `the robot has no link ${quote(name)} to touch`;
      notes.push(item.error('scene/unknown-link', message, nameHint(name, links)).fault);
    }
  }
  return touches;
}

/** MoveIt scales a mesh about the mean of its vertices; here the origin of its coordinates stays. */
export function noteScaledMeshes(
  scene: Mapping<'link_scale'>,
  robot: RobotInstance,
  notes: Fault[],
): void {
  const scaled = robot.robot.links.filter(
    ({ name, collisions }) =>
      (robot.scale.get(name) ?? 1) !== 1 &&
      collisions.some((part) => part.geometry.kind === 'mesh'),
  );
  if (scaled.length === 0) return;
  const names = scaled.map(({ name }) => quote(name)).join(', ');
  const message = `meshes of ${names} are scaled about their own origins; MoveIt takes the mean of their vertices`;
  notes.push(scene.need('link_scale').error('scene/scaled-mesh', message).fault);
}

/** moveit_msgs/LinkPadding and LinkScale. */
export function readAmounts(
  items: readonly Value[],
  what: 'padding' | 'scale',
  links: string[],
  bare: ReadonlySet<string>,
  notes: Fault[],
) {
  const amounts = new Map<string, number>();
  for (const item of items) {
    const entry = item.mapping(`a link ${what}`, ['link_name', what]);
    const name = entry.need('link_name').text('link_name');
    if (!links.includes(name)) {
      const message = `the robot has no link ${quote(name)}`;
      throw entry.need('link_name').error('scene/unknown-link', message, nameHint(name, links));
    }
    if (amounts.has(name)) throw twice(item, name);
    const amount = entry.need(what).number(what);
    if (what === 'scale' ? amount <= 0 : amount < 0) {
      const least = what === 'scale' ? 'more than 0' : '0 or more';
      throw entry.need(what).error('scene/amount', `${what} is ${amount}, expected ${least}`);
    }
    if (bare.has(name)) {
      const message = `link ${quote(name)} has no collision geometry; its ${what} is of no use`;
      notes.push(entry.need('link_name').error('scene/no-geometry', message).fault);
    } else amounts.set(name, amount);
  }
  return amounts;
}
