/** The file of placements that `surepath distance --poses` reads. */
import { assertPose, decodeUtf8, InputError } from '../math/index.ts';
import { readBytes } from './command.ts';

/** `[{"R": [9 numbers, row by row], "T": [3 numbers]}, ...]` as twelve numbers a placement. */
export function readPlacements(file: string): Float64Array {
  const text = decodeUtf8(readBytes(file), { code: 'poses/encoding', file });
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new InputError({
      code: 'poses/not-json',
      message: `not valid JSON: ${(error as Error).message}`,
      file,
      ...placeOf(text, error as Error),
      hint: SHAPE,
    });
  }
  if (!Array.isArray(list) || list.length === 0) {
    throw new InputError({
      code: 'poses/not-a-list',
      message: 'expected a list with at least one placement',
      file,
      hint: SHAPE,
    });
  }
  const poses = new Float64Array(12 * list.length);
  list.forEach((entry: unknown, i) => {
    const { R, T } = (entry ?? {}) as { R?: unknown; T?: unknown };
    if (!isNumbers(R, 9) || !isNumbers(T, 3)) {
      throw new InputError({
        code: 'poses/shape',
        message: `placement ${i} is not {"R": [9 numbers], "T": [3 numbers]}`,
        file,
        hint: SHAPE,
      });
    }
    assertPose([...R, ...T], `${file}, placement ${i}`);
    poses.set(R, 12 * i);
    poses.set(T, 12 * i + 9);
  });
  return poses;
}

const SHAPE =
  'the file holds [{"R": [9 numbers, row by row], "T": [3 numbers]}]: a point b of B lies at R b + T in A\'s frame';

function isNumbers(value: unknown, length: number): value is number[] {
  return (
    Array.isArray(value) && value.length === length && value.every((x) => typeof x === 'number')
  );
}

/** Line and column of a syntax error, where the engine tells its position. */
function placeOf(text: string, error: Error): { line?: number; column?: number } {
  const position = /position (\d+)/.exec(error.message)?.[1];
  if (position === undefined) return {};
  const before = text.slice(0, Number(position)).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
