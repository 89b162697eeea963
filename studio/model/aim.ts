/**
 * What hands and sliders act on: the robot where it stands, or the translucent one of the start or the goal; and which
 * of its joints, those of a planning group or all.
 */
import type { GroupInfo } from '../engine/protocol.ts';
import type { ChangeOptions, State, Store, Target } from './state.ts';

export type { Target };

export const TARGETS: readonly Target[] = ['present', 'start', 'goal'];

/** The configuration that hands act on. */
export function aimed({ target, configuration, start, goal }: Readonly<State>): Float64Array {
  const own = target === 'start' ? start : target === 'goal' ? goal : configuration;
  // A start or goal that was cleared is where the joints stand.
  return own ?? configuration;
}

/** Sets it, and can be undone. */
export function aim(store: Store, q: Float64Array, { undoable, merge }: ChangeOptions): void {
  const { target } = store.state;
  const key = target === 'present' ? 'configuration' : target;
  const of = target === 'present' ? '' : ` of the ${target}`;
  store.update(
    { [key]: q },
    {
      ...(undoable !== undefined && { undoable: `${undoable}${of}` }),
      ...(merge !== undefined && { merge: `${merge} ${target}` }),
    },
  );
}

/** From now on hands act on another robot; where there is none yet it begins where the joints stand. */
export function aimAt(store: Store, target: Target): void {
  const { cell, configuration } = store.state;
  if (target === 'present' || !cell) {
    store.update({ target: 'present' });
    return;
  }
  if (store.state[target]) store.update({ target });
  else {
    const q = Float64Array.from(configuration);
    store.update({ [target]: q, target }, { undoable: `set ${target}` });
  }
}

/** The planning group that is chosen; null: all joints. */
export function chosenGroup({ cell, group }: Readonly<State>): GroupInfo | null {
  return cell?.groups?.find(({ name }) => name === group) ?? null;
}

/** A goal as the group can reach it: all other joints stay where they are at the start. */
export function withinGroup(
  group: GroupInfo | null,
  from: Float64Array,
  goal: Float64Array,
): Float64Array {
  if (!group) return goal;
  const q = Float64Array.from(from);
  for (const d of group.dofs) q[d] = goal[d];
  return q;
}

/** Chooses a group, and with it the link to be dragged; null: all joints. */
export function chooseGroup(store: Store, name: string | null): void {
  const { cell, tool } = store.state;
  const group = cell?.groups?.find((each) => each.name === name) ?? null;
  store.update({ group: group?.name ?? null, tool: group?.tips[0] ?? tool });
}

/** Keeps to what the cell has: another one has other groups, and nothing in hand. */
export function connectAim(store: Store): void {
  let entry: string | null = null;
  store.subscribe(['cell'], ({ cell, group, target }) => {
    const isOther = cell?.entry !== entry;
    entry = cell?.entry ?? null;
    const isKnown = group !== null && cell?.groups?.some(({ name }) => name === group);
    if (group !== null && (isOther || !isKnown)) store.update({ group: null });
    if (isOther && target !== 'present') store.update({ target: 'present' });
  });
  store.subscribe(['start', 'goal'], ({ target, start, goal }) => {
    const isGone = (target === 'start' && !start) || (target === 'goal' && !goal);
    if (isGone) store.update({ target: 'present' });
  });
}
