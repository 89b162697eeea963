/** Scenes that are followed against scenes that are read as a whole: the same cell, the same answers. */

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cellWithScene, SceneMirror } from '../../src/bridge/index.ts';
import { buildCell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import { readScene } from '../../src/formats/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { box, held, openArm, openTwoArms, robotState, scene } from '../helpers/bridge/scenes.ts';
import { benchmarkRobot, describeScene } from '../helpers/oracles/benchmarkScenes.ts';
import { haveData, readData } from '../helpers/oracles/data.ts';

/** What a description says of obstacles and attached objects, in the order of their names. */
function contents({ obstacles, robots }: CellDescription) {
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return { obstacles: [...obstacles].sort(byName), attached: [...robots[0].attached].sort(byName) };
}

const arm = openArm();
const [{ robot, semantics }] = arm.description.robots;
const readWhole = (whole: unknown) =>
  readScene(new TextEncoder().encode(JSON.stringify(whole)), {
    file: 'scene.json',
    robot,
    semantics,
    resolver: { files: () => undefined },
  });

describe('a scene that is followed', () => {
  it('is the scene as a whole after 150 random changes (seed 5)', () => {
    const random = new Random(5);
    const whole = (limit: number) => Math.floor(random.unit() * limit);
    const place = () => [4 * random.unit() - 2, 4 * random.unit() - 2, random.unit() - 0.5];
    // The plain way: what there is, by name.
    const world = new Map<string, ReturnType<typeof box>>();
    const carried = new Map<string, ReturnType<typeof held>>();
    const mirror = new SceneMirror();
    mirror.take(scene());
    let checked = 0;
    for (let k = 0; k < 150; k++) {
      const id = `object${whole(6)}`;
      const objects: unknown[] = [];
      const attached: unknown[] = [];
      const kind = whole(5);
      const gone = { ...box(id, [], [0, 0, 0]), primitives: [], primitive_poses: [], operation: 1 };
      if (kind === 0 && !carried.has(id)) {
        const made = box(id, [0.1 + random.unit(), 0.1, 0.3], place());
        world.set(id, made);
        objects.push(made);
      } else if (kind === 1) {
        world.delete(id);
        objects.push(gone);
      } else if (kind === 2 && world.has(id)) {
        const { pose } = box(id, [], place());
        world.set(id, { ...world.get(id)!, pose });
        objects.push({ ...gone, pose, operation: 3 });
      } else if (kind === 3 && !carried.has(id)) {
        const made = held(id, [0.2, 0.1 + 0.1 * random.unit(), 0.1], `link${1 + whole(2)}`);
        world.delete(id);
        carried.set(id, made);
        attached.push(made);
        if (whole(2) === 0) objects.push(gone);
      } else if (kind === 4 && carried.has(id)) {
        const item = carried.get(id)!;
        carried.delete(id);
        attached.push({ ...item, object: { ...item.object, operation: 1 } });
        const put = box(id, [0.2, 0.1, 0.1], place());
        if (whole(2) === 0) {
          world.set(id, put);
          objects.push(put);
        } else objects.push(gone);
      } else continue;
      const message = scene({ isDiff: true, objects, state: robotState({}, attached) });
      expect(mirror.take(JSON.parse(JSON.stringify(message)))).toBe('followed');
      const state = robotState({ joint1: 0, joint2: 0 }, [...carried.values()]);
      const expected = readWhole(scene({ objects: [...world.values()], state }));
      const { description } = cellWithScene(arm.description, mirror.text);
      expect(contents(description)).toEqual(contents(expected));
      if (k % 8 !== 0) continue;
      const [a, b] = [description, expected].map((each) => new StaticChecker(buildCell(each)));
      for (let i = 0; i < 5; i++) {
        const q = Float64Array.of(6 * random.unit() - 3, 6 * random.unit() - 3);
        expect(a.for(q).check(q).colliding).toBe(b.for(q).check(q).colliding);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(30);
    expect(world.size + carried.size).toBeGreaterThan(0);
  });

  it('is lost where a difference leaves something open, until the whole scene comes', () => {
    const wall = box('wall', [1, 1, 1], [3, 0, 0]);
    const tool = held('tool', [0.1, 0.1, 0.1]);
    const bare = { ...wall, primitives: [], primitive_poses: [] };
    const incomplete: [string, object][] = [
      ['append', scene({ isDiff: true, objects: [{ ...wall, operation: 2 }] })],
      ['move of nobody', scene({ isDiff: true, objects: [{ ...bare, id: 'x', operation: 3 }] })],
      [
        'move with too many poses',
        scene({ isDiff: true, objects: [{ ...wall, primitive_poses: [{}, {}], operation: 3 }] }),
      ],
      [
        'grasp without shapes',
        scene({ isDiff: true, state: robotState({}, [{ ...tool, object: { ...bare, id: 'x' } }]) }),
      ],
      [
        'let go without a place',
        scene({
          isDiff: true,
          state: robotState({}, [{ ...tool, object: { ...tool.object, operation: 1 } }]),
        }),
      ],
    ];
    for (const [what, message] of incomplete) {
      const mirror = new SceneMirror();
      const state = robotState({ joint1: 0, joint2: 0 }, [tool]);
      expect(mirror.take(scene({ objects: [wall], state }))).toBe('followed');
      expect(mirror.take(message), what).toBe('lost');
      expect(mirror.isKnown).toBe(false);
      expect(mirror.take(scene({ isDiff: true }))).toBe('lost');
      expect(mirror.take(scene({ objects: [wall] }))).toBe('followed');
    }
  });

  it('loses what is carried with a state that is no difference, and keeps it with one that is', () => {
    const tool = held('tool', [0.1, 0.1, 0.1]);
    const mirror = new SceneMirror();
    mirror.take(scene({ state: robotState({ joint1: 0 }, [tool]) }));
    mirror.take(scene({ isDiff: true, state: robotState({ joint1: 1 }) }));
    expect(mirror.text).toContain('tool');
    expect(mirror.positions.get('joint1')).toBe(1);
    mirror.take(scene({ isDiff: true, state: { ...robotState({ joint1: 2 }), is_diff: false } }));
    expect(mirror.text).not.toContain('tool');
  });

  it('keeps an octomap until it is said to be empty', () => {
    const octomap = (id: string, data: unknown) => ({ octomap: { id, data } });
    const mirror = new SceneMirror();
    mirror.take(scene({ octomap: octomap('OcTree', [1, 2]) }));
    expect(() => cellWithScene(arm.description, mirror.text)).toThrow(/octomap/);
    mirror.take(scene({ isDiff: true }));
    expect(() => cellWithScene(arm.description, mirror.text)).toThrow(/octomap/);
    mirror.take(scene({ isDiff: true, octomap: octomap('OcTree', []) }));
    expect(() => cellWithScene(arm.description, mirror.text)).not.toThrow();
  });
});

describe('a cell with a scene', () => {
  const whole = JSON.stringify(scene({ objects: [box('wall', [1, 1, 1], [3, 0, 0])] }));

  it('stands where the robot of the cell stands', () => {
    const base = poseFromRpy(0, 0, Math.PI / 2, 1, 2, 3);
    const moved = { ...arm.description, robots: [{ ...arm.description.robots[0], base }] };
    const [wall] = cellWithScene(moved, whole).description.obstacles;
    expect([...wall.pose.subarray(9)].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 5, 3]);
    const [plain] = cellWithScene(arm.description, whole).description.obstacles;
    expect([...plain.pose]).toEqual([...identityPose().subarray(0, 9), 3, 0, 0]);
  });

  it('keeps its own obstacles, and refuses two of one name', () => {
    const obstacles = [{ name: 'own', pose: identityPose(), parts: [], solid: true }];
    const { description } = cellWithScene({ ...arm.description, obstacles }, whole);
    expect(description.obstacles.map(({ name }) => name)).toEqual(['own', 'wall']);
    const twin = [{ ...obstacles[0], name: 'wall' }];
    expect(() => cellWithScene({ ...arm.description, obstacles: twin }, whole)).toThrow(/both/);
    expect(() => cellWithScene(openTwoArms().description, whole)).toThrow(/2 robots/);
  });

  it('takes the larger padding of the two', () => {
    const own = new Map([['link1', 0.02]]);
    const padded = { ...arm.description, robots: [{ ...arm.description.robots[0], padding: own }] };
    const link_padding = [1, 2].map((i) => ({ link_name: `link${i}`, padding: 0.01 }));
    const text = JSON.stringify({ ...scene(), link_padding });
    const { padding } = cellWithScene(padded, text).description.robots[0];
    expect([...padding]).toEqual([
      ['link1', 0.02],
      ['link2', 0.01],
    ]);
  });
});

const FAMILY = 'bookshelf_small';
const PANDA = `mbm/panda/problems/${FAMILY}/scene0001.yaml`;

describe.skipIf(!haveData(PANDA))('a Panda in a scene of MotionBenchMaker', () => {
  it('is the same cell over ROS as from the file', () => {
    const joints = [1, 2, 3, 4, 5, 6, 7].map((i) => `panda_joint${i}`);
    const fromFile = describeScene('panda', FAMILY, 1, joints);
    const message = parse(new TextDecoder().decode(readData(PANDA)));
    const mirror = new SceneMirror();
    expect(mirror.take(message)).toBe('followed');
    const found = benchmarkRobot('panda');
    const alone = { ...fromFile, obstacles: [], allow: [] };
    const [robotAlone] = fromFile.robots;
    const bare = {
      ...alone,
      robots: [
        { ...robotAlone, attached: [], ...(found.semantics && { semantics: found.semantics }) },
      ],
    };
    const { description } = cellWithScene(bare, mirror.text);
    expect(contents(description)).toEqual(contents(fromFile));
    expect(description.allow).toEqual(fromFile.allow);
    const [a, b] = [description, fromFile].map((each) => new StaticChecker(buildCell(each)));
    const random = new Random(11);
    for (let i = 0; i < 20; i++) {
      const q = Float64Array.from(
        a.cell.tree.dofs,
        ({ lower, upper }) => lower + (upper - lower) * random.unit(),
      );
      expect(a.for(q).check(q).colliding).toBe(b.for(q).check(q).colliding);
    }
  });
});
