/** Faults of readers that once had no place, or one that was wrong; and names that hide what is said. */
import { expect, test } from 'vitest';
import { parseCertificate } from '../../src/certificate/index.ts';
import { pathFrom } from '../../src/cli/loadPath.ts';
import { readDocument } from '../../src/formats/index.ts';
import { openCompiled } from '../../src/jobs/index.ts';
import { formatFault } from '../../src/math/index.ts';
import { unzip } from '../../studio/model/unzip.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const BROKEN = Uint8Array.of(...utf8('{\n "a\uFFFD": "'), 0xc3, 0x28, 0x22, 0x7d);

test('bytes that are no UTF-8 have a line and a column, behind a character that stands for such bytes', () => {
  for (const read of [() => parseCertificate(BROKEN, 'f'), () => readDocument(BROKEN, 'f')]) {
    const { code, file, line, column } = faultOf(read);
    expect([code.split('/')[1], file, line, column]).toEqual(['encoding', 'f', 2, 9]);
  }
});

test('a joint that a track names by its robot is found where its own name stands', () => {
  const cell = cellFrom('surepath: 1\nrobots: [{name: right, urdf: arm.urdf}]\n', {
    'arm.urdf': armUrdf('arm', [0.4, 0.4]),
  });
  const text =
    '{"tracks": [\n {"robot": "right", "joints": ["joint7"], "waypoints": [[0]], "times": [0]}]}';
  const { code, line, column } = faultOf(() =>
    pathFrom(openCompiled(cell), 't.json', utf8(text), { wrap: 'literal' }),
  );
  expect([code, line, column]).toEqual(['configuration/unknown-joint', 2, 32]);
});

test('a damaged archive is damaged at a byte', async () => {
  const error = await unzip(utf8('PK\x03\x04 and no end'), 'a.zip').catch((e) => e);
  expect(error.fault).toMatchObject({ code: 'studio/zip', file: 'a.zip', byte: 15 });
});

test('names cannot turn the direction of a message, or fill the screen', () => {
  const message = `there is no joint "\u202Egnihton\u001B[2J${'x'.repeat(100_000)}"`;
  const text = formatFault({ code: 'a/b', message, file: 'f', line: 1 });
  expect(text.length).toBeLessThan(2100);
  expect(text).toContain('\\u202egnihton\\u001b[2J');
  expect(text.endsWith('x"')).toBe(true);
});
