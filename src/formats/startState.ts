/**
 * The state that a message of a trajectory begins in (moveit_msgs/RobotState): where joints stand that the trajectory does not move. What else
 * it says, an object that is carried or where the base is, a path cannot: that is the cell's, and assumed.
 */
import type { Fault } from '../math/index.ts';
import { carriedText, placedBaseText, startedElsewhereText } from '../words/index.ts';
import { isIdentity, readRobotState } from './moveitMessages.ts';
import { ATTACHED_KEYS } from './moveitScene.ts';
import type { PathFile } from './pathFile.ts';
import type { Value } from './value.ts';

export interface StartState {
  readonly positions: ReadonlyMap<string, number>;
  /** What a verdict assumes because of what else the state says. */
  readonly assumptions: readonly string[];
  readonly value: Value;
}

/** As far as a joint may be from where the trajectory begins: what MoveIt lets pass by default. */
const TOLERANCE = 0.01;
/** operation of moveit_msgs/CollisionObject. */
const REMOVE = 1;

export function readStartState(value: Value): StartState {
  const { positions, transforms, attached } = readRobotState(value);
  const carried = attached.flatMap((item) => {
    const keys = item.mapping('an attached object', ATTACHED_KEYS);
    const object = keys.need('object');
    const entries = object.entries('a collision object');
    if (entries.get('operation')?.value.data === REMOVE) return [];
    const name = entries.get('id')?.value.text('id', 'may be empty') ?? '';
    return [{ name, link: keys.need('link_name').text('link_name') }];
  });
  const placed = [...transforms].filter(([, { data }]) => !isIdentity(data));
  return {
    value,
    positions: new Map([...positions].map(([name, { data }]) => [name, data])),
    assumptions: [
      ...(carried.length > 0 ? [carriedText(carried)] : []),
      ...(placed.length > 0 ? [placedBaseText(placed.map(([name]) => name))] : []),
    ],
  };
}

/** A motion with what its start state makes a verdict assume, and a note where it begins elsewhere. */
export function begun(path: PathFile, { positions, assumptions, value }: StartState): PathFile {
  const [first] = path.waypoints;
  const off = path.joints.flatMap((name, k) => {
    const apart = Math.abs(first[k] - (positions.get(name) ?? first[k]));
    return apart > TOLERANCE ? [{ name, apart }] : [];
  });
  const notes: Fault[] =
    off.length === 0
      ? []
      : [{ ...value.place(), code: 'path/start', message: startedElsewhereText(off) }];
  return {
    ...path,
    ...(assumptions.length > 0 && {
      assumptions: [...(path.assumptions ?? []), ...assumptions],
    }),
    notes: [...path.notes, ...notes],
  };
}
