/** Both verifiers on a fixed set of files that are changed byte by byte; test/campaign/verifierBytes draws thousands. */
import { describe, expect, it } from 'vitest';
import { ulps } from '../helpers/certificate/byteChanges.ts';
import {
  askBoth,
  type ByteQuestion,
  byteQuestions,
  changedText,
  type Part,
} from '../helpers/certificate/bytesToBoth.ts';
import { NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';

/** A change of a certificate with straight segments, or of its model; what is searched for must be there. */
function change(part: Part, from: RegExp, to: string, what: string, name = 'floor'): ByteQuestion {
  const text = changedText({ name, part })!;
  expect(text, what).toMatch(from);
  return { name, part, change: { what, bytes: Buffer.from(text.replace(from, to)) } };
}

const VERIFIED: readonly ByteQuestion[] = [
  change('certificate', /^/, '\ufeff', 'a byte order mark'),
  change('model', /^/, '\ufeff', 'a byte order mark'),
  change('path', /^/, '\ufeff', 'a byte order mark'),
  change('certificate', /"surepath-certificate": 1/, '"surepath-certificate": 1.0', '1.0'),
  change('certificate', /"surepath-certificate": 1/, '"surepath-certificate": 10E-1', '10E-1'),
  change('certificate', /"program": "[^"]*"/, '"program": "\\ud83e\\uddbe"', 'a pair'),
  change('certificate', /$/, '\r\n\t ', 'white space'),
];

const REFUSED: readonly ByteQuestion[] = [
  change('certificate', /^/, '\ufeff\ufeff', 'two byte order marks'),
  change('certificate', /"program": "[^"]*"/, '"program": "\\ud800"', 'half a pair'),
  change('certificate', /("pairs": \[\s*\[)0,/, '$1-0,', '-0 as a body'),
  change('certificate', /("pairs": \[\s*\[)0,/, '$10.5,', 'half a body'),
  change('certificate', /("arcs": \[\s*\[\s*\[)0,/, '$1-0,', '-0 on an arc', 'circular'),
  change('model', /("indices": \[)0,/, '$1-0,', '-0 as a vertex', 'guard'),
  change('certificate', /$/, '\0', 'a zero behind the end'),
  change('certificate', /$/, '\u00a0', 'a blank that is none of JSON'),
  change('certificate', /"tolerances": \[0/, '"tolerances": [-0', '-0 as a tolerance'),
];

describe.skipIf(NO_PYTHON !== '')('both verifiers', () => {
  it('verify what is the same data', () => {
    const { verified, differing } = askBoth(VERIFIED);
    expect(differing).toEqual([]);
    expect(verified).toBe(VERIFIED.length);
  });

  it('refuse what is other data, or none', () => {
    const { rejected, differing } = askBoth(REFUSED);
    expect(differing).toEqual([]);
    expect(rejected).toBe(REFUSED.length);
  });

  it('have one edge of the joint box, to the last unit', () => {
    const text = changedText({ name: 'floor', part: 'certificate' })!;
    const [, first] = /"waypoints": \[\s*\[([^,\]]+)/.exec(text)!;
    const lower = /"lower": \[[^,\]]+/;
    const at = (end: string, what: string) =>
      change('certificate', lower, `"lower": [${end}`, what);
    const upper = (end: string, what: string) =>
      change('certificate', /"upper": \[[^,\]]+/, `"upper": [${end}`, what);
    const units = [-2, -1, 0, 1, 2];
    const all = units.flatMap((count) => [
      at(ulps(Number(first), count), `lower end ${count} units from the waypoint`),
      upper(ulps(Number(first), count), `upper end ${count} units from the waypoint`),
    ]);
    const { rejected, differing } = askBoth(all);
    expect(differing).toEqual([]);
    expect(rejected).toBeGreaterThan(3);
  });

  it('give the same answer about 300 files changed at random (seed 10299)', () => {
    const { verified, rejected, differing } = askBoth(byteQuestions(300, 10299));
    expect(differing).toEqual([]);
    expect(verified).toBeGreaterThan(40);
    expect(rejected).toBeGreaterThan(150);
  });
});
