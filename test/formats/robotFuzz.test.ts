/** Random robots are read as they were written; damaged files are refused or read, nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSrdf, readStl, readUrdf, writeStl } from '../../src/formats/index.ts';
import type {
  JointDescription,
  JointKind,
  LinkDescription,
  RobotDescription,
} from '../../src/kinematics/index.ts';
import { InputError, poseFromRpy, Random } from '../../src/math/index.ts';
import { utf8 } from '../helpers/formats/helpers.ts';

const MESH = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};
/** With three vertices of its own for each triangle. */
const STL = readStl(writeStl(MESH)).triangles;
const resolver = { files: { 'a.stl': writeStl(MESH) } };

const KINDS: JointKind[] = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'];

interface Written {
  readonly text: string;
  readonly robot: RobotDescription;
}

/** A robot and its URDF, elements in any order. */
function randomRobot(random: Random): Written {
  const count = 1 + random.below(12);
  const number = () => (random.below(4) ? random.between(-3, 3) : random.below(3) - 1);
  const size = () => random.between(1e-3, 2);
  const elements: string[] = [];
  const origin = () => {
    const numbers = [number(), number(), number(), number(), number(), number()];
    const [r, p, y, a, b, c] = numbers;
    const text = `<origin rpy="${r} ${p} ${y}"\n xyz="${a} ${b} ${c}"/>`;
    return { text, pose: poseFromRpy(r, p, y, a, b, c) };
  };
  const part = () => {
    const { text, pose } = origin();
    const [x, y, z] = [size(), size(), size()];
    const wrap = (inner: string) => `<collision>${text}<geometry>${inner}</geometry></collision>`;
    switch (random.below(4)) {
      case 0:
        return {
          text: wrap(`<box size="${2 * x} ${2 * y} ${2 * z}"/>`),
          part: { pose, geometry: { kind: 'box' as const, half: [x, y, z] as const } },
        };
      case 1:
        return {
          text: wrap(`<sphere radius="${x}"/>`),
          part: { pose, geometry: { kind: 'sphere' as const, radius: x } },
        };
      case 2: {
        const kind = (['cylinder', 'capsule', 'cone'] as const)[random.below(3)];
        return {
          text: wrap(`<${kind} length="${y}" radius='${x}'></${kind}>`),
          part: { pose, geometry: { kind, radius: x, length: y } },
        };
      }
      default:
        return {
          text: wrap(`<mesh filename="a.stl" scale="${x} ${y} ${z}"/>`),
          part: {
            pose,
            geometry: {
              kind: 'mesh' as const,
              reference: 'a.stl',
              triangles: {
                positions: STL.positions.map((value, i) => value * [x, y, z][i % 3]),
                indices: STL.indices,
              },
            },
          },
        };
    }
  };
  const links = Array.from({ length: count }, (_, i): LinkDescription => {
    const parts = Array.from({ length: random.below(4) }, part);
    elements.push(
      `<link name="l${i} &lt;&amp;">${parts.map((each) => each.text).join('\n')}</link>`,
    );
    return { name: `l${i} <&`, collisions: parts.map((each) => each.part), visuals: [] };
  });
  const joints = links.slice(1).map((link, i): JointDescription => {
    const kind = KINDS[random.below(KINDS.length)];
    const parent = random.below(i + 1);
    const { text, pose } = origin();
    const axis = (
      [
        [1, 0, 0],
        [0, -1, 0],
        [0, 0, 1],
      ] as const
    )[random.below(3)];
    const lower = number();
    const upper = lower + random.unit();
    const ranged = kind === 'revolute' || kind === 'prismatic';
    const axial = kind !== 'fixed' && kind !== 'floating';
    elements.push(
      `<joint type="${kind}" name="j${i}">${text}<child link="l${i + 1} &lt;&amp;"/>` +
        `<parent link="l${parent} &#60;&#x26;"/><axis xyz="${axis.join(' ')}"/>` +
        `${ranged ? `<limit lower="${lower}" upper="${upper}" velocity="1"/>` : ''}</joint>`,
    );
    return {
      name: `j${i}`,
      kind,
      parent: `l${parent} <&`,
      child: link.name,
      origin: pose,
      axis: axial ? axis : [1, 0, 0],
      ...(ranged && { limits: { lower, upper }, velocityLimit: 1 }),
    };
  });
  for (let i = elements.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [elements[i], elements[j]] = [elements[j], elements[i]];
  }
  const text = `<?xml version="1.0"?>\n<!-- made up -->\n<robot name="r">\n${elements.join('\n')}\n</robot>\n`;
  return { text, robot: { name: 'r', links, joints } };
}

const byName = <T extends { readonly name: string }>(items: readonly T[]) =>
  Object.fromEntries(items.map((item) => [item.name, item]));

function expectTree(robot: RobotDescription): void {
  expect(robot.joints).toHaveLength(robot.links.length - 1);
  const seen = new Set([robot.links[0].name]);
  robot.joints.forEach((joint, i) => {
    expect(joint.child).toBe(robot.links[i + 1].name);
    expect(seen.has(joint.parent)).toBe(true);
    seen.add(joint.child);
    expect(joint.origin.every(Number.isFinite)).toBe(true);
    expect(Math.abs(Math.hypot(...joint.axis) - 1)).toBeLessThan(1e-15);
    if (joint.limits) expect(joint.limits.lower).toBeLessThanOrEqual(joint.limits.upper);
  });
  expect(seen.size).toBe(robot.links.length);
}

test('a random robot is read as it was written (seed 31)', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { text, robot } = randomRobot(new Random(seed));
      const found = readUrdf(utf8(text), { file: 'r.urdf', resolver }).robot;
      expect(byName(found.links)).toEqual(byName(robot.links));
      expect(byName(found.joints)).toEqual(byName(robot.joints));
      expectTree(found);
    }),
    { seed: 31, numRuns: 300 },
  );
});

const URDF =
  '<?xml version="1.0" encoding="utf-8"?>\n<robot name="r">\n<!-- arm -->\n<link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual>\n' +
  '<collision name="x"><origin xyz="1 2 3" rpy="0 0.5 0"/><geometry><box size="1 2 3"/></geometry></collision></link>\n' +
  '<link name="b"><collision><geometry><mesh filename="package://r/a.stl" scale="1 -1 1"/></geometry></collision></link>\n<link name="c"/><link name="d"/>\n' +
  '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 1"/><limit lower="-1" upper="2" effort="3" velocity="4"/></joint>\n' +
  '<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2" offset="1"/></joint>\n' +
  '<joint name="l" type="planar"><parent link="b"/><child link="d"/></joint>\n<gazebo><x>1 &amp; 2</x></gazebo>\n</robot>\n';
const SRDF =
  '<?xml version="1.0"?>\n<robot name="r">\n<group name="g"><chain base_link="a" tip_link="c"/></group>\n<group name="h"><link name="d"/><joint name="l"/></group>\n' +
  '<group name="all"><group name="g"/><group name="h"/></group>\n<group_state name="s" group="all"><joint name="j" value="1"/><joint name="l" value="1 2 3"/></group_state>\n' +
  '<virtual_joint name="w" type="floating" parent_frame="map" child_link="a"/>\n<passive_joint name="k"/>\n<end_effector name="e" group="h" parent_link="c"/>\n' +
  '<disable_collisions link1="a" link2="b" reason="Adjacent"/>\n<disable_default_collisions link="d"/>\n<enable_collisions link1="a" link2="d"/>\n</robot>\n';
/** Text that means something in these files. */
const SPICE = [
  '<',
  '>',
  '/',
  '"',
  '&',
  '-',
  '.',
  'e',
  '0',
  '9',
  ' ',
  '\n',
  'nan',
  '-->',
  '<!--',
  '<a>',
  '&lt;',
  '${',
  'a',
  'b',
  'j',
  'fixed',
  'xacro:',
  '\0',
  '\xff',
];

/** One to four changed, added or removed pieces; words change places with words. */
function mutate(original: string, random: Random): string {
  let text = original;
  // Swapped words alone leave the XML whole, and reach what comes after it.
  const gentle = random.below(2) === 0;
  for (let n = 1 + random.below(4); n > 0; n--) {
    const at = random.below(text.length + 1);
    const kind = gentle ? 9 : random.below(10);
    if (kind < 4)
      text =
        text.slice(0, at) + SPICE[random.below(SPICE.length)] + text.slice(at + random.below(2));
    else if (kind < 6) text = text.slice(0, at) + text.slice(at + 1 + random.below(40));
    else if (kind === 6)
      text = text.slice(0, at) + text.slice(random.below(at + 1), at) + text.slice(at);
    else if (kind === 7 && random.below(4) === 0) text = text.slice(0, at);
    else {
      const words = text.split('"');
      const i = 1 + 2 * random.below(Math.max(1, Math.floor(words.length / 2)));
      const j = 1 + 2 * random.below(Math.max(1, Math.floor(words.length / 2)));
      if (i < words.length && j < words.length) [words[i], words[j]] = [words[j], words[i]];
      text = words.join('"');
    }
  }
  return text;
}

describe('damaged files', () => {
  const { robot } = readUrdf(utf8(URDF), { file: 'r/r.urdf', resolver: files() });

  function files() {
    return {
      files: (path: string) => (path.endsWith('a.stl') ? resolver.files['a.stl'] : undefined),
    };
  }

  function attempt(read: () => void, codes: RegExp): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.fault.code).toMatch(codes);
      const { line, column, byte } = error.fault;
      expect(
        (line !== undefined && column !== undefined) || byte !== undefined,
        error.message,
      ).toBe(true);
      return false;
    }
  }

  test('2,000 URDFs give an InputError or a tree (seed 32)', () => {
    const random = new Random(32);
    let good = 0;
    for (let run = 0; run < 2000; run++) {
      const bytes = utf8(mutate(URDF, random));
      const read = () => expectTree(readUrdf(bytes, { file: 'r/r.urdf', resolver: files() }).robot);
      if (attempt(read, /^(urdf|xml)\/[a-z-]+$/)) good++;
    }
    expect(good).toBeGreaterThan(50);
    expect(good).toBeLessThan(1500);
  });

  test('2,000 SRDFs give an InputError or a description (seed 33)', () => {
    const random = new Random(33);
    const links = new Set(robot.links.map((link) => link.name));
    let good = 0;
    for (let run = 0; run < 2000; run++) {
      const bytes = utf8(mutate(SRDF, random));
      const read = () => {
        const { semantics } = readSrdf(bytes, { file: 'r.srdf', robot });
        for (const { link1, link2 } of semantics.disabledPairs) {
          expect(links.has(link1) && links.has(link2) && link1 !== link2).toBe(true);
        }
      };
      if (attempt(read, /^(srdf|xml)\/[a-z-]+$/)) good++;
    }
    expect(good).toBeGreaterThan(50);
    expect(good).toBeLessThan(1500);
  });

  test('every truncation', () => {
    for (let size = 0; size < URDF.length - 1; size++) {
      const read = () => readUrdf(utf8(URDF.slice(0, size)), { file: 'r.urdf', resolver: files() });
      expect(attempt(read, /^xml\//)).toBe(false);
    }
  });

  test('random bytes (seed 34)', () => {
    const random = new Random(34);
    for (let run = 0; run < 500; run++) {
      const bytes = Uint8Array.from({ length: random.below(300) }, () => random.below(256));
      attempt(() => readUrdf(bytes, { file: 'r.urdf', resolver }), /^xml\//);
    }
  });

  test('wide and deep trees do not overflow the stack', () => {
    const count = 20_000;
    const links = Array.from({ length: count }, (_, i) => `<link name="l${i}"/>`).join('');
    const join = (parent: (i: number) => number) =>
      Array.from(
        { length: count - 1 },
        (_, i) =>
          `<joint name="j${i}" type="continuous"><parent link="l${parent(i)}"/><child link="l${i + 1}"/></joint>`,
      ).join('');
    for (const parent of [(i: number) => i, () => 0]) {
      const text = `<robot name="r">${links}${join(parent)}</robot>`;
      const found = readUrdf(utf8(text), { file: 'r.urdf', resolver }).robot;
      expect(found.links).toHaveLength(count);
    }
  });
});
