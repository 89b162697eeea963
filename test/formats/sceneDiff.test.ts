/** Planning scenes that join a cell: differences are carried out, or are an error at their place. */
import { describe, expect, test } from 'vitest';
import { buildCell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import { joinScene } from '../../src/formats/index.ts';
import { openCell } from '../../src/jobs/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { box, held, openArm, openTwoArms, robotState, scene } from '../helpers/bridge/scenes.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const arm = openArm().description;
const resolver = { files: () => undefined };
const join = (cell: CellDescription, message: unknown, joints: Record<string, number> = {}) =>
  joinScene(cell, utf8(JSON.stringify(message)), { file: 'diff.json', resolver, joints });
const joinText = (cell: CellDescription, text: string) =>
  joinScene(cell, utf8(text), { file: 'diff.yaml', resolver });
const diff = (rest: Parameters<typeof scene>[0] = {}) => scene({ ...rest, isDiff: true });
const names = ({ obstacles }: CellDescription) => obstacles.map(({ name }) => name);
const gone = (id: string) => ({
  ...{ ...box(id, [], [0, 0, 0]), primitives: [], primitive_poses: [], operation: 1 },
});
const WALL = box('wall', [0.1, 4, 1], [2.5, 2, 0]);
const cell: CellDescription = {
  ...join(arm, scene({ objects: [WALL, box('post', [0.2, 0.2, 0.2], [5, 0, 0])] })),
  state: new Map(),
};

/** Where the origin of a link is in the world. */
function linkAt({ robots }: CellDescription, link: string, q: number[]): Float64Array {
  const { tree } = buildCell({ ...cell, obstacles: [], robots, allowNothing: true });
  const kinematics = new Kinematics(tree);
  kinematics.setConfiguration(Float64Array.from(q));
  const o = kinematics.poseOf(tree.frameOf.get(link)!);
  return kinematics.poses.slice(o, o + 12);
}

describe('objects of the world', () => {
  test('are added, replaced in their place, and removed', () => {
    const added = join(cell, diff({ objects: [box('new', [1, 1, 1], [9, 0, 0])] }));
    expect(names(added)).toEqual(['wall', 'post', 'new']);
    const other = box('wall', [1, 1, 1], [7, 0, 0]);
    const replaced = join(added, diff({ objects: [other, gone('post')] }));
    expect(names(replaced)).toEqual(['wall', 'new']);
    expect(replaced.obstacles[0].parts[0].geometry).toEqual({ kind: 'box', half: [0.5, 0.5, 0.5] });
    expect(names(join(cell, diff({ objects: [gone('')] })))).toEqual([]);
    expect([...added.files.keys()]).toContain('diff.json');
  });

  test('are moved, with their shapes or without', () => {
    const { pose } = box('', [], [1, 2, 3]);
    const moved = join(cell, diff({ objects: [{ ...gone('wall'), pose, operation: 3 }] }));
    expect([...moved.obstacles[0].pose.subarray(9)]).toEqual([1, 2, 3]);
    expect(moved.obstacles[0].parts).toEqual(cell.obstacles[0].parts);
    const shapes = { ...gone('wall'), primitive_poses: [pose], operation: 3 };
    const [wall] = join(cell, diff({ objects: [shapes] })).obstacles;
    expect([...wall.pose]).toEqual([...identityPose()]);
    expect([...wall.parts[0].pose.subarray(9)]).toEqual([1, 2, 3]);
    // MoveIt may take the shape's pose for the object's, which then stands elsewhere.
    const apart = join(
      cell,
      diff({ objects: [{ ...box('wall', [1, 1, 1], [0, 0, 0]), primitive_poses: [pose] }] }),
    );
    const again = diff({ objects: [{ ...gone('wall'), pose, operation: 3 }] });
    expect(() => join(apart, again)).toThrow(/only shape of "wall" has a pose of its own/);
  });

  test('get shapes in the frame that they have', () => {
    const more = { ...box('wall', [1, 1, 1], [2.5, 2, 0]), operation: 2 };
    const [wall] = join(cell, diff({ objects: [more] })).obstacles;
    expect(wall.parts.length).toBe(2);
    const elsewhere = { ...box('wall', [1, 1, 1], [0, 0, 0]), operation: 2 };
    const fault = faultOf(() => join(cell, diff({ objects: [elsewhere] })));
    expect([fault.code, fault.file, fault.line]).toEqual(['scene/append', 'diff.json', 1]);
    const fresh = join(cell, diff({ objects: [{ ...elsewhere, id: 'fresh' }] }));
    expect(names(fresh)).toEqual(['wall', 'post', 'fresh']);
  });

  test('are the same cell as the whole scene, after 120 random changes (seed 7)', () => {
    const random = new Random(7);
    const whole = (limit: number) => Math.floor(random.unit() * limit);
    const place = () => [4 * random.unit() - 2, 4 * random.unit() - 2, random.unit() - 0.5];
    const world = new Map<string, ReturnType<typeof box>>();
    let changed = arm;
    for (let k = 0; k < 120; k++) {
      const id = `object${whole(6)}`;
      const kind = whole(3);
      if (kind === 0) {
        const made = box(id, [0.1 + random.unit(), 0.1, 0.3], place());
        world.set(id, made);
        changed = join(changed, diff({ objects: [made] }));
      } else if (!world.has(id)) {
        const operation = kind === 1 ? 1 : 3;
        const bad = { ...gone(id), operation };
        expect(faultOf(() => join(changed, diff({ objects: [bad] }))).code).toMatch(
          /^scene\/nothing/,
        );
      } else if (kind === 1) {
        world.delete(id);
        changed = join(changed, diff({ objects: [gone(id)] }));
      } else {
        const { pose } = box(id, [], place());
        world.set(id, { ...world.get(id)!, pose });
        changed = join(changed, diff({ objects: [{ ...gone(id), pose, operation: 3 }] }));
      }
    }
    const expected = join(arm, scene({ objects: [...world.values()] }));
    const sorted = (each: CellDescription) =>
      [...each.obstacles].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(sorted(changed)).toEqual(sorted(expected));
    expect(world.size).toBeGreaterThan(1);
  });

  test('of many shapes are one object still', () => {
    const many = {
      ...box('pile', [0.1, 0.1, 0.1], [0, 0, 0]),
      primitives: Array.from({ length: 70 }, () => ({ type: 1, dimensions: [0.1, 0.1, 0.1] })),
      primitive_poses: Array.from({ length: 70 }, (_, i) => box('', [], [i, 9, 0]).pose),
    };
    const piled = join(cell, diff({ objects: [many] }));
    expect(piled.obstacles.length).toBe(72);
    const { pose } = box('', [], [0, 5, 0]);
    const moved = join(piled, diff({ objects: [{ ...gone('pile'), pose, operation: 3 }] }));
    expect(moved.obstacles.slice(2).map((each) => each.pose[10])).toEqual(Array(70).fill(5));
    expect(names(join(piled, diff({ objects: [gone('pile')] })))).toEqual(['wall', 'post']);
  });

  test('take what is declared about them along', () => {
    const place = { file: 'cell.yaml', line: 1, column: 1 };
    const declared: CellDescription = {
      ...cell,
      clearance: { default: 0, pairs: [{ between: ['link2', 'post'], distance: 0.1, place }] },
      allow: [{ between: ['link0', 'wall'], reason: 'mounted' }],
    };
    const left = join(declared, diff({ objects: [gone('wall')] }));
    expect(left.allow).toEqual([]);
    expect(left.clearance.pairs.length).toBe(1);
    expect(() => buildCell(left)).not.toThrow();
  });
});

describe('what the robot carries', () => {
  const tool = held('tool', [0.1, 0.1, 0.1]);
  const bare = (id: string) => ({ ...tool, object: { ...gone(id), operation: 0 } });

  test('comes with shapes, or is taken from the world where it stands', () => {
    const [own] = join(cell, diff({ state: robotState({}, [tool]) })).robots[0].attached;
    expect(own).toMatchObject({ name: 'tool', link: 'link2', touches: ['link2'] });
    const q = { joint1: 0.3, joint2: -0.7 };
    const taken = join(cell, diff({ state: robotState(q, [bare('post')]) }));
    expect(names(taken)).toEqual(['wall']);
    const [post] = taken.robots[0].attached;
    const link = linkAt(taken, 'link2', [0.3, -0.7]);
    // By forward kinematics it is where it stood.
    const p = post.parts[0].pose;
    for (const k of [0, 1, 2]) {
      const x = link[9 + k] + [0, 1, 2].reduce((sum, j) => sum + link[3 * k + j] * p[9 + j], 0);
      expect(x).toBeCloseTo([5, 0, 0][k], 12);
    }
    const given = join(cell, diff({ state: robotState({}, [bare('post')]) }), q);
    expect(given.robots[0].attached[0].parts).toEqual(post.parts);
  });

  test('is put where the link is, or where the world says', () => {
    const carrying = join(cell, diff({ state: robotState({}, [tool]) }));
    const release = { ...tool, object: { ...gone('tool') } };
    const put = join(carrying, diff({ state: robotState({ joint1: 0.3, joint2: 0 }, [release]) }));
    expect(put.robots[0].attached).toEqual([]);
    expect(names(put)).toEqual(['wall', 'post', 'tool']);
    const link = linkAt(put, 'link2', [0.3, 0]);
    expect([...put.obstacles[2].pose]).toEqual([...link]);
    const told = diff({ objects: [gone('tool')], state: robotState({}, [release]) });
    expect(names(join(carrying, told))).toEqual(['wall', 'post']);
    const placed = box('tool', [0.1, 0.1, 0.1], [8, 0, 0]);
    const put2 = join(carrying, diff({ objects: [placed], state: robotState({}, [release]) }));
    expect([...put2.obstacles[2].pose.subarray(9)]).toEqual([8, 0, 0]);
  });

  test('is never lost: what is not known is an error', () => {
    const carrying = join(cell, diff({ state: robotState({}, [tool]) }));
    const release = { ...tool, object: gone('tool') };
    const code = (at: CellDescription, message: unknown) => faultOf(() => join(at, message)).code;
    expect(code(carrying, diff({ state: robotState({}, [release]) }))).toBe('scene/unknown-state');
    expect(code(cell, diff({ state: robotState({}, [bare('post')]) }))).toBe('scene/unknown-state');
    expect(code(cell, diff({ state: robotState({}, [bare('nobody')]) }))).toBe('scene/no-shapes');
    expect(code(cell, diff({ state: robotState({}, [release]) }))).toBe('scene/nothing-to-remove');
    const moved = { ...tool, object: { ...gone('tool'), pose: {}, operation: 3 } };
    expect(code(carrying, diff({ state: robotState({}, [moved]) }))).toBe('scene/operation');
    const whole = { ...robotState({ joint1: 1 }), is_diff: false };
    expect(code(carrying, diff({ state: whole }))).toBe('scene/whole-state');
    const elsewhere = { ...tool, object: { ...tool.object, header: { frame_id: 'link1' } } };
    expect(code(cell, diff({ state: robotState({}, [elsewhere]) }))).toBe('scene/attached-frame');
  });
});

describe('the robot', () => {
  test('stands where the state has it, also joints that are held', () => {
    const [robot] = cell.robots;
    const holding = { ...cell, robots: [{ ...robot, held: new Map([['joint2', [0.5]]]) }] };
    const changed = join(holding, diff({ state: robotState({ joint1: 1, joint2: 2 }) }));
    expect([...changed.robots[0].held]).toEqual([['joint2', [2]]]);
    expect([...changed.state]).toContainEqual(['joint1', [1]]);
    expect(changed.state.has('joint2')).toBe(false);
  });

  test('gets padding, and the matrix has the last word', () => {
    const link_padding = [{ link_name: 'link1', padding: 0.02 }];
    expect([...join(cell, { ...diff(), link_padding }).robots[0].padding]).toEqual([
      ['link1', 0.02],
    ]);
    const matrix = (names: string[], allowed: number[][]) => ({
      ...diff(),
      allowed_collision_matrix: {
        entry_names: names,
        entry_values: names.map((_, i) => ({
          enabled: names.map((_, j) =>
            allowed.some(([a, b]) => (a === i && b === j) || (a === j && b === i)),
          ),
        })),
      },
    });
    const mine = { ...cell, allow: [{ between: ['link*', 'wall'] as const, reason: 'mine' }] };
    const changed = join(
      mine,
      matrix(
        ['link1', 'link2', 'wall', 'post'],
        [
          [0, 1],
          [1, 3],
        ],
      ),
    );
    const kept = changed.allow.map(({ between, reason }) => `${between.join(' ')}: ${reason}`);
    // The cell's own word stands only where the matrix does not deny it.
    expect(kept).toEqual(['link0 wall: mine', 'link2 post: allowed collision matrix']);
    const { disabledPairs } = changed.robots[0].semantics!;
    expect(disabledPairs.map(({ link1, link2 }) => [link1, link2])).toEqual([['link1', 'link2']]);
    const again = join(changed, matrix(['link1', 'link2', 'wall', 'post'], [[0, 1]]));
    expect(again.allow.map(({ reason }) => reason)).toEqual(['mine']);
  });

  test('is named where there are several; the world needs no name', () => {
    const two = openTwoArms().description;
    const added = join(
      two,
      diff({ objects: [box('new', [1, 1, 1], [9, 0, 0], 'world')], state: robotState({}) }),
    );
    expect(names(added)).toEqual(['new']);
    const state = robotState({ joint1: 1 });
    expect(faultOf(() => join(two, diff({ state }))).code).toBe('scene/robots');
    const right = join(two, { ...diff({ state }), robot_model_name: 'right' });
    expect([...right.state]).toEqual([['right/joint1', [1]]]);
    const holding = join(two, {
      ...diff({ state: robotState({}, [held('tool', [0.1, 0.1, 0.1])]) }),
      robot_model_name: 'right',
    });
    expect(holding.robots.map(({ attached }) => attached.length)).toEqual([0, 1]);
    expect(faultOf(() => join(two, scene())).code).toBe('scene/robots');
  });
});

describe('a whole scene', () => {
  test('joins a bare robot as it makes a cell with it', () => {
    const state = robotState({ joint1: 0.4, joint2: -0.2 }, [held('tool', [0.1, 0.1, 0.1])]);
    const whole = { ...scene({ objects: [WALL] }), robot_state: { ...state, is_diff: false } };
    const files = new Map(planarArm().map(([name, text]) => [name, utf8(text)]));
    files.set('scene.json', utf8(JSON.stringify(whole)));
    const srdf = 'arm.srdf';
    const joined = openCell({ file: 'arm.urdf', srdf, scenes: ['scene.json'], files });
    const made = openCell({ file: 'scene.json', robot: 'arm.urdf', srdf, files });
    expect(joined.description.obstacles).toEqual(made.description.obstacles);
    expect(joined.description.robots[0].attached).toEqual(made.description.robots[0].attached);
    expect([...joined.description.state]).toEqual([...made.description.state]);
    const random = new Random(3);
    for (let i = 0; i < 50; i++) {
      const q = Float64Array.of(6 * random.unit() - 3, 6 * random.unit() - 3);
      const [a, b] = [joined, made].map((each) => new StaticChecker(each.cell).for(q).check(q));
      expect(a.colliding).toBe(b.colliding);
    }
  });

  test('does not join twice', () => {
    expect(faultOf(() => join(cell, scene({ objects: [WALL] })))).toMatchObject({
      code: 'scene/twice',
      file: 'diff.json',
    });
  });
});

test.each([
  [
    'is_diff: true\nworld: {collision_objects: [{id: wal, operation: 1}]}',
    'scene/nothing-to-remove',
    2,
    29,
    /"wall"/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: wal, pose: {}, operation: 3}]}',
    'scene/nothing-to-move',
    2,
    29,
    /"wall"/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: wall, operation: 3}]}',
    'scene/operation',
    2,
    29,
    /where to/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: wall, operation: 2}]}',
    'scene/no-shapes',
    2,
    29,
    /appended/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: new}]}',
    'scene/no-shapes',
    2,
    29,
    /primitives/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: wall, operation: 4}]}',
    'scene/operation',
    2,
    51,
    /3 \(move\)/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: x, header: {frame_id: link2}, primitives: [{type: 1, dimensions: [1, 1, 1]}], primitive_poses: [{}]}]}',
    'scene/frame',
    2,
    29,
    /attach/,
  ],
  [
    'is_diff: true\nworld: {collision_objects: [{id: wall, pose: {}, primitive_poses: [{}, {}], operation: move}]}',
    'scene/operation',
    2,
    29,
    /1 shapes/,
  ],
  [
    'is_diff: true\nworld: {octomap: {octomap: {id: OcTree, resolution: 0.1, data: [1]}}}',
    'scene/octomap',
    2,
    18,
    /cannot be read/,
  ],
])('%j is refused', (text, code, line, column, message) => {
  const fault = faultOf(() => joinText(cell, text));
  expect([fault.code, fault.file]).toEqual([code, 'diff.yaml']);
  expect(`${fault.message} (${fault.hint})`).toMatch(message);
  expect([fault.line, fault.column]).toEqual([line, column]);
});

test('the robot is where the virtual joint of a difference has it', () => {
  const base = poseFromRpy(0, 0, 0, 1, 2, 3);
  const [robot] = cell.robots;
  const virtualJoints = [
    { name: 'world_joint', kind: 'fixed', parentFrame: 'map', childLink: 'link0' },
  ] as const;
  const semantics = { ...robot.semantics!, virtualJoints };
  const placed = { ...cell, robots: [{ ...robot, semantics }] } as CellDescription;
  const text = `is_diff: true
robot_state:
  is_diff: true
  multi_dof_joint_state: {joint_names: [world_joint], transforms: [{translation: [1, 2, 3]}]}
world: {collision_objects: [{id: n, header: {frame_id: link0}, primitives: [{type: 2, dimensions: [1]}], primitive_poses: [{}]}]}`;
  const changed = joinText(placed, text);
  expect([...changed.robots[0].base].map((x) => x + 0)).toEqual([...base].map((x) => x + 0));
  expect([...changed.obstacles[2].pose.subarray(9)]).toEqual([1, 2, 3]);
  // Obstacles of the cell stay where they are.
  expect(changed.obstacles[0]).toEqual(cell.obstacles[0]);
});
