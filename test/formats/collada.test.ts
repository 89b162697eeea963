import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCollada, readMesh, readStl } from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { corners, expectValid, faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { DATA_FOLDER, haveData, readData } from '../helpers/oracles/data.ts';

/** A square in the plane z = 0. */
const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const SQUARE_FACES = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0];
const FIRST_HALF = SQUARE_FACES.slice(0, 9);
const VERTEX = '<input semantic="VERTEX" source="#v" offset="0"/>';
const TWO = `<triangles count="2">${VERTEX}<p>0 1 2 0 2 3</p></triangles>`;
const SCENE = '<scene><instance_visual_scene url="#s"/></scene>';
const PLACED = '<node><instance_geometry url="#g"/></node>';

function source(values: number[], accessor = `count="${values.length / 3}" stride="3"`): string {
  return (
    `<source id="p"><float_array id="a" count="${values.length}">${values.join(' ')}</float_array>` +
    `<technique_common><accessor source="#a" ${accessor}>` +
    '<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>' +
    '</accessor></technique_common></source>'
  );
}

const VERTICES = '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>';

function geometry(primitives: string, id = 'g', sources = source(SQUARE) + VERTICES): string {
  return `<geometry id="${id}"><mesh>${sources}${primitives}</mesh></geometry>`;
}

/** A document with one line for each part: asset 2, geometries 3, nodes 4, scene 5. */
function dae(primitives = TWO, nodes = PLACED, asset = '', more = '', scene = SCENE): string {
  return (
    '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n' +
    `<asset>${asset}</asset>\n` +
    `<library_geometries>${primitives.startsWith('<geometry') ? primitives : geometry(primitives)}</library_geometries>${more}\n` +
    `<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>\n` +
    `${scene}</COLLADA>`
  );
}

function read(text: string) {
  const mesh = readCollada(utf8(text), 'arm.dae');
  expectValid(mesh);
  return mesh;
}

/** A small writer: one geometry, with all digits. */
function writeCollada({ positions, indices }: Triangles): string {
  const values = [...positions].map((x) => (Object.is(x, -0) ? '-0' : `${x}`));
  const text = source([...positions]).replace(
    />[^<]*<\/float_array>/,
    `>${values.join(' ')}</float_array>`,
  );
  const faces = `<triangles count="${indices.length / 3}">${VERTEX}<p>${indices.join(' ')}</p></triangles>`;
  return dae(geometry(faces, 'g', text + VERTICES));
}

describe('COLLADA primitives', () => {
  test.each([
    ['triangles', TWO],
    ['triangles in two <p>', `<triangles count="2">${VERTEX}<p>0 1 2</p><p>0 2 3</p></triangles>`],
    ['a polylist', `<polylist count="1">${VERTEX}<vcount>4</vcount><p>0 1 2 3</p></polylist>`],
    [
      'a polylist of triangles',
      `<polylist>${VERTEX}<vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>`,
    ],
    ['polygons', `<polygons count="1">${VERTEX}<p>0 1 2 3</p></polygons>`],
    ['trifans', `<trifans count="1">${VERTEX}<p>0 1 2 3</p></trifans>`],
    [
      'other inputs around the vertex',
      '<triangles count="2"><input semantic="NORMAL" source="#n" offset="0"/>' +
        '<input semantic="VERTEX" source="#v" offset="1"/><input semantic="TEXCOORD" source="#t" offset="3" set="0"/>' +
        '<p>9 0 9 9 9 1 9 9 9 2 9 9 9 0 9 9 9 2 9 9 9 3 9 9</p></triangles>',
    ],
    [
      'several groups',
      `<triangles count="1">${VERTEX}<p>0 1 2</p></triangles><triangles count="0">${VERTEX}</triangles>` +
        `<polygons count="1">${VERTEX}<p>0 2 3</p></polygons><extra/>`,
    ],
  ])('%s', (_, primitives) => {
    const mesh = read(dae(primitives));
    expect(corners(mesh.triangles)).toEqual(SQUARE_FACES);
    expect(mesh).toMatchObject({ format: 'dae', notes: [] });
    expect(mesh.groups).toEqual([{ name: 'g', firstTriangle: 0, triangleCount: 2 }]);
  });

  test('strips turn every other triangle', () => {
    const strips = `<tristrips count="2">${VERTEX}<p>0 1 3 2</p><p>0 1 2</p></tristrips>`;
    expect([...read(dae(strips)).triangles.indices]).toEqual([0, 1, 3, 1, 2, 3, 0, 1, 2]);
  });

  test('a concave polygon is covered exactly', () => {
    const dart = [0, 0, 0, 4, 1, 0, 0, 2, 0, 1, 1, 0];
    const list = `<polylist count="1">${VERTEX}<vcount>4</vcount><p>0 1 2 3</p></polylist>`;
    const { triangles } = read(dae(geometry(list, 'g', source(dart) + VERTICES)));
    const area = ([ax, ay, , bx, by, , cx, cy]: number[]) =>
      ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
    const all = corners(triangles);
    expect(area(all.slice(0, 9)) + area(all.slice(9))).toBeCloseTo(3, 12);
    expect(Math.min(area(all.slice(0, 9)), area(all.slice(9)))).toBeGreaterThan(0);
  });

  test('a polygon that is bent is noted at its group', () => {
    const bent = [...SQUARE.slice(0, 11), 0.5];
    const list = `<polygons count="1">${VERTEX}<p>0 1 2 3</p></polygons>`;
    const { notes } = read(dae(geometry(list, 'g', source(bent) + VERTICES)));
    expect(notes).toMatchObject([{ code: 'dae/bent-face', file: 'arm.dae', line: 3 }]);
  });

  test('lines and splines are noted', () => {
    const lines = `<lines count="1">${VERTEX}<p>0 1</p></lines>${TWO}<linestrips count="0"/>`;
    const spline = '<geometry id="h"><spline/></geometry>';
    const node = '<node><instance_geometry url="#g"/><instance_geometry url="#h"/></node>';
    const { notes } = read(dae(geometry(lines) + spline, node));
    expect(notes).toMatchObject([{ code: 'dae/ignored-primitive', line: 3 }]);
    expect(notes[0].message).toContain('3 times');
  });

  test('accessors with offset, stride and parameters to skip', () => {
    const values = [7, 7];
    for (let i = 0; i < 12; i += 3) values.push(SQUARE[i + 2], 8, SQUARE[i + 1], SQUARE[i], 9);
    const text = source(values, 'count="4" stride="5" offset="2"').replace(
      /<param.*param name="Z" type="float"\/>/,
      '<param name="Z" type="float"/><param type="float"/><param name="Y" type="float"/><param name="X" type="float"/>',
    );
    expect(corners(read(dae(geometry(TWO, 'g', text + VERTICES))).triangles)).toEqual(SQUARE_FACES);
    const bare = source(SQUARE).replace(/<param.*param name="Z" type="float"\/>/, '');
    expect(corners(read(dae(geometry(TWO, 'g', bare + VERTICES))).triangles)).toEqual(SQUARE_FACES);
  });

  test('what is written is read back, to the bit', () => {
    const random = new Random(5);
    const positions = Float64Array.from(
      { length: 60 },
      () => random.between(-1, 1) * 10 ** random.below(9),
    );
    const indices = Uint32Array.from({ length: 90 }, () => random.below(20));
    const back = read(writeCollada({ positions, indices })).triangles;
    expect(back.positions).toEqual(positions);
    expect(back.indices).toEqual(indices);
  });
});

describe('COLLADA scenes', () => {
  const at = (transforms: string) => `<node>${transforms}<instance_geometry url="#g"/></node>`;
  const firstOf = (text: string) => corners(read(text).triangles).slice(0, 9);

  test.each([
    ['translate', '<translate>1 2 3</translate>', [1, 2, 3, 2, 2, 3, 2, 3, 3]],
    ['scale', '<scale>2 3 4</scale>', [0, 0, 0, 2, 0, 0, 2, 3, 0]],
    ['rotate by a quarter', '<rotate>0 0 2 90</rotate>', [0, 0, 0, 0, 1, 0, -1, 1, 0]],
    ['rotate back', '<rotate>1 0 0 -90</rotate>', [0, 0, 0, 1, 0, 0, 1, 0, -1]],
    ['rotate by nothing', '<rotate>0 0 0 0</rotate>', FIRST_HALF],
    ['matrix', '<matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix>', [5, 6, 7, 5, 7, 7, 4, 7, 7]],
    [
      'several, in order',
      '<translate>1 0 0</translate><scale>2 2 2</scale>',
      [1, 0, 0, 3, 0, 0, 3, 2, 0],
    ],
    [
      'several, in order',
      '<scale>2 2 2</scale><translate>1 0 0</translate>',
      [2, 0, 0, 4, 0, 0, 4, 2, 0],
    ],
  ])('%s', (_, transforms, expected) => {
    const found = firstOf(dae(TWO, at(transforms)));
    for (let i = 0; i < 9; i++) expect(found[i]).toBeCloseTo(expected[i], 15);
  });

  test('a rotation by any angle about any axis keeps the axis and turns by the angle', () => {
    const found = firstOf(dae(TWO, at('<rotate>1 1 0 30</rotate>')));
    const angle = Math.PI / 6;
    // (1, 1, 0) is the axis; (1, 0, 0) moves on a circle around its foot (0.5, 0.5, 0).
    expect([found[6], found[7], found[8]].map((x) => +x.toFixed(12))).toEqual([1, 1, 0]);
    expect(found[5]).toBeCloseTo(-Math.sin(angle) * Math.SQRT1_2, 14);
    expect(found[3]).toBeCloseTo(0.5 + 0.5 * Math.cos(angle), 14);
  });

  test('a reflection keeps outside outside', () => {
    const { triangles } = read(dae(TWO, at('<scale>-1 1 1</scale>')));
    expect(corners(triangles).slice(0, 9)).toEqual([0, 0, 0, -1, 1, 0, -1, 0, 0].map((x) => x + 0));
  });

  test('nested nodes, node instances, several instances', () => {
    const library =
      '<library_nodes><node id="n"><translate>0 0 1</translate><instance_geometry url="#g"/></node></library_nodes>';
    const nodes =
      '<node><translate>10 0 0</translate><node><scale>2 2 2</scale><instance_node url="#n"/></node>' +
      '<instance_geometry url="#g"/></node><node><instance_node url="#n"/></node>';
    const mesh = read(dae(TWO, nodes, '', library));
    const all = corners(mesh.triangles);
    expect(mesh.groups.map((group) => group.triangleCount)).toEqual([2, 2, 2]);
    expect(all.slice(0, 9)).toEqual([10, 0, 2, 12, 0, 2, 12, 2, 2]);
    expect(all.slice(18, 27)).toEqual([10, 0, 0, 11, 0, 0, 11, 1, 0]);
    expect(all.slice(36, 45)).toEqual([0, 0, 1, 1, 0, 1, 1, 1, 1]);
  });

  test('skins and morphs give the mesh they start from, with a note', () => {
    const controllers =
      '<library_controllers><controller id="c"><skin source="#m">' +
      '<bind_shape_matrix>1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller>' +
      '<controller id="m"><morph source="#g"/></controller></library_controllers>';
    const node = '<node><scale>2 2 2</scale><instance_controller url="#c"/></node>';
    const mesh = read(dae(TWO, node, '', controllers));
    expect(corners(mesh.triangles).slice(0, 9)).toEqual([2, 0, 0, 4, 0, 0, 4, 2, 0]);
    expect(mesh.notes).toMatchObject([{ code: 'dae/deformed', line: 3 }]);
  });

  test('geometries outside the scene are noted; without a scene all count', () => {
    const two =
      geometry(TWO) +
      geometry(
        TWO.replace('#v', '#w'),
        'h',
        source(SQUARE)
          .replace('"p"', '"q"')
          .replaceAll(/"(#?)a"/g, '"$1b"') + VERTICES.replace('"v"', '"w"').replace('#p', '#q'),
      );
    const some = read(dae(two));
    expect(some.triangles.indices.length).toBe(6);
    expect(some.notes).toMatchObject([{ code: 'dae/unused-geometry', file: 'arm.dae', line: 3 }]);
    const unnamed = read(dae(two, PLACED, '', '', ''));
    expect(unnamed.triangles.indices.length).toBe(6);
    const bare = dae(two, PLACED, '', '', '').replace(/<library_visual_scenes>.*\n/, '');
    expect(read(bare)).toMatchObject({ notes: [], groups: [{ name: 'g' }, { name: 'h' }] });
  });

  test('the unit is applied to everything and noted; the up axis is not applied, and noted', () => {
    const asset = '<unit name="millimeter" meter="0.001"/><up_axis>Y_UP</up_axis>';
    const mesh = read(dae(TWO, at('<translate>1000 0 0</translate>'), asset));
    expect(corners(mesh.triangles).slice(0, 9)).toEqual([1, 0, 0, 1.001, 0, 0, 1.001, 0.001, 0]);
    expect(mesh.notes).toMatchObject([
      { code: 'dae/up-axis', line: 2 },
      { code: 'dae/unit', line: 2 },
    ]);
    const plain = dae(TWO, PLACED, '<unit meter="1"/><up_axis>Z_UP</up_axis>');
    expect(read(plain).notes).toEqual([]);
  });

  test('prefixes, version 1.5, escaped references', () => {
    const text = dae(geometry(TWO, 'g x'), '<node><instance_geometry url="#g%20x"/></node>');
    expect(corners(read(text).triangles)).toEqual(SQUARE_FACES);
    const prefixed = dae()
      .replace(/<(\/?)([a-zA-Z_])/g, '<$1c:$2')
      .replace('xmlns=', 'xmlns:c=');
    expect(corners(read(prefixed.replace('1.4.1', '1.5.0')).triangles)).toEqual(SQUARE_FACES);
    expect(readMesh(utf8(prefixed)).format).toBe('dae');
    expect(readMesh(utf8(dae()), { file: 'A.DAE' }).format).toBe('dae');
  });
});

describe('COLLADA faults', () => {
  const square = (from: string | RegExp, to: string) => dae().replace(from, to);
  const group = (name: string, body: string) =>
    dae(`<${name}>${VERTEX}${body}</${name.split(' ')[0]}>`);
  const ring = (n: number) =>
    `<library_nodes>${Array.from({ length: n }, (_, i) => `<node id="n${i}"><instance_node url="#n${i + 1}"/></node>`).join('')}</library_nodes>`;
  const start = '<node><instance_node url="#n0"/></node>';
  const doubling = Array.from(
    { length: 40 },
    (_, i) =>
      `<node id="n${i}"><instance_node url="#n${i + 1}"/><instance_node url="#n${i + 1}"/></node>`,
  ).join('');

  test.each<[code: string, line: number, text: string]>([
    ['dae/unrecognized', 1, '<robot/>'],
    ['dae/unsupported-version', 1, square('1.4.1', '1.3.0')],
    ['dae/missing-attribute', 1, square(' version="1.4.1"', '')],
    ['xml/unclosed', 3, dae().slice(0, 500)],
    ['dae/no-triangles', 1, dae(TWO, '')],
    ['dae/no-triangles', 1, dae(`<triangles count="0">${VERTEX}</triangles>`)],
    ['dae/bad-unit', 2, dae(TWO, PLACED, '<unit meter="0"/>')],
    ['dae/bad-number', 2, dae(TWO, PLACED, '<unit meter="inch"/>')],
    ['dae/unsupported-unit', 3, square('<mesh>', '<asset><unit meter="2"/></asset><mesh>')],
    ['dae/unresolved-reference', 5, square('url="#s"', 'url="#t"')],
    ['dae/unresolved-reference', 4, square('url="#g"', 'url="#t"')],
    ['dae/unresolved-reference', 3, square('source="#p"', 'source="#t"')],
    ['dae/unresolved-reference', 3, square('source="#a"', 'source="#t"')],
    ['dae/external-reference', 4, square('url="#g"', 'url="b.dae#g"')],
    ['dae/repeated-id', 4, dae(geometry(TWO) + geometry(TWO))],
    ['dae/cycle', 4, dae(TWO, '<node id="n"><instance_node url="#n"/></node>')],
    [
      'dae/cycle',
      3,
      dae(
        TWO,
        '<node><instance_controller url="#c"/></node>',
        '',
        '<library_controllers><controller id="c"><skin source="#c"/></controller></library_controllers>',
      ),
    ],
    ['dae/too-deep', 3, dae(TWO, start, '', ring(2000))],
    [
      'dae/too-large',
      3,
      dae(TWO, start, '', `<library_nodes>${doubling}<node id="n40"/></library_nodes>`),
    ],
    ['dae/unsupported-transform', 4, dae(TWO, '<node><lookat>0 0 0 1 0 0 0 1 0</lookat></node>')],
    ['dae/unsupported-transform', 4, dae(TWO, '<node><skew>45 0 1 0 1 0 0</skew></node>')],
    [
      'dae/bad-transform',
      4,
      dae(TWO, '<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix></node>'),
    ],
    ['dae/bad-transform', 4, dae(TWO, '<node><rotate>0 0 0 1</rotate></node>')],
    ['dae/unknown-element', 4, dae(TWO, '<node><instance_geomtry url="#g"/></node>')],
    ['dae/number-count', 4, dae(TWO, '<node><translate>1 2</translate></node>')],
    ['dae/non-finite', 4, dae(TWO, '<node><translate>1 2 NaN</translate></node>')],
    [
      'dae/non-finite',
      4,
      dae(
        TWO,
        '<node><scale>1e200 1 1</scale><scale>1e200 1 1</scale><instance_geometry url="#g"/></node>',
      ),
    ],
    [
      'dae/missing-element',
      3,
      dae(TWO, '<node><instance_controller url="#c"/></node>', '', '<controller id="c"/>'),
    ],
    ['dae/number-count', 3, square('count="12"', 'count="13"')],
    ['dae/non-finite', 3, square('>0 0 0 1', '>0 0 inf 1')],
    ['dae/bad-number', 3, square('>0 0 0 1', '>0 0 x 1')],
    ['dae/out-of-bounds', 3, square('count="4"', 'count="5"')],
    ['dae/out-of-bounds', 3, square('count="4"', 'count="4000000000000"')],
    ['dae/out-of-bounds', 3, square('stride="3"', 'stride="4"')],
    ['dae/out-of-bounds', 3, square('stride="3"', 'stride="3" offset="1"')],
    ['dae/bad-number', 3, square('count="4"', 'count="-4"')],
    ['dae/bad-accessor', 3, square('stride="3"', 'stride="2"')],
    ['dae/bad-accessor', 3, square('name="Y"', 'name="V"')],
    ['dae/missing-element', 3, square(/<technique_common>.*<\/technique_common>/, '')],
    ['dae/missing-element', 3, square(VERTICES, '')],
    ['dae/bad-input', 3, square('semantic="POSITION"', 'semantic="NORMAL"')],
    ['dae/bad-input', 3, square('semantic="VERTEX"', 'semantic="NORMAL"')],
    ['dae/bad-input', 3, square(VERTEX, VERTEX + VERTEX)],
    ['dae/bad-number', 3, square('offset="0"', 'offset="0.5"')],
    ['dae/missing-attribute', 3, square('offset="0"', '')],
    ['dae/index-out-of-range', 3, square('0 2 3<', '0 2 4<')],
    ['dae/index-out-of-range', 3, square('0 2 3<', '0 2 -1<')],
    ['dae/index-out-of-range', 3, square('0 2 3<', '0 2 0.5<')],
    ['dae/count-mismatch', 3, square('<triangles count="2"', '<triangles count="3"')],
    [
      'dae/count-mismatch',
      3,
      square(VERTEX, `${VERTEX}<input semantic="NORMAL" source="#n" offset="4"/>`),
    ],
    ['dae/face-size', 3, group('triangles', '<p>0 1 2 3</p>')],
    ['dae/face-size', 3, group('polylist', '<vcount>2 3</vcount><p>0 1 0 1 2</p>')],
    ['dae/face-size', 3, group('polygons', '<p>0 1</p>')],
    ['dae/face-size', 3, group('tristrips', '<p>0 1</p>')],
    ['dae/count-mismatch', 3, group('polylist', '<vcount>3 3</vcount><p>0 1 2 0 2</p>')],
    ['dae/count-mismatch', 3, group('polylist', '<vcount>3</vcount><p>0 1 2 0 2 3</p>')],
    ['dae/count-mismatch', 3, group('polylist', '<vcount>3</vcount><p>0 1 2</p><p>0 2 3</p>')],
    ['dae/count-mismatch', 3, group('polylist', '<vcount>1e300</vcount><p>0 1 2</p>')],
    ['dae/bad-number', 3, group('polylist', '<vcount>3.5</vcount><p>0 1 2</p>')],
    ['dae/count-mismatch', 3, group('trifans count="2"', '<p>0 1 2</p>')],
    ['dae/polygon-hole', 3, group('polygons', '<ph><p>0 1 2 3</p><h>0 1 2</h></ph>')],
    [
      'dae/unsupported-geometry',
      3,
      dae('<geometry id="g"><convex_mesh convex_hull_of="#h"/></geometry>'),
    ],
    ['dae/unsupported-geometry', 3, dae('<geometry id="g"></geometry>')],
    ['dae/unsupported-geometry', 3, dae('<quads/>')],
  ])('%s on line %i', (code, line, text) => {
    const fault = faultOf(() => readCollada(utf8(text), 'arm.dae'));
    expect(fault).toMatchObject({ code, line, file: 'arm.dae' });
    expect(fault.column).toBeGreaterThan(0);
  });

  test('the place of a bad number is its own', () => {
    const text = dae(TWO, '<node>\n<translate>1\n 2 x</translate></node>');
    expect(faultOf(() => readCollada(utf8(text)))).toMatchObject({ line: 6, column: 4 });
  });

  test('nothing, and a pointer', () => {
    expect(faultOf(() => readCollada(new Uint8Array(0))).code).toBe('dae/empty');
    const pointer = utf8('version https://git-lfs.github.com/spec/v1\n');
    expect(faultOf(() => readCollada(pointer)).code).toBe('dae/lfs-pointer');
  });
});

test('1,500 damaged COLLADA files give an InputError or a valid mesh (seed 31)', () => {
  const random = new Random(31);
  const library =
    '<library_nodes><node id="n"><rotate>0 0 1 30</rotate><instance_geometry url="#g"/></node></library_nodes>';
  const nodes =
    '<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_node url="#n"/></node>';
  const strip = `<tristrips count="1">${VERTEX}<p>0 1 3 2</p></tristrips>`;
  const list = `<polylist count="1">${VERTEX}<vcount>4</vcount><p>0 1 2 3</p></polylist>`;
  const samples = [
    dae(TWO, PLACED, '<unit meter="0.01"/>'),
    dae(strip + list, nodes, '<up_axis>X_UP</up_axis>', library),
  ];
  const spice = [
    '0',
    '9',
    '-',
    '.',
    'e9',
    ' ',
    '#',
    '"',
    '<',
    '>',
    '/>',
    'p',
    'node',
    'é',
    '&lt;',
    '\n',
  ];
  let valid = 0;
  for (let run = 0; run < 1500; run++) {
    let text = samples[run % samples.length];
    for (let n = 1 + random.below(3); n > 0; n--) {
      const at = random.below(text.length);
      const word = spice[random.below(spice.length)];
      const cut = [0, 1, 1, random.below(6), random.below(80)][random.below(5)];
      text = text.slice(0, at) + (random.below(3) ? word : '') + text.slice(at + cut);
    }
    try {
      expectValid(readCollada(utf8(text)));
      valid++;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.fault.code).toMatch(/^(dae|xml)\/[a-z-]+$/);
      expect(error.fault.line ?? error.fault.byte, error.message).toBeDefined();
    }
  }
  expect(valid).toBeGreaterThan(20);
});

describe('real files', () => {
  test('every .dae of the data folder loads', ({ skip }) => {
    if (!haveData('.')) skip('no data');
    const names = readdirSync(DATA_FOLDER, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.dae$/i.test(name));
    for (const name of files) {
      const mesh = readMesh(readData(name), { file: name });
      expectValid(mesh);
      expect(mesh.format).toBe('dae');
    }
    expect(files.length).toBeGreaterThan(0);
  });

  const folder = 'mbm/ur5/meshes/ur5';
  const parts = ['base', 'shoulder', 'upperarm', 'forearm', 'wrist1', 'wrist2', 'wrist3'];
  test.each(parts)('what the UR5 shows of its %s is what it collides with', (part) => {
    if (!haveData(`${folder}/visual/${part}.dae`)) return;
    const shown = bounds(readCollada(readData(`${folder}/visual/${part}.dae`)).triangles);
    const solid = bounds(readStl(readData(`${folder}/collision/${part}.stl`)).triangles);
    const size = Math.max(...solid.slice(3).map((high, k) => high - solid[k]));
    for (let i = 0; i < 6; i++) expect(Math.abs(shown[i] - solid[i])).toBeLessThan(0.02 * size);
  });
});

function bounds({ positions }: Triangles): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    out[k] = Math.min(out[k], positions[i]);
    out[3 + k] = Math.max(out[3 + k], positions[i]);
  }
  return out;
}
