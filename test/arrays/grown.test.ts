/** Arrays that grow. */
import { describe, expect, it } from 'vitest';
import { Growing, grown } from '../../src/arrays/index.ts';

describe('grown', () => {
  it('is twice as long, of the same kind, and begins like the old one', () => {
    const more = grown(new Int32Array([3, 1]));
    expect(more).toEqual(new Int32Array([3, 1, 0, 0]));
    expect(grown(new Float64Array(0))).toEqual(new Float64Array(1));
  });

  it('doubles until there is room, and leaves alone what has it', () => {
    const old = new Float64Array(3);
    expect(grown(old, 13).length).toBe(24);
    expect(grown(old, 3)).toBe(old);
  });
});

describe('Growing', () => {
  it('has what was pushed, in its order', () => {
    const list = new Growing(Uint8Array);
    for (let i = 0; i < 1000; i++) list.push(i);
    expect(list.length).toBe(1000);
    expect(list.finish()).toEqual(Uint8Array.from({ length: 1000 }, (_, i) => i));
  });
});
