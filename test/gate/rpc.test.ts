/** JSON-RPC 2.0 to the letter: the examples of the specification, and what is sent by mistake or malice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRpc, GateError, type Perform, RPC, readJson } from '../../src/gate/index.ts';
import { InputError } from '../../src/math/index.ts';

const echo: Perform = async ({ method, params }) => ({ method, params });
const ask = async (text: string, perform = echo) => {
  const answer = await answerRpc(text, perform);
  return answer === null ? null : JSON.parse(answer);
};
const CALL = '{"jsonrpc": "2.0", "method": "cells", "params": {}, "id": 1}';

describe('JSON-RPC', () => {
  it('answers a call with its id, whatever it is', async () => {
    for (const id of ['1', '"x"', 'null', '1.5', '""']) {
      const answer = await ask(`{"jsonrpc": "2.0", "method": "cells", "id": ${id}}`);
      expect(answer).toEqual({
        jsonrpc: '2.0',
        result: { method: 'cells', params: {} },
        id: JSON.parse(id),
      });
    }
  });

  it('does not answer notifications, not even where they fail', async () => {
    const done: string[] = [];
    const perform: Perform = async ({ method }, id) => {
      done.push(`${method} ${id}`);
      throw new GateError(RPC.input, 'no');
    };
    expect(await ask('{"jsonrpc": "2.0", "method": "cells"}', perform)).toBeNull();
    expect(await ask('{"jsonrpc": "2.0", "method": "nonsense"}', perform)).toBeNull();
    expect(await ask('{"jsonrpc": "2.0", "method": "state", "params": {}}', perform)).toBeNull();
    expect(done).toEqual(['cells undefined']);
  });

  it.each([
    ['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', RPC.parse, null],
    ['{"jsonrpc": "2.0", "method": 1, "params": "bar"}', RPC.invalidRequest, null],
    ['{"jsonrpc": "2.0", "method": "foobar", "id": "1"}', RPC.unknownMethod, '1'],
    ['{"jsonrpc": "2.0", "method": "rpc.cells", "id": "1"}', RPC.unknownMethod, '1'],
    ['{"jsonrpc": "2.0", "method": "__proto__", "id": "1"}', RPC.unknownMethod, '1'],
    ['{"jsonrpc": "2.0", "method": "constructor", "id": "1"}', RPC.unknownMethod, '1'],
    [
      '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"',
      RPC.parse,
      null,
    ],
    ['[]', RPC.invalidRequest, null],
    ['', RPC.parse, null],
    ['1', RPC.invalidRequest, null],
    ['null', RPC.invalidRequest, null],
    ['{}', RPC.invalidRequest, null],
    ['{"jsonrpc": "1.0", "method": "cells", "id": 3}', RPC.invalidRequest, 3],
    ['{"method": "cells", "id": 3}', RPC.invalidRequest, 3],
    ['{"jsonrpc": "2.0", "method": "cells", "id": {}}', RPC.invalidRequest, null],
    ['{"jsonrpc": "2.0", "method": "cells", "id": true}', RPC.invalidRequest, null],
    ['{"jsonrpc": "2.0", "method": "cells", "id": 1e400}', RPC.invalidRequest, null],
    ['{"jsonrpc": "2.0", "method": "cells", "params": 1, "id": 3}', RPC.invalidRequest, 3],
    ['{"jsonrpc": "2.0", "method": "cells", "params": null, "id": 3}', RPC.invalidRequest, 3],
    ['{"jsonrpc": "2.0", "method": "cells", "params": [], "id": 3}', RPC.invalidParams, 3],
    ['{"jsonrpc": "2.0", "method": "cells", "params": {"x": 1}, "id": 3}', RPC.invalidParams, 3],
    [
      '{"jsonrpc": "2.0", "method": "state", "params": {"q": [1e400]}, "id": 3}',
      RPC.invalidParams,
      3,
    ],
    ['{"jsonrpc": "2.0", "method": "state", "params": {"q": [NaN]}, "id": 3}', RPC.parse, null],
    ['{"jsonrpc": "2.0", "method": "cells", "method": "close", "id": 3}', RPC.parse, null],
    [
      '{"jsonrpc": "2.0", "method": "state", "params": {"q": {"a": 1, "\\u0061": 2}}, "id": 3}',
      RPC.parse,
      null,
    ],
    ['{"jsonrpc": "2.0", "method": "cells", "id": "\\ud800"}', RPC.parse, null],
    ['{"jsonrpc": "2.0", "method": "cells", "id": "\udc00"}', RPC.parse, null],
    [
      `{"jsonrpc": "2.0", "method": "cells", "id": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      RPC.parse,
      null,
    ],
    ['{"__proto__": {"jsonrpc": "2.0", "method": "cells", "id": 1}}', RPC.invalidRequest, null],
  ])('refuses %.60s', async (text, code, id) => {
    expect(await ask(text)).toMatchObject({ jsonrpc: '2.0', error: { code }, id });
  });

  it('answers batches: one for each call, none for notifications', async () => {
    const note = '{"jsonrpc": "2.0", "method": "cells"}';
    expect(await ask(`[1, 2, 3]`)).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({
          error: expect.objectContaining({ code: RPC.invalidRequest }),
          id: null,
        }),
      ),
    );
    expect(await ask(`[${note}, ${note}]`)).toBeNull();
    const mixed = await ask(
      `[${CALL}, ${note}, {"foo": "boo"}, {"jsonrpc": "2.0", "method": "x", "id": "5"}]`,
    );
    expect(
      mixed.map((each: { id: unknown; error?: { code: number } }) => [each.id, each.error?.code]),
    ).toEqual([
      [1, undefined],
      [null, RPC.invalidRequest],
      ['5', RPC.unknownMethod],
    ]);
    const many = `[${Array.from({ length: 1001 }, () => CALL).join(',')}]`;
    expect(await ask(many)).toMatchObject({ error: { code: RPC.tooLarge }, id: null });
  });

  it('says what was thrown, and nothing of our insides', async () => {
    const throwing = (error: unknown) => ask(CALL, () => Promise.reject(error));
    const fault = { code: 'path/file', message: 'no', file: 'a.json', line: 2, hint: 'yes' };
    expect((await throwing(new InputError(fault))).error).toEqual({
      code: RPC.input,
      message: 'a.json:2: no (yes)',
      data: fault,
    });
    expect(
      (await throwing(new GateError(RPC.overloaded, 'later', { retryAfter_ms: 5 }))).error,
    ).toEqual({
      code: RPC.overloaded,
      message: 'later',
      data: { retryAfter_ms: 5 },
    });
    expect((await throwing(new TypeError('secret'))).error).toEqual({
      code: RPC.internal,
      message: 'internal error',
    });
  });

  it('never throws, and answers what is an answer, whatever it is sent (seed 21)', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      '\\u',
      'd800',
      '"id"',
      '"jsonrpc"',
      '"2.0"',
    ];
    const more = [
      '"method"',
      '"cells"',
      '"params"',
      '1e400',
      '-0',
      'null',
      'true',
      ' ',
      '\n',
      '\0',
      '\ud83e',
    ];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 40 }).map((each) => each.join('')),
      fc.json({ maxDepth: 4 }),
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc
        .tuple(fc.nat(CALL.length), fc.constantFrom(...pieces, ...more))
        .map(([at, piece]) => CALL.slice(0, at) + piece + CALL.slice(at)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        const answer = await ask(each);
        if (answer === null) return;
        for (const one of Array.isArray(answer) ? answer : [answer]) {
          expect(one.jsonrpc).toBe('2.0');
          expect('result' in one).not.toBe('error' in one);
        }
      }),
      { seed: 21, numRuns: 3000 },
    );
  });

  it('reads JSON as the engine does, but for what two readers may take differently (seed 22)', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
      { seed: 22, numRuns: 2000 },
    );
    expect(readJson('{"a:b": {"\\"{:": [{"c": ":"}]}, "\\\\": "\\ud83e\\udd16"}')).toEqual({
      'a:b': { '"{:': [{ c: ':' }] },
      '\\': '\u{1f916}',
    });
    expect(Object.keys(readJson('{"__proto__": 1, "constructor": 2}') as object)).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(() => readJson('{"__proto__": 1, "__proto__": 2}')).toThrow(GateError);
  });
});
