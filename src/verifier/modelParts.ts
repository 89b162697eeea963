/** Parts of bodies in an exported model, and what else its reader (modelFile.ts) meets again and again. */
import type { Part } from '../kinematics/description.ts';
import { POSE_SIZE, poseFault } from '../math/pose.ts';
import type { JsonReader } from '../text/jsonReader.ts';
import { choice, items, numbers, tuple } from './parse.ts';

const SHAPES = [
  'mesh',
  'box',
  'sphere',
  'cylinder',
  'capsule',
  'cone',
  'ellipsoid',
  'half-space',
  'hull',
] as const;

/** A part of a body. Which sizes it has depends on its kind, which may come after them. */
export function readPart(json: JsonReader): Part {
  const place = json.place();
  let pose: Float64Array = new Float64Array(0);
  let kind: (typeof SHAPES)[number] = 'mesh';
  const sizes = new Map<string, Float64Array>();
  const list = (key: string) => () => {
    sizes.set(key, numbers(json, `the ${key} of a part`));
  };
  const one = (key: string) => () => {
    sizes.set(key, Float64Array.of(json.number(`the ${key} of a part`)));
  };
  const members = {
    pose: () => {
      pose = readPose(json);
    },
    kind: () => {
      kind = choice(json, 'the kind of a part', SHAPES);
    },
  };
  json.object('a part', members, {
    positions: list('positions'),
    indices: list('indices'),
    half: list('half'),
    radii: list('radii'),
    normal: list('normal'),
    radius: one('radius'),
    length: one('length'),
    offset: one('offset'),
  });
  const wanted = SIZES[kind];
  if (sizes.size !== wanted.length || !wanted.every(([key]) => sizes.has(key))) {
    const keys = wanted.map(([key]) => `"${key}"`).join(' and ');
    throw json.fault('part', `a part of kind "${kind}" has ${keys}`, place);
  }
  for (const [key, count] of wanted) {
    if (count === 0 || sizes.get(key)!.length === count) continue;
    throw json.fault('length', `the ${key} of a part has ${count} numbers`, place);
  }
  if (!(sizes.get('indices') ?? []).every(isIndex)) {
    throw json.fault('integer', 'the indices of a mesh are numbers of vertices', place);
  }
  return { pose, geometry: geometryOf(kind, sizes) };
}

/** What a part of each kind has, and how many numbers; 0 for any. */
const SIZES: Record<(typeof SHAPES)[number], readonly (readonly [string, number])[]> = {
  mesh: [
    ['positions', 0],
    ['indices', 0],
  ],
  box: [['half', 3]],
  sphere: [['radius', 1]],
  cylinder: [
    ['radius', 1],
    ['length', 1],
  ],
  capsule: [
    ['radius', 1],
    ['length', 1],
  ],
  cone: [
    ['radius', 1],
    ['length', 1],
  ],
  ellipsoid: [['radii', 3]],
  'half-space': [
    ['normal', 3],
    ['offset', 1],
  ],
  hull: [['positions', 0]],
};

function geometryOf(
  kind: (typeof SHAPES)[number],
  sizes: ReadonlyMap<string, Float64Array>,
): Part['geometry'] {
  const all = (key: string) => sizes.get(key)!;
  const three = (key: string) => [...all(key)] as [number, number, number];
  const positions = () => all('positions');
  switch (kind) {
    case 'mesh': {
      const triangles = { positions: positions(), indices: Uint32Array.from(all('indices')) };
      return { kind, triangles, reference: 'a mesh of the model' };
    }
    case 'box':
      return { kind, half: three('half') };
    case 'sphere':
      return { kind, radius: all('radius')[0] };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { kind, radius: all('radius')[0], length: all('length')[0] };
    case 'ellipsoid':
      return { kind, radii: three('radii') };
    case 'half-space':
      return { kind, normal: three('normal'), offset: all('offset')[0] };
    case 'hull':
      return { kind, hull: { positions: positions() } };
  }
}

/** `[key, value]` each, no key twice, in the order in which they stand. */
export function readMap<T>(json: JsonReader, what: string, value: () => T): Map<string, T> {
  const found = new Map<string, T>();
  json.list(what, () => {
    const place = json.place();
    let key = '';
    tuple(
      json,
      `an entry of ${what}`,
      () => {
        key = json.string('a name');
        if (!found.has(key)) return;
        throw json.fault('duplicate-key', `${JSON.stringify(key)} occurs twice`, place);
      },
      () => {
        found.set(key, value());
      },
    );
  });
  return found;
}

export function words(json: JsonReader, what: string, count?: number): string[] {
  const place = json.place();
  const found = items(json, what, () => json.string(`a word of ${what}`));
  if (count === undefined || found.length === count) return found;
  throw json.fault('length', `${what} has ${count} entries, found ${found.length}`, place);
}

export function fixedNumbers(json: JsonReader, what: string, count: number): Float64Array {
  const place = json.place();
  const found = numbers(json, what);
  if (found.length === count) return found;
  throw json.fault('length', `${what}: ${count} numbers, found ${found.length}`, place);
}

export function triple(json: JsonReader, what: string): [number, number, number] {
  const [x, y, z] = fixedNumbers(json, what, 3);
  return [x, y, z];
}

export function readPose(json: JsonReader): Float64Array {
  const place = json.place();
  const pose = fixedNumbers(json, 'a pose', POSE_SIZE);
  const wrong = poseFault(pose);
  if (wrong) throw json.fault('pose', wrong.message, place, wrong.hint);
  return pose;
}

/** A whole number that 32 bits hold; -0 is none. */
function isIndex(i: number): boolean {
  return Object.is(i, i >>> 0);
}
