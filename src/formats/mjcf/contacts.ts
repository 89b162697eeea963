/**
 * Which pairs of bodies MuJoCo never tests: a body and its parent, pairs that the file excludes, and pairs that no two
 * geoms of the right bits are in. All are assumptions of a verdict. Where some geoms of two bodies may meet and others
 * not, the bodies are tested whole.
 */
import type { CellDescription } from '../../cell/index.ts';
import { nameHint } from '../../math/index.ts';
import { type Body, bodiesBelow } from './bodies.ts';
import { type Geom, isVisual, type PairedGeoms } from './geoms.ts';
import type { Machine } from './machine.ts';
import type { ModelFiles } from './modelFiles.ts';

const CHILD = 'a body and its parent';
const EXCLUDED = 'excluded in the MJCF file';
const BITS = 'contype and conaffinity keep them apart';

/** Which geoms every <pair> lets meet. */
export function pairedGeoms(model: ModelFiles): PairedGeoms {
  const paired = new Map<string, Set<string>>();
  const add = (one: string, other: string) => {
    paired.set(one, (paired.get(one) ?? new Set()).add(other));
  };
  for (const section of model.sections('contact')) {
    for (const element of model.childrenOf(section).filter(({ name }) => name === 'pair')) {
      const [one, other] = ['geom1', 'geom2'].map((each) => element.requireAttribute(each));
      add(one, other);
      add(other, one);
    }
  }
  return paired;
}

/** Something that is tested: a link, or an obstacle. */
interface Tested {
  readonly name: string;
  readonly body: Body;
  /** Of its geoms, all together. */
  readonly geoms: readonly Geom[];
}

export function untestedPairs(
  world: Body,
  machine: Machine,
  model: ModelFiles,
  filterparent: boolean,
  paired: PairedGeoms,
): CellDescription['allow'] {
  const links: Tested[] = [];
  const standing: Tested[] = [];
  const bodies = new Map<string, Body>();
  for (const body of bodiesBelow(world)) {
    bodies.set(body.name, body);
    const obstacles = machine.obstaclesOf.get(body);
    for (const each of obstacles ?? []) standing.push({ ...each, body });
    const geoms = body.geoms.filter((geom) => !isVisual(geom));
    // One that is tested by what is seen of it has no bits that say anything.
    if (!obstacles)
      links.push({ name: body.name, body, geoms: geoms.length > 0 ? geoms : body.geoms });
  }
  const excluded = readExcluded(model, bodies);
  const reasonOf = (a: Tested, b: Tested): string | null => {
    if (arePaired(a.geoms, b.geoms, paired)) return null;
    if (excluded.get(a.body)?.has(b.body)) return EXCLUDED;
    if (filterparent && isChild(a.body, b.body)) return CHILD;
    return meet(a.geoms, b.geoms) ? null : BITS;
  };
  const allow: CellDescription['allow'][number][] = [];
  for (const [i, a] of links.entries()) {
    if (a.geoms.length === 0) continue;
    for (const b of [...links.slice(i + 1), ...standing]) {
      const reason = b.geoms.length === 0 ? null : reasonOf(a, b);
      if (reason === null) continue;
      refuseWild(a);
      refuseWild(b);
      allow.push({ between: [a.name, b.name], reason });
    }
  }
  return allow;
}

/** In pairs of a cell a name with a star would stand for other bodies, too: they would not be tested. */
function refuseWild({ name, body }: Tested): void {
  if (!name.includes('*')) return;
  const message = `"${name}" has a "*" in its name, and belongs to a pair that is not tested`;
  throw body.element.error('name', message, 'give it a name without');
}

/** Whether a <pair> names a geom of each of two bodies: MuJoCo tests these whatever else is said of the bodies. */
function arePaired(a: readonly Geom[], b: readonly Geom[], paired: PairedGeoms): boolean {
  return a.some(({ name }) => {
    const others = name === undefined ? undefined : paired.get(name);
    return (
      others !== undefined && b.some((geom) => geom.name !== undefined && others.has(geom.name))
    );
  });
}

/** Whether MuJoCo lets some two geoms of two bodies collide; what is only seen has no bits to say so. */
function meet(a: readonly Geom[], b: readonly Geom[]): boolean {
  if (a.some(isVisual) || b.some(isVisual)) return true;
  return a.some((g) =>
    b.some((h) => (g.contype & h.conaffinity) !== 0 || (h.contype & g.conaffinity) !== 0),
  );
}

/** The body that moves as one with this one, next to the world; null if it does not move. */
function weldOf(body: Body): Body | null {
  for (let each = body; each.parent; each = each.parent) if (each.joints.length > 0) return each;
  return null;
}

/** Whether one of two bodies hangs on the other, what is welded together counted as one; the world has no children. */
function isChild(a: Body, b: Body): boolean {
  const [p, q] = [weldOf(a), weldOf(b)];
  if (!p || !q || p === q) return false;
  return weldOf(p.parent!) === q || weldOf(q.parent!) === p;
}

function readExcluded(
  model: ModelFiles,
  bodies: ReadonlyMap<string, Body>,
): ReadonlyMap<Body, ReadonlySet<Body>> {
  const excluded = new Map<Body, Set<Body>>();
  for (const section of model.sections('contact')) {
    for (const element of model.childrenOf(section).filter(({ name }) => name === 'exclude')) {
      const [a, b] = ['body1', 'body2'].map((attribute) => {
        const name = element.requireAttribute(attribute);
        const body = bodies.get(name);
        if (body) return body;
        const hint = nameHint(name, bodies.keys());
        throw element.error('unknown-body', `there is no body "${name}"`, hint, attribute);
      });
      for (const [one, other] of [
        [a, b],
        [b, a],
      ]) {
        const others = excluded.get(one) ?? new Set();
        excluded.set(one, others.add(other));
      }
    }
  }
  return excluded;
}
