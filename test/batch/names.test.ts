/** Names of questions, chunks and batches; contents and bundles as bytes; URLs and what is never shown. */
import { describe, expect, it } from 'vitest';
import {
  batchName,
  canonicalJson,
  chunkName,
  decodeChunk,
  encodeChunk,
  modelName,
  openBundle,
  openRecorded,
  parseServer,
  type Question,
  questionName,
  withoutSecrets,
} from '../../src/batch/index.ts';
import { isAway } from '../../src/batch/server.ts';
import { OPEN } from '../helpers/jobs/bench.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const QUESTION: Question = {
  version: { package: '1.2.3', method: 4 },
  model: 'm',
  settings: '{"delta":1}',
};

describe('names', () => {
  it('are the same for the same, and others for anything else', () => {
    const name = questionName(QUESTION);
    expect(questionName({ ...QUESTION })).toBe(name);
    const others = [
      { ...QUESTION, version: { package: '1.2.4', method: 4 } },
      { ...QUESTION, version: { package: '1.2.3', method: 5 } },
      // Parts that run together are told apart.
      { ...QUESTION, version: { package: '1.2.', method: 34 } },
      { ...QUESTION, version: { package: '1.2.34', method: 4 }, model: '' },
      { ...QUESTION, model: 'n' },
      { ...QUESTION, settings: '{"delta":2}' },
    ];
    const names = [QUESTION, ...others].map(questionName);
    expect(new Set(names).size).toBe(names.length);
    const chunks = names.flatMap((q) => [chunkName(q, bytes('a')), chunkName(q, bytes('b'))]);
    expect(new Set(chunks).size).toBe(chunks.length);
    for (const each of chunks) expect(each).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of batches depend on the input and on how it is cut', () => {
    const names = [batchName('q', 'i', 10), batchName('q', 'j', 10), batchName('q', 'i', 11)];
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('do not depend on the order in which settings are written', () => {
    const text = canonicalJson({ b: [1, { d: 2, c: 3 }], a: undefined, e: null });
    expect(text).toBe('{"b":[1,{"c":3,"d":2}],"e":null}');
    expect(canonicalJson({ e: null, b: [1, { c: 3, d: 2 }] })).toBe(text);
  });
});

describe('the content of a chunk', () => {
  const ends = Float64Array.of(0, -0, 1e-300, 5e-324, Math.PI, -1e6, 0.1, 0.2);
  const vias = [{ edge: 1, via: [Float64Array.of(7, 8)] }];

  it('comes back bit by bit', () => {
    const straight = decodeChunk(encodeChunk({ ends }, 2));
    expect(straight).toEqual({ dofs: 2, ends });
    expect(Object.is(straight.ends[1], -0)).toBe(true);
    expect(decodeChunk(encodeChunk({ ends, vias }, 2))).toEqual({ dofs: 2, ends, vias });
    expect(encodeChunk({ ends }, 2).length).toBe(16 + 8 * ends.length);
  });

  it('is refused where bytes are missing, left over or wrong', () => {
    const whole = encodeChunk({ ends, vias }, 2);
    const damaged = { fault: { code: 'batch/damaged' } };
    for (let length = 0; length < whole.length; length++) {
      expect(thrown(() => decodeChunk(whole.subarray(0, length)))).toMatchObject(damaged);
    }
    expect(thrown(() => decodeChunk(Buffer.concat([whole, whole])))).toMatchObject(damaged);
    for (let at = 0; at < 16; at++) {
      const wrong = whole.slice();
      wrong[at] ^= 0xff;
      expect(thrown(() => decodeChunk(wrong))).toMatchObject(damaged);
    }
  });
});

describe('the bundle of a cell', () => {
  it('opens the same cell without any file', () => {
    const reading: string[] = [];
    const { files, ...rest } = OPEN;
    const own = new Map([['cell.yaml', files.get('cell.yaml')!]]);
    const readFile = (path: string) => {
      reading.push(path);
      return files.get(path);
    };
    const { open, bundle } = openRecorded({ ...rest, files: own }, { readFile });
    expect(reading).toContain('arm.urdf');
    const again = openBundle(bundle);
    expect(modelName(again, true)).toBe(modelName(open, true));
    expect(modelName(again, false)).not.toBe(modelName(open, true));
    expect(openRecorded({ ...rest, files: own }, { readFile }).bundle).toEqual(bundle);
  });

  it('is refused where it is damaged', () => {
    const { bundle } = openRecorded(OPEN, {});
    const damaged = { fault: { code: 'batch/damaged' } };
    for (const wrong of [bytes(''), bytes('{}\n'), bundle.subarray(1), bundle.subarray(0, -1)]) {
      expect(thrown(() => openBundle(wrong))).toMatchObject(damaged);
    }
  });
});

describe('URLs', () => {
  it('say which server', () => {
    expect(parseServer('redis://:secret@host:1/2')).toMatchObject({
      kind: 'redis',
      shown: 'redis://host:1/2',
    });
    expect(parseServer('postgresql://me:secret@host/db?password=more').shown).toBe(
      'postgresql://host/db',
    );
    expect(parseServer('rediss://host').kind).toBe('redis');
  });

  it.each([
    'redis://:secret@host/notanumber',
    'redis://:secret@host/1/2',
    'redis://:sec%ret@host',
    'postgres://me:sec%ret@host/db',
  ])('that a driver would stumble over are refused: "%s"', (text) => {
    const error = thrown(() => parseServer(text)) as Error;
    expect(error).toMatchObject({ fault: { code: 'batch/url' } });
    expect(error.message).not.toMatch(/sec%?ret/);
  });

  it.each(['', 'host:6379', 'http://me:secret@host', 'redis://', 'mysql://x:secret@y'])(
    'that are none are refused without being repeated: "%s"',
    (text) => {
      const error = thrown(() => parseServer(text)) as Error;
      expect(error).toMatchObject({ fault: { code: 'batch/url' } });
      expect(error.message).not.toContain('secret');
    },
  );

  it('are never shown with passwords', () => {
    const text = 'connect redis://me:secret@host failed, password=secret&x=1';
    expect(withoutSecrets(text)).not.toContain('secret');
    expect(withoutSecrets(text)).toContain('host');
  });

  it('of servers that are away are asked again, and nothing else', () => {
    const coded = (code: string) => Object.assign(new Error('x'), { code });
    for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '08006']) {
      expect(isAway(coded(code)), code).toBe(true);
    }
    expect(isAway(new Error('Connection terminated unexpectedly'))).toBe(true);
    for (const error of [coded('23505'), coded('28P01'), new Error('Missing lock for job x')]) {
      expect(isAway(error)).toBe(false);
    }
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
