/** Bags: what is read of them, in every encoding, and what `surepath check` and `surepath info` say of them. */

import { readFileSync } from 'node:fs';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { motionsOf, readBag } from '../../src/bags/index.ts';
import { readZstd } from '../../src/bags/zstd.ts';
import { InputError } from '../../src/math/index.ts';
import { SCENE_LEFT_OUT } from '../../src/words/index.ts';
import {
  DESCRIBED,
  DESCRIPTION,
  goalMessage,
  SCENES,
  SRDF,
  turning,
  URDF,
} from '../helpers/bags/armBags.ts';
import { compress as lz4 } from '../helpers/bags/lz4js.ts';
import {
  LIBRARIES,
  type MakeOptions,
  makeBag,
  stateMessage,
  stateTopic,
} from '../helpers/bags/makeBag.ts';
import { ZSTD_BAG } from '../helpers/bags/zstdBag.ts';
import { box, scene, WALL } from '../helpers/bridge/scenes.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const { later, file } = cliFolder();
for (const [name, text] of planarArm()) file(name, text);

/** A bag from memory, in pieces of odd sizes. */
function bagOf(bytes: Uint8Array, piece = 777) {
  let at = 0;
  return readBag(
    {
      file: 'a.mcap',
      next: () => {
        if (at >= bytes.length) return null;
        const part = bytes.subarray(at, at + piece);
        at += piece;
        return part;
      },
    },
    LIBRARIES,
  );
}

describe('joint states', () => {
  const cases: [string, MakeOptions, boolean][] = [
    ['cdr', { encoding: 'cdr' }, false],
    ['ros1', { encoding: 'ros1' }, true],
    ['json', { encoding: 'json' }, false],
    [
      'cdr in lz4 chunks',
      {
        compress: (data) => ({ compression: 'lz4', compressedData: lz4(data) }),
        chunkSize: 500,
      },
      false,
    ],
  ];

  it.each(cases)('are read: %s', async (_, options, ros1) => {
    const topics = [...DESCRIBED, stateTopic('/joint_states', ros1)];
    const bytes = await makeBag(topics, [...DESCRIPTION, ...turning(5, 0.05, ros1)], options);
    const bag = bagOf(bytes);
    expect(bag.robot).toEqual({ topic: '/robot_description', text: URDF });
    expect(bag.semantics?.text).toBe(SRDF);
    const [motion, ...others] = motionsOf(bag);
    expect(others).toEqual([]);
    expect(motion.path.joints).toEqual(['joint1', 'joint2']);
    expect(motion.path.waypoints.map((q) => q[0])).toEqual([-1, -0.95, -0.9, -1 + 0.05 * 3, -0.8]);
    motion.path.times!.forEach((time, i) => {
      expect(time).toBeCloseTo(0.1 * i, 9);
    });
    expect(motion.path.assumptions).toEqual([
      expect.stringMatching(
        /^joints ran straight between the 5 recorded states, which are at most 0\.1\d* s apart/,
      ),
    ]);
  });

  it('are read from chunks that zstd compressed, and a chunk that holds more than it says is refused', () => {
    const [{ path }] = motionsOf(bagOf(ZSTD_BAG));
    expect(path.joints).toEqual(['joint1', 'joint2']);
    expect(path.waypoints.length).toBe(21);
    path.waypoints.forEach((q, i) => {
      expect(q[0]).toBeCloseTo(-1 + 0.05 * i, 12);
    });
    const text = new TextDecoder('latin1').decode(ZSTD_BAG);
    const at = text.indexOf('\x28\xb5\x2f\xfd');
    expect(at).toBeGreaterThan(0);
    // A chunk says before its frame how long that is.
    const length = new DataView(ZSTD_BAG.buffer).getUint32(at - 8, true);
    const frame = ZSTD_BAG.slice(at, at + length);
    const zstd = LIBRARIES.zstd();
    const whole = decompress(frame);
    const size = whole.length;
    expect(() => readZstd(zstd, frame, size - 1)).toThrow(/more than is said/);
    expect(() => readZstd(zstd, frame, size + 1)).toThrow(/holds \d+ bytes, not/);
    const damaged = ZSTD_BAG.slice();
    damaged[at + 20] ^= 255;
    expect(() => motionsOf(bagOf(damaged))).toThrow(InputError);
  });

  it('of several topics and partial messages are one motion, each joint straight between its own states', async () => {
    const topics = [stateTopic('/a'), stateTopic('/b')];
    const state = (topic: string, time: number, joints: Record<string, number>) => ({
      ...{ topic, time, message: stateMessage(time, joints) },
    });
    const bytes = await makeBag(topics, [
      state('/a', 0, { joint1: 0 }),
      state('/b', 1, { joint2: 5 }),
      state('/a', 2, { joint1: 1 }),
      state('/a', 2, { other: 7 }),
      state('/b', 3, { joint2: 6 }),
      state('/a', 4, { joint1: 0 }),
    ]);
    const [{ path }] = motionsOf(bagOf(bytes));
    expect(path.joints).toEqual(['joint1', 'other', 'joint2']);
    expect(path.times).toEqual([0, 1, 2, 3, 4]);
    expect(path.waypoints.map((q) => [...q])).toEqual([
      [0, 7, 5],
      [0.5, 7, 5],
      [1, 7, 5.5],
      [0.5, 7, 6],
      [0, 7, 6],
    ]);
    expect(path.assumptions![1]).toBe(
      '"other", "joint2" stood before the first and after the last recorded state of them',
    );
  });

  it('in two topics need a choice', async () => {
    const bytes = await makeBag(
      [stateTopic('/a'), stateTopic('/b')],
      ['/a', '/b'].map((topic) => ({ topic, time: 0, message: stateMessage(0, { joint1: 1 }) })),
    );
    const bag = bagOf(bytes);
    expect(() => motionsOf(bag)).toThrow(/"joint1" is in several topics.*--topic: \/a, \/b/);
    expect(motionsOf(bag, { topics: ['/b'] })).toHaveLength(1);
    expect(() => motionsOf(bag, { topics: ['/c'] })).toThrow(/no motion on the topic "\/c"/);
  });

  it('say gaps, jumps and stamps that go back', async () => {
    const times = [0, 0.01, 0.02, 0.03, 0.05, 0.04, 0.06, 0.07, 3];
    const values = [0, 0, 0, 0, 0, 0.3, 0, 0, 0];
    const bytes = await makeBag(
      [stateTopic('/s')],
      times.map((time, i) => ({
        topic: '/s',
        time: 0.01 * i,
        message: stateMessage(time, { joint1: values[i] }),
      })),
    );
    const [{ path }] = motionsOf(bagOf(bytes));
    expect(path.notes.map(({ code }) => code)).toEqual(['path/disorder', 'path/gap', 'path/jump']);
    expect(path.notes[0].message).toMatch(/^1 state is stamped before an earlier one/);
    expect(path.notes[1].message).toMatch(
      /^1 gap between states, the longest of 2\.93 s after 0\.07/,
    );
    expect(path.notes[2].message).toMatch(
      /^2 jumps between states, the largest of "joint1" by 0\.3/,
    );
    expect(path.waypoints[4][0]).toBe(0.3);
  });
});

describe('surepath check', () => {
  it('proves what was executed, in the scene that was recorded', async () => {
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) },
      ...turning(11, 0.05),
    ];
    file('free.mcap', await makeBag(SCENES, messages, { encoding: 'json' }));
    const free = await later('check', 'free.mcap');
    expect(free.stderr).toBe('');
    expect(free.stdout).toMatch(/^free: /);
    expect(free.stdout).toContain('joints ran straight between the 11 recorded states');
    expect(free.status).toBe(0);
    // Two steps more, and the arm meets the wall.
    const farther = [...messages.slice(0, 3), ...turning(21, 0.05)];
    file('hit.mcap', await makeBag(SCENES, farther, { encoding: 'json' }));
    const hit = await later('check', 'hit.mcap');
    expect(hit.stdout).toMatch(/^colliding: link2 and wall, on .* at 1\.\d+ s\n/);
    expect(hit.status).toBe(1);
    // As with the same motion from a file, in the same cell.
    const rows = turning(21, 0.05).map(
      ({ message }) => (message as { position: number[] }).position,
    );
    file('same.json', { joints: ['joint1', 'joint2'], waypoints: rows });
    const same = await later('check', 'cell.yaml', 'same.json', '--json');
    const json = await later('check', 'cell.yaml', 'hit.mcap', '--json');
    const [a, b] = [JSON.parse(same.stdout), JSON.parse(json.stdout)];
    expect(b).toMatchObject({ verdict: a.verdict, segment: a.segment, t: a.t, pair: a.pair });
    // A cell that was not read from the scene of the bag does not have it, and the verdict says so.
    expect(free.stdout).not.toContain('is left out');
    expect(b.assumptions).toContain(SCENE_LEFT_OUT);
  });

  it('cuts the motion where the scene changes, and overlaps there', async () => {
    // The wall comes when the arm has passed the place where it would be hit, and goes before.
    const far = box('wall', [0.1, 4, 1], [9, 2, 0]);
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 0, message: scene({ objects: [far] }) },
      ...turning(21, 0.05).slice(0, 12),
      { topic: '/scene', time: 1.15, message: scene({ objects: [WALL], isDiff: true }) },
      ...turning(21, 0.05).slice(12),
    ];
    const bytes = await makeBag(SCENES, messages, { encoding: 'json' });
    const parts = motionsOf(bagOf(bytes));
    expect(parts.map(({ path, scene: k }) => [k, path.times!.length])).toEqual([
      [0, 13],
      [1, 10],
    ]);
    file('changes.mcap', bytes);
    const { stdout, status } = await later('check', 'changes.mcap');
    expect(stdout).toMatch(
      /^\/joint_states, while scene 0 stood \(changes\.mcap@0\):\nfree: [\s\S]*\n\n\/joint_states, while scene 1 stood \(changes\.mcap@1\):\ncolliding: link2 and wall/,
    );
    expect(status).toBe(1);
    const one = await later('check', 'changes.mcap@0', '--certificate', 'c.json');
    expect(one.stdout).toContain(
      'verify it with\n  surepath verify c.json changes.mcap@0 --path changes.mcap@0\n',
    );
    const verified = await later('verify', 'c.json', 'changes.mcap@0', '--path', 'changes.mcap@0');
    expect(verified.status).toBe(0);
  });

  it('checks all that was sent, from where the joints stood', async () => {
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) },
      ...turning(2, 0),
      goalMessage(0.2, -0.5),
      goalMessage(0.3, 0.5),
    ];
    file('sent.mcap', await makeBag(SCENES, messages, { encoding: 'json' }));
    const { stdout, status } = await later('check', 'sent.mcap', '--topic', '/goal');
    expect(stdout).toMatch(/^\/goal, message 0 \(sent\.mcap#\/goal:0\):\nfree: /);
    expect(stdout).toContain('"joint2" stands where the bag had it last');
    expect(stdout).toMatch(
      /\n\/goal, message 1 \(sent\.mcap#\/goal:1\):\ncolliding: link2 and wall/,
    );
    expect(status).toBe(1);
    const one = await later('check', 'sent.mcap', '--topic', '/goal', '--message', '0', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({ verdict: 'free', interpolation: 'controller' });
    const listed = await later('info', 'sent.mcap');
    expect(listed.stdout).toMatch(
      /\/goal +control_msgs\/msg\/\w+ +2 +0\.200 +0\.300 +what was sent\n/,
    );
  });
});

it('prints what docs/bags.md shows', async () => {
  const messages = [
    ...[...DESCRIPTION, { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) }],
    ...[...turning(11, 0.05), goalMessage(1.2, -0.6), goalMessage(1.5, 0.5)],
  ];
  file('bag.mcap', await makeBag(SCENES, messages, { encoding: 'json' }));
  const page = readFileSync(new URL('../../docs/bags.md', import.meta.url), 'utf8');
  const { stdout: listed } = await later('info', 'bag.mcap');
  expect(page).toContain(`\`\`\`\n${listed}\`\`\`\n`);
  const { stdout } = await later('check', 'bag.mcap');
  expect(page).toContain(`\`\`\`\n${stdout.split('\n').slice(0, 3).join('\n')}\n\`\`\`\n`);
});

describe('a bag that cannot be used', () => {
  it.each([
    ['nothing', new Uint8Array(), /no MCAP file/],
    ['text', new TextEncoder().encode('joints: []\n'.repeat(9)), /cannot be read/],
  ])('%s', (_, bytes, what) => {
    expect(() => bagOf(bytes)).toThrow(what);
    expect(() => bagOf(bytes)).toThrow(InputError);
  });

  it('that was cut off is read as far as it goes, which is said', async () => {
    const bytes = await makeBag([stateTopic('/joint_states')], turning(50, 0.01), {
      chunkSize: 400,
    });
    const bag = bagOf(bytes.subarray(0, bytes.length >> 1));
    expect(() => bagOf(bytes.subarray(0, 60))).toThrow(/cut off before its first message/);
    expect(bag.notes[0].message).toMatch(/^the bag has no end: it was cut off, after \d+ messages/);
    expect(bag.states[0].recording.count).toBeGreaterThan(5);
    expect(bag.states[0].recording.count).toBeLessThan(50);
  });

  it('is told apart: no robot, no motion, a scene that cannot be followed', async () => {
    file('norobot.mcap', await makeBag([stateTopic('/joint_states')], turning(3, 0.1)));
    expect((await later('check', 'norobot.mcap')).stderr).toContain(
      'the bag has no robot description',
    );
    file('still.mcap', await makeBag(DESCRIBED, DESCRIPTION));
    expect((await later('check', 'still.mcap')).stderr).toContain(
      'neither joint states nor trajectories',
    );
    const append = { ...WALL, operation: 2 };
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) },
      { topic: '/scene', time: 0, message: scene({ objects: [append], isDiff: true }) },
      ...turning(2, 0.1),
    ];
    file('lost.mcap', await makeBag(SCENES, messages, { encoding: 'json' }));
    const { stderr, status } = await later('check', 'lost.mcap');
    expect(stderr).toContain('/scene, message 1: the change cannot be followed');
    expect(status).toBe(2);
  });

  it('does not guess which scene stood where changes are not in order of time', async () => {
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 1, message: scene({ objects: [] }) },
      { topic: '/scene', time: 0.5, message: scene({ objects: [WALL] }) },
      ...turning(20, 0.1),
    ];
    file('unsorted.mcap', await makeBag(SCENES, messages, { encoding: 'json' }));
    const { stderr, status } = await later('check', 'unsorted.mcap');
    expect(stderr).toContain('/scene, message 1: it was logged before a change of the scene');
    expect(stderr).toContain('mcap sort');
    expect(status).toBe(2);
  });

  it('goes to the page as a file that is there; which of its motions is chosen there', async () => {
    for (const [args, message] of [
      [['a.mcap'], 'a.mcap: there is no such bag'],
      [['a.mcap#/goal:0'], 'name the file alone: the page lists its motions'],
      [['a.mcap', 'cell.yaml'], 'name the cell first: surepath studio cell.yaml a.mcap'],
    ] as const) {
      const { stderr, status } = await later('studio', ...args);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it('says how to install what is missing', async () => {
    const { bagLibraries } = await import('../../src/bags/index.ts');
    const none = bagLibraries((name) => {
      throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' });
    });
    expect(() => readBag({ file: 'a.mcap', next: () => null }, none)).toThrow(
      /@mcap\/core is needed for bags, and is not installed \(npm install @mcap\/core/,
    );
  });
});
