/**
 * The digest of an exported model from its JSON alone, as docs/certificate-model.md describes it, with SHA-256 of
 * Node: nothing of src is used.
 */
import { createHash, type Hash } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: whatever stands in the file
type Json = any;

/** SHA-256 of the model in an exported file. */
export function exportedDigest(text: string): string {
  const root = JSON.parse(text) as Json;
  const out = new Bytes(createHash('sha256'));
  out.word('surepath model 1');
  out.each(root.robots, (robot) => addRobot(out, robot));
  out.each(root.obstacles, (obstacle) => {
    out.word(obstacle.name);
    out.numbers(obstacle.pose);
    out.each(obstacle.parts, (part) => addPart(out, part));
    out.number(obstacle.solid ? 1 : 0);
    out.number(obstacle.mustBeSolid ? 1 : 0);
  });
  out.number(root.clearance.default);
  for (const [list, last] of [
    [root.clearance.pairs, (x: never) => out.number(x)],
    [root.allow, (x: never) => out.word(x)],
  ] as const) {
    out.each(list, (entry) => {
      const [p, q, rest] = entry as unknown as [string, string, never];
      out.number(2);
      out.word(p);
      out.word(q);
      last(rest);
    });
  }
  return out.hash.digest('hex');
}

function addRobot(out: Bytes, robot: Json): void {
  out.word(robot.name);
  out.each(robot.links, (link) => {
    out.word(link.name);
    out.each(link.collisions, (part) => addPart(out, part));
    out.word(link.visualOnly);
  });
  out.each(robot.joints, (joint) => {
    for (const key of ['name', 'kind', 'parent', 'child']) out.word(joint[key]);
    out.numbers(joint.origin);
    out.numbers(joint.axis);
    out.number(joint.limits === null ? 0 : 1);
    if (joint.limits !== null) {
      const [lower, upper] = joint.limits as unknown as (number | null)[];
      out.number(lower ?? -Infinity);
      out.number(upper ?? Infinity);
    }
    out.number(joint.mimic === null ? 0 : 1);
    if (joint.mimic !== null) {
      const [name, multiplier, offset] = joint.mimic as unknown as [string, number, number];
      out.word(name);
      out.number(multiplier);
      out.number(offset);
    }
  });
  for (const key of ['disabledPairs', 'virtualJoints']) {
    out.each(robot[key], (words) => {
      for (const word of words as unknown as string[]) out.word(word);
    });
  }
  out.numbers(robot.base);
  out.word(robot.baseJoint);
  out.map(robot.held, (values) => out.numbers(values));
  out.map(robot.couplings, ({ joint, multiplier, offset, law }) => {
    out.word(joint);
    if (law === null) out.number(multiplier);
    else out.hash.update(Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf8, 0x7f));
    out.number(offset);
    if (law === null) return;
    for (const key of ['at', 'values', 'slopes']) out.numbers(law[key]);
    out.number(law.periodic ? 1 : 0);
    out.number(law.deviation);
  });
  for (const key of ['padding', 'scale', 'tracking']) {
    out.map(robot[key], (amount) => out.number(amount));
  }
  out.each(robot.attached, (object) => {
    out.word(object.name);
    out.word(object.link);
    out.each(object.parts, (part) => addPart(out, part));
    out.each(object.touches, (name) => out.word(name as never));
    out.number(object.solid ? 1 : 0);
    out.number(object.mustBeSolid ? 1 : 0);
  });
  for (const key of ['surfaces', 'solids']) out.each(robot[key], (name) => out.word(name as never));
}

function addPart(out: Bytes, part: Json): void {
  out.numbers(part.pose);
  out.word(part.kind);
  // In each kind lists come before numbers, and the keys stand in the order of the page.
  for (const key of Object.keys(part)) {
    if (key === 'pose' || key === 'kind') continue;
    if (Array.isArray(part[key])) out.numbers(part[key]);
    else out.number(part[key]);
  }
}

class Bytes {
  readonly hash: Hash;

  constructor(hash: Hash) {
    this.hash = hash;
  }

  number(x: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(x);
    this.hash.update(bytes);
  }

  numbers(list: unknown): void {
    const own = list as number[];
    this.number(own.length);
    for (const x of own) this.number(x);
  }

  word(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.number(bytes.length);
    this.hash.update(bytes);
  }

  each(list: readonly Json[], add: (item: Json) => void): void {
    this.number(list.length);
    for (const item of list) add(item);
  }

  map(entries: unknown, add: (value: Json) => void): void {
    const list = [...(entries as [string, Json][])].sort(([a], [b]) => (a < b ? -1 : 1));
    this.number(list.length);
    for (const [key, value] of list) {
      this.word(key);
      add(value);
    }
  }
}
