/**
 * Cavities: a closed shell that runs inward and lies in the material of one solid of the same mesh is a hole
 * of it. Its triangles join the solid's shell, so that the two are counted together: 1 - 1 = 0 inside the
 * hole. Whatever this decides, nothing that another solid encloses becomes free (docs/proofs/solids.md).
 *
 * Only components that are consistently oriented as given take part: where we chose the orientation it says
 * nothing. Costs a few look-ups per shell that runs inward.
 */
import { BoxIndex } from './boxIndex.ts';
import type { Component } from './components.ts';
import { pointInSolid, shellIndex, windingOf } from './pointInSolid.ts';
import { trianglesIntersect } from './triangleIntersect.ts';
import type { Triangles } from './triangles.ts';

/** The components, with cavities joined to the solids that they are holes of. */
export function joinCavities(mesh: Triangles, components: readonly Component[]): Component[] {
  const search = new CavitySearch(mesh, components);
  const inward = components.flatMap((c, i) => (canBeCavity(c) ? [i] : []));
  // What encloses another shell begins at a lower x, so it comes before it.
  inward.sort((i, j) => components[i].bounds[0] - components[j].bounds[0] || i - j);
  for (const i of inward) search.place(i);
  return components.map((component, i) => {
    const root = search.rootOf.get(i);
    if (root !== undefined) return { ...component, solid: false, shells: [], cavityOf: root };
    const holes = search.holesOf.get(i);
    if (!holes) return component;
    const lists = [i, ...holes].map((member) => components[member].triangles);
    const triangles = new Uint32Array(lists.reduce((n, list) => n + list.length, 0));
    let next = 0;
    for (const list of lists) {
      triangles.set(list, next);
      next += list.length;
    }
    return { ...component, shells: [{ triangles, turned: null, odd: false }] };
  });
}

function canBeCavity({ solid, consistent, approxVolume }: Component): boolean {
  return solid && consistent && approxVolume < 0;
}

class CavitySearch {
  readonly rootOf = new Map<number, number>();
  readonly holesOf = new Map<number, number[]>();
  private readonly mesh: Triangles;
  private readonly components: readonly Component[];
  private readonly places: BoxIndex;
  private readonly stab = new Float64Array(6);
  private readonly corners = new Float64Array(18);

  constructor(mesh: Triangles, components: readonly Component[]) {
    this.mesh = mesh;
    this.components = components;
    const boxes = new Float64Array(6 * components.length);
    components.forEach(({ bounds }, i) => {
      boxes.set(bounds, 6 * i);
    });
    this.places = new BoxIndex(boxes);
  }

  /** Joins a shell that runs inward to the solid in whose material it lies, if there is just one. */
  place(i: number): void {
    const { positions, indices } = this.mesh;
    const vertex = 3 * indices[3 * this.components[i].triangles[0]];
    const around: number[] = [];
    for (let k = 0; k < 6; k++) this.stab[k] = positions[vertex + (k % 3)];
    this.places.some(this.stab, (j) => {
      if (j !== i && !this.rootOf.has(j) && this.isIn(j, vertex)) around.push(j);
      return around.length > 1;
    });
    if (around.length !== 1) return;
    const [root] = around;
    const members = [root, ...(this.holesOf.get(root) ?? [])];
    if (!this.components[root].consistent || this.winding(members, vertex) !== 1) return;
    if (members.some((m) => this.meet(i, m))) return;
    this.rootOf.set(i, root);
    this.holesOf.set(root, members.slice(1).concat(i));
  }

  /** Whether a vertex is in the solid as it is known so far, or on its surface. */
  private isIn(j: number, vertex: number): boolean {
    const component = this.components[j];
    if (!component.solid) return false;
    const holes = this.holesOf.get(j);
    if (holes) return this.winding([j, ...holes], vertex) !== 0;
    return pointInSolid(this.mesh, component, this.mesh.positions, vertex) !== 'outside';
  }

  /** How often several components wind around a vertex together; null if it is on one of them. */
  private winding(members: readonly number[], vertex: number): number | null {
    let sum = 0;
    for (const m of members) {
      const [shell] = this.components[m].shells;
      const own = windingOf(this.mesh, shell, this.mesh.positions, vertex);
      if (own === null) return null;
      sum += own;
    }
    return sum;
  }

  /** Whether a triangle of one component meets one of the other: exact. */
  private meet(i: number, j: number): boolean {
    const [inner] = this.components[i].shells;
    const [outer] = this.components[j].shells;
    const { corners, stab } = this;
    const index = shellIndex(this.mesh, outer);
    return inner.triangles.some((t) => {
      this.take(t, 0);
      for (let k = 0; k < 3; k++) {
        stab[k] = Math.min(corners[k], corners[3 + k], corners[6 + k]);
        stab[3 + k] = Math.max(corners[k], corners[3 + k], corners[6 + k]);
      }
      return index.some(stab, (place) => {
        this.take(outer.triangles[place], 9);
        return trianglesIntersect(corners, 0, corners, 9);
      });
    });
  }

  private take(t: number, o: number): void {
    const { positions, indices } = this.mesh;
    for (let k = 0; k < 9; k++) {
      this.corners[o + k] = positions[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)];
    }
  }
}
