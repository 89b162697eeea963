/**
 * Sets of obstacles as they are drawn: a million points or boxes in one draw call for each set, coloured by height. Points
 * are round sprites of their radius, boxes are instances of one box. A member is found under the pointer by looking at all of them,
 * which takes some ten milliseconds a million and happens when the pointer rests.
 */
import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  type Ray,
  Sphere,
  Vector3,
} from 'three';
import type { ObstacleSet } from '../../src/cell/index.ts';
import { PALETTE } from './materials.ts';
import { placeObject } from './poses.ts';

/** Three numbers of the middle, three half lengths of what is drawn; of balls the radius thrice. */
interface Drawn {
  readonly set: ObstacleSet;
  /** Number of the first member among all bodies. */
  readonly first: number;
  readonly object: Points | InstancedMesh;
  /** Numbers of the members that are drawn, and their boxes in the set's frame: middle, then half lengths. */
  readonly members: Uint32Array;
  readonly boxes: Float32Array;
  readonly colours: Uint8Array;
}

/** What is under the pointer. */
export interface PickedMember {
  readonly name: string;
  readonly distance: number;
}

const LOW = new Color(0x5a7391);
const HIGH = new Color(0xc2a878);
const HIT = new Color(PALETTE.vermillion);

export class Clouds {
  readonly root = new Group();
  private drawn: Drawn[] = [];
  private marked: readonly number[] = [];

  /** Draws sets whose members are the bodies from number `first` on; those that are drawn already stay as they are. */
  set(sets: readonly ObstacleSet[], first: number): void {
    const before = this.drawn;
    this.drawn = [];
    let number = first;
    for (const set of sets) {
      const known = before.find((each) => isSame(each.set, set));
      if (known) this.drawn.push({ ...known, first: number });
      else this.drawn.push(draw(set, number));
      number += set.centres.length / 3;
    }
    for (const { object } of before) {
      if (this.drawn.some((each) => each.object === object)) continue;
      this.root.remove(object);
      release(object);
    }
    for (const { object } of this.drawn) this.root.add(object);
    this.marked = [];
  }

  /** Marks bodies that collide. */
  mark(bodies: ReadonlySet<number>): void {
    const next = this.drawn.length === 0 ? [] : [...bodies];
    for (const body of this.marked) this.paint(body, false);
    for (const body of next) this.paint(body, true);
    this.marked = next;
  }

  /** Around all that is drawn, in the world. */
  box(): Box3 {
    const box = new Box3();
    const corner = new Vector3();
    for (const { object, boxes } of this.drawn) {
      object.updateMatrixWorld();
      const own = new Box3();
      for (let i = 0; i < boxes.length; i += 6) {
        for (const sign of [-1, 1]) {
          corner.set(
            boxes[i] + sign * boxes[i + 3],
            boxes[i + 1] + sign * boxes[i + 4],
            boxes[i + 2] + sign * boxes[i + 5],
          );
          own.expandByPoint(corner);
        }
      }
      box.union(own.applyMatrix4(object.matrixWorld));
    }
    return box;
  }

  /** The first member that a ray of the world meets. */
  pick(ray: Ray): PickedMember | null {
    if (!this.root.visible) return null;
    let found: PickedMember | null = null;
    for (const { set, object, members, boxes } of this.drawn) {
      const own = ray.clone().applyMatrix4(object.matrixWorld.clone().invert());
      const { index, distance } = firstHit(set.shape, boxes, own);
      if (index < 0 || (found && found.distance <= distance)) continue;
      found = { name: `${set.name}/${members[index]}`, distance };
    }
    return found;
  }

  dispose(): void {
    for (const { object } of this.drawn) release(object);
    this.drawn = [];
    this.root.clear();
  }

  private paint(body: number, hit: boolean): void {
    for (const { set, first, members, boxes, colours, object } of this.drawn) {
      const member = body - first;
      if (member < 0 || member >= set.centres.length / 3) continue;
      const at = members.length === set.centres.length / 3 ? member : members.indexOf(member);
      if (at < 0) return;
      const [low, high] = heightsOf(boxes);
      colourInto(colours, 3 * at, hit ? HIT : heightColour(boxes[6 * at + 2], low, high));
      const attribute =
        object instanceof InstancedMesh
          ? object.instanceColor!
          : (object.geometry.getAttribute('color') as BufferAttribute);
      attribute.needsUpdate = true;
    }
  }
}

function release(object: Points | InstancedMesh): void {
  object.geometry.dispose();
  (object.material as PointsMaterial | MeshLambertMaterial).dispose();
  if (object instanceof InstancedMesh) object.dispose();
}

/** Whether two sets look the same: a cell that was edited comes with copies of all arrays. */
function isSame(a: ObstacleSet, b: ObstacleSet): boolean {
  const same = (p: ArrayLike<number> | null = null, q: ArrayLike<number> | null = null) => {
    if (p === null || q === null) return p === q;
    if (p.length !== q.length) return false;
    for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
    return true;
  };
  return (
    a.name === b.name &&
    a.shape === b.shape &&
    same(a.pose, b.pose) &&
    same(a.sizes, b.sizes) &&
    same(a.sizeOf, b.sizeOf) &&
    same(a.centres, b.centres)
  );
}

/** Boxes of the members that are seen, cut off where the set says so. */
export function drawnBoxes(set: ObstacleSet): { members: Uint32Array; boxes: Float32Array } {
  const { centres, sizes, sizeOf, shape, seen } = set;
  const count = centres.length / 3;
  const members = new Uint32Array(count);
  const boxes = new Float32Array(6 * count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const size = sizeOf === null ? 0 : sizeOf[i];
    let isSeen = true;
    for (let k = 0; k < 3; k++) {
      const half = shape === 'sphere' ? sizes[size] : sizes[3 * size + k];
      const low = Math.max(centres[3 * i + k] - half, seen ? seen[k] : -Infinity);
      const high = Math.min(centres[3 * i + k] + half, seen ? seen[3 + k] : Infinity);
      if (high <= low) isSeen = false;
      boxes[6 * kept + k] = 0.5 * (low + high);
      boxes[6 * kept + 3 + k] = 0.5 * (high - low);
    }
    if (isSeen) members[kept++] = i;
  }
  return { members: members.slice(0, kept), boxes: boxes.slice(0, 6 * kept) };
}

function draw(set: ObstacleSet, first: number): Drawn {
  const { members, boxes } = drawnBoxes(set);
  const colours = new Uint8Array(3 * members.length);
  const [low, high] = heightsOf(boxes);
  for (let i = 0; i < members.length; i++) {
    colourInto(colours, 3 * i, heightColour(boxes[6 * i + 2], low, high));
  }
  const object = set.shape === 'sphere' ? pointsOf(boxes, colours) : instancesOf(boxes, colours);
  object.matrixAutoUpdate = true;
  placeObject(object, set.pose);
  // One look over all of them is dear, and so are rays: both are done here.
  object.raycast = () => {};
  return { set, first, object, members, boxes, colours };
}

/** Round sprites as large as the balls are. */
function pointsOf(boxes: Float32Array, colours: Uint8Array): Points {
  const count = boxes.length / 6;
  const places = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) places.set(boxes.subarray(6 * i, 6 * i + 3), 3 * i);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3, true));
  const material = new PointsMaterial({ size: 2 * (boxes[3] ?? 0), vertexColors: true });
  material.onBeforeCompile = (shader) => {
    // A disc that is darker at its edge: a ball, nearly.
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      `#include <color_fragment>
      vec2 fromMiddle = 2.0 * gl_PointCoord - 1.0;
      float edge = dot(fromMiddle, fromMiddle);
      if (edge > 1.0) discard;
      diffuseColor.rgb *= 1.0 - 0.55 * edge;`,
    );
  };
  return new Points(geometry, material);
}

/** One box, as often as there are members. */
function instancesOf(boxes: Float32Array, colours: Uint8Array): InstancedMesh {
  const count = boxes.length / 6;
  const mesh = new InstancedMesh(new BoxGeometry(2, 2, 2), new MeshLambertMaterial(), count);
  const matrix = new Matrix4();
  const [at, turn, half] = [new Vector3(), new Quaternion(), new Vector3()];
  const whole = new Box3();
  for (let i = 0; i < count; i++) {
    at.fromArray(boxes, 6 * i);
    half.fromArray(boxes, 6 * i + 3);
    mesh.setMatrixAt(i, matrix.compose(at, turn, half));
    whole.expandByPoint(at.clone().add(half)).expandByPoint(at.clone().sub(half));
  }
  mesh.instanceColor = new InstancedBufferAttribute(colours, 3, true);
  mesh.boundingBox = whole;
  mesh.boundingSphere = whole.getBoundingSphere(new Sphere());
  return mesh;
}

function heightsOf(boxes: Float32Array): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 2; i < boxes.length; i += 6) {
    low = Math.min(low, boxes[i]);
    high = Math.max(high, boxes[i]);
  }
  return [low, high];
}

const mixed = new Color();

function heightColour(z: number, low: number, high: number): Color {
  return mixed.copy(LOW).lerp(HIGH, high > low ? (z - low) / (high - low) : 0.5);
}

/** Colours are linear in buffers. */
function colourInto(out: Uint8Array, o: number, { r, g, b }: Color): void {
  out[o] = Math.round(255 * r);
  out[o + 1] = Math.round(255 * g);
  out[o + 2] = Math.round(255 * b);
}

/** The first box or ball that a ray meets, in the set's frame; -1 if none. */
export function firstHit(
  shape: ObstacleSet['shape'],
  boxes: Float32Array,
  { origin, direction }: Ray,
): { index: number; distance: number } {
  const o = [origin.x, origin.y, origin.z];
  const d = [direction.x, direction.y, direction.z];
  let index = -1;
  let distance = Infinity;
  for (let i = 0; i < boxes.length; i += 6) {
    const at = shape === 'box' ? boxHit(boxes, i, o, d) : ballHit(boxes, i, o, d);
    if (at < 0 || at >= distance) continue;
    distance = at;
    index = i / 6;
  }
  return { index, distance };
}

/** How far along the ray a box begins; -1 if it is missed. */
function boxHit(boxes: Float32Array, i: number, o: number[], d: number[]): number {
  let near = 0;
  let far = Infinity;
  for (let k = 0; k < 3; k++) {
    const a = (boxes[i + k] - boxes[i + 3 + k] - o[k]) / d[k];
    const b = (boxes[i + k] + boxes[i + 3 + k] - o[k]) / d[k];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : -1;
}

function ballHit(boxes: Float32Array, i: number, o: number[], d: number[]): number {
  const [x, y, z] = [boxes[i] - o[0], boxes[i + 1] - o[1], boxes[i + 2] - o[2]];
  const along = x * d[0] + y * d[1] + z * d[2];
  const across = x * x + y * y + z * z - along * along;
  const radius = boxes[i + 3];
  return along >= 0 && across <= radius * radius ? along : -1;
}
