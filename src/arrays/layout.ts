/**
 * The layout of a flat array by an ordered list of names, so that nobody counts slots by hand:
 *
 *     export const SLAB = layout('t', 'before', 'after', ['n', 3]);
 *     const { t: T, n: N, size: SIZE } = SLAB;
 *
 * gives T = 0, N = 3 and SIZE = 6. A name alone is one number, a name with a width as many in a row. Where
 * the array is written to a file the order is part of the format.
 *
 * Hot code takes the slots as constants of its own file, as in the second line: V8 folds those like
 * literals. It loads an imported constant, or a property of the layout, anew at every use, which made
 * distances of oriented volumes slower by 10 to 20 %.
 */

export type Field = string | readonly [name: string, width: number];

type NameOf<F extends Field> = F extends readonly [infer N extends string, number] ? N : F & string;

/** The first slot of each field, and how many slots there are. */
export type Layout<F extends Field> = { readonly [N in NameOf<F> | 'size']: number };

export function layout<const F extends readonly Field[]>(...fields: F): Layout<F[number]> {
  const slots: Record<string, number> = {};
  let size = 0;
  for (const field of fields) {
    const [name, width] = typeof field === 'string' ? [field, 1] : field;
    if (name === 'size' || Object.hasOwn(slots, name)) throw new Error(`the name ${name} is taken`);
    slots[name] = size;
    size += width;
  }
  return { ...slots, size } as Layout<F[number]>;
}
