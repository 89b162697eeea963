/**
 * Letters as strokes, for pictures of dots. Each glyph is its width and lines through points of two digits, x and y: x from 0
 * on the left, y from 0 at the top of capitals over 2, the top of small letters, and 6, the baseline, to 8.
 */

/** Height of capitals in the units of glyphs. */
const CAPITAL = 6;
/** Height of capitals as a share of the size of letters. */
const SHARE = 0.72;
/** Between letters, in the units of glyphs. */
const GAP = 1.5;

const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '1',
  a: '3 03 12 22 33 36|33 23 14 04 05 16 26 35',
  b: '3 00 06|03 12 22 33 35 26 16 05',
  c: '3 33 22 12 03 05 16 26 35',
  d: '3 30 36|33 22 12 03 05 16 26 35',
  e: '3 04 34 33 22 12 03 05 16 26 35',
  f: '2 20 10 01 06|02 22',
  g: '3 32 37 28 18 07|33 22 12 03 05 16 26 35',
  h: '3 00 06|03 12 22 33 36',
  i: '0 02 06|00 00',
  j: '1 12 17 08|10 10',
  k: '3 00 06|32 04 36',
  l: '0 00 06',
  m: '4 02 06|03 12 23 26|23 32 43 46',
  n: '3 02 06|03 12 22 33 36',
  o: '3 12 22 33 35 26 16 05 03 12',
  p: '3 02 08|03 12 22 33 35 26 16 05',
  q: '3 32 38|33 22 12 03 05 16 26 35',
  r: '2 02 06|03 12 22',
  s: '3 33 22 12 03 14 24 35 26 16 05',
  t: '2 10 15 26|02 22',
  u: '3 02 05 16 26 35|32 36',
  v: '4 02 26 42',
  w: '4 02 16 23 36 42',
  x: '3 02 36|32 06',
  y: '4 02 26|42 18 08',
  z: '3 02 32 06 36',
  A: '4 06 20 46|14 34',
  B: '4 00 06 36 45 44 33 03|00 30 41 42 33',
  C: '4 41 30 10 01 05 16 36 45',
  D: '4 00 06 26 44 42 20 00',
  E: '3 30 00 06 36|03 23',
  F: '3 30 00 06|03 23',
  G: '4 41 30 10 01 05 16 36 45 43 23',
  H: '4 00 06|40 46|03 43',
  I: '0 00 06',
  J: '3 30 35 26 16 05',
  K: '4 00 06|40 03 46',
  L: '3 00 06 36',
  M: '4 06 00 23 40 46',
  N: '4 06 00 46 40',
  O: '4 10 30 41 45 36 16 05 01 10',
  P: '4 06 00 30 41 42 33 03',
  Q: '4 10 30 41 45 36 16 05 01 10|34 47',
  R: '4 06 00 30 41 42 33 03|23 46',
  S: '4 41 30 10 01 02 13 33 44 45 36 16 05',
  T: '4 00 40|20 26',
  U: '4 00 05 16 36 45 40',
  V: '4 00 26 40',
  W: '6 00 16 31 56 60',
  X: '4 00 46|40 06',
  Y: '4 00 23 40|23 26',
  Z: '4 00 40 06 46',
  0: '3 10 20 31 35 26 16 05 01 10',
  1: '2 02 20 26',
  2: '3 01 10 20 31 32 06 36',
  3: '3 01 10 20 31 32 23 13|23 34 35 26 16 05',
  4: '3 26 20 04 34',
  5: '3 30 00 03 13 23 34 35 26 16 05',
  6: '3 31 20 10 01 05 16 26 35 34 23 13 04',
  7: '3 00 30 16',
  8: '3 10 20 31 32 23 13 02 01 10|13 04 05 16 26 35 34 23',
  9: '3 05 16 26 35 31 20 10 01 02 13 23 32',
  '.': '0 06 06',
  ',': '1 16 07',
  ':': '0 03 03|06 06',
  ';': '1 13 13|16 07',
  '-': '2 04 24',
  '+': '3 04 34|12 16',
  '=': '3 03 33|05 35',
  '(': '1 10 02 04 16',
  ')': '1 00 12 14 06',
  '/': '3 30 06',
  "'": '0 00 01',
  '"': '1 00 01|10 11',
  '%': '4 40 06|00 01 11 10 00|35 36 46 45 35',
  '#': '4 10 16|30 36|02 42|04 44',
  '<': '3 32 04 36',
  '>': '3 02 34 06',
  _: '3 07 37',
  µ: '3 02 08|05 16 26 35|32 36',
  '…': '4 06 06|26 26|46 46',
};

/** What has no glyph: an empty box. */
const UNKNOWN = '3 00 30 36 06 00';

/** The strokes of a line of text, from x on to the right on the baseline y: points of two numbers each. */
export function letterStrokes(text: string, x: number, y: number, size: number): number[][] {
  const unit = (SHARE * size) / CAPITAL;
  const strokes: number[][] = [];
  let left = x;
  for (const letter of text) {
    const glyph = GLYPHS[letter] ?? UNKNOWN;
    const space = glyph.indexOf(' ');
    const width = Number(space < 0 ? glyph : glyph.slice(0, space));
    if (space >= 0) {
      for (const stroke of glyph.slice(space + 1).split('|')) {
        strokes.push(
          stroke
            .split(' ')
            .flatMap((p) => [left + unit * Number(p[0]), y + unit * (Number(p[1]) - CAPITAL)]),
        );
      }
    }
    left += unit * (width + GAP);
  }
  return strokes;
}
