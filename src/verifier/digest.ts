/**
 * Digests of a cell: of every file, and of the model that was read from them. The model's digest
 * covers all that a proof depends on and nothing else (no visuals, but which links have nothing else; no
 * notes, no named states), so it is the same whether a cell came as YAML or as JSON. Doubles enter as their 8 bytes, strings and
 * lists with their length before them, maps sorted by key: two models have the same bytes only if
 * they are the same.
 */

import type { JointDescription, Law, Part } from '../kinematics/description.ts';
import { encodeUtf8 } from '../math/utf8.ts';
import type { CellDescription, ObstacleDescription, RobotInstance } from '../model/description.ts';
import { setMember, setMembers, setSize } from '../model/sets.ts';
import { Sha256, sha256 } from './sha256.ts';

/** Names the serialisation; another one needs another name. */
const VERSION = 'surepath model 1';

/** SHA-256 of the canonical bytes of a cell's model, in hexadecimal. */
export function modelDigest(description: CellDescription): string {
  const { robots, obstacles, sets = [], clearance, allow } = description;
  const out = new ModelHash();
  out.text(VERSION);
  out.list(robots, (robot) => addRobot(out, robot));
  // Members of sets are obstacles like all others, after them.
  out.double(obstacles.length + setMembers(sets));
  for (const obstacle of obstacles) addObstacle(out, obstacle);
  for (const set of sets) {
    for (let i = 0; i < setSize(set); i++) addObstacle(out, setMember(set, i));
  }
  out.double(clearance.default);
  out.list(clearance.pairs, ({ between, distance }) => {
    out.list(between, (name) => out.text(name));
    out.double(distance);
  });
  out.list(allow, ({ between, reason }) => {
    out.list(between, (name) => out.text(name));
    out.text(reason);
  });
  return out.hex();
}

function addObstacle(out: ModelHash, obstacle: ObstacleDescription): void {
  out.text(obstacle.name);
  out.doubles(obstacle.pose);
  out.list(obstacle.parts, (part) => addPart(out, part));
  out.flag(obstacle.solid);
  out.flag(obstacle.mustBeSolid ?? false);
}

/** Both digests of a cell. */
export interface CellDigests {
  readonly files: [string, string][];
  readonly model: string;
}

export function cellDigests(description: CellDescription): CellDigests {
  return { files: fileDigests(description), model: modelDigest(description) };
}

/** Name and SHA-256 of every file that a cell was read from, sorted by name. */
export function fileDigests({ files }: Pick<CellDescription, 'files'>): [string, string][] {
  return [...files].sort(byKey).map(([name, bytes]) => [name, sha256(bytes)]);
}

function addRobot(out: ModelHash, instance: RobotInstance): void {
  const { robot, semantics } = instance;
  out.text(instance.name);
  out.list(robot.links, ({ name, collisions, visualOnly = '' }) => {
    out.text(name);
    out.list(collisions, (part) => addPart(out, part));
    out.text(visualOnly);
  });
  out.list(robot.joints, (joint) => addJoint(out, joint));
  out.list(semantics?.disabledPairs ?? [], ({ link1, link2, reason }) => {
    out.text(link1);
    out.text(link2);
    out.text(reason);
  });
  // They name the degrees of freedom of a moving base.
  out.list(semantics?.virtualJoints ?? [], ({ name, kind, parentFrame, childLink }) => {
    for (const word of [name, kind, parentFrame, childLink]) out.text(word);
  });
  out.doubles(instance.base);
  out.text(instance.baseJoint);
  out.map(instance.held, (values) => out.doubles(values));
  out.map(instance.couplings, ({ joint, multiplier, offset, law }) => {
    out.text(joint);
    // A multiplier is a number: where it is none a law follows.
    out.double(law ? Number.NaN : multiplier);
    out.double(offset);
    if (law) addLaw(out, law);
  });
  for (const amounts of [instance.padding, instance.scale, instance.tracking]) {
    out.map(amounts, (amount) => out.double(amount));
  }
  out.list(instance.attached, ({ name, link, parts, touches, solid, mustBeSolid = false }) => {
    out.text(name);
    out.text(link);
    out.list(parts, (part) => addPart(out, part));
    out.list(touches, (touched) => out.text(touched));
    out.flag(solid);
    out.flag(mustBeSolid);
  });
  out.list(instance.surfaces, (link) => out.text(link));
  out.list(instance.solids ?? [], (link) => out.text(link));
}

function addLaw(out: ModelHash, { at, values, slopes, periodic, deviation }: Law): void {
  for (const numbers of [at, values, slopes]) out.doubles(numbers);
  out.flag(periodic);
  out.double(deviation);
}

function addJoint(out: ModelHash, joint: JointDescription): void {
  for (const word of [joint.name, joint.kind, joint.parent, joint.child]) out.text(word);
  out.doubles(joint.origin);
  out.doubles(joint.axis);
  out.list(joint.limits ? [joint.limits] : [], ({ lower, upper }) => {
    out.double(lower);
    out.double(upper);
  });
  out.list(joint.mimic ? [joint.mimic] : [], (mimic) => {
    out.text(mimic.joint);
    out.double(mimic.multiplier);
    out.double(mimic.offset);
  });
}

function addPart(out: ModelHash, { pose, geometry }: Part): void {
  out.doubles(pose);
  out.text(geometry.kind);
  switch (geometry.kind) {
    case 'mesh':
      out.doubles(geometry.triangles.positions);
      out.doubles(geometry.triangles.indices);
      return;
    case 'box':
      out.doubles(geometry.half);
      return;
    case 'sphere':
      out.double(geometry.radius);
      return;
    case 'cylinder':
    case 'capsule':
    case 'cone':
      out.double(geometry.radius);
      out.double(geometry.length);
      return;
    case 'ellipsoid':
      out.doubles(geometry.radii);
      return;
    case 'half-space':
      out.doubles(geometry.normal);
      out.double(geometry.offset);
      return;
    case 'hull':
      out.doubles(geometry.hull.positions);
      return;
  }
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

/** Words that are copied letter by letter. */
const SHORT = 256;

/** Values to bytes to a digest, little end first on every machine. */
class ModelHash {
  private readonly hash = new Sha256();
  private readonly buffer = new Uint8Array(1 << 14);
  private readonly view = new DataView(this.buffer.buffer);
  private count = 0;

  double(x: number): void {
    if (this.count + 8 > this.buffer.length) this.flush();
    this.view.setFloat64(this.count, x, true);
    this.count += 8;
  }

  flag(x: boolean): void {
    this.double(x ? 1 : 0);
  }

  doubles(values: ArrayLike<number>): void {
    this.double(values.length);
    for (let i = 0; i < values.length; i++) this.double(values[i]);
  }

  text(value: string): void {
    if (this.plainText(value)) return;
    const bytes = encodeUtf8(value);
    this.double(bytes.length);
    this.flush();
    this.hash.update(bytes);
  }

  /** Short words of ASCII, of which a cell may have hundreds of thousands, without an array for each; false for others. */
  private plainText(value: string): boolean {
    const { length } = value;
    if (length > SHORT) return false;
    if (this.count + 8 + length > this.buffer.length) this.flush();
    const start = this.count + 8;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      this.buffer[start + i] = code;
    }
    this.double(length);
    this.count += length;
    return true;
  }

  list<T>(items: readonly T[], add: (item: T) => void): void {
    this.double(items.length);
    items.forEach(add);
  }

  map<T>(items: ReadonlyMap<string, T>, add: (item: T) => void): void {
    this.list([...items].sort(byKey), ([key, value]) => {
      this.text(key);
      add(value);
    });
  }

  hex(): string {
    this.flush();
    return this.hash.hex();
  }

  private flush(): void {
    this.hash.update(this.buffer.subarray(0, this.count));
    this.count = 0;
  }
}
