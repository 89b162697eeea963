/** MoveIt scenes of many objects, and of one object with many shapes: names, and what the matrix allows. */
import { describe, expect, test } from 'vitest';
import { buildCell, CROWD_FROM } from '../../src/cell/index.ts';
import { readScene, readUrdf } from '../../src/formats/index.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const resolver = { files: {} };
const { robot } = readUrdf(utf8(armUrdf('arm', [0.4, 0.5, 0.5])), { file: 'arm.urdf', resolver });

const box = { type: 'box', dimensions: [0.1, 0.2, 0.3] };
const at = (i: number) => ({
  position: [i % 10, Math.floor(i / 10), 1],
  orientation: [0, 0, 0, 1],
});
const object = (id: string, count: number, from = 0) => ({
  id,
  header: { frame_id: '' },
  primitives: Array.from({ length: count }, () => box),
  primitive_poses: Array.from({ length: count }, (_, i) => at(from + i)),
  operation: 0,
});

function matrix(
  names: readonly string[],
  allows: (a: string, b: string) => boolean,
  defaults = {},
) {
  return {
    entry_names: names,
    entry_values: names.map((a) => ({ enabled: names.map((b) => allows(a, b) || allows(b, a)) })),
    default_entry_names: Object.keys(defaults),
    default_entry_values: Object.values(defaults),
  };
}

function read(objects: readonly unknown[], allowed?: unknown) {
  const scene = {
    name: 'many',
    robot_model_name: 'arm',
    ...(allowed ? { allowed_collision_matrix: allowed } : {}),
    world: { collision_objects: objects },
  };
  return readScene(utf8(JSON.stringify(scene)), { file: 'scene.json', robot, resolver });
}

const pairsOf = ({ allow }: ReturnType<typeof read>) =>
  allow.map(({ between }) => [...between].sort().join(' ')).sort();

describe('an object of many shapes', () => {
  test('is an obstacle for each of them', () => {
    const many = read([object('rack', CROWD_FROM), object('few', CROWD_FROM - 1)]);
    expect(many.obstacles.length).toBe(CROWD_FROM + 1);
    expect(many.obstacles[3].name).toBe('rack/3');
    expect(many.obstacles[3].parts.length).toBe(1);
    expect([...many.obstacles[13].parts[0].pose.subarray(9)]).toEqual([3, 1, 1]);
    expect(many.obstacles[CROWD_FROM].name).toBe('few');
    expect(many.obstacles[CROWD_FROM].parts.length).toBe(CROWD_FROM - 1);
    expect(buildCell(many).crowd?.first).toBe(3);
  });

  test('what it may touch each of them may touch', () => {
    const names = ['link1', 'rack', 'other'];
    const allowed = matrix(names, (a, b) => a === 'link1' && b === 'rack');
    const scene = read([object('rack', CROWD_FROM), object('other', 1)], allowed);
    expect(pairsOf(scene)).toEqual(
      Array.from({ length: CROWD_FROM }, (_, i) => `link1 rack/${i}`).sort(),
    );
    const cell = buildCell(scene);
    const [link, rack] = ['link1', 'rack/7'].map((name) => cell.bodyOf.get(name)!);
    expect(cell.crowd!.pair(link, rack).reason).toBe('allowed');
    expect(cell.crowd!.pair(link, cell.bodyOf.get('other')!).reason).not.toBe('allowed');
  });

  test('a name that comes of it and is there is refused', () => {
    const objects = [object('rack', CROWD_FROM), object('rack/5', 1)];
    expect(() => read(objects)).toThrow(/two bodies are called "rack\/5"/);
  });
});

describe('many objects', () => {
  const objects = Array.from({ length: CROWD_FROM }, (_, i) => object(`box${i}`, 1, i));
  const few = objects.slice(0, 10);
  const names = ['link0', 'link1', 'link2', ...objects.map(({ id }) => id)];
  const allows = (a: string, b: string) =>
    (a === 'link1' && /[37]$/.test(b)) || (a === 'box2' && b === 'box3');

  test('pairs of what stands still are left out, and no others', () => {
    const all = read(objects, matrix(names, allows));
    const own = names.filter((name) => /[37]$/.test(name));
    expect(pairsOf(all)).toEqual(own.map((name) => `${name} link1`).sort());
    const small = read(few, matrix(names.slice(0, 13), allows));
    expect(pairsOf(small)).toEqual(['box2 box3', 'box3 link1', 'box7 link1']);
  });

  test('defaults, which an entry may deny', () => {
    const defaults = { box5: true, link2: true, box6: false };
    const scene = read(
      few,
      matrix(['link1', 'box5'], () => false, defaults),
    );
    // A default of both sides: allowed where nobody denies it.
    expect(pairsOf(scene)).toEqual(
      [
        ...few.flatMap(({ id }) => (id === 'box6' ? [] : `${id} link2`)),
        'link0 link2',
        'link1 link2',
        'box5 link0',
        ...few
          .flatMap(({ id }) => (id === 'box5' || id === 'box6' ? [] : [id]))
          .map((id) => [id, 'box5'].sort().join(' ')),
      ].sort(),
    );
    const many = read(
      objects,
      matrix(['link1', 'box5'], () => false, defaults),
    );
    expect(pairsOf(many).filter((pair) => !pair.includes('link'))).toEqual([]);
    expect(pairsOf(many).length).toBe(CROWD_FROM - 1 + 3);
  });

  test('two of one name are refused', () => {
    expect(() => read([...objects, object('link1', 1)])).toThrow(/two bodies are called "link1"/);
  });
});
