/** Point clouds: files written here by other means than the reader's, LZF with a compressor made by hand, and what is refused. */
import { describe, expect, test } from 'vitest';
import { type ReadCloudOptions, readCloud, readWorld } from '../../../src/formats/index.ts';
import { unpackLzf } from '../../../src/formats/worlds/lzf.ts';
import { InputError, identityPose, poseFromRpy, Random } from '../../../src/math/index.ts';
import { packLzf, pcdFile } from '../../helpers/worlds/clouds.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const at = (file: string, more: Partial<ReadCloudOptions> = {}): ReadCloudOptions => ({
  ...{ file, name: 'scan', pose: identityPose(), radius: 0.01 },
  ...more,
});

function fault(bytes: Uint8Array, file: string) {
  try {
    readCloud(bytes, at(file));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.fault;
  }
  throw new Error('nothing is wrong');
}

describe('LZF', () => {
  test.each([1, 2])('unpacks what was packed, seed %i', (seed) => {
    const random = new Random(seed);
    // Runs, repetitions near and far, and noise.
    const bytes: number[] = [];
    while (bytes.length < 4000) {
      const draw = random.between(0, 1);
      const n = 1 + Math.floor(random.between(0, 400));
      const from = Math.floor(random.between(0, bytes.length));
      for (let i = 0; i < n; i++) {
        const noise = Math.floor(random.between(0, 256));
        bytes.push(draw < 0.3 ? noise : draw < 0.5 ? 7 : (bytes[from + i] ?? noise));
      }
    }
    const whole = Uint8Array.from(bytes);
    const packed = packLzf(whole);
    expect(packed.length).toBeLessThan(0.8 * whole.length);
    expect(unpackLzf(packed, whole.length)).toEqual(whole);
    expect(unpackLzf(packed, whole.length - 1)).toBe(null);
    expect(unpackLzf(packed, whole.length + 1)).toBe(null);
    expect(unpackLzf(packed.slice(0, -1), whole.length)).toBe(null);
  });

  test('refuses a copy from before the beginning', () => {
    expect(unpackLzf(Uint8Array.of(0, 65, 0x20, 0), 4)).toEqual(Uint8Array.of(65, 65, 65, 65));
    expect(unpackLzf(Uint8Array.of(0, 65, 0x20, 1), 4)).toBe(null);
  });
});

describe('PCD', () => {
  const random = new Random(5);
  const points = Array.from({ length: 60 }, () =>
    [0, 1, 2].map(() => Math.fround(random.between(-5, 5))),
  );
  const layouts = ['ascii', 'binary', 'binary_compressed'] as const;

  test.each(layouts)('%s, with other fields before and between', (data) => {
    const { set, notes } = readCloud(pcdFile(points, { data }), at('a.pcd'));
    expect(notes).toEqual([]);
    expect([...set!.centres]).toEqual(points.flat());
    expect(set).toMatchObject({ name: 'scan', shape: 'sphere', sizeOf: null });
    expect([...set!.sizes]).toEqual([0.01]);
  });

  test.each(layouts)('%s, organised: what is no number is left out, with a note', (data) => {
    const holes = points.map((point, i) => (i % 3 === 1 ? [Number.NaN, Number.NaN, 1] : point));
    const { set, notes } = readCloud(pcdFile(holes, { data, height: 20 }), at('a.pcd'));
    expect([...set!.centres]).toEqual(points.filter((_, i) => i % 3 !== 1).flat());
    expect(notes).toMatchObject([{ code: 'pcd/no-numbers', message: expect.stringMatching('20') }]);
  });

  test('damaged files, and where', () => {
    const file = (text: string) =>
      utf8(`VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\n${text}`);
    const ends = 'WIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n';
    expect(fault(file(`${ends}1 2 3\n41.5 5.25\n`), 'a.pcd')).toMatchObject({
      code: 'pcd/fields',
      line: 10,
    });
    expect(fault(file(`${ends}1 2 3\n`), 'a.pcd')).toMatchObject({ code: 'pcd/truncated' });
    expect(fault(file(`${ends}1 2 3 4\n4 5 6\n`), 'a.pcd')).toMatchObject({
      code: 'pcd/fields',
      line: 9,
    });
    expect(fault(file(`${ends}1 2 3\n4 5 6\n7`), 'a.pcd')).toMatchObject({
      code: 'pcd/trailing',
      line: 11,
    });
    expect(fault(file(ends.replace('POINTS 2', 'POINTS 3')), 'a.pcd')).toMatchObject({ line: 7 });
    expect(fault(file(ends.replace('ascii', 'zip')), 'a.pcd')).toMatchObject({
      code: 'pcd/header',
    });
    expect(fault(file(ends.replace('WIDTH', 'WIDHT')), 'a.pcd')).toMatchObject({ line: 5 });
    const packed = pcdFile(points, { data: 'binary_compressed' });
    expect(fault(packed.slice(0, -5), 'a.pcd')).toMatchObject({ code: 'pcd/truncated' });
    // A copy from before the beginning.
    const start = new TextDecoder('latin1').decode(packed).indexOf('compressed\n') + 11;
    packed[start + 8] = 0x20;
    expect(fault(packed, 'a.pcd')).toMatchObject({ code: 'pcd/lzf', byte: start + 8 });
    const binary = pcdFile(points, { data: 'binary' });
    expect(fault(binary.slice(0, -1), 'a.pcd')).toMatchObject({ code: 'pcd/truncated' });
    const longer = (whole: Uint8Array, ...more: number[]) => Uint8Array.of(...whole, ...more);
    expect(fault(longer(binary, 1, 2, 3), 'a.pcd')).toMatchObject({
      ...{ code: 'pcd/trailing', byte: binary.length },
    });
    const sound = pcdFile(points, { data: 'binary_compressed' });
    expect(fault(longer(sound, 9), 'a.pcd')).toMatchObject({ byte: sound.length });
    // Padding and a last line feed are no points.
    for (const whole of [binary, sound]) {
      expect(readCloud(longer(whole, 0, 0, 10), at('a.pcd')).set!.centres).toHaveLength(180);
    }
    const huge = new TextDecoder('latin1').decode(binary).replaceAll(' 60\n', ' 2000000000\n');
    expect(
      fault(
        Uint8Array.from(huge, (c) => c.charCodeAt(0)),
        'a.pcd',
      ).code,
    ).toBe('pcd/truncated');
  });
});

test('PLY, text and binary; a mesh is refused', () => {
  const head = (format: string, more = '') =>
    `ply\nformat ${format} 1.0\nelement vertex 2\nproperty uchar red\nproperty float x\nproperty float y\nproperty double z\n${more}end_header\n`;
  const text = utf8(`${head('ascii')}9 1 2 3\n8 -1 -2.5 -3\n`);
  expect([...readCloud(text, at('a.ply')).set!.centres]).toEqual([1, 2, 3, -1, -2.5, -3]);
  const body = new DataView(new ArrayBuffer(34));
  [1, 2, 3, -1, -2.5, -3].forEach((x, i) => {
    const o = 17 * Math.floor(i / 3) + 1;
    if (i % 3 === 2) body.setFloat64(o + 8, x, true);
    else body.setFloat32(o + 4 * (i % 3), x, true);
  });
  const little = Uint8Array.from([
    ...utf8(head('binary_little_endian')),
    ...new Uint8Array(body.buffer),
  ]);
  expect([...readCloud(little, at('a.ply')).set!.centres]).toEqual([1, 2, 3, -1, -2.5, -3]);
  const face = 'element face 1\nproperty list uchar int vertex_indices\n';
  const mesh = utf8(`${head('ascii', face)}9 1 2 3\n8 4 5 6\n3 0 1 0\n`);
  expect(fault(mesh, 'a.ply')).toMatchObject({ code: 'ply/not-points', line: 8 });
});

describe('text', () => {
  const read = (text: string, file = 'a.xyz') => [...readCloud(utf8(text), at(file)).set!.centres];

  test('blanks, commas or semicolons; comments, colours, names of columns, a count', () => {
    const expected = [1, 2, 3, -4, 5e-1, 6];
    expect(read('1 2 3\n-4\t0.5  6\n')).toEqual(expected);
    expect(read('# a scan\n// more\n\n1,2,3,255,0\r\n-4, 5e-1 ,6,1,2')).toEqual(expected);
    expect(read('1;2;3;\n-4;.5;6;\n')).toEqual(expected);
    expect(read('intensity,z,Y,x\n9,3,2,1\n9,6,0.5,-4\n', 'a.csv')).toEqual(expected);
    expect(read('2\n1 2 3 9\n-4 0.5 6 9\n', 'a.pts')).toEqual(expected);
    expect(read('1 2 3\nnan nan nan\n-4 0.5 6')).toEqual(expected);
  });

  test('a file as Node reads it stays as it is', () => {
    const bytes = Buffer.from('1,2,3\n4,5,6\n');
    expect([...readCloud(bytes, at('a.csv')).set!.centres]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(bytes.toString()).toBe('1,2,3\n4,5,6\n');
  });

  test('is refused where it cannot be understood, and where', () => {
    expect(fault(utf8('1 2 3\n4 5\n'), 'a.xyz')).toMatchObject({ code: 'xyz/columns', line: 2 });
    expect(fault(utf8('1,5 2,5 3,5\n'), 'a.xyz')).toMatchObject({ code: 'xyz/columns', line: 1 });
    expect(fault(utf8('1,2,3\n4,,5,6\n'), 'a.xyz')).toMatchObject({ code: 'xyz/columns', line: 2 });
    expect(fault(utf8('1 2 3\n4 b 6\n'), 'a.xyz')).toMatchObject({ line: 2, column: 3 });
    expect(fault(utf8('3\n1 2 3\n'), 'a.pts')).toMatchObject({ code: 'xyz/count', line: 1 });
    expect(fault(utf8('# nothing\n'), 'a.xyz')).toMatchObject({ code: 'cloud/empty' });
    expect(fault(utf8('1 2 1e13\n'), 'a.xyz')).toMatchObject({ code: 'xyz/too-large' });
  });
});

test('no radius is an error with a hint; one below 0 as well', () => {
  const bytes = utf8('1 2 3\n');
  const { file, name, pose } = at('a.xyz');
  expect(() => readWorld(bytes, { file, name, pose })).toThrow(/points have no size/);
  for (const radius of [0, -1, Number.NaN, Infinity]) {
    expect(() => readCloud(bytes, at('a.xyz', { radius }))).toThrow(/radius/);
  }
});

test('a pose moves the cloud; balls grow by what that rounds and no more', () => {
  const pose = poseFromRpy(0.1, 0.2, 0.3, 5, 6, 7);
  const { set } = readCloud(utf8('1 2 3\n'), at('a.xyz', { pose }));
  expect(set!.pose).toBe(pose);
  expect(set!.sizes[0]).toBeGreaterThan(0.01);
  expect(set!.sizes[0]).toBeLessThan(0.01 + 1e-12);
});
