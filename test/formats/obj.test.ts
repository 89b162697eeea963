import { describe, expect, test } from 'vitest';
import { readObj } from '../../src/formats/index.ts';
import { expectValid, faultOf, utf8 } from '../helpers/formats/helpers.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

function indices(text: string): number[] {
  const mesh = readObj(utf8(text));
  expectValid(mesh);
  return [...mesh.triangles.indices];
}

describe('OBJ', () => {
  test('vertices, with a weight, a colour or both', () => {
    const text = 'v 0 .5 1.\nv -1e-3 +2 3E2 0.5\nv 1 2 3 0 0 1\nv 1 2 4 1 0 0 1\nf 1 2 3\n';
    const mesh = readObj(utf8(text));
    expect([...mesh.triangles.positions]).toEqual([0, 0.5, 1, -0.001, 2, 300, 1, 2, 3, 1, 2, 4]);
    expect([...mesh.triangles.indices]).toEqual([0, 1, 2]);
    expect(mesh).toMatchObject({ format: 'obj', groups: [], notes: [] });
  });

  test('every form of a corner', () => {
    expect(indices(`${SQUARE}f 1 2/7 3//9\nf 1/2/3 +2 4\nfo 1/ 2// 3/1/`)).toEqual([
      0, 1, 2, 0, 1, 3, 0, 1, 2,
    ]);
  });

  test('negative numbers count back from the latest vertex', () => {
    expect(indices(`v 9 9 9\n${SQUARE}f -1 -2 -3\nv 0 0 5\nf -1/-1/-1 -6//-1 2`)).toEqual([
      4, 3, 2, 5, 0, 1,
    ]);
  });

  test('a square is a fan; a repeated corner stays', () => {
    expect(indices(`${SQUARE}f 1 2 3 4`)).toEqual([0, 1, 2, 0, 2, 3]);
    expect(indices(`${SQUARE}f 1 1 1`)).toEqual([0, 0, 0]);
  });

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('comments, continued lines and %s', (_, end) => {
    const text = `# made \\\n\n${SQUARE} # here\n\tf 1 \\\n  2\\\n 3 # 4 \\\nf 1 3 4 \\`;
    // The last backslash has no line end behind it, so it is a word.
    expect(faultOf(() => readObj(utf8(text.replaceAll('\n', end)))).code).toBe('obj/bad-corner');
    expect(indices(text.slice(0, -2).replaceAll('\n', end))).toEqual([0, 1, 2, 0, 2, 3]);
  });

  test('objects and groups become runs of triangles', () => {
    const text = `${SQUARE}f 1 2 3\no body\ng arm  upper\nf 1 2 3 4\nf 1 2 3\ng\nf 2 3 4\ng arm upper\nf 1 2 4\no none\n`;
    const mesh = readObj(utf8(text));
    expectValid(mesh);
    expect(mesh.groups).toEqual([
      { name: '', firstTriangle: 0, triangleCount: 1 },
      { name: 'arm upper', firstTriangle: 1, triangleCount: 3 },
      { name: '', firstTriangle: 4, triangleCount: 1 },
      { name: 'arm upper', firstTriangle: 5, triangleCount: 1 },
    ]);
  });

  test('materials, normals and the like are skipped, points, lines and curves are noted', () => {
    const text = `mtllib a b.mtl\nusemtl #1\nvn nan 0 0\nvt 0 0\ns off\n${SQUARE}l 1 2 \\\n 3\np 1\nl 1 4\ncurv 0 1 1 2\nf 1 2 3\n`;
    const mesh = readObj(utf8(text), 'a.obj');
    expect([...mesh.triangles.indices]).toEqual([0, 1, 2]);
    expect(mesh.notes).toMatchObject([
      { code: 'obj/ignored-statement', line: 10, file: 'a.obj' },
      { code: 'obj/ignored-statement', line: 12 },
      { code: 'obj/ignored-statement', line: 14 },
    ]);
    expect(mesh.notes[0].message).toContain('2 "l" statements');
  });

  test('faces that are bent or cross themselves are noted', () => {
    const text = `${SQUARE}v 0 1 0.5\nf 1 2 3 4\nf 1 2 3 5\nf 1 3 2 4\n`;
    expect(readObj(utf8(text)).notes).toMatchObject([
      { code: 'obj/face-as-fan', line: 8 },
      { code: 'obj/bent-face', line: 7 },
    ]);
  });

  test.each([
    ['empty', '', 'obj/empty', undefined, undefined],
    ['no faces', SQUARE, 'obj/no-triangles', 5, undefined],
    ['only comments', '# nothing\n', 'obj/no-triangles', 2, undefined],
    ['garbage behind a number', 'v 0 1.0abc 0', 'obj/bad-number', 1, 5],
    ['hexadecimal', 'v 0 0x10 0', 'obj/bad-number', 1, 5],
    ['a lone point', 'v 0 . 0', 'obj/bad-number', 1, 5],
    ['an exponent without digits', 'v 0 0 1e', 'obj/bad-number', 1, 7],
    ['nan', 'v 0 0 nan', 'obj/non-finite', 1, 7],
    ['infinity', 'v 0 0 -Infinity', 'obj/non-finite', 1, 7],
    ['overflow', '\nv 0 1e309 0', 'obj/non-finite', 2, 5],
    ['two coordinates', 'v 0 0\nv 0 0 0', 'obj/missing-value', 1, 6],
    ['five values', 'v 0 0 0 1 1', 'obj/vertex-size', 1, 12],
    ['eight values', 'v 0 0 0 1 1 1 1 1', 'obj/vertex-size', 1, 17],
    ['a bad colour', 'v 0 0 0 1 1 red', 'obj/bad-number', 1, 13],
    ['vertex 0', `${SQUARE}f 0 1 2`, 'obj/index-out-of-range', 5, 3],
    ['vertex too large', `${SQUARE}f 1 2 5/1`, 'obj/index-out-of-range', 5, 7],
    ['vertex far too large', `${SQUARE}f 1 2 ${'9'.repeat(400)}`, 'obj/index-out-of-range', 5, 7],
    ['vertex too far back', `${SQUARE}f 1 2 -5`, 'obj/index-out-of-range', 5, 7],
    ['vertex that comes later', 'f 1 1 1\nv 0 0 0', 'obj/index-out-of-range', 1, 3],
    ['two corners', `${SQUARE}f 1 2`, 'obj/face-size', 5, 6],
    ['no corners', `${SQUARE}f`, 'obj/face-size', 5, 2],
    ['a fraction as corner', `${SQUARE}f 1 2 3.0`, 'obj/bad-corner', 5, 7],
    ['four parts', `${SQUARE}f 1 2 3/1/1/1`, 'obj/bad-corner', 5, 7],
    ['a slash first', `${SQUARE}f 1 2 /3`, 'obj/bad-corner', 5, 7],
    ['a sign alone', `${SQUARE}f 1 2 3/-`, 'obj/bad-corner', 5, 7],
    ['a word cut by a backslash', `${SQUARE}f 1 2\\\n3 4`, 'obj/split-word', 5, 5],
    ['a surface', `${SQUARE}surf 0 1 0 1 1 2 3 4`, 'obj/unsupported-surface', 5, 1],
    ['another file', `call part.obj`, 'obj/unsupported-surface', 1, 1],
    ['an unknown statement', `${SQUARE}w 1 2 3`, 'obj/unknown-statement', 5, 1],
    ['upper case', 'V 0 0 0', 'obj/unknown-statement', 1, 1],
    [
      'LFS pointer',
      'version https://git-lfs.github.com/spec/v1\n',
      'obj/lfs-pointer',
      1,
      undefined,
    ],
  ])('%s', (_, text, code, line, column) => {
    const fault = faultOf(() => readObj(utf8(text), 'x.obj'));
    expect(fault).toMatchObject({ code, file: 'x.obj' });
    expect(fault.line).toBe(line);
    expect(fault.column).toBe(column);
  });
});
