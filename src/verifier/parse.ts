/**
 * Certificates from text. Strict: whatever is not exactly a certificate is an InputError with line and
 * column. What the numbers mean for a cell (do the bodies exist, is an order a permutation, is
 * anything true) is the verifier's question.
 */
import { ARC_NUMBERS } from '../motion/circular.ts';
import { COEFFICIENTS } from '../motion/curve.ts';
import { JsonReader } from '../text/jsonReader.ts';
import {
  CERTIFICATE_VERSION,
  type Certificate,
  CIRCULAR,
  EXCLUSIONS,
  type Exclusion,
  type Order,
  type PairEntry,
  POLYNOMIAL,
  ROTATIONS,
  type Setting,
  STRAIGHT,
  type SweepList,
  segmentCount,
  WHOLE,
} from './format.ts';

type Writable<T> = { -readonly [K in keyof T]?: T[K] };

/** Reads a certificate from the bytes of its file. Throws an InputError for anything else. */
export function parseCertificate(bytes: Uint8Array, file?: string): Certificate {
  const json = new JsonReader(bytes, 'certificate', file);
  const certificate = readCertificate(json);
  json.end();
  return certificate;
}

/** Reads the certificate that stands next. */
export function readCertificate(json: JsonReader): Certificate {
  const c: Writable<Certificate> = {};
  let slabsAt = 0;
  let slabs: SlabLists[] = [];
  let interpolation = '';
  let coefficientsAt = -1;
  let arcsAt = -1;
  let sweepsAt = -1;
  let glancesAt = -1;
  const members = {
    'surepath-certificate': () => {
      const place = json.place();
      const version = json.integer('the version of the certificate');
      if (version === CERTIFICATE_VERSION) return;
      const message = `this certificate has version ${version}; version ${CERTIFICATE_VERSION} is understood`;
      throw json.fault('version', message, place);
    },
    program: () => {
      c.program = json.string('the program');
    },
    method: () => {
      c.method = json.string('the method');
    },
    settings: () => {
      c.settings = readSettings(json);
    },
    files: () => {
      c.files = items(json, 'the list of files', () => readFile(json));
    },
    model: () => {
      c.model = digest(json, "the model's digest");
    },
    dofs: () => {
      c.dofs = items(json, 'the degrees of freedom', () => json.string('a name'));
    },
    interpolation: () => {
      interpolation = choice(json, 'the interpolation', [STRAIGHT, POLYNOMIAL, CIRCULAR]);
    },
    rotations: () => constant(json, 'the interpolation of rotations', ROTATIONS),
    wrap: () => {
      c.wrap = choice(json, 'the wrap rule', ['literal', 'short'] as const);
    },
    waypoints: () => {
      const place = json.place();
      c.waypoints = items(json, 'the waypoints', () => numbers(json, 'a waypoint'));
      if (c.waypoints.length === 0) throw json.fault('empty', 'a path has waypoints', place);
    },
    lower: () => {
      c.lower = numbers(json, 'the lower ends of the box', -Infinity);
    },
    upper: () => {
      c.upper = numbers(json, 'the upper ends of the box', Infinity);
    },
    tolerances: () => {
      c.tolerances = numbers(json, 'the tracking tolerances');
    },
    bodies: () => {
      c.bodies = items(json, 'the bodies', () => json.string('a name'));
    },
    pairs: () => {
      c.pairs = items(json, 'the pairs', () => readPair(json));
    },
    assumptions: () => {
      c.assumptions = items(json, 'the assumptions', () => json.string('an assumption'));
    },
    orders: () => {
      c.orders = items(json, 'the orders', () => readOrder(json));
    },
    slabs: () => {
      slabsAt = json.place();
      slabs = items(json, 'the slabs', () => readSegment(json));
    },
  };
  const start = json.place();
  const optional = {
    coefficients: () => {
      coefficientsAt = json.place();
      c.coefficients = items(json, 'the coefficients', () => readCoefficients(json));
    },
    arcs: () => {
      arcsAt = json.place();
      c.arcs = items(json, 'the arcs', () => readArcs(json));
    },
    crowd: () => {
      c.crowd = json.integer('the number of members of the crowd');
    },
    glances: () => {
      glancesAt = json.place();
      c.glances = items(json, 'the glances', () => readGlances(json));
    },
    sweeps: () => {
      sweepsAt = json.place();
      c.sweeps = items(json, 'the sweeps', () =>
        items(json, 'the sweeps of a segment', () => readSweepList(json)),
      );
    },
  };
  json.object('a certificate', members, optional, 'surepath-certificate');
  const read = c as Certificate;
  const expected = segmentCount(read.waypoints.length);
  const segments = (found: number, what: string, place: number) => {
    if (found === expected) return;
    const message = `the path has ${expected} segment${expected === 1 ? '' : 's'}, the ${what} are for ${found}`;
    throw json.fault('segments', message, place);
  };
  segments(slabs.length, 'slabs', slabsAt);
  if (read.coefficients) segments(read.coefficients.length, 'coefficients', coefficientsAt);
  if (read.arcs) segments(read.arcs.length, 'arcs', arcsAt);
  if (read.sweeps) segments(read.sweeps.length, 'sweeps', sweepsAt);
  if (read.glances) segments(read.glances.length, 'glances', glancesAt);
  if ((read.crowd === undefined) !== (read.sweeps === undefined)) {
    const message = 'a certificate has sweeps if, and only if, it has a crowd';
    throw json.fault('crowd', message, sweepsAt < 0 ? start : sweepsAt);
  }
  const curved = read.coefficients?.some((one) => one !== null) ?? false;
  if (curved === (interpolation === STRAIGHT) || (read.coefficients && !curved)) {
    const message = `a path has coefficients if, and only if, it has segments that are ${POLYNOMIAL} or ${CIRCULAR}`;
    throw json.fault('coefficients', message, coefficientsAt < 0 ? start : coefficientsAt);
  }
  const circular = read.arcs?.some((one) => one !== null) ?? false;
  if (circular !== (interpolation === CIRCULAR) || (read.arcs && !circular)) {
    const message = `a path has arcs if, and only if, it has segments that are ${CIRCULAR}`;
    throw json.fault('arcs', message, arcsAt < 0 ? start : arcsAt);
  }
  requireCoefficients(json, read, arcsAt);
  const tested = read.pairs.filter((pair) => pair.excluded === null);
  return { ...read, slabs: slabs.map((lists) => matched(json, tested, lists)) };
}

interface SlabLists {
  readonly place: number;
  readonly lists: readonly {
    readonly place: number;
    readonly a: number;
    readonly b: number;
    readonly slabs: Float64Array;
  }[];
}

/** The lists of one segment: one for each tested pair, in order. */
function matched(json: JsonReader, tested: readonly PairEntry[], segment: SlabLists) {
  segment.lists.forEach(({ place, a, b }, k) => {
    if (tested[k]?.a === a && tested[k].b === b) return;
    const wanted = tested[k] ? `bodies ${tested[k].a} and ${tested[k].b}` : 'no more pairs';
    throw json.fault('slabs', `slabs for bodies ${a} and ${b} where ${wanted} come next`, place);
  });
  if (segment.lists.length !== tested.length) {
    const message = `there are slabs for ${segment.lists.length} pairs, ${tested.length} are tested`;
    throw json.fault('slabs', message, segment.place);
  }
  return segment.lists.map(({ slabs }) => slabs);
}

export function items<T>(json: JsonReader, what: string, read: () => T): T[] {
  const found: T[] = [];
  json.list(what, () => found.push(read()));
  return found;
}

/** A list of numbers; where null may stand it means `ofNull`. */
export function numbers(json: JsonReader, what: string, ofNull?: number): Float64Array {
  const found: number[] = [];
  json.list(what, () => {
    const one = `a number of ${what}`;
    found.push(ofNull === undefined ? json.number(one) : json.numberOrNull(one, ofNull));
  });
  return new Float64Array(found);
}

/** The coefficients of a segment, six for each degree of freedom; null for a straight one. */
export function readCoefficients(json: JsonReader): Float64Array | null {
  if (json.isNull()) return null;
  const found: number[] = [];
  const one = () => found.push(json.number('a coefficient'));
  const six = Array.from({ length: COEFFICIENTS }, () => one);
  json.list('the coefficients of a segment', () => {
    tuple(json, 'a list of coefficients', ...six);
  });
  return new Float64Array(found);
}

/** The arcs of a segment, five numbers for each; null for one without. */
export function readArcs(json: JsonReader): Float64Array | null {
  if (json.isNull()) return null;
  const found: number[] = [];
  const dof = () => found.push(json.integer('the degree of freedom of an arc'));
  const one = () => found.push(json.number('a number of an arc'));
  const five = [dof, ...Array.from({ length: ARC_NUMBERS - 1 }, () => one)];
  json.list('the arcs of a segment', () => {
    tuple(json, 'an arc', ...five);
  });
  return new Float64Array(found);
}

/** What has arcs has coefficients. */
export function requireCoefficients(
  json: JsonReader,
  { arcs = [], coefficients = [] }: Pick<Certificate, 'arcs' | 'coefficients'>,
  place: number,
): void {
  const bare = arcs.findIndex((own, i) => own !== null && (coefficients[i] ?? null) === null);
  if (bare >= 0) throw json.fault('arcs', `segment ${bare} has arcs, but no coefficients`, place);
}

/** A list with a fixed number of entries, each read by its own function. */
export function tuple(json: JsonReader, what: string, ...entries: (() => void)[]): void {
  const place = json.place();
  const count = json.list(what, (index) => {
    if (index >= entries.length)
      throw json.fault('length', `${what} has ${entries.length} entries`);
    entries[index]();
  });
  if (count === entries.length) return;
  throw json.fault('length', `${what} has ${entries.length} entries, found ${count}`, place);
}

export function choice<T extends string>(json: JsonReader, what: string, words: readonly T[]): T {
  const place = json.place();
  const word = json.string(what);
  const found = words.find((each) => each === word);
  if (found !== undefined) return found;
  const wanted = words.map((each) => `"${each}"`).join(' or ');
  throw json.fault('word', `${what} is ${JSON.stringify(word)}, expected ${wanted}`, place);
}

function constant(json: JsonReader, what: string, word: string): void {
  choice(json, what, [word]);
}

export function digest(json: JsonReader, what: string): string {
  const place = json.place();
  const text = json.string(what);
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw json.fault('digest', `${what} must be 64 hexadecimal digits in lower case`, place);
}

function readSettings(json: JsonReader): Record<string, Setting> {
  const found: [string, Setting][] = [];
  json.entries('the settings', (key) => {
    const next = json.peek();
    if (next === '"') found.push([key, json.string('a setting')]);
    else if (next === 't' || next === 'f') found.push([key, json.boolean('a setting')]);
    else found.push([key, json.number('a setting')]);
  });
  return Object.fromEntries(found);
}

function readFile(json: JsonReader): readonly [string, string] {
  let name = '';
  let hash = '';
  tuple(
    json,
    'a file',
    () => {
      name = json.string('the name of a file');
    },
    () => {
      hash = digest(json, "a file's digest");
    },
  );
  return [name, hash];
}

function readPair(json: JsonReader): PairEntry {
  const place = json.place();
  let a = 0;
  let b = 0;
  let what: Exclusion | 'tested' = 'tested';
  let detail = '';
  let clearance = 0;
  let tracking = 0;
  const count = json.list('a pair', (index) => {
    if (index === 0) a = json.integer('the number of a body');
    else if (index === 1) b = json.integer('the number of a body');
    else if (index === 2) what = choice(json, 'the treatment', ['tested', ...EXCLUSIONS] as const);
    else if (index === 3 && what !== 'tested') detail = json.string('what was declared');
    else if (index === 3) clearance = json.number('a clearance');
    else if (index === 4 && what === 'tested') {
      tracking = json.numberOrNull('what straying joints add', Infinity);
    } else throw json.fault('length', 'too many entries for a pair');
  });
  if (count !== (what === 'tested' ? 5 : 4)) {
    throw json.fault('length', `too few entries for a pair: ${count}`, place);
  }
  return { a, b, excluded: what === 'tested' ? null : what, detail, clearance, tracking };
}

function readOrder(json: JsonReader): Order {
  let body = 0;
  let piece = 0;
  let triangles = new Uint32Array(0);
  tuple(
    json,
    'an order',
    () => {
      body = json.integer('the number of a body');
    },
    () => {
      piece = json.integer('the number of a piece');
    },
    () => {
      const list = items(json, 'the triangles in order', () => {
        const place = json.place();
        const triangle = json.integer('the number of a triangle');
        if (triangle > 0xffffffff) throw json.fault('integer', 'no mesh is that large', place);
        return triangle;
      });
      triangles = Uint32Array.from(list);
    },
  );
  return { body, piece, triangles };
}

function readSegment(json: JsonReader): SlabLists {
  const place = json.place();
  return { place, lists: items(json, 'the slabs of a segment', () => readSlabList(json)) };
}

function readSlabList(json: JsonReader): SlabLists['lists'][number] {
  const place = json.place();
  let a = 0;
  let b = 0;
  const found: number[] = [];
  const count = json.list('the slabs of a pair', (index) => {
    if (index === 0) a = json.integer('the number of a body');
    else if (index === 1) b = json.integer('the number of a body');
    else readSlab(json, found);
  });
  if (count < 2) throw json.fault('length', 'the slabs of a pair begin with its bodies', place);
  return { place, a, b, slabs: new Float64Array(found) };
}

function readSlab(json: JsonReader, out: number[]): void {
  const place = json.place();
  const count = json.list('a slab', (index) => {
    if (index === 3 || index === 4) readSection(json, out);
    else if (index < 8) out.push(json.number('a number of a slab'));
    else throw json.fault('length', 'a slab has 8 entries');
  });
  if (count !== 8) throw json.fault('length', `a slab has 8 entries, found ${count}`, place);
}

/** The glances of a segment, three numbers for each. */
function readGlances(json: JsonReader): Float64Array {
  const found: number[] = [];
  const one = () => found.push(json.number('a number of a glance'));
  json.list('the glances of a segment', () => tuple(json, 'a glance', one, one, one));
  return new Float64Array(found);
}

function readSweepList(json: JsonReader): SweepList {
  const place = json.place();
  let body = 0;
  const found: number[] = [];
  const one = () => found.push(json.number('a number of a sweep'));
  const count = json.list('the sweeps of a body', (index) => {
    if (index === 0) body = json.integer('the number of a body');
    else tuple(json, 'a sweep', one, one, one);
  });
  if (count < 1) throw json.fault('length', 'the sweeps of a body begin with its number', place);
  return { body, sweeps: new Float64Array(found) };
}

function readSection(json: JsonReader, out: number[]): void {
  if (json.peek() !== '[') {
    out.push(json.integer('a piece', WHOLE), WHOLE, WHOLE);
    return;
  }
  const part = (what: string) => () => out.push(json.integer(what));
  tuple(json, 'a patch', part('a piece'), part('a first triangle'), part('an end of triangles'));
}
