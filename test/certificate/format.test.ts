import { describe, expect, it } from 'vitest';
import type { CellDescription } from '../../src/cell/index.ts';
import {
  type Certificate,
  fileDigests,
  modelDigest,
  parseCertificate,
  sha256,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { randomCell, SORTS } from '../helpers/certificate/cells.ts';
import { madeOf } from '../helpers/certificate/made.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const made = madeOf('fixed base, meshes', 2, 1).concat(
  madeOf('planar base', 1, 1),
  madeOf('floating base', 1, 1, 'polynomial'),
);
const curved = made[3];

function faultOf(text: string | Uint8Array) {
  try {
    parseCertificate(typeof text === 'string' ? bytes(text) : text, 'proof.json');
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return null;
}

describe('a certificate as text', () => {
  it('is read back bit by bit, and written again as the same text', () => {
    for (const { certificate } of made) {
      const text = writeCertificate(certificate);
      const back = parseCertificate(bytes(text), 'proof.json');
      expect(back).toEqual(certificate);
      expect(writeCertificate(back)).toBe(text);
    }
  });

  it('keeps negative zeros, the smallest and the largest numbers, and infinite boxes', () => {
    const [{ certificate }] = made;
    const odd = { ...certificate, waypoints: certificate.waypoints.map((q) => q.slice()) };
    odd.waypoints[0].set([-0, 5e-324, -1.7976931348623157e308].slice(0, odd.waypoints[0].length));
    odd.lower = certificate.lower.map(() => -Infinity);
    odd.upper = certificate.upper.map(() => Infinity);
    const back = parseCertificate(bytes(writeCertificate(odd as Certificate)));
    expect(back.waypoints.map((q) => Array.from(q, (x) => Object.is(x, -0)))).toEqual(
      odd.waypoints.map((q) => Array.from(q, (x) => Object.is(x, -0))),
    );
    expect(back).toEqual(odd);
  });

  it('keeps every bit of coefficients, and says which segments are straight', () => {
    const { certificate } = curved;
    const [first] = certificate.coefficients!;
    const odd = first!.slice();
    odd.set([-0, 5e-324, -1.7976931348623157e308, 0.1, 1 / 3, -1e-7]);
    const coefficients = [odd, null];
    const changed = {
      ...certificate,
      waypoints: [0, 1, 2].map(() => certificate.waypoints[0]),
      coefficients,
      slabs: [certificate.slabs[0], certificate.slabs[0]],
    };
    const text = writeCertificate(changed);
    expect(text).toContain('"interpolation": "polynomial"');
    expect(text).toMatch(/"coefficients": \[\n\[\[-0,5e-324,[^\n]*\]\],\nnull\n\],\n"lower"/);
    const back = parseCertificate(bytes(text));
    expect(back).toEqual(changed);
    expect(Object.is(back.coefficients![0]![0], -0)).toBe(true);
  });

  it('has no coefficients where all is straight', () => {
    const [{ certificate }] = made;
    const text = writeCertificate(certificate);
    expect(text).not.toContain('coefficients');
    expect(text).toContain('"interpolation": "straight"');
    const none = certificate.slabs.map(() => null);
    expect(writeCertificate({ ...certificate, coefficients: none })).toBe(text);
  });

  it('has one list of slabs per line', () => {
    const [{ certificate }] = made;
    const tested = certificate.pairs.filter((pair) => pair.excluded === null).length;
    const lines = writeCertificate(certificate).split('\n');
    const lists = lines.filter((line) =>
      /^\[\d+,\d+(,\[[^\]]*(\[[^\]]*\][^\]]*)*\])+\],?$/.test(line),
    );
    expect(lists.length).toBe(tested * certificate.slabs.length);
  });
});

describe('what is no certificate', () => {
  const text = writeCertificate(made[0].certificate);
  const replaced = (from: string | RegExp, to: string) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    return changed;
  };

  it.each([
    ['', 'certificate/json', 1, 1],
    ['{', 'certificate/json', 1, 2],
    ['[]', 'certificate/json', 1, 1],
    ['{}', 'certificate/missing-key', 1, 1],
    ['{"a": 1}', 'certificate/unknown-key', 1, 2],
    ['null', 'certificate/json', 1, 1],
    [`${text}{}`, 'certificate/json', text.split('\n').length, 1],
    [replaced('certificate": 1', 'certificate": 2'), 'certificate/version', 2, 25],
    [
      replaced('"surepath-certificate": 1,\n', '').replace(
        '"method"',
        '"surepath-certificate": 1, "method"',
      ),
      'certificate/first-key',
      2,
      1,
    ],
    [replaced('certificate": 1', 'certificate": 1.5'), 'certificate/integer', 2, 25],
    [replaced('"program": "simple maker"', '"program": 7'), 'certificate/json', 3, 12],
    [replaced('"program": "simple maker"', '"program": "a\nb"'), 'certificate/json', 3, 12],
    [replaced('"method"', '"program"'), 'certificate/duplicate-key', 4, 1],
    [replaced('"straight"', '"cubic"'), 'certificate/word', undefined, undefined],
    [replaced('"straight"', '"polynomial"'), 'certificate/coefficients', 1, 1],
    [
      replaced('"lower"', '"coefficients": [null],\n"lower"'),
      'certificate/coefficients',
      undefined,
      undefined,
    ],
    [replaced(/"model": "./, '"model": "G'), 'certificate/digest', undefined, undefined],
    [replaced(/"model": ".{3}/, '"model": "'), 'certificate/digest', undefined, undefined],
    [
      replaced(/"waypoints": \[\n\[[^,]*/, '"waypoints": [\n[1e999'),
      'certificate/non-finite',
      undefined,
      undefined,
    ],
    [
      replaced(/"waypoints": \[\n\[[^,]*/, '"waypoints": [\n[null'),
      'certificate/json',
      undefined,
      undefined,
    ],
    [
      replaced(/"waypoints": \[\n\[[^,]*/, '"waypoints": [\n[01'),
      'certificate/json',
      undefined,
      undefined,
    ],
    [
      replaced(/("waypoints": \[\n)(\[[^\]]*\],\n)/, '$1$2$2'),
      'certificate/segments',
      undefined,
      undefined,
    ],
    [replaced('"tested"', '"probed"'), 'certificate/word', undefined, undefined],
  ])('is refused with its place: %#', (bad, code, line, column) => {
    const fault = faultOf(bad);
    expect(fault).not.toBeNull();
    if (code !== null) expect(fault?.code).toBe(code);
    expect(fault?.file).toBe('proof.json');
    expect(fault?.line).toBeGreaterThan(0);
    if (line !== undefined) expect([fault?.line, fault?.column]).toEqual([line, column]);
  });

  it.each<[string | RegExp, string, string]>([
    ['"polynomial"', '"straight"', 'certificate/coefficients'],
    [/"coefficients": \[\n\[\[[^,]*,/, '"coefficients": [\n[[', 'certificate/length'],
    [/"coefficients": \[\n\[\[/, '"coefficients": [\n[[0,', 'certificate/length'],
    [/"coefficients": \[\n\[\[[^,]*/, '"coefficients": [\n[[null', 'certificate/json'],
    [/"coefficients": \[\n\[\[[^,]*/, '"coefficients": [\n[[1e999', 'certificate/non-finite'],
    [/"coefficients": \[\n\[\[[^,]*/, '"coefficients": [\n[["1"', 'certificate/json'],
    [/"coefficients": \[\n\[\[[^\]]*\]/, '"coefficients": [\n[0', 'certificate/json'],
    ['"coefficients": [', '"coefficients": [null,', 'certificate/segments'],
    [/"coefficients": \[[^a-z]*"lower"/, '"coefficients": [],\n"lower"', 'certificate/segments'],
    ['"coefficients": [', '"coefficients": null,\n"lower": [', 'certificate/json'],
    ['"coefficients"', '"Coefficients"', 'certificate/unknown-key'],
    [/("coefficients": \[[^a-z]*)"lower"/, '$1$1"lower"', 'certificate/duplicate-key'],
  ])('has other coefficients: %s -> %s', (from, to, code) => {
    const text = writeCertificate(curved.certificate);
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const fault = faultOf(changed);
    expect(fault?.code).toBe(code);
    expect(fault?.line).toBeGreaterThan(0);
  });

  it('may be no text at all', () => {
    expect(faultOf(Uint8Array.of(0xff, 0xfe, 0x00))?.code).toBe('certificate/encoding');
  });

  it.each([
    ['straight', 2],
    ['polynomial', 3],
  ])('never makes the reader or the verifier crash: %s (seed %i)', (_, which) => {
    const random = new Random(which);
    const { description, certificate, path } = made[which];
    const verifier = new Verifier(description);
    const original = writeCertificate(certificate);
    const tokens = [
      'null',
      '-1',
      '1e9',
      '"x"',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '0',
      '-0',
      '1e-320',
      '-',
    ];
    let refused = 0;
    let rejected = 0;
    for (let round = 0; round < 2500; round++) {
      let changed = original;
      for (let k = 0; k <= random.below(3); k++) {
        const at = random.below(changed.length);
        const kind = random.below(4);
        if (kind === 0) changed = changed.slice(0, at) + changed.slice(at + 1 + random.below(6));
        else if (kind === 1) {
          const token = tokens[random.below(tokens.length)];
          changed = changed.slice(0, at) + token + changed.slice(at + random.below(3));
        } else if (kind === 2) {
          const other = random.below(changed.length);
          changed = changed.slice(0, at) + changed.slice(other, other + 20) + changed.slice(at);
        } else {
          const digit = String(random.below(10));
          changed = changed.slice(0, at) + digit + changed.slice(at + 1);
        }
      }
      let read: Certificate;
      try {
        read = parseCertificate(bytes(changed), 'proof.json');
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        refused++;
        continue;
      }
      const { verified, reason } = verifier.verify(read, { path });
      if (!verified) {
        rejected++;
        expect(reason?.code).toMatch(/^[a-z]+$/);
      } else {
        // What a reader relies on is as it was.
        for (const key of [
          'model',
          'dofs',
          'waypoints',
          'coefficients',
          'pairs',
          'tolerances',
          'bodies',
        ] as const) {
          expect(read[key]).toEqual(certificate[key]);
        }
      }
    }
    expect(refused).toBeGreaterThan(1000);
    expect(rejected).toBeGreaterThan(100);
  });
});

describe('digests', () => {
  const description = randomCell(new Random(9), {
    ...SORTS['two arms'],
    floor: true,
    clearance: 0.01,
  });
  const digest = modelDigest(description);

  it('of files are theirs', () => {
    const files = new Map([
      ['b', bytes('two')],
      ['a', bytes('one')],
    ]);
    expect(fileDigests({ files })).toEqual([
      ['a', sha256(bytes('one'))],
      ['b', sha256(bytes('two'))],
    ]);
  });

  it('of a model do not change with what no proof depends on', () => {
    const [robot, ...others] = description.robots;
    const links = robot.robot.links.map((link) => ({ ...link, visuals: link.collisions }));
    const changed: CellDescription = {
      ...description,
      robots: [{ ...robot, robot: { ...robot.robot, links } }, ...others],
      files: new Map([['x', bytes('y')]]),
      notes: [{ code: 'a', message: 'b' }],
      state: new Map([['joint0', [1]]]),
    };
    expect(modelDigest(changed)).toBe(digest);
    const reordered = new Map([...robot.padding].reverse());
    const same = { ...description, robots: [{ ...robot, padding: reordered }, ...others] };
    expect(modelDigest(same)).toBe(digest);
  });

  it('of a model change with every number and word that a proof depends on', () => {
    // Every leaf of the description that matters, changed one at a time.
    const seen = new Set<string>([digest]);
    let leaves = 0;
    const ignored = new Set(['files', 'notes', 'state', 'visuals', 'groups', 'states', 'table']);
    const irrelevant = new Set([
      'passiveJoints',
      'endEffectors',
      'reference',
      'dimension',
      'sources',
    ]);
    const copy = structuredClone(description) as unknown as Record<string, unknown>;
    const visit = (node: unknown, set: (value: unknown) => void, path: string) => {
      if (typeof node === 'number' || typeof node === 'string' || typeof node === 'boolean') {
        // The kind of a shape changes what other fields mean; the name of a file's robot nothing.
        if (/geometry\.kind$|robot\.name$|semantics\.robot$|hull\.indices/.test(path)) return;
        const other =
          typeof node === 'number' ? node + 1 : typeof node === 'string' ? `${node}x` : !node;
        set(other);
        const changed = modelDigest(copy as unknown as CellDescription);
        expect(seen.has(changed), path).toBe(false);
        seen.add(changed);
        set(node);
        leaves++;
      } else if (node instanceof Map) {
        for (const [key, value] of node) visit(value, (v) => node.set(key, v), `${path}[${key}]`);
      } else if (ArrayBuffer.isView(node)) {
        const array = node as Float64Array;
        visit(array[0], (v) => array.set([v as number], 0), `${path}[0]`);
        const last = array.length - 1;
        visit(array[last], (v) => array.set([v as number], last), `${path}[${last}]`);
      } else if (Array.isArray(node)) {
        node.forEach((value, i) => {
          visit(value, (v) => node.splice(i, 1, v), `${path}[${i}]`);
        });
      } else if (node !== null && typeof node === 'object') {
        const record = node as Record<string, unknown>;
        for (const key of Object.keys(record)) {
          if (ignored.has(key) || irrelevant.has(key)) continue;
          const put = (v: unknown) => Object.assign(record, { [key]: v });
          visit(record[key], put, `${path}.${key}`);
        }
      }
    };
    visit(copy, () => {}, '');
    expect(leaves).toBeGreaterThan(100);
    expect(modelDigest(copy as unknown as CellDescription)).toBe(digest);
  });

  it('of a model cannot be confused by moving letters from one word to the next', () => {
    const cell = (a: string, b: string): CellDescription => ({
      ...description,
      allow: [{ between: [a, b], reason: '' }],
    });
    expect(modelDigest(cell('ab', 'c'))).not.toBe(modelDigest(cell('a', 'bc')));
  });
});
