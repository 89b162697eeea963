/**
 * Waypoints of our own path files: a list of numbers each, or, where the way there is an arc, `{"via": [...], "to": [...]}`
 * with the configuration on the way; with two of them, `{"via": [[...], [...]], "to": [...]}`, it is a whole circle.
 */
import { type Fault, InputError } from '../math/index.ts';
import type { PathFile } from './pathFile.ts';
import { MOST_ROWS, readValues, requireFewRows } from './pathRows.ts';
import type { Value } from './value.ts';

/** Rows of waypoints, and the configurations on the way of arcs. */
export function readWaypoints(
  value: Value,
  joints: readonly string[],
): Pick<PathFile, 'waypoints' | 'vias' | 'viaPlace'> {
  const items = value.list('configurations');
  requireFewRows(items.length, items[MOST_ROWS]);
  const vias: (readonly Float64Array[] | null)[] = [];
  let arcs = false;
  const waypoints = items.map((item, i) => {
    if (!(item.data instanceof Map)) {
      vias.push(null);
      return readValues(item, joints, 'a configuration');
    }
    const keys = item.mapping('a waypoint at the end of an arc', ['via', 'to']);
    const via = readVia(keys.need('via'), joints);
    if (i === 0) {
      throw item.error(
        'path/arc-count',
        'the path begins at its first waypoint: no arc leads there',
        'write it as a list of numbers',
      );
    }
    arcs = true;
    vias.push(via);
    return readValues(keys.need('to'), joints, 'to');
  });
  if (!arcs) return { waypoints };
  return { waypoints, vias, viaPlace: (i) => items[i].place() };
}

/** One configuration, or a list of two. */
export function readVia(value: Value, joints: readonly string[]): Float64Array[] {
  const items = value.list('via');
  if (!Array.isArray(items[0]?.data)) return [readValues(value, joints, 'via')];
  if (items.length > 2) {
    throw value.error(
      'path/arc-count',
      `there are ${items.length} configurations on the way of an arc`,
      'one for an arc, two for a whole circle',
    );
  }
  return items.map((item) => readValues(item, joints, 'via'));
}

/** Runs `work`; what is wrong with an arc is said of its place in the file. */
export function aboutArcs<T>(place: PathFile['viaPlace'], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || !place || error.fault.line !== undefined) throw error;
    const segment = /^path\/arc/.test(error.fault.code)
      ? /^segment (\d+): /.exec(error.fault.message)
      : null;
    if (!segment) throw error;
    const { file, line, column } = place(Number(segment[1]) + 1);
    const found: Fault = { ...error.fault, file, line, column };
    throw new InputError(found);
  }
}
