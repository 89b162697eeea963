/** What the parts of the demo share: where both arms stand, and how lines are printed. */
import type { Cell } from '../../cell/index.ts';
import { configurationFrom } from '../../kinematics/index.ts';

export type Print = (line?: string) => void;

/** Names of states, for both arms. */
export const FROM = 'home';
export const TO = 'weld_1';
export const SEED = 1;

/** Both arms at a named state of their SRDF. */
export function poseOf(cell: Cell, state: string): Float64Array {
  const values = new Map<string, number | readonly number[]>();
  for (const { name, semantics } of cell.description.robots) {
    const own = semantics?.states.find((s) => s.name === state);
    for (const [joint, value] of own?.values ?? []) values.set(`${name}/${joint}`, value);
  }
  return configurationFrom(cell.tree, values).q;
}
