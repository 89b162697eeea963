/** The exported model: what is read back is the same model, to the bit, and its digest follows from the file alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CellDescription } from '../../src/cell/index.ts';
import { readCell, readScene } from '../../src/formats/index.ts';
import { InputError } from '../../src/math/index.ts';
import {
  isModelFile,
  modelDigest,
  parseModel,
  verify,
  writeModel,
} from '../../src/verifier/index.ts';
import { exportedDigest } from '../helpers/certificate/exportedDigest.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import * as seeds from '../helpers/fuzz/cellSeeds.ts';
import { utf8 } from '../helpers/fuzz/meshSeeds.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const NAMES = readdirSync(CELLS).filter((name) => name !== 'robots');

function embedded(name: string): CellDescription {
  const file = join(CELLS, name, 'cell.yaml');
  return readCell(readFileSync(file), { file, resolver: { files: (path) => readFileSync(path) } });
}

/** Writes and reads a model; the digest is asked of the file alone as well. */
function throughFile(description: CellDescription): CellDescription {
  const text = writeModel(description);
  const bytes = utf8(text);
  expect(isModelFile(bytes)).toBe(true);
  const back = parseModel(bytes, 'm.json');
  expect(modelDigest(back)).toBe(modelDigest(description));
  expect(exportedDigest(text)).toBe(modelDigest(description));
  expect(writeModel(back)).toBe(text);
  return back;
}

const { RESOLVER, ROBOT, SEMANTICS } = seeds;
const CELL = readCell(utf8(seeds.CELL), { file: 'cell.yaml', resolver: RESOLVER });

describe('an exported model', () => {
  it.each(NAMES)('of the embedded cell %s is the same when it is read', (name) => {
    const description = embedded(name);
    const { robots, obstacles, clearance, allow } = throughFile(description);
    expect(robots.map(({ held, couplings }) => [held, couplings])).toEqual(
      description.robots.map(({ held, couplings }) => [held, couplings]),
    );
    expect(robots.map(({ robot }) => robot.joints.map(({ origin }) => origin))).toEqual(
      description.robots.map(({ robot }) => robot.joints.map(({ origin }) => origin)),
    );
    expect(obstacles.length).toBe(description.obstacles.length);
    expect({ clearance, allow: allow.length }).toMatchObject({
      clearance: { default: description.clearance.default },
      allow: description.allow.length,
    });
  });

  it('has padding, tolerances, attached objects, all kinds of parts, and what a scene says', () => {
    throughFile(CELL);
    const options = { file: 's.yaml', robot: ROBOT, semantics: SEMANTICS, resolver: RESOLVER };
    throughFile(readScene(utf8(seeds.SCENE), options));
  });

  it('has numbers to the bit, names of all letters, laws, and limits without an end', () => {
    const [first, ...others] = CELL.robots;
    const [joint, ...joints] = first.robot.joints;
    const law = { at: [0, 1], values: [-0, 0.1], slopes: [1, 5e-324], periodic: false } as const;
    const limits = { lower: -Infinity, upper: 0.1 + 0.2 };
    const odd: CellDescription = {
      ...CELL,
      allowNothing: true,
      robots: [
        {
          ...first,
          name: 'naïve \u{1F916}"\\',
          robot: { ...first.robot, joints: [{ ...joint, limits }, ...joints] },
          couplings: new Map([
            ['b', { joint: 'joint1', multiplier: 1, offset: 0, law: { ...law, deviation: 1e-3 } }],
            ['a', { joint: 'joint1', multiplier: -0, offset: 1 / 3 }],
            // In UTF-16 the second comes first, in code points the first.
            ['\u{FFFD}', { joint: 'joint1', multiplier: 1, offset: 1e21 }],
            ['\u{1F916}', { joint: 'joint1', multiplier: 1, offset: 1e-7 }],
          ]),
        },
        ...others,
      ],
    };
    const back = throughFile(odd);
    expect([...back.robots[0].couplings]).toEqual([...odd.robots[0].couplings]);
    expect(Object.is(back.robots[0].couplings.get('a')!.multiplier, -0)).toBe(true);
    expect(back.robots[0].robot.joints[0].limits).toEqual(limits);
    expect(back.allowNothing).toBe(true);
  });

  it('is all that a verifier needs of a cell, seed 5', () => {
    for (const kind of ['straight', 'polynomial'] as const) {
      for (const { description, certificate } of madeOf('all kinds of joints', 3, 5, kind)) {
        const back = throughFile(description);
        expect(verify(certificate, back)).toEqual(verify(certificate, description));
        expect(verify(certificate, back).verified).toBe(true);
      }
    }
  });
});

describe('what is no exported model', () => {
  const text = writeModel(CELL);
  const replaced = (from: string | RegExp, to: string) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    return changed;
  };

  it.each([
    ['', 'model/json'],
    ['{"surepath": 1}', 'model/unknown-key'],
    [`${text}1`, 'model/json'],
    [replaced('model": 1', 'model": 2'), 'model/version'],
    [replaced(/"digest": "\w*",\n/, ''), 'model/missing-key'],
    [
      replaced(/"surepath-model": 1,\n("digest": "\w*",\n)/, '$1"surepath-model": 1,\n'),
      'model/first-key',
    ],
    [replaced(/"digest": "./, '"digest": "x'), 'model/digest'],
    [replaced('0.001', '0.0010000000000000002'), 'model/digest'],
    [replaced('"revolute"', '"hinge"'), 'model/word'],
    [replaced('"box", "half"', '"box", "radii"'), 'model/part'],
    [replaced('"half": [', '"half": [1,'), 'model/length'],
    [replaced('"origin": [', '"origin": [1,'), 'model/length'],
    [replaced(/"indices": \[\d+/, '"indices": [0.5'), 'model/integer'],
    [replaced(/"indices": \[\d+/, '"indices": [4294967296'), 'model/integer'],
    [replaced('"padding": [', '"padding": [["link2", 0],'), 'model/duplicate-key'],
    [replaced('"solid": true', '"solid": 1'), 'model/json'],
    [replaced('"solid": true', '"solid": true, "colour": 1'), 'model/unknown-key'],
  ])('is refused with its place (%#)', (changed, code) => {
    let fault: InputError['fault'] | undefined;
    try {
      parseModel(utf8(changed), 'm.json');
    } catch (error) {
      if (error instanceof InputError) fault = error.fault;
    }
    expect(fault?.code).toBe(code);
    expect(fault).toMatchObject({ file: 'm.json', line: expect.any(Number) });
  });

  it('is not written of numbers that JSON does not have', () => {
    const clearance = { ...CELL.clearance, default: Number.NaN };
    expect(() => writeModel({ ...CELL, clearance })).toThrow(/finite/);
  });
});
