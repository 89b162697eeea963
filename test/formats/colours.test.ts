/** Colours are for drawing: read where asked for, never an error, never part of what is checked. */
import { describe, expect, test } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { modelDigest } from '../../src/certificate/index.ts';
import { cellFromUrdf, type MeshFile, readMesh, readUrdf } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { pack, utf8 } from '../helpers/formats/helpers.ts';

const RED = [1, 0, 0, 1];
const GREEN = [0, 1, 0, 1];

/** The colour of every triangle. */
function seen({ colours }: { readonly colours?: MeshFile['colours'] | undefined }) {
  return colours && [...colours.of].map((i) => colours.palette[i]);
}

function read(text: string | Uint8Array, file: string, files: Record<string, string> = {}) {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  const asked: string[] = [];
  const from = (name: string) => {
    asked.push(name);
    return Object.hasOwn(files, name) ? utf8(files[name]) : undefined;
  };
  const plain = readMesh(bytes, { file, read: from });
  expect(plain.colours).toBeUndefined();
  expect(asked).toEqual([]);
  const { colours, ...rest } = readMesh(bytes, { file, read: from, colours: true });
  expect(rest).toEqual(plain);
  return { colours, asked };
}

describe('OBJ', () => {
  const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
  const TWO = `${SQUARE}f 1 2 3\nusemtl shiny red\nf 1 2 3 4\nusemtl green\nf 1 3 4\nusemtl none\nf 1 3 4`;
  const MTL =
    '# made by hand\r\nd 0.5\nnewmtl shiny red\r\n\tKd 1 0 0\r\nKs 1 1 1\nnewmtl green\nd 0.25\nKd 0 2 -1\nmap_Kd x.png\nnewmtl none\nKd spectral x.rfl';

  test('materials by name, from a file beside it', () => {
    const { colours, asked } = read(`mtllib my arm.mtl\n${TWO}`, 'a.obj', { 'my arm.mtl': MTL });
    const half = [0, 1, 0, 0.25];
    expect(seen({ colours })).toEqual([null, RED, RED, half, null]);
    expect(asked).toEqual(['my arm.mtl']);
  });

  test('several files in one statement', () => {
    const { colours } = read(`mtllib no.mtl b.mtl\n${TWO}`, 'a.obj', { 'b.mtl': MTL });
    expect(seen({ colours })?.[1]).toEqual(RED);
  });

  test.each([
    ['there is no file', 'gone.mtl', ''],
    ['the file is nonsense', 'x.mtl', '\u0000\u0001 newmtl\nKd\nKd a b c\n'],
    ['it has other names', 'x.mtl', 'newmtl other\nKd 1 0 0'],
  ])('no colours: %s', (_, library, text) => {
    expect(read(`mtllib ${library}\n${TWO}`, 'a.obj', { 'x.mtl': text }).colours).toBeUndefined();
  });

  test('only material files are asked for', () => {
    expect(read(`mtllib ../../secret.txt\n${TWO}`, 'a.obj').asked).toEqual([]);
  });

  test('more colours than a palette holds', () => {
    const names = Array.from({ length: 400 }, (_, i) => `m${i}`);
    const faces = names.map((name) => `usemtl ${name}\nf 1 2 3\n`).join('');
    const library = names.map((name, i) => `newmtl ${name}\nKd ${i / 400} 0 0\n`).join('');
    const { colours } = read(`mtllib m.mtl\n${SQUARE}${faces}`, 'a.obj', { 'm.mtl': library });
    expect(colours?.palette.length).toBe(256);
    expect(seen({ colours })?.[100]).toEqual([0.25, 0, 0, 1]);
    expect(seen({ colours })?.[399]).toBeNull();
  });
});

describe('COLLADA', () => {
  const group = (material: string) =>
    `<triangles count="1" ${material}><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>`;
  const effect = (id: string, looks: string) =>
    `<effect id="${id}"><profile_COMMON><technique sid="t">${looks}</technique></profile_COMMON></effect>`;
  const diffuse = (numbers: string, rest = '') =>
    `<phong><diffuse><color>${numbers}</color></diffuse>${rest}</phong>`;
  const bind = (symbol: string, target: string) =>
    `<bind_material><technique_common><instance_material symbol="${symbol}" target="${target}"/></technique_common></bind_material>`;
  const dae = (groups: string, effects: string, nodes: string) => `<COLLADA version="1.4.1">
<library_effects>${effects}</library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material><material id="n"><instance_effect url="#f"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array>
<technique_common><accessor source="#a" count="3" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${groups}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes></COLLADA>`;
  const node = (rest = '') =>
    `<node><instance_geometry url="#g">${rest}</instance_geometry></node>`;

  test('each instance binds what it likes', () => {
    const effects = effect('e', diffuse('1 0 0 1')) + effect('f', diffuse('0 1 0 1'));
    const text = dae(
      group('material="x"') + group('material="n"') + group(''),
      effects,
      node(bind('x', '#m')) + node(bind('x', '#n')) + node(),
    );
    const first = [RED, GREEN, null];
    const other = [GREEN, GREEN, null];
    // Unbound, a symbol may be the id of a material.
    const unbound = [null, GREEN, null];
    expect(seen(read(text, 'a.dae'))).toEqual([...first, ...other, ...unbound]);
  });

  test('opacity, as far as exporters agree on it', () => {
    const through = (rest: string) => {
      const looks = effect('e', diffuse('1 0 0 1', rest));
      return seen(read(dae(group('material="m"'), looks, node()), 'a.dae'))?.[0]?.[3];
    };
    const transparent = (mode: string, colour: string, amount: number) =>
      through(
        `<transparent ${mode}><color>${colour}</color></transparent><transparency><float>${amount}</float></transparency>`,
      );
    expect(transparent('', '1 1 1 1', 0.25)).toBe(0.25);
    expect(transparent('opaque="RGB_ZERO"', '1 1 1 1', 0.25)).toBeCloseTo(0.75);
    expect(transparent('', '0 0 0 1', 0)).toBe(1);
    expect(transparent('', '0 0 0', 0.5)).toBe(1);
    expect(through('<transparency><float>0</float></transparency>')).toBe(1);
  });

  test.each([
    ['a texture', effect('e', '<phong><diffuse><texture texture="t"/></diffuse></phong>')],
    ['too few numbers', effect('e', diffuse('1 0'))],
    ['no numbers', effect('e', diffuse('1 nan red 1'))],
    ['two effects of one name', effect('e', diffuse('1 0 0 1')).repeat(2)],
    ['no effect', ''],
    ['an unknown shader', effect('e', '<toon/>')],
  ])('no colour: %s', (_, effects) => {
    expect(read(dae(group('material="m"'), effects, node()), 'a.dae').colours).toBeUndefined();
  });
});

describe('glTF', () => {
  const data = Buffer.from(pack([['Float32', 0, 0, 0, 1, 0, 0, 0, 1, 0]], true)).toString('base64');
  const gltf = (materials: unknown, used: unknown[]) =>
    JSON.stringify({
      asset: { version: '2.0' },
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: used.map((material) => ({ attributes: { POSITION: 0 }, material })) }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:;base64,${data}` }],
      materials,
    });
  const base = (...baseColorFactor: unknown[]) => ({ pbrMetallicRoughness: { baseColorFactor } });

  test('base colours, from amounts of light to those of a screen', () => {
    const materials = [
      base(1, 0, 0, 0.5),
      { ...base(0, 1, 0, 0.5), alphaMode: 'BLEND' },
      base(0.2140411, 2, -1, 1),
      {},
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
    ];
    const found = seen(read(gltf(materials, [0, 1, 2, 3, 4, undefined, 7]), 'a.gltf'))!;
    expect(found[0]).toEqual(RED);
    expect(found[1]).toEqual([0, 1, 0, 0.5]);
    expect(found[2]![0]).toBe(0.5);
    expect(found[2]!.slice(1)).toEqual([1, 0, 1]);
    expect(found.slice(3)).toEqual([[1, 1, 1, 1], null, null, null]);
  });

  test.each([
    ['no list', 'red', [0]],
    ['too few numbers', [base(1, 0)], [0]],
    ['no numbers', [base('a', 0, 0, 1)], [0]],
    ['a number that is none', [base(1, 0, 0, 1)], ['x']],
  ])('no colour: %s', (_, materials, used) => {
    expect(read(gltf(materials, used), 'a.gltf').colours).toBeUndefined();
  });
});

test('damaged material files are never an error (seed 91)', () => {
  const random = new Random(91);
  const obj = utf8('mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n');
  const mtl = utf8('newmtl m\nKd 0.1 0.2 0.3\nd 0.5\n');
  for (let n = 0; n < 500; n++) {
    const bytes = mtl.slice(0, random.below(mtl.length + 1));
    for (let k = 0; k < 3 && bytes.length > 0; k++) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
    const { colours } = readMesh(obj, { file: 'a.obj', read: () => bytes, colours: true });
    for (const colour of colours?.palette ?? []) {
      expect(colour!.every((x) => x >= 0 && x <= 1)).toBe(true);
    }
  }
});

describe('URDF', () => {
  const OBJ = 'mtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl r\nf 1 2 3\nusemtl q\nf 1 3 2\n';
  const files: Record<string, Uint8Array> = {
    'two.obj': utf8(OBJ),
    'one.obj': utf8(OBJ.replace('q', 'r')),
    'gone.obj': utf8(OBJ.replace('b.mtl', 'gone.mtl')),
    'b.mtl': utf8('newmtl r\nKd 1 0 0'),
  };
  const visual = (material: string, geometry = '<sphere radius="1"/>') =>
    `<visual><geometry>${geometry}</geometry>${material}</visual>`;
  const link = (inner: string) =>
    `<link name="a">${inner}<collision><geometry><mesh filename="two.obj"/></geometry></collision></link>`;
  const robot = (inner: string, top = '') => `<robot name="r">\n${link(inner)}\n${top}</robot>`;
  const resolver = { files };
  const parts = (text: string) => {
    const { robot: found, notes } = readUrdf(utf8(text), { file: 'r.urdf', resolver });
    const [{ visuals, collisions }] = found.links;
    expect(Object.keys(collisions[0])).toEqual(['pose', 'geometry']);
    expect(Object.keys(collisions[0].geometry)).toEqual(['kind', 'triangles', 'reference']);
    return { visuals, codes: notes.map(({ code, line }) => `${code} ${line}`) };
  };
  const rgba = (numbers: string, name = '') =>
    `<material name="${name}"><color rgba="${numbers}"/></material>`;

  test('inline, by a name at the top, and by a name of another visual', () => {
    const text = robot(
      visual(rgba('1 0 0 1', 'later')) +
        visual('<material name="top"/>') +
        visual('<material name="later"/>') +
        visual(rgba('0 1 0 .5', 'top')) +
        visual(''),
      rgba('0 0 1 1', 'top'),
    );
    const { visuals, codes } = parts(text);
    const blue = [0, 0, 1, 1];
    expect(visuals.map(({ colour }) => colour)).toEqual([
      RED,
      blue,
      RED,
      [0, 1, 0, 0.5],
      undefined,
    ]);
    expect(codes).toEqual([]);
  });

  test('a bad colour is cut off or left out, with a note', () => {
    const text = robot(
      visual(rgba('255 0 -1 1')) +
        visual(rgba('1 0 0')) +
        visual(rgba('1 0')) +
        visual(rgba('1 nan 0 1')) +
        visual('<material name="x"><color/></material>') +
        visual('<material name="nobody"/>') +
        visual('<material name="nobody"/>') +
        visual('<material name="t"><texture filename="gone.png"/></material>') +
        visual('<material/>'),
    );
    const { visuals, codes } = parts(text);
    expect(visuals.map(({ colour }) => colour)).toEqual([RED, RED, ...Array(7).fill(undefined)]);
    const bad = 'urdf/bad-colour 2';
    expect(codes).toEqual([bad, bad, bad, bad, bad, 'urdf/unknown-material 2']);
  });

  test('a mesh keeps its colours; what has none gets those of the material', () => {
    const mesh = (name: string) => visual(rgba('0 1 0 1'), `<mesh filename="${name}.obj"/>`);
    const { visuals, codes } = parts(robot(mesh('two') + mesh('one') + mesh('gone')));
    expect(visuals.map(({ colour }) => colour)).toEqual([GREEN, RED, GREEN]);
    const [two, one, gone] = visuals.map(({ geometry }) => geometry);
    expect(two).toMatchObject({ colours: { palette: [RED, null], of: Uint8Array.of(0, 1) } });
    expect(one).not.toHaveProperty('colours');
    expect(gone).not.toHaveProperty('colours');
    expect(codes).toEqual([]);
  });

  test('nothing of it is read without visuals, and the model is the same', () => {
    const plain = robot('');
    const coloured = robot(
      visual(rgba('1 0 0 1'), '<mesh filename="two.obj"/>') + visual(rgba('5')),
    );
    const cell = (text: string, visuals: boolean) =>
      cellFromUrdf(utf8(text), { file: 'r.urdf', resolver, visuals });
    const [without, bare, drawn] = [cell(plain, true), cell(coloured, false), cell(coloured, true)];
    expect([...bare.files.keys()]).toEqual(['r.urdf', 'two.obj']);
    expect([...drawn.files.keys()]).toEqual(['r.urdf', 'two.obj', 'b.mtl']);
    expect(bare.notes).toEqual(without.notes);
    const digest = modelDigest(without);
    expect(modelDigest(bare)).toBe(digest);
    expect(modelDigest(drawn)).toBe(digest);
    expect(buildCell(drawn).bodies).toEqual(buildCell(without).bodies);
  });
});
