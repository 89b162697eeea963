export { Growing, grown, type NumberArray } from './grown.ts';
export { Heap, type Ties } from './heap.ts';
export { type Field, type Layout, layout } from './layout.ts';
export { PairMap } from './pairMap.ts';
export { Slots } from './slots.ts';
export { Unions } from './unions.ts';
