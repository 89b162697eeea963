/**
 * Text and bytes are one to one: two names never have the same digest. Lone surrogates, which UTF-8 writes all alike, and bytes that are
 * no UTF-8, which decoders read all alike, are refused where they are read, with their place, and again at every digest.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoderOf } from '../../src/bags/decode.ts';
import { digestOf } from '../../src/batch/index.ts';
import { messageValue, readPath, readSrdf, readUrdf } from '../../src/formats/index.ts';
import { textAt } from '../../src/formats/message.ts';
import { readJson as readGateJson } from '../../src/gate/readJson.ts';
import { openCell } from '../../src/jobs/index.ts';
import { decodeUtf8, encodeUtf8, type Fault, InputError } from '../../src/math/index.ts';
import { modelDigest, parseCertificate, parseModel, writeModel } from '../../src/verifier/index.ts';

const HALF = '\\ud800';
/** Bytes of a text in which `~` stands for a byte that no UTF-8 has. */
const damaged = (text: string) =>
  Uint8Array.from(Buffer.from(text), (b) => (b === 0x7e ? 0xff : b));

const faultOf = (work: () => unknown): Fault => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('it was read');
};

const URDF_FILE = { file: 'r.urdf', resolver: { files: new Map() } };
const SRDF_FILE = {
  file: 'r.srdf',
  robot: readUrdf(Buffer.from('<robot name="r"><link name="l"/></robot>'), URDF_FILE).robot,
};
const URDF = (name: string) => `<robot name="r"><link name="base"/><link name="${name}">
<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="${name}"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>`;
const CELL = (name: string) => `{"surepath": 1, "robots": [{"urdf": "r.urdf"}],
"obstacles": [{"name": "${name}", "shape": {"box": [0.1, 0.1, 0.1]}, "pose": {"xyz": [1, 0, 0]}}]}`;
const SCENE = (name: string) => `{"world": {"collision_objects": [
{"id": "${name}", "primitives": [{"type": 1, "dimensions": [0.1, 0.1, 0.1]}]}]}}`;
const PATH = (name: string) => `{"joints": [\n"${name}"], "waypoints": [[0], [1]]}`;
const SRDF = (name: string) =>
  `<robot name="r">\n<group name="${name}"><joint name="j"/></group></robot>`;
const XACRO = (text: string) =>
  `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:property name="p" value="🦾"/><link name="${text}"/></robot>`;

/** Python takes whole characters off; UTF-16 units would leave half of one. */
const CUT = `$\{p.strip('🦿')}`;
const MODEL = (name: string) => openWith(CELL(name)).description;

function openWith(
  cell: string | Uint8Array,
  robotText: string | Uint8Array = URDF('tool'),
  robot?: string,
) {
  const bytes = (text: string | Uint8Array) =>
    typeof text === 'string' ? Buffer.from(text) : text;
  const files = new Map([
    ['cell.json', bytes(cell)],
    ['r.urdf', bytes(robotText)],
  ]);
  return openCell({ file: 'cell.json', files, robot });
}

describe('names with lone surrogates', () => {
  const readers: Record<string, () => unknown> = {
    'a cell file in JSON': () => openWith(CELL(HALF)),
    'a key of a cell file in JSON': () => openWith(`{"surepath": 1,\n"robots${HALF}": []}`),
    'a cell file in YAML': () =>
      openWith(`surepath: 1\nrobots:\n  - {name: "a${HALF}", urdf: r.urdf}\n`),
    'a key of a cell file in YAML': () =>
      openWith(`surepath: 1\nrobots:\n  - {urdf: r.urdf, joints: {"${HALF}": 0}}\n`),
    'a planning scene': () => openWith(SCENE(HALF), URDF('tool'), 'r.urdf'),
    'a path': () => readPath(Buffer.from(PATH(HALF)), { file: 'p.json' }),
    'a URDF': () => readUrdf(Buffer.from(URDF('&#xD800;')), URDF_FILE),
    'an SRDF': () => readSrdf(Buffer.from(SRDF('&#55296;')), SRDF_FILE),
    'a URDF in UTF-16': () => readUrdf(utf16(URDF('\ud800')), URDF_FILE),
    'a xacro that cuts a character': () =>
      openCell({
        file: 'r.xacro',
        // Removes the first half: what Python cannot do.
        files: new Map([['r.xacro', Buffer.from(XACRO(CUT))]]),
      }),
    'a certificate': () =>
      parseCertificate(Buffer.from(`{"surepath-certificate": 1,\n"program": "${HALF}"}`), 'c.json'),
    'an exported model': () =>
      parseModel(Buffer.from(writeModel(MODEL('box')).replace('"box"', `"${HALF}"`)), 'm.json'),
  };
  it.each(Object.keys(readers))('are refused with their place: %s', (what) => {
    const fault = faultOf(readers[what]);
    expect(fault.file).toBeDefined();
    expect(fault.line).toBeGreaterThan(0);
    expect(fault.column).toBeGreaterThan(0);
    expect(`${fault.code} ${fault.message}`).toMatch(
      /surrogate|character entity|encoding utf-16le/,
    );
  });

  it('are refused in messages of ROS and of a gate', () => {
    expect(faultOf(() => messageValue({ id: 'a\ud800' }, '/scene')).message).toContain('surrogate');
    expect(faultOf(() => messageValue({ 'a\udfff': 1 }, '/scene')).message).toContain('surrogate');
    expect(faultOf(() => textAt('a\ud800', 'id')).message).toContain('surrogate');
    expect(() => readGateJson(`{"name": "box${HALF}"}`)).toThrow('not JSON');
    const decode = decoderOf(
      { id: 1, topic: '/t', encoding: 'json', schema: { name: '', encoding: '', text: '' } },
      {} as never,
      'x.mcap',
    );
    expect(faultOf(() => decode(Buffer.from(`{"name": "${HALF}"}`))).file).toBe('x.mcap');
    expect(faultOf(() => decode(damaged('{"name": "~"}'))).message).toContain('/t');
    expect(faultOf(() => decode(Buffer.from('{"name": ["\ufffd"]}'))).message).toContain('U+FFFD');
    expect(decode(Buffer.from('{"name": "größe"}'))).toEqual({ name: 'größe' });
  });

  it('never enter a digest, wherever they come from', () => {
    const description = MODEL('box');
    const renamed = (name: string) => ({
      ...description,
      obstacles: description.obstacles.map((each) => ({ ...each, name })),
    });
    expect(modelDigest(renamed('a'))).not.toBe(modelDigest(renamed('b')));
    expect(faultOf(() => modelDigest(renamed('box\ud800'))).code).toBe('text/lone-surrogate');
    expect(() => modelDigest(renamed(`${'x'.repeat(300)}\udc00`))).toThrow('surrogate');
    expect(() => digestOf('question\ud800')).toThrow('surrogate');
    expect(() => encodeUtf8('\udc00\ud800')).toThrow('surrogate');
  });

  it('written in pairs are characters', () => {
    expect(MODEL('box \\ud83e\\uddbe').obstacles[0].name).toBe('box 🦾');
    expect(modelDigest(MODEL('\\ud83e\\uddbe'))).toBe(modelDigest(MODEL('🦾')));
    expect(encodeUtf8('🦾')).toEqual(new Uint8Array([0xf0, 0x9f, 0xa6, 0xbe]));
  });
});

describe('bytes that are no UTF-8', () => {
  const readers: Record<string, () => unknown> = {
    'a cell file': () => openWith(damaged(CELL('a~'))),
    'a URDF': () => readUrdf(damaged(URDF('a~')), URDF_FILE),
    'an SRDF': () => readSrdf(damaged(SRDF('a~')), SRDF_FILE),
    'a path in JSON': () => readPath(damaged(PATH('a~')), { file: 'p.json' }),
    'a path in CSV': () => readPath(damaged('a,\n"b~"\n1,2\n'), { file: 'p.csv' }),
    'a certificate': () => parseCertificate(damaged('{"surepath-certificate":\n "~"}'), 'c.json'),
    'an exported model': () => parseModel(damaged('{"surepath-model":\n "~"}'), 'm.json'),
  };
  it.each(Object.keys(readers))('are refused with line and column: %s', (what) => {
    const fault = faultOf(readers[what]);
    expect(fault.code).toMatch(/encoding/);
    expect(fault.line).toBeGreaterThan(0);
    expect(fault.column).toBeGreaterThan(0);
  });
});

describe('text and bytes', () => {
  const units = fc.array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7ff, max: 0xe000 })), {
    maxLength: 6,
  });
  const text = units.map((codes) => String.fromCharCode(...codes));

  it('are one to one: what can be encoded reads back the same, the rest is refused', () => {
    let refused = 0;
    fc.assert(
      fc.property(text, (value) => {
        if (/\p{Surrogate}/u.test(value)) {
          refused++;
          expect(() => encodeUtf8(value)).toThrow(InputError);
        } else {
          const bytes = encodeUtf8(`x${value}`);
          expect(decodeUtf8(bytes, { code: 'x' })).toBe(`x${value}`);
        }
      }),
      { seed: 8, numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(300);
  });

  it('tells names apart that Unicode calls equivalent', () => {
    const [composed, decomposed] = ['gr\u00f6\u00dfe', 'gro\u0308\u00dfe'];
    expect(composed.normalize()).toBe(decomposed.normalize());
    const digests = [composed, decomposed].map((name) => modelDigest(MODEL(name)));
    expect(new Set(digests).size).toBe(2);
    const both = CELL(composed).replace(
      '}]}',
      `}, {"name": "${decomposed}", "shape": {"box": [0.1, 0.1, 0.1]}, "pose": {"xyz": [2, 0, 0]}}]}`,
    );
    expect(openWith(both).description.obstacles.map(({ name }) => name)).toEqual([
      composed,
      decomposed,
    ]);
  });
});

function utf16(text: string): Uint8Array {
  return Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
}
