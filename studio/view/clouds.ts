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
  type Material,
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
import { type DrawnBoxes, drawnBoxes } from '../../src/report/index.ts';
import { PALETTE } from './materials.ts';
import { placeObject } from './poses.ts';
import { setCutSet, shadeSet } from './shading.ts';
import { encloses } from './shadows.ts';
import { largestFirst, spreadOrder, thinned } from './thinning.ts';

/** A set as far as drawing it needs to know. */
export interface CloudSet {
  readonly name: string;
  readonly shape: ObstacleSet['shape'];
  readonly pose: ArrayLike<number>;
  /** Members that it has, drawn or not. */
  readonly count: number;
}

interface Drawn extends DrawnBoxes {
  readonly set: CloudSet;
  /** What it was made from, if that is known. */
  readonly source: ObstacleSet | null;
  /** Number of the first member among all bodies. */
  readonly first: number;
  readonly object: Points | InstancedMesh;
  /** Which of the boxes is drawn first, second and so on. */
  readonly order: Uint32Array;
  /** In this order. */
  readonly colours: Uint8Array;
  /** All of it, in the set's frame. */
  readonly around: Box3;
  /** It stands around the robots, and is seen through where it stands before them. */
  isHall: boolean;
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
  private isThin = false;

  /** Draws sets whose members are the bodies from number `first` on; those that are drawn already stay as they are. */
  set(sets: readonly ObstacleSet[], first: number): void {
    const before = this.drawn;
    this.drawn = [];
    let number = first;
    for (const set of sets) {
      const known = before.find(({ source }) => source && isSame(source, set));
      const count = set.centres.length / 3;
      if (known) this.drawn.push({ ...known, first: number });
      else {
        const drawn = draw({ ...set, count }, drawnBoxes(set));
        this.drawn.push({ ...drawn, source: set, first: number });
      }
      number += count;
    }
    for (const { object } of before) {
      if (this.drawn.some((each) => each.object === object)) continue;
      this.root.remove(object);
      release(object);
    }
    for (const { object } of this.drawn) this.root.add(object);
    this.marked = [];
    this.showMembers();
  }

  /** Draws one set more, of which no member is marked. */
  add(set: CloudSet, boxes: DrawnBoxes): void {
    const drawn = draw(set, boxes);
    this.drawn.push({ ...drawn, source: null, first: 0 });
    this.root.add(drawn.object);
    this.showMembers();
  }

  /** Draws fewer members, for a movement whose pictures come slowly, or all again. */
  setThin(isThin: boolean): void {
    if (isThin === this.isThin) return;
    this.isThin = isThin;
    this.showMembers();
  }

  /** Does not draw sets of these names. */
  setHidden(names: ReadonlySet<string>): void {
    for (const { set, object } of this.drawn) object.visible = !names.has(set.name);
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
    for (const { object, around } of this.drawn) {
      object.updateMatrixWorld();
      box.union(around.clone().applyMatrix4(object.matrixWorld));
    }
    return box;
  }

  /** Tells where the robots are: buildings around them are seen through where they stand before them. */
  setRobots(robots: Box3): void {
    for (const each of this.drawn) {
      const { object, around } = each;
      object.updateMatrixWorld();
      each.isHall = encloses(around.clone().applyMatrix4(object.matrixWorld), robots);
      setCutSet(object.material as Material, each.isHall);
    }
  }

  /** The first member that a ray of the world meets; `isCutAway`: whether halls are seen through there. */
  pick(ray: Ray, isCutAway: (point: Vector3) => boolean = () => false): PickedMember | null {
    if (!this.root.visible) return null;
    let found: PickedMember | null = null;
    const point = new Vector3();
    const isOpen = (distance: number) => isCutAway(ray.at(distance, point));
    for (const { set, object, members, boxes, isHall } of this.drawn) {
      if (!object.visible) continue;
      const own = ray.clone().applyMatrix4(object.matrixWorld.clone().invert());
      const { index, distance } = firstHit(set.shape, boxes, own, isHall ? isOpen : undefined);
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

  private showMembers(): void {
    for (const { set, object, order } of this.drawn) {
      const { most, larger } = thinned(set.shape, order.length);
      const shown = this.isThin ? most : order.length;
      if (object instanceof InstancedMesh) object.count = shown;
      else {
        object.geometry.setDrawRange(0, shown);
        const material = object.material as PointsMaterial;
        material.size = material.userData.size * (this.isThin ? larger : 1);
      }
    }
  }

  private paint(body: number, hit: boolean): void {
    for (const { set, first, members, boxes, order, colours, object, around } of this.drawn) {
      const member = body - first;
      if (member < 0 || member >= set.count) continue;
      const at = members.length === set.count ? member : members.indexOf(member);
      if (at < 0) return;
      const colour = hit ? HIT : heightColour(boxes[6 * at + 2], around);
      colourInto(colours, 3 * order.indexOf(at), colour);
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

function draw(set: CloudSet, { members, boxes }: DrawnBoxes): Omit<Drawn, 'source' | 'first'> {
  const colours = new Uint8Array(3 * members.length);
  const around = boxAround(boxes);
  const isBall = set.shape === 'sphere';
  const order = isBall ? spreadOrder(members.length) : largestFirst(boxes);
  order.forEach((member, i) => {
    colourInto(colours, 3 * i, heightColour(boxes[6 * member + 2], around));
  });
  const object = isBall ? pointsOf(boxes, order, colours) : instancesOf(boxes, order, colours);
  object.matrixAutoUpdate = true;
  placeObject(object, set.pose);
  // One look over all of them is dear, and so are rays: both are done here.
  object.raycast = () => {};
  return { set, object, members, boxes, order, colours, around, isHall: false };
}

/** Round sprites as large as the balls are. */
function pointsOf(boxes: Float32Array, order: Uint32Array, colours: Uint8Array): Points {
  const places = new Float32Array(3 * order.length);
  order.forEach((member, i) => {
    for (let k = 0; k < 3; k++) places[3 * i + k] = boxes[6 * member + k];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3, true));
  const material = new PointsMaterial({ size: 2 * (boxes[3] ?? 0), vertexColors: true });
  material.userData.size = material.size;
  material.onBeforeCompile = (shader) => {
    // As three.js has it a size is that of a camera of 90 degrees, in which balls would be too small.
    shader.vertexShader = shader.vertexShader.replace(
      'gl_PointSize *= ( scale / - mvPosition.z );',
      'gl_PointSize *= projectionMatrix[1][1] * scale / - mvPosition.z;',
    );
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
  shadeSet(material);
  return new Points(geometry, material);
}

/** One box, as often as there are members. */
function instancesOf(boxes: Float32Array, order: Uint32Array, colours: Uint8Array): InstancedMesh {
  const material = new MeshLambertMaterial();
  shadeSet(material);
  const mesh = new InstancedMesh(new BoxGeometry(2, 2, 2), material, order.length);
  const matrix = new Matrix4();
  const [at, turn, half] = [new Vector3(), new Quaternion(), new Vector3()];
  const whole = new Box3();
  order.forEach((member, i) => {
    at.fromArray(boxes, 6 * member);
    half.fromArray(boxes, 6 * member + 3);
    mesh.setMatrixAt(i, matrix.compose(at, turn, half));
    whole.expandByPoint(at.clone().add(half)).expandByPoint(at.clone().sub(half));
  });
  mesh.instanceColor = new InstancedBufferAttribute(colours, 3, true);
  mesh.boundingBox = whole;
  mesh.boundingSphere = whole.getBoundingSphere(new Sphere());
  return mesh;
}

/** Around all boxes; looked at once, as they are many. */
function boxAround(boxes: Float32Array): Box3 {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < boxes.length; i += 6) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], boxes[i + k] - boxes[i + 3 + k]);
      high[k] = Math.max(high[k], boxes[i + k] + boxes[i + 3 + k]);
    }
  }
  return new Box3(new Vector3().fromArray(low), new Vector3().fromArray(high));
}

const mixed = new Color();

function heightColour(z: number, { min: { z: low }, max: { z: high } }: Box3): Color {
  return mixed.copy(LOW).lerp(HIGH, high > low ? (z - low) / (high - low) : 0.5);
}

/** Colours are linear in buffers. */
function colourInto(out: Uint8Array, o: number, { r, g, b }: Color): void {
  out[o] = Math.round(255 * r);
  out[o + 1] = Math.round(255 * g);
  out[o + 2] = Math.round(255 * b);
}

/** The first box or ball that a ray meets, in the set's frame; -1 if none. `isOpen`: there it does not count. */
export function firstHit(
  shape: ObstacleSet['shape'],
  boxes: Float32Array,
  { origin, direction }: Ray,
  isOpen?: (distance: number) => boolean,
): { index: number; distance: number } {
  const o = [origin.x, origin.y, origin.z];
  const d = [direction.x, direction.y, direction.z];
  let index = -1;
  let distance = Infinity;
  for (let i = 0; i < boxes.length; i += 6) {
    const at = shape === 'box' ? boxHit(boxes, i, o, d) : ballHit(boxes, i, o, d);
    if (at < 0 || at >= distance || isOpen?.(at)) continue;
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
