/** What planning scenes of MoveIt mean. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modelDigest } from '../../src/certificate/index.ts';
import { readRequest, readScene, readSrdf, readUrdf } from '../../src/formats/index.ts';
import { identityPose, transformPointInto } from '../../src/math/index.ts';
import { RESOLVER, ROBOT, TETRAHEDRON } from '../helpers/formats/cellFixture.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { BOX, box, codes, FILE, read, world } from '../helpers/formats/sceneText.ts';
import { DATA_FOLDER, haveData, readData } from '../helpers/oracles/data.ts';

describe('objects', () => {
  test('primitives by name and by number', () => {
    const cell = read(
      world(
        '{id: o, primitives: [{type: box, dimensions: [2, 4, 6]}, {type: 2, dimensions: [3]}, {type: cylinder, dimensions: [5, 1]}, {type: 4, dimensions: [5, 1]}], primitive_poses: [{}, {position: [1, 2, 3]}, {}, {}]}',
      ),
    );
    expect(cell.obstacles.length).toBe(1);
    expect(cell.obstacles[0].parts.map(({ geometry }) => geometry)).toEqual([
      { kind: 'box', half: [1, 2, 3] },
      { kind: 'sphere', radius: 3 },
      { kind: 'cylinder', radius: 1, length: 5 },
      { kind: 'cone', radius: 1, length: 5 },
    ]);
    expect([...cell.obstacles[0].parts[1].pose.subarray(9)]).toEqual([1, 2, 3]);
  });

  test('poses as lists and as mappings, normalised', () => {
    const lists = read(box(', pose: {position: [1, 2, 3], orientation: [0, 0, 0.7071, 0.7071]}'));
    const maps = read(
      box(
        ', pose: {position: {x: 1, y: 2, z: 3}, orientation: {x: 0, y: 0, z: 0.7071, w: 0.7071}}',
      ),
    );
    expect(maps.obstacles[0].pose).toEqual(lists.obstacles[0].pose);
    const quarter = [0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 3];
    for (const [i, entry] of quarter.entries()) {
      expect(lists.obstacles[0].pose[i]).toBeCloseTo(entry, 14);
    }
  });

  test('meshes in the scene, and in files', () => {
    const cell = read(
      world(
        '{id: o, meshes: [{vertices: [[0,0,0],[1,0,0],{x: 0, y: 1, z: 0}], triangles: [{vertex_indices: [0,1,2]}, [0,2,1]]}, {resource: car.stl, dimensions: [2,2,2]}], mesh_poses: [{}, {}]}',
      ),
    );
    const [a, b] = cell.obstacles[0].parts.map(({ geometry }) => geometry);
    if (a.kind !== 'mesh' || b.kind !== 'mesh') throw new Error('expected meshes');
    expect([...a.triangles.indices]).toEqual([0, 1, 2, 0, 2, 1]);
    expect([...a.triangles.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Math.max(...b.triangles.positions)).toBe(2);
    expect(b.reference).toBe('car.stl');
    expect([...cell.files.keys()]).toEqual([FILE, 'cells/car.stl']);
  });

  test('colours are for drawing, and bad ones no fault', () => {
    const scene =
      box('') + 'object_colors: [{id: b, color: {r: 1, g: 0.5, b: 0, a: 2}}, {id: b}]\n';
    const cell = read(scene);
    expect(cell.obstacles[0].parts[0].colour).toEqual([1, 0.5, 0, 1]);
    const plain = read(box(''));
    expect(plain.obstacles[0].parts[0].colour).toBeUndefined();
    expect(modelDigest(cell)).toBe(modelDigest(plain));
    expect(codes(cell)).toEqual(codes(plain));
    expect(read(`${box('')}object_colors: red\n`).obstacles).toEqual(plain.obstacles);
  });

  test('a plane is solid below', () => {
    const cell = read(world('{id: o, planes: [{coef: [0, 0, 2, -1]}], plane_poses: [{}]}'));
    expect(cell.obstacles[0].parts[0].geometry).toEqual({
      kind: 'half-space',
      normal: [0, 0, 1],
      offset: 0.5,
    });
  });

  test('JSON is read too', () => {
    const object = {
      id: 'b',
      primitives: [{ type: 1, dimensions: [1, 1, 1] }],
      primitive_poses: [
        { position: { x: 0, y: 0, z: 1 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
      ],
    };
    expect(read(JSON.stringify({ world: { collision_objects: [object] } })).obstacles.length).toBe(
      1,
    );
  });

  test('operations', () => {
    const list = (operations: string[]) =>
      `world:\n  collision_objects:\n${operations.map((o) => `    - ${o}\n`).join('')}`;
    const add = (id: string) => `{id: ${id}, operation: 0, ${BOX}}`;
    const names = (text: string) => read(text).obstacles.map(({ name }) => name);
    expect(names(list([add('a'), add('b'), '{id: a, operation: 1}']))).toEqual(['b']);
    expect(names(list([add('a'), '{id: "", operation: 1}', add('b')]))).toEqual(['b']);
    expect(codes(read(list([add('b'), '{id: a, operation: 1}'])))).toEqual([
      'scene/nothing-to-remove',
    ]);
  });
});

describe('frames', () => {
  const transforms =
    'fixed_frame_transforms:\n- {child_frame_id: shelf, transform: {translation: [1, 0, 0], rotation: [0, 0, 1, 0]}}\n- {header: {frame_id: shelf}, child_frame_id: board, transform: {translation: {x: 0, y: 1, z: 0}}}\n';
  const at = (frame: string) => {
    const text = `${transforms}${box(`, header: {frame_id: ${frame}}, pose: {position: [1, 2, 3]}`)}`;
    return [...read(text).obstacles[0].pose.subarray(9)];
  };

  test('the world, fixed frames, chains of them', () => {
    expect(at('map')).toEqual([1, 2, 3]);
    expect(at('/map')).toEqual([1, 2, 3]);
    expect(at('""')).toEqual([1, 2, 3]);
    expect(at('shelf')).toEqual([0, -2, 3]);
    expect(at('board')).toEqual([0, -3, 3]);
  });

  test('the root link stands at the base', () => {
    const state =
      'robot_state: {multi_dof_joint_state: {joint_names: [world_joint], transforms: [{translation: [0, 0, 1], rotation: [0, 0, 1, 0]}]}}\n';
    const cell = read(
      `${state}${box(', header: {frame_id: panda_link0}, pose: {position: [1, 2, 3]}')}`,
    );
    expect([...cell.obstacles[0].pose.subarray(9)]).toEqual([-1, -2, 4]);
    expect([...cell.robots[0].base.subarray(9)]).toEqual([0, 0, 1]);
    expect(cell.robots[0].baseJoint).toBe('fixed');
  });

  test('a fixed transform may place the world', () => {
    const place =
      'fixed_frame_transforms: [{child_frame_id: world, transform: {translation: [0, 0, 5]}}]\n';
    const cell = read(`${place}${box(', header: {frame_id: world}')}`, null);
    expect(cell.obstacles[0].pose[11]).toBe(5);
  });

  test('without an SRDF the world is called world', () => {
    const cell = read(box(', header: {frame_id: world}'), null);
    expect(cell.robots[0].semantics).toBeUndefined();
    expect(faultOf(() => read(box(', header: {frame_id: world}'))).code).toBe('scene/frame');
  });
});

describe('the robot', () => {
  test('state: one value, several values, fixed and following joints', () => {
    const cell = read(
      'robot_state:\n  joint_state: {name: [panda_joint1, panda_hand_joint, follower], position: [0.5, 0, 1]}\n' +
        '  multi_dof_joint_state:\n    joint_names: [float, plane]\n    transforms: [{translation: [1, 2, 3], rotation: [0.6, 0, 0, 0.8]}, {translation: [1, 2, 0], rotation: [0, 0, 1, 0]}]\n',
    );
    expect([...cell.state.keys()]).toEqual(['panda_joint1', 'float', 'plane']);
    expect(cell.state.get('panda_joint1')).toEqual([0.5]);
    for (const [i, v] of [1, 2, 3, 0.6, 0, 0, 0.8].entries()) {
      expect(cell.state.get('float')![i]).toBeCloseTo(v, 14);
    }
    expect(cell.state.get('plane')).toEqual([1, 2, Math.PI]);
    expect(codes(cell)).toEqual(['scene/fixed-joint']);
    const off = read('robot_state: {joint_state: {name: [follower], position: [1]}}');
    expect(codes(off)).toEqual(['scene/mimic']);
  });

  test('the quaternion of a floating joint gives the rotation back', () => {
    for (const q of [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0.5, -0.5, 0.5, 0.5],
      [0.1, 0.7, 0.1, 0.7],
      [-0.1, 0.1, 0.7, -0.7],
    ]) {
      const text = `robot_state: {multi_dof_joint_state: {joint_names: [float], transforms: [{rotation: [${q}]}]}}`;
      const back = read(text).state.get('float')!.slice(3);
      const dot = back.reduce((sum, c, i) => sum + c * q[i], 0);
      expect(Math.abs(dot)).toBeCloseTo(1, 12);
    }
  });

  test('attached objects, padding, scale', () => {
    const cell = read(
      `robot_state:\n  attached_collision_objects:\n  - link_name: panda_hand\n    object: {header: {frame_id: panda_hand}, id: rod, pose: {position: [0, 0, 1]}, primitives: [{type: sphere, dimensions: [1]}], primitive_poses: [{position: [1, 0, 0]}]}\n    touch_links: [panda_leftfinger, nobody]\nlink_padding: [{link_name: panda_hand, padding: 0.1}]\nlink_scale: [{link_name: panda_hand, scale: 1.1}]\n`,
    );
    const [robot] = cell.robots;
    expect(robot.attached[0]).toMatchObject({ name: 'rod', link: 'panda_hand' });
    expect(robot.attached[0].touches).toEqual(['panda_leftfinger']);
    expect([...robot.attached[0].parts[0].pose.subarray(9)]).toEqual([1, 0, 1]);
    expect([...robot.padding]).toEqual([['panda_hand', 0.1]]);
    expect([...robot.scale]).toEqual([['panda_hand', 1.1]]);
    expect(codes(cell)).toEqual(['scene/unknown-link']);
  });

  test('notes: another robot, a state that is a difference', () => {
    const text = 'robot_model_name: ur5\nis_diff: false\nrobot_state: {is_diff: true}\n';
    expect(codes(read(text))).toEqual(['scene/robot-name', 'scene/is-diff']);
    expect(codes(read('robot_state: {is_diff: false}\n'))).toEqual([]);
  });

  test('a scaled mesh is noted: MoveIt scales it about another point', () => {
    const [hand] = ROBOT.links.filter(({ name }) => name === 'panda_hand');
    const mesh = { kind: 'mesh', triangles: TETRAHEDRON, reference: 'a.stl' } as const;
    const collisions = [{ pose: identityPose(), geometry: mesh }];
    const links = ROBOT.links.map((link) => (link === hand ? { ...hand, collisions } : link));
    const noted = (scale: string) =>
      readScene(utf8(`link_scale: [${scale}]\n`), {
        ...{ file: FILE, robot: { ...ROBOT, links }, resolver: RESOLVER },
      }).notes;
    expect(noted('{link_name: panda_hand, scale: 1}')).toEqual([]);
    expect(noted('{link_name: panda_link1, scale: 2}')).toEqual([]);
    expect(noted('{link_name: bare, scale: 2}')).toMatchObject([{ code: 'scene/no-geometry' }]);
    expect(noted('{link_name: panda_hand, scale: 1.1}')).toMatchObject([
      { code: 'scene/scaled-mesh', file: FILE, line: 1, message: /"panda_hand"/ },
    ]);
  });
});

describe('the allowed collision matrix', () => {
  const matrix = (rest: string) => `allowed_collision_matrix: {${rest}}\n${box('')}`;
  const pairs = (text: string) => read(text).allow.map(({ between }) => between.join(' '));

  test('has the last word over the SRDF', () => {
    const cell = read(
      matrix(
        'entry_names: [panda_link0, panda_link1, b, ghost], entry_values: [[false, true, true, false], {enabled: [true, false, false, false]}, [true, false, false, true], [0, 0, 1, 0]]',
      ),
    );
    expect(cell.allow).toEqual([
      { between: ['panda_link0', 'b'], reason: 'allowed collision matrix' },
    ]);
    expect(cell.robots[0].semantics!.disabledPairs).toEqual([
      { link1: 'panda_link0', link2: 'panda_link1', reason: 'Adjacent' },
    ]);
    expect(codes(cell)).toEqual(['scene/srdf-overruled', 'scene/absent-names']);
  });

  test('an empty one says nothing', () => {
    const cell = read(matrix('entry_names: [], entry_values: []'));
    expect(cell.allow).toEqual([]);
    expect(cell.robots[0].semantics!.disabledPairs.length).toBe(2);
  });

  test('defaults hold where no entry denies', () => {
    // One link has no geometry.
    const all = ROBOT.links.length - 1;
    expect(pairs(matrix('default_entry_names: [b], default_entry_values: [true]')).length).toBe(
      all,
    );
    const denied =
      'entry_names: [b, camera], entry_values: [[false, false], [false, false]], default_entry_names: [b], default_entry_values: [true]';
    expect(pairs(matrix(denied)).length).toBe(all - 1);
    const both = 'default_entry_names: [b, camera], default_entry_values: [true, false]';
    expect(pairs(matrix(both))).not.toContain('camera b');
    const contradicted =
      'entry_names: [b, camera], entry_values: [[false, true], [true, false]], default_entry_names: [b], default_entry_values: [false]';
    expect(pairs(matrix(contradicted))).toEqual([]);
  });
});

describe.each(['panda', 'ur5'])('MotionBenchMaker, %s', (name) => {
  const here = haveData(`mbm/${name}/problems`);

  const load = () => {
    const folder = `${DATA_FOLDER}/mbm/${name}`;
    const files = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
    const resolver = { files, packages: { meshes: `${folder}/meshes` } };
    const urdf = { file: `${folder}/${name}.urdf`, resolver, visuals: false };
    const { robot } = readUrdf(readData(`mbm/${name}/${name}.urdf`), urdf);
    const srdf = readData(`mbm/${name}/${name}.srdf`);
    const { semantics } = readSrdf(srdf, { file: `${name}.srdf`, robot });
    return { folder, robot, semantics, resolver };
  };

  test.skipIf(!here)('all scenes and requests load', () => {
    const { folder, robot, semantics, resolver } = load();
    let scenes = 0;
    let requests = 0;
    for (const family of readdirSync(`${folder}/problems`)) {
      for (const file of readdirSync(`${folder}/problems/${family}`)) {
        const bytes = readData(`mbm/${name}/problems/${family}/${file}`);
        if (file.startsWith('scene')) {
          const cell = readScene(bytes, { file, robot, semantics, resolver });
          const objects = [...new TextDecoder().decode(bytes).matchAll(/\bid: /g)].length;
          expect(cell.obstacles.length).toBe(objects);
          // The matrix says what the SRDF says.
          expect(cell.allow).toEqual([]);
          expect(cell.robots[0].semantics!.disabledPairs).toEqual(semantics.disabledPairs);
          scenes++;
        } else {
          const { goals, start } = readRequest(bytes, { file });
          expect(goals.length).toBe(1);
          for (const joint of goals[0].joints.keys()) expect(start.has(joint)).toBe(true);
          requests++;
        }
      }
    }
    expect([scenes, requests]).toEqual([160, 160]);
  });

  if (name !== 'ur5') return;
  test.skipIf(!here)("a primitive's pose is relative to its object's", () => {
    const bytes = readData('mbm/ur5/problems/table_pick/scene0001.yaml');
    const cell = readScene(bytes, { file: 's', ...load() });
    const can = cell.obstacles.find((o) => o.name === 'Can1')!;
    const centre = new Float64Array(3);
    transformPointInto(can.pose, 0, can.parts[0].pose.subarray(9), 0, centre, 0);
    // By hand: the object's pose turns (0.85, 0, 0.8) about z by 2 atan2(0.99725, 0.07409).
    const angle = 2 * Math.atan2(0.9972514405491772, 0.07409159414259425);
    expect(centre[0]).toBeCloseTo(-0.06371788662107358 + 0.85 * Math.cos(angle), 12);
    expect(centre[1]).toBeCloseTo(-0.1102475820769556 + 0.85 * Math.sin(angle), 12);
    expect(centre[2]).toBeCloseTo(0.8870564117675865, 12);
  });
});
