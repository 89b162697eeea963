/** Changes to the tree of a JSON document: what stands where changes, and the text stays well-formed. */
import type { Random } from '../../../src/math/index.ts';
import { hostileName, hostileValue } from './hostile.ts';

interface Slot {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

/** One to three changes, mostly one. */
export function mutateJson(root: unknown, random: Random): string {
  const box = { root: structuredClone(root) };
  for (let n = random.below(5) < 3 ? 1 : 2 + random.below(2); n > 0; n--) change(box, random);
  // Keys that occur twice, which no tree can have.
  const text = JSON.stringify(box.root, null, random.below(3)) ?? 'null';
  return random.below(20) === 0 ? text.replace(/("[^"]*"):/, '$1:1,$1:') : text;
}

function change(box: { root: unknown }, random: Random): void {
  const slots = slotsOf(box);
  const { holder, key } = slots[random.below(slots.length)];
  const other = slots[random.below(slots.length)];
  const get = (slot: Slot) => (slot.holder as Record<string, unknown>)[slot.key];
  const set = (slot: Slot, value: unknown) => {
    (slot.holder as Record<string, unknown>)[slot.key] = value;
  };
  switch (random.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (holder !== (box as object)) delete holder[key];
      break;
    case 1: {
      const value = get({ holder, key });
      const copies = random.below(8) === 0 ? 500 : 1;
      if (!Array.isArray(holder)) break;
      for (let i = 0; i < copies && holder.length < 5000; i++) {
        holder.splice(Number(key), 0, structuredClone(value));
      }
      break;
    }
    case 2: {
      // Exchanged; copies, so that nothing holds itself.
      const [a, b] = [structuredClone(get({ holder, key })), structuredClone(get(other))];
      set({ holder, key }, b);
      set(other, a);
      break;
    }
    case 3:
      set({ holder, key }, structuredClone(get(other)));
      break;
    case 4:
      if (Array.isArray(holder) || holder === (box as object)) break;
      Object.defineProperty(holder, hostileName(random), {
        value: holder[key],
        enumerable: true,
        configurable: true,
        writable: true,
      });
      if (random.below(2)) delete holder[key];
      break;
    default:
      set({ holder, key }, hostileValue(random));
  }
}

/** All places of a tree, the root's included. */
function slotsOf(box: { root: unknown }): Slot[] {
  const slots: Slot[] = [{ holder: box as Record<string, unknown>, key: 'root' }];
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 50 || slots.length > 5000) return;
    for (const key of Object.keys(value)) {
      slots.push({ holder: value as Record<string, unknown>, key });
      walk((value as Record<string, unknown>)[key], depth + 1);
    }
  };
  walk(box.root, 0);
  return slots;
}
