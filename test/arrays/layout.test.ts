/** Slots of flat arrays, by name. */
import { describe, expect, it } from 'vitest';
import { layout } from '../../src/arrays/index.ts';

describe('layout', () => {
  it('numbers fields in their order, each with its width', () => {
    const slab = layout('t', 'before', ['n', 3], 'after');
    expect(slab).toEqual({ t: 0, before: 1, n: 2, after: 5, size: 6 });
  });

  it('of nothing has no slots', () => {
    expect(layout()).toEqual({ size: 0 });
  });

  it('refuses a name that is there already', () => {
    expect(() => layout('t', 't')).toThrow(/the name t is taken/);
    expect(() => layout('size')).toThrow(/the name size is taken/);
  });
});
