/** What became of a robot that both cells have: its links and joints, where it stands, what is said about it. */
import type {
  Coupling,
  JointDescription,
  LinkDescription,
  Mimic,
  Part,
} from '../../kinematics/index.ts';
import { scopedName } from '../../kinematics/index.ts';
import type { AttachedDescription, RobotInstance } from '../../model/index.ts';
import type {
  ChangedValue,
  FollowedFacts,
  ModelChange,
  Thing,
  ValueWord,
} from '../../words/index.ts';
import { type Matched, matchLists, matchMaps, sameNumbers } from './lists.ts';
import { type DigestOf, geometryFacts, partChanges, poseChanges } from './shapes.ts';

/** What one robot is told about by. */
export interface Scope {
  readonly name: string;
  readonly digestOf: DigestOf;
}

/** All that changed about a robot. */
export function robotChanges(
  before: RobotInstance,
  after: RobotInstance,
  digestOf: DigestOf,
): ModelChange[] {
  const { name } = after;
  const scope = { name, digestOf };
  const robot = { what: 'robot', name } as const;
  const surfaces = wordChanges(scope, 'surface', before.surfaces, after.surfaces);
  const solids = wordChanges(scope, 'mustBeSolid', before.solids ?? [], after.solids ?? []);
  return [
    ...poseChanges(robot, null, before.base, after.base),
    ...valueChange('baseJoint', [name], before.baseJoint, after.baseJoint),
    ...linkChanges(scope, before.robot.links, after.robot.links),
    ...jointChanges(scope, before.robot.joints, after.robot.joints),
    ...attachedChanges(scope, before.attached, after.attached),
    ...heldChanges(scope, before.held, after.held),
    ...couplingChanges(scope, before.couplings, after.couplings),
    ...(['padding', 'scale', 'tracking'] as const).flatMap((what) =>
      matchMaps(before[what], after[what]).flatMap(([key, was, is]) =>
        valueChange(what, [scopedName(name, key)], was ?? null, is ?? null),
      ),
    ),
    ...surfaces,
    ...solids,
    ...semanticChanges(scope, before.semantics, after.semantics),
  ];
}

function linkChanges(
  scope: Scope,
  before: readonly LinkDescription[],
  after: readonly LinkDescription[],
): ModelChange[] {
  const { name, digestOf } = scope;
  const matched = matchLists(before, after, (link) => link.name);
  return [
    ...comings('link', scope, matched, ({ collisions }) => collisions),
    ...matched.kept.flatMap(([was, is]) => {
      const owner = { what: 'link', name: scopedName(name, is.name) } as const;
      return [
        ...partChanges(owner, was.collisions, is.collisions, digestOf),
        ...valueChange('visualOnly', [owner.name], was.visualOnly ?? null, is.visualOnly ?? null),
      ];
    }),
  ];
}

function jointChanges(
  scope: Scope,
  before: readonly JointDescription[],
  after: readonly JointDescription[],
): ModelChange[] {
  const matched = matchLists(before, after, (joint) => joint.name);
  return [
    ...comings('joint', scope, matched, () => []),
    ...matched.kept.flatMap(([was, is]) => {
      const owner = { what: 'joint', name: scopedName(scope.name, is.name) } as const;
      const of = [owner.name];
      return [
        ...valueChange('jointKind', of, was.kind, is.kind),
        ...valueChange('parent', of, was.parent, is.parent),
        ...valueChange('child', of, was.child, is.child),
        ...poseChanges(owner, null, was.origin, is.origin),
        ...valueChange('axis', of, was.axis, is.axis),
        ...valueChange('limits', of, limitsOf(was), limitsOf(is)),
        ...followedChange('mimic', owner.name, was.mimic, is.mimic),
      ];
    }),
  ];
}

function limitsOf({ limits }: JointDescription): readonly number[] | null {
  return limits ? [limits.lower, limits.upper] : null;
}

function attachedChanges(
  scope: Scope,
  before: readonly AttachedDescription[],
  after: readonly AttachedDescription[],
): ModelChange[] {
  const { name, digestOf } = scope;
  const matched = matchLists(before, after, (object) => object.name);
  return [
    ...comings('attached', scope, matched, ({ parts }) => parts),
    ...matched.kept.flatMap(([was, is]) => {
      const owner = { what: 'attached', name: scopedName(name, is.name) } as const;
      const of = [owner.name];
      return [
        ...valueChange('carrier', of, was.link, is.link),
        ...partChanges(owner, was.parts, is.parts, digestOf),
        ...valueChange('touches', of, was.touches, is.touches),
        ...solidChanges(of, was, is),
      ];
    }),
  ];
}

/** Of an attached object or an obstacle: whether closed meshes are solids, and whether they must be. */
export function solidChanges(
  of: readonly string[],
  before: { readonly solid: boolean; readonly mustBeSolid?: boolean },
  after: { readonly solid: boolean; readonly mustBeSolid?: boolean },
): ModelChange[] {
  return [
    ...valueChange('surface', of, !before.solid, !after.solid),
    ...valueChange('mustBeSolid', of, before.mustBeSolid ?? false, after.mustBeSolid ?? false),
  ];
}

function heldChanges(
  { name }: Scope,
  before: RobotInstance['held'],
  after: RobotInstance['held'],
): ModelChange[] {
  return matchMaps(before, after).flatMap(([key, was, is]) =>
    valueChange('held', [scopedName(name, key)], was ?? null, is ?? null),
  );
}

function couplingChanges(
  { name }: Scope,
  before: RobotInstance['couplings'],
  after: RobotInstance['couplings'],
): ModelChange[] {
  return matchMaps(before, after).flatMap(([key, was, is]) =>
    followedChange('coupling', scopedName(name, key), was, is),
  );
}

/** A joint follows another one, or another way, or no more. */
function followedChange(
  what: 'mimic' | 'coupling',
  joint: string,
  before: Coupling | undefined,
  after: Coupling | undefined,
): ModelChange[] {
  if (before && after ? sameCoupling(before, after) : before === after) return [];
  const facts = (coupling: Coupling | undefined) => (coupling ? followedFacts(coupling) : null);
  return [{ kind: 'value', what, of: [joint], before: facts(before), after: facts(after) }];
}

function sameCoupling(a: Coupling, b: Coupling): boolean {
  if (a.joint !== b.joint || !Object.is(a.offset, b.offset)) return false;
  if (!a.law || !b.law) return !a.law === !b.law && Object.is(a.multiplier, b.multiplier);
  const [p, q] = [a.law, b.law];
  return (
    (['at', 'values', 'slopes'] as const).every((list) => sameNumbers(p[list], q[list])) &&
    p.periodic === q.periodic &&
    Object.is(p.deviation, q.deviation)
  );
}

function followedFacts({ joint, multiplier, offset, law }: Mimic & Coupling): FollowedFacts {
  if (!law) return { joint, multiplier, offset };
  return { joint, multiplier: null, offset, points: law.at.length, deviation: law.deviation };
}

function semanticChanges(
  { name }: Scope,
  before: RobotInstance['semantics'],
  after: RobotInstance['semantics'],
): ModelChange[] {
  const scoped = (link: string) => scopedName(name, link);
  const disabled = matchLists(
    before?.disabledPairs ?? [],
    after?.disabledPairs ?? [],
    ({ link1, link2 }) => JSON.stringify([link1, link2]),
  );
  const virtual = matchLists(
    before?.virtualJoints ?? [],
    after?.virtualJoints ?? [],
    (joint) => joint.name,
  );
  return [
    ...entryChanges(name, 'disabled', disabled, {
      of: ({ link1, link2 }) => [scoped(link1), scoped(link2)],
      value: ({ reason }) => reason,
    }),
    ...entryChanges(name, 'virtualJoint', virtual, {
      of: (joint) => [scoped(joint.name)],
      value: ({ kind, parentFrame, childLink }) => [kind, parentFrame, childLink],
    }),
  ];
}

/** What is told about an entry of a list. */
interface Told<T> {
  readonly of: (entry: T) => readonly string[];
  readonly value: (entry: T) => ChangedValue;
}

/** Entries that came, went, or say something else, and whether they stand in another order. */
export function entryChanges<T>(
  owner: string,
  what: ValueWord,
  { added, removed, kept, reordered }: Matched<T>,
  { of, value }: Told<T>,
): ModelChange[] {
  return [
    ...removed.flatMap((entry) => valueChange(what, of(entry), value(entry), null)),
    ...added.flatMap((entry) => valueChange(what, of(entry), null, value(entry))),
    ...kept.flatMap(([was, is]) => valueChange(what, of(is), value(was), value(is))),
    ...(reordered ? [{ kind: 'order', what, of: owner } as const] : []),
  ];
}

/** Links of which something is said that is true or not. */
function wordChanges(
  { name }: Scope,
  what: 'surface' | 'mustBeSolid',
  before: readonly string[],
  after: readonly string[],
): ModelChange[] {
  const { added, removed, reordered } = matchLists(before, after, (link) => link);
  const of = (link: string) => [scopedName(name, link)];
  return [
    ...removed.flatMap((link) => valueChange(what, of(link), true, false)),
    ...added.flatMap((link) => valueChange(what, of(link), false, true)),
    ...(reordered ? [{ kind: 'order', what, of: name } as const] : []),
  ];
}

/** Things that came and went, and whether those that stayed stand in another order. */
export function comings<T extends { readonly name: string }>(
  what: Thing,
  { name, digestOf }: Scope,
  { added, removed, reordered }: Matched<T>,
  partsOf: (thing: T) => readonly Part[],
): ModelChange[] {
  const change = (kind: 'added' | 'removed') => (thing: T) =>
    ({
      kind,
      what,
      name: scopedName(name, thing.name),
      geometry: partsOf(thing).map(({ geometry }) => geometryFacts(geometry, digestOf)),
    }) as const;
  return [
    ...removed.map(change('removed')),
    ...added.map(change('added')),
    ...(reordered ? [{ kind: 'order', what, of: name } as const] : []),
  ];
}

/** A value that is not the one it was. */
export function valueChange(
  what: ValueWord,
  of: readonly string[],
  before: ChangedValue | null,
  after: ChangedValue | null,
): ModelChange[] {
  if (sameValue(before, after)) return [];
  return [{ kind: 'value', what, of, before, after }];
}

function sameValue(a: ChangedValue | null, b: ChangedValue | null): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((each, i) => Object.is(each, b[i]));
}
