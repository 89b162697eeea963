/**
 * The hierarchy of one class, as the world stands. Two storeys:
 *
 * - The class is divided into places, each with a twig over its members (twigs.ts). A static class is one place; an arm
 *   has one for each member, or for each of its segments.
 * - Over the places there may be structures, of which the one that is optimal now is selected [D 3.2]. Without
 *   structures the twigs stand side by side, each with a root of its own.
 *
 * `update` brings all of it to where the world stands: boxes of members, twigs from below, selection, compositions of
 * the structure from below. What has not moved is left alone. Ten members take half a microsecond or so; nothing is
 * allocated but for members that come.
 */
import type { World } from '../world.ts';
import { copyBox } from './boxes.ts';
import { EMPTY, NONE, type Nodes } from './nodes.ts';
import type { Places } from './sampling.ts';
import { Selection } from './selection.ts';
import type { CountedStructure } from './structures.ts';
import { Twigs } from './twigs.ts';

export interface HierarchySettings {
  readonly places: Places;
  /** Over the places, by descending frequency; null where twigs stand side by side. */
  readonly structures: readonly CountedStructure[] | null;
  /** Its number (boxes.ts). */
  readonly criterion: number;
  /** Whether approximation errors are computed, for who substitutes the node with the greater one. */
  readonly errors: boolean;
}

export class ClassHierarchy {
  readonly nodes: Nodes;
  /** Where a descent begins: the first `rootCount` of these. */
  readonly roots: Int32Array;
  rootCount = 0;
  /** The number of the structure at hand; -1 without structures. */
  structure = -1;
  /** How often boxes were made anew: whoever keeps what belongs to them sees by it that they changed. */
  fitted = 0;
  /** How often members came, went or were looked at anew; how often nodes got other parts. */
  members = 0;
  shape = 0;
  private readonly world: World;
  private readonly c: number;
  private readonly settings: HierarchySettings;
  private readonly twigs: Twigs;
  private readonly selection: Selection | null;
  /** The compositions of the structure, in the order in which they are joined. */
  private readonly tops: Int32Array;
  /** The list of members that the leaves agree with. */
  private known: Int32Array | null = null;
  /** Whether boxes and roots are those of the members as they were taken over. */
  private isFitted = false;

  /** Class number c of a world that is placed. */
  constructor(world: World, c: number, settings: HierarchySettings) {
    const { places, structures, criterion } = settings;
    this.world = world;
    this.c = c;
    this.settings = settings;
    this.twigs = new Twigs(world, places, criterion);
    this.nodes = this.twigs.nodes;
    this.roots = new Int32Array(this.twigs.roots.length);
    const isOver = structures !== null && places.length > 1;
    this.selection = isOver ? new Selection(structures, places.length, criterion) : null;
    this.tops = new Int32Array(isOver ? places.length - 1 : 0);
    for (let m = 0; m < this.tops.length; m++) this.tops[m] = this.nodes.take(NONE);
  }

  /** How many members it holds. */
  get size(): number {
    return this.twigs.count;
  }

  /** Looks at all members anew, those that came or went included. */
  forget(): void {
    this.known = null;
  }

  /** Brings members, boxes, structure and roots to where the world stands. */
  update(): void {
    const { twigs } = this;
    if (this.world.membersOf[this.c] !== this.known) this.matchMembers();
    if (!twigs.takeBoxes() && this.isFitted) return;
    twigs.refit();
    if (this.selection !== null) this.fitStructure(this.selection);
    else this.listRoots();
    if (this.settings.errors) this.fitErrors();
    this.isFitted = true;
    this.fitted++;
  }

  /** Makes of bits by leaf bits by node: those of all leaves below. */
  unite(bits: Int32Array): void {
    const { tops } = this;
    const { first, second } = this.nodes;
    this.twigs.unite(bits);
    for (let m = 0; m < tops.length; m++) {
      bits[tops[m]] = bits[first[tops[m]]] | bits[second[tops[m]]];
    }
  }

  /** Makes leaves and the class's list of members agree: who came is put in, who went is taken out. */
  private matchMembers(): void {
    const { twigs, c } = this;
    const { classOf } = this.world;
    const members = this.world.membersOf[c];
    for (let at = twigs.count - 1; at >= 0; at--) {
      const member = twigs.memberAt(at);
      if (classOf[member] !== c) twigs.remove(member);
    }
    for (let m = 0; m < members.length; m++) if (!twigs.has(members[m])) twigs.insert(members[m]);
    this.known = members;
    this.members++;
    this.shape++;
    this.isFitted = false;
  }

  /** [D 3.2] Selects the structure that is optimal for the places, and fits its compositions to them. */
  private fitStructure(selection: Selection): void {
    const { nodes, twigs, tops } = this;
    const places = twigs.roots.length;
    for (let p = 0; p < places; p++) copyBox(nodes.boxes, twigs.roots[p], selection.boxes, p);
    const chosen = selection.choose();
    if (chosen !== this.structure || !this.isFitted) this.build(chosen);
    for (let m = 0; m < tops.length; m++) nodes.refit(tops[m]);
    this.roots[0] = tops[places - 2];
    this.rootCount = 1;
  }

  /** Makes the compositions those of a structure. */
  private build(structure: number): void {
    const { nodes, tops } = this;
    const { roots } = this.twigs;
    const { merges } = this.settings.structures![structure];
    const places = roots.length;
    this.structure = structure;
    this.shape++;
    for (let m = 0; m < tops.length; m++) {
      const a = merges[2 * m];
      const b = merges[2 * m + 1];
      const partA = a < places ? roots[a] : tops[a - places];
      const partB = b < places ? roots[b] : tops[b - places];
      nodes.link(tops[m], partA, partB);
    }
  }

  private listRoots(): void {
    const { roots } = this.twigs;
    this.rootCount = 0;
    for (let p = 0; p < roots.length; p++) {
      if (roots[p] !== EMPTY) this.roots[this.rootCount++] = roots[p];
    }
  }

  private fitErrors(): void {
    this.twigs.fitErrors();
    for (let m = 0; m < this.tops.length; m++) this.nodes.fitError(this.tops[m]);
  }
}
