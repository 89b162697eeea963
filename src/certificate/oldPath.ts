/** The path that a certificate is about, in a cell that may be another one by now. */
import type { Cell } from '../cell/index.ts';
import { InputError } from '../math/index.ts';
import type { Path } from '../motion/index.ts';
import type { Certificate } from '../verifier/index.ts';
import { recordedSegment, segmentCount } from '../verifier/inside.ts';
import { OldBodies, sharedDofs } from './alignment.ts';

/** The path of a certificate whose degrees of freedom are those of the cell. Throws an InputError for one that is none. */
export function certifiedPathIn({ tree }: Cell, certificate: Certificate): Path {
  const { waypoints, coefficients, arcs, wrap } = certificate;
  const count = segmentCount(waypoints.length);
  const lists = [coefficients, arcs].every((list) => (list?.length ?? count) === count);
  if (waypoints.length === 0 || !lists || waypoints.some((q) => q.length !== tree.dofs.length)) {
    throw new InputError({
      code: 'certificate/path',
      message: 'the path of the certificate is none',
    });
  }
  const segments = Array.from({ length: count }, (_, i) => {
    const to = waypoints[Math.min(i + 1, waypoints.length - 1)];
    return recordedSegment(tree, coefficients?.[i] ?? null, arcs?.[i] ?? null, waypoints[i], to);
  });
  return { waypoints, segments, wrap, notes: [] };
}

/** How the degrees of freedom of a certificate are those of a cell. */
export interface CertifiedDofs {
  /** Names that both have. */
  readonly shared: readonly string[];
  /** Whether they are the same, in the same order. */
  readonly same: boolean;
}

/** Which degrees of freedom a certificate and a cell have in common. */
export function certifiedDofs({ tree }: Cell, { dofs }: Certificate): CertifiedDofs {
  const names = tree.dofs.map(({ name }) => name);
  const shared = sharedDofs(dofs, names).now.map((d) => names[d]);
  const same = dofs.length === names.length && dofs.every((name, d) => name === names[d]);
  return { shared, same };
}

/** Whether a certificate has anything to say about a cell: joints that move in both, and two bodies of a tested pair. */
export function isAboutLike(cell: Cell, certificate: Certificate): boolean {
  if (certificate.dofs.length > 0 && certifiedDofs(cell, certificate).shared.length === 0) {
    return false;
  }
  const first = cell.crowd?.first ?? cell.bodies.length;
  const bodies = new OldBodies(certificate, cell);
  const known = new Set<number>();
  for (let i = 0; i < first; i++) for (const old of bodies.of(i)) known.add(old);
  const has = (body: number) => known.has(body) || body >= certificate.bodies.length;
  const tested = certificate.pairs.filter(({ excluded }) => excluded === null);
  if (tested.some(({ a, b }) => has(a) && has(b))) return true;
  return certificate.crowd !== undefined && known.size > 0;
}
