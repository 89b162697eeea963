/** moveit_msgs/CollisionObject: shapes with poses under one name. */
import { assertShape, type Shape, trianglesFault } from '../geometry/index.ts';
import type { MeshGeometry, Part } from '../kinematics/index.ts';
import { identityPose, nameHint } from '../math/index.ts';
import { type CellContext, halfSpace, loadMesh } from './cellShape.ts';
import { readFrame, readPoseMessage, readVector, requireCounts } from './moveitMessages.ts';
import { type Mapping, quote, type Value } from './value.ts';

/** What becomes of an object; the last two are for differences alone. */
export type Operation = 'add' | 'remove' | 'append' | 'move';

export interface CollisionObject {
  readonly value: Value;
  readonly id: string;
  /** The frame of `pose`; empty for the default one. */
  readonly frame: string;
  readonly operation: Operation;
  readonly pose: Float64Array;
  /** In the object's own frame: MoveIt composes its pose with those of its shapes. */
  readonly parts: readonly Part[];
  /** Where its shapes are moved to, in its own frame; empty where they stay. Of a move alone. */
  readonly shapePoses: readonly Float64Array[];
}

const OBJECT_KEYS = [
  'header',
  'pose',
  'id',
  'type',
  'primitives',
  'primitive_poses',
  'meshes',
  'mesh_poses',
  'planes',
  'plane_poses',
  'subframe_names',
  'subframe_poses',
  'operation',
] as const;

/** An object of a whole scene, which is there or is not. */
export function readCollisionObject(value: Value, context: CellContext): CollisionObject {
  const given = value.mapping('a collision object', OBJECT_KEYS).get('operation');
  const operation = given ? readOperation(given) : 'add';
  if (given && operation !== 'add' && operation !== 'remove') {
    throw given.error(
      'scene/operation',
      'operation: expected 0 (add) or 1 (remove)',
      'append and move change an object of an earlier scene: give the whole object instead',
    );
  }
  const object = readChangedObject(value, context);
  if (operation === 'add') requireShapes(object);
  return object;
}

/** The same of a difference, which may also add to an object or move it. */
export function readChangedObject(value: Value, context: CellContext): CollisionObject {
  const object = value.mapping('a collision object', OBJECT_KEYS);
  const operation = object.optional('operation', 'add', readOperation);
  const id = object.optional('id', '', (v) => v.text('id', 'may be empty'));
  if (id.includes('*') || (id === '' && operation !== 'remove')) {
    const place = object.get('id') ?? value;
    throw place.error('scene/name', `${quote(id)} cannot name an object`, 'names have no "*"');
  }
  const common = { value, id, frame: readFrame(object.get('header')), operation };
  const pose = object.optional('pose', identityPose(), readPoseMessage);
  if (operation === 'move') {
    const shapePoses = readMoved(object);
    return { ...common, pose, parts: [], shapePoses };
  }
  const parts: Part[] = [];
  const add = (
    list: 'primitives' | 'meshes' | 'planes',
    poses: 'primitive_poses' | 'mesh_poses' | 'plane_poses',
    read: (item: Value) => Shape | MeshGeometry,
  ) => {
    const shapes = object.items(list);
    const places = object.items(poses);
    requireCounts(object.get(poses) ?? value, poses, places.length, shapes.length);
    for (const [i, shape] of shapes.entries()) {
      parts.push({ pose: readPoseMessage(places[i]), geometry: read(shape) });
    }
  };
  add('primitives', 'primitive_poses', readPrimitive);
  add('meshes', 'mesh_poses', (item) => readMeshMessage(item, id, context));
  add('planes', 'plane_poses', readPlane);
  if (operation === 'append' && parts.length === 0) {
    const message = `no shapes are appended to the object ${quote(id)}`;
    throw value.error('scene/no-shapes', message, 'give it primitives, meshes or planes');
  }
  return { ...common, pose, parts, shapePoses: [] };
}

/** Whoever adds an object says what it is. */
export function requireShapes({ value, id, parts }: CollisionObject): void {
  if (parts.length > 0) return;
  throw value.error(
    'scene/no-shapes',
    `the object ${quote(id)} has no shapes`,
    'give it primitives, meshes or planes, or remove it',
  );
}

/**
 * The shapes of an object that is moved without them stay in it. MoveIt takes the pose of an only shape for the object's where
 * the object was added without one, and replaces it; how the object was added is not known any more, so this is an error.
 */
export function requireOwnPose({ id, value }: CollisionObject, parts: readonly Part[]): void {
  const identity = identityPose();
  if (parts.length !== 1 || parts[0].pose.every((entry, i) => entry === identity[i])) return;
  throw value.error(
    'scene/operation',
    `the only shape of ${quote(id)} has a pose of its own, and it is not said whether that one is moved`,
    'add the whole object (operation: 0) with its new pose',
  );
}

/** Poses of shapes in the order in which they were added: primitives, meshes, planes. */
function readMoved(object: Mapping<(typeof OBJECT_KEYS)[number]>): Float64Array[] {
  for (const list of ['primitives', 'meshes', 'planes'] as const) {
    if (object.items(list).length === 0) continue;
    throw object.keyError(
      list,
      'scene/operation',
      'an object that is moved keeps its shapes, and here are others',
      'leave them out, or add the whole object (operation: 0), which takes the place of the old one',
    );
  }
  const lists = ['primitive_poses', 'mesh_poses', 'plane_poses'] as const;
  const poses = lists.flatMap((list) => object.items(list).map(readPoseMessage));
  if (poses.length > 0 || object.get('pose')) return poses;
  throw object.value.error(
    'scene/operation',
    'an object is moved, but it is not said where to',
    'give its pose',
  );
}

const OPERATIONS: readonly Operation[] = ['add', 'remove', 'append', 'move'];

/** ADD = 0, REMOVE = 1, APPEND = 2, MOVE = 3; some tools write the byte as text. */
function readOperation(value: Value): Operation {
  const { data } = value;
  const code = typeof data === 'string' && data.length === 1 ? data.charCodeAt(0) : data;
  const found = OPERATIONS.find((name, number) => code === number || code === name);
  if (found) return found;
  throw value.error(
    'scene/operation',
    'operation: expected 0 (add), 1 (remove), 2 (append) or 3 (move)',
  );
}

/** shape_msgs/SolidPrimitive: the types by number, and what their dimensions mean. */
const PRIMITIVES = ['', 'box', 'sphere', 'cylinder', 'cone'] as const;
const DIMENSIONS = { box: 3, sphere: 1, cylinder: 2, cone: 2 };

export function readPrimitive(value: Value): Shape {
  const primitive = value.mapping('a primitive', ['type', 'dimensions', 'polygon']);
  const type = primitive.need('type');
  const given = typeof type.data === 'number' ? PRIMITIVES[type.data] : type.text('type');
  const kind = PRIMITIVES.find((each) => each !== '' && each === given) as
    | keyof typeof DIMENSIONS
    | undefined;
  if (kind === undefined) {
    throw type.error(
      'scene/primitive',
      `a primitive of type ${JSON.stringify(type.data)} cannot be read`,
      typeof given === 'string' && given !== 'prism'
        ? nameHint(given, PRIMITIVES.slice(1))
        : 'expected box (1), sphere (2), cylinder (3) or cone (4); make a mesh of a prism',
    );
  }
  const dimensions = primitive.need('dimensions');
  const size = dimensions.numbers(`dimensions of a ${kind}`, DIMENSIONS[kind]);
  return dimensions.locate(() => {
    const shape = solid(kind, size);
    assertShape(shape);
    return shape;
  });
}

/** Box: full lengths. Cylinder and cone: height, radius. */
function solid(kind: keyof typeof DIMENSIONS, [a, b, c]: readonly number[]): Shape {
  if (kind === 'box') return { kind, half: [a / 2, b / 2, c / 2] };
  if (kind === 'sphere') return { kind, radius: a };
  return { kind, radius: b, length: a };
}

/**
 * shape_msgs/Plane, ax + by + cz + d = 0. MoveIt's plane is a sheet; here everything below it,
 * where ax + by + cz + d <= 0, is solid too, so that nothing can be beyond it unnoticed.
 */
function readPlane(value: Value): Shape {
  const coefficients = value.mapping('a plane', ['coef']).need('coef');
  const [a, b, c, d] = coefficients.numbers('coef', 4);
  return halfSpace(coefficients, [a, b, c], -d);
}

/** shape_msgs/Mesh; or a file, as MotionBenchMaker writes it: `resource`, and `dimensions` to scale. */
function readMeshMessage(value: Value, id: string, context: CellContext): MeshGeometry {
  const keys = ['triangles', 'vertices', 'resource', 'dimensions'] as const;
  const mesh = value.mapping('a mesh', keys);
  const resource = mesh.get('resource');
  if (resource) {
    const scale = mesh.optional('dimensions', [1, 1, 1], (v) => v.numbers('dimensions', 3));
    if (scale.some((s) => s === 0)) {
      throw mesh.keyError('dimensions', 'scene/mesh', 'a scale of 0 leaves nothing of the mesh');
    }
    if (mesh.get('triangles')?.isEmpty() === false || mesh.get('vertices')?.isEmpty() === false) {
      throw value.error('scene/mesh', 'a mesh has triangles or a resource, not both');
    }
    return loadMesh(resource, resource.text('resource'), scale, context);
  }
  if (mesh.get('dimensions')) {
    throw mesh.keyError('dimensions', 'scene/mesh', 'dimensions scale a resource; there is none');
  }
  const vertices = mesh.need('vertices').list('vertices');
  const positions = Float64Array.from(vertices.flatMap((v) => readVector(v, 'a vertex')));
  const indices = mesh
    .need('triangles')
    .list('triangles')
    .flatMap((item) => readTriangle(item, vertices.length));
  const triangles = { positions, indices: Uint32Array.from(indices) };
  const fault = trianglesFault(triangles);
  if (fault) throw value.error(fault.code, fault.message, fault.hint);
  return { kind: 'mesh', triangles, reference: `${id} (in the scene)` };
}

/** shape_msgs/MeshTriangle, or its three vertex numbers. */
function readTriangle(item: Value, vertexCount: number): number[] {
  const value =
    item.data instanceof Map
      ? item.mapping('a triangle', ['vertex_indices']).need('vertex_indices')
      : item;
  const corners = value.numbers('vertex numbers', 3);
  for (const corner of corners) {
    if (Number.isInteger(corner) && corner >= 0 && corner < vertexCount) continue;
    throw value.error(
      'scene/mesh',
      `there is no vertex ${corner}; the mesh has ${vertexCount}, numbered from 0`,
    );
  }
  return corners;
}
