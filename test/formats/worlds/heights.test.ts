/** Height maps: columns against the grid they come from, pictures written by other means, and what is refused. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ObstacleSet, setSize } from '../../../src/cell/index.ts';
import { type HeightOptions, readHeights } from '../../../src/formats/index.ts';
import { inflateZlib } from '../../../src/formats/worlds/inflate.ts';
import { readPicture } from '../../../src/formats/worlds/picture.ts';
import { InputError, identityPose, Random } from '../../../src/math/index.ts';
import { pngFile } from '../../helpers/worlds/pictures.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
type Options = Partial<HeightOptions>;
const read = (bytes: Uint8Array, more: Options = {}) =>
  readHeights(bytes, { file: 'ground', name: 'ground', pose: identityPose(), ...more });

/** How high the set is at a place: the top of the columns there; undefined where there is none. */
function topAt(set: ObstacleSet, x: number, y: number): number | undefined {
  const tops: number[] = [];
  for (let i = 0; i < setSize(set); i++) {
    const isIn = [x, y].every(
      (at, k) => Math.abs(at - set.centres[3 * i + k]) < set.sizes[3 * i + k],
    );
    if (isIn) tops.push(set.centres[3 * i + 2] + set.sizes[3 * i + 2]);
  }
  expect(tops.length).toBeLessThan(2);
  return tops[0];
}

const random = new Random(1);
/** Few heights, so that there is something to merge; null for gaps. */
const rows = Array.from({ length: 9 }, () =>
  Array.from(
    { length: 12 },
    () => [null, 0.5, 0.5, 0.5, 1, 1.25][Math.floor(random.between(0, 6))],
  ),
);
const values = rows.flat().filter((z) => z !== null);

describe('columns', () => {
  const bytes = utf8(JSON.stringify(rows));

  test('are as high as their squares, the first row at the largest y', () => {
    const { set } = read(bytes, { cellSize: 0.1 });
    rows.forEach((row, j) => {
      row.forEach((z, i) => {
        const top = topAt(set!, 0.1 * (i + 0.5), 0.1 * (rows.length - 1 - j + 0.5));
        if (z === null) expect(top).toBe(undefined);
        else expect(top).toBeCloseTo(z, 12);
      });
    });
    expect(set!.unknown).toBe('heights');
    expect(setSize(set!)).toBeLessThan(0.9 * values.length);
    // All begin a metre below the lowest.
    for (let i = 0; i < setSize(set!); i++) {
      expect(set!.centres[3 * i + 2] - set!.sizes[3 * i + 2]).toBeCloseTo(-0.5, 12);
    }
  });

  test('are as high as the highest where gaps are taken for occupied', () => {
    const { set } = read(bytes, { cellSize: 0.1, unknown: 'occupied', bottom: -3 });
    expect(set!.unknown).toBe(undefined);
    rows.forEach((row, j) => {
      row.forEach((z, i) => {
        expect(topAt(set!, 0.1 * (i + 0.5), 0.1 * (8.5 - j))).toBeCloseTo(z ?? 1.25, 12);
      });
    });
  });

  test('between corners are as high as the highest of four', () => {
    const { set } = read(bytes, { cellSize: 0.1, surface: 'corners' });
    for (let j = 0; j + 1 < rows.length; j++) {
      for (let i = 0; i + 1 < rows[0].length; i++) {
        const four = [rows[j][i], rows[j][i + 1], rows[j + 1][i], rows[j + 1][i + 1]];
        const top = topAt(set!, 0.1 * (i + 0.5), 0.1 * (rows.length - 2 - j + 0.5));
        if (four.includes(null)) expect(top).toBe(undefined);
        else expect(top).toBeCloseTo(Math.max(...(four as number[])), 12);
      }
    }
  });

  test('of a single row are none, and the message says what is missing', () => {
    const row = utf8('ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n');
    expect(read(row).set!.centres).toHaveLength(9);
    expect(() => read(row, { surface: 'corners' })).toThrow(/no square .* all four corners/);
  });
});

test('an ESRI ASCII grid says its sizes itself', () => {
  const grid =
    'ncols 2\nnrows 2\nxllcorner 10\nyllcenter -4.5\ncellsize 1\nNODATA_value -9999\n1 2\n-9999 4\n';
  const { set } = read(utf8(grid));
  const at = [
    topAt(set!, 10.5, -3.5),
    topAt(set!, 11.5, -3.5),
    topAt(set!, 10.5, -4.5),
    topAt(set!, 11.5, -4.5),
  ];
  expect(at.map((z) => z && Math.round(z))).toEqual([1, 2, undefined, 4]);
  expect(() => read(utf8(grid), { cellSize: 1 })).toThrow(/leave the size out/);
  expect(() => read(utf8(grid.replace('4\n', '')))).toThrow(/ends after 3 of 4/);
  expect(() => read(utf8(grid.replace('ncols 2', 'ncols 2000000')))).toThrow(InputError);
});

describe('pictures', () => {
  const grey = (depth: number) =>
    Array.from({ length: 7 }, () =>
      Array.from({ length: 13 }, () => Math.floor(random.between(0, 2 ** depth))),
    );

  test.each([1, 2, 4, 8, 16])('PNG of %i bits, with all filters', (depth) => {
    const pixels = grey(depth);
    const { width, height, values: found, white } = readPicture(pngFile(pixels, depth), 'a.png');
    expect([width, height, white]).toEqual([13, 7, 2 ** depth - 1]);
    expect([...found]).toEqual(pixels.flat());
  });

  test('PGM, text and binary, of 8 and 16 bits', () => {
    const text = utf8('P2 # a comment\n# and another\n3 2\n10\n0 1 2\n3 4 10\n');
    expect([...readPicture(text, 'a.pgm').values]).toEqual([0, 1, 2, 3, 4, 10]);
    const eight = Uint8Array.from([...utf8('P5\n2 2\n255\n'), 0, 10, 200, 255]);
    expect([...readPicture(eight, 'a.pgm').values]).toEqual([0, 10, 200, 255]);
    const sixteen = Uint8Array.from([...utf8('P5 2 1 1000\n'), 1, 0, 3, 232]);
    expect([...readPicture(sixteen, 'a.pgm').values]).toEqual([256, 1000]);
  });

  test('black and white are heights that somebody says', () => {
    const bytes = Uint8Array.from([...utf8('P5\n2 1\n255\n'), 0, 255]);
    const { set } = read(bytes, { cellSize: 2, z: [1, 3] });
    expect(topAt(set!, 1, 1)).toBeCloseTo(1, 12);
    expect(topAt(set!, 3, 1)).toBeCloseTo(3, 12);
    expect(() => read(bytes, { cellSize: 2 })).toThrow(/z is missing/);
    expect(() => read(bytes, { z: [0, 1] })).toThrow(/size of the squares is missing/);
  });

  test('damaged or coloured ones are refused', () => {
    const good = pngFile(grey(8), 8);
    for (const length of [8, 20, 60, good.length - 20]) {
      expect(() => readPicture(good.slice(0, length), 'a.png')).toThrow(InputError);
    }
    const coloured = good.slice();
    coloured[25] = 2;
    expect(() => readPicture(coloured, 'a.png')).toThrow(/expected grey/);
    const changed = good.slice();
    changed[50] ^= 255;
    expect(() => readPicture(changed, 'a.png')).toThrow(/damaged/);
    expect(() => readPicture(utf8('P5 2 2 255\nab'), 'a.pgm')).toThrow(/do not fit/);
  });
});

test('what zlib packed is unpacked, and no more than was asked for', () => {
  const bytes = new Uint8Array(9000).map(() => Math.floor(random.between(0, 1) ** 4 * 256));
  for (const level of [0, 1, 9]) {
    const packed = new Uint8Array(deflateSync(bytes, { level }));
    expect(inflateZlib(packed, bytes.length)).toEqual(bytes);
    expect(inflateZlib(packed, bytes.length - 1)).toBe(null);
    expect(inflateZlib(packed.slice(0, -9), bytes.length)).toBe(null);
  }
});
