/** A configuration in one of the two trees of SBL. */
import type { PlanEdge } from '../work.ts';

export interface Milestone {
  readonly q: Float64Array;
  tree: 0 | 1;
  /** Among the milestones of its tree. */
  index: number;
  parent: Milestone | null;
  /** To the parent. */
  edge: PlanEdge | null;
  readonly children: Set<Milestone>;
}

/** The ends of a bridge between the trees, of the start's tree and of the goals', and the bridge. */
export interface Meeting {
  readonly a: Milestone;
  readonly b: Milestone;
  readonly bridge: PlanEdge;
}

/** The milestones of the path over a bridge whose edges lead to their parents. */
export function alongPath({ a, b }: Meeting): Milestone[] {
  const found: Milestone[] = [];
  for (const end of [a, b]) for (let m = end; m.parent; m = m.parent) found.push(m);
  return found;
}

/** The configurations of the path over a bridge, from the start to a goal. */
export function wayOver({ a, b }: Meeting): Float64Array[] {
  const way: Float64Array[] = [];
  for (let m: Milestone | null = a; m; m = m.parent) way.push(m.q);
  way.reverse();
  for (let m: Milestone | null = b; m; m = m.parent) way.push(m.q);
  return way;
}

/** A milestone and all below it. */
export function subtreeOf(root: Milestone): Milestone[] {
  const found = [root];
  for (let i = 0; i < found.length; i++) found.push(...found[i].children);
  return found;
}

/**
 * The edge above `child`, on the path over a bridge, is cut. What hung on it is turned around, so that it hangs on the
 * bridge: the way from the bridge's end to the child becomes a way from the child to the bridge. Returns the end, whose
 * subtree is in the wrong tree then.
 */
export function hangOnBridge(child: Milestone, { a, b, bridge }: Meeting): Milestone {
  const [end, other] = child.tree === a.tree ? [a, b] : [b, a];
  child.parent!.children.delete(child);
  let below: Milestone = other;
  let edge: PlanEdge | null = bridge;
  for (let at: Milestone | null = end; at; ) {
    const next: Milestone | null = at === child ? null : at.parent;
    const own: PlanEdge | null = at.edge;
    if (next) next.children.delete(at);
    at.parent = below;
    at.edge = edge;
    below.children.add(at);
    below = at;
    edge = own;
    at = next;
  }
  return end;
}
