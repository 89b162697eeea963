import { describe, expect, test } from 'vitest';
import { Scanner } from '../../src/formats/scan.ts';
import { Random } from '../../src/math/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';

function read(word: string): number {
  const scan = new Scanner(utf8(word), 'test');
  expect(scan.word()).toBe(true);
  return scan.number('value');
}

describe('numbers', () => {
  test.each([
    '0',
    '-0',
    '+1',
    '1.',
    '.5',
    '-.5e1',
    '1e-5',
    '1E+5',
    '00012',
    '0.1',
    '123456789012345678',
    '9007199254740993',
    '9007199254740991',
    '0.30000000000000004',
    '1e22',
    '1e23',
    '123e22',
    '1e-22',
    '1e-23',
    '1e-400',
    '5e-324',
    '2.2250738585072011e-308',
    '1.7976931348623157e308',
    '0e999999999999999999999',
    `0.${'0'.repeat(400)}1e400`,
    '8.5e-3',
    '179769313486231570e291',
  ])('%s', (word) => {
    expect(Object.is(read(word), Number(word))).toBe(true);
  });

  test('20,000 random decimals agree with Number (seed 3)', () => {
    const random = new Random(3);
    const digits = (most: number) => {
      let text = '';
      for (let n = random.below(most + 1); n > 0; n--) text += random.below(10);
      return text;
    };
    for (let run = 0; run < 20000; run++) {
      let word = ['', '-', '+'][random.below(3)] + random.below(10) + digits(18);
      if (random.below(2)) word += `.${digits(20)}`;
      if (random.below(2)) word += `e${['', '-', '+'][random.below(3)]}${random.below(330)}`;
      const expected = Number(word);
      if (Number.isFinite(expected)) {
        if (!Object.is(read(word), expected)) expect.fail(`${word} is read as ${read(word)}`);
      } else {
        expect(faultOf(() => read(word)).code).toBe('test/non-finite');
      }
    }
  });

  test('the shortest digits of random float64 read back exactly (seed 4)', () => {
    const random = new Random(4);
    const bits = new Uint32Array(2);
    const value = new Float64Array(bits.buffer);
    for (let run = 0; run < 20000; run++) {
      bits[0] = random.uint32();
      bits[1] = random.uint32();
      if (!Number.isFinite(value[0])) continue;
      if (read(`${value[0]}`) !== value[0]) expect.fail(`${value[0]}`);
    }
  });

  test.each([
    '.',
    '+',
    '-.',
    'e5',
    '1e',
    '1e+',
    '1.0abc',
    '0x10',
    '1_000',
    '1,5',
    '--1',
    '1..2',
    '1e5.',
    '1d5',
    '١',
  ])('%s is refused', (word) => {
    expect(faultOf(() => read(word))).toMatchObject({
      code: 'test/bad-number',
      line: 1,
      column: 1,
    });
  });

  test.each(['nan', 'NaN', '-nan(ind)', 'inf', '+Infinity', '1e309', '-1e309'])(
    '%s is not finite',
    (word) => {
      expect(faultOf(() => read(word)).code).toBe('test/non-finite');
    },
  );

  test('a long word is cut in the message', () => {
    const fault = faultOf(() => read('x'.repeat(1000)));
    expect(fault.message.length).toBeLessThan(120);
  });
});

test('words know their line and column', () => {
  const scan = new Scanner(utf8('a  bc\r\n\r\td\n\ne'), 'test');
  const seen = [];
  while (scan.word()) {
    const { line, column } = scan.error('x', 'y').fault;
    seen.push([scan.text(), line, column]);
  }
  expect(seen).toEqual([
    ['a', 1, 1],
    ['bc', 1, 4],
    ['d', 3, 2],
    ['e', 5, 1],
  ]);
});
