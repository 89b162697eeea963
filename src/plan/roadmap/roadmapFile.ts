/**
 * Roadmaps as files: JSON, the same roadmap always the same bytes, doubles so that reading them gives the
 * same bits. A file says which cell it belongs to by the digest of its model (geometry, joints, clearances,
 * pairs that are not tested), and by the names, limits and tolerances of the degrees of freedom.
 *
 * An edge that a file calls free is a claim, and nobody's proof: read, it is open again, and a planner
 * proves it where a way leads over it. So a file that was changed, or made by a faulty program, can lead to
 * a path that is not found and never to a wrong one. What it calls blocked stays blocked: at worst a detour.
 */

import { modelDigest } from '../../certificate/index.ts';
import { encodeUtf8 } from '../../math/index.ts';
import { JsonReader } from '../../text/index.ts';
import type { PlanningSpace } from '../space.ts';
import { EDGE_STATES, type EdgeState, Roadmap } from './roadmap.ts';

/** The version that this code reads and writes. */
export const ROADMAP_VERSION = 1;
/** Joints without limits stand within so many radians, or distances mean little. */
const MOST_TURNED = 1e6;
const ANEW =
  'a roadmap belongs to one cell with its joints and clearances: make it anew for this one';

/** The roadmap as JSON text, ending with a newline. */
export function writeRoadmap(roadmap: Roadmap): string {
  const { space, configurations } = roadmap;
  const { cell } = space;
  const edges: Record<EdgeState, string[]> = { open: [], free: [], blocked: [] };
  for (let e = 0; e < roadmap.edgeCount; e++) {
    const [a, b] = roadmap.endsOf(e);
    edges[roadmap.stateOf(e)].push(`[${a},${b}]`);
  }
  const members: [string, string][] = [
    ['surepath-roadmap', String(ROADMAP_VERSION)],
    ['model', JSON.stringify(modelDigest(cell.description))],
    ['dofs', JSON.stringify(cell.tree.dofs.map(({ name }) => name))],
    ['lower', numbers(space.lower)],
    ['upper', numbers(space.upper)],
    ['tolerances', numbers(cell.tolerances)],
    ['milestones', rows(configurations.map(numbers), 1)],
    ...EDGE_STATES.map((state): [string, string] => [state, rows(edges[state], 16)]),
  ];
  return `{\n${members.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(',\n')}\n}\n`;
}

/** So many items on a line. */
function rows(items: readonly string[], each: number): string {
  if (items.length === 0) return '[]';
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += each) lines.push(items.slice(i, i + each).join(','));
  return `[\n${lines.join(',\n')}\n]`;
}

/** JSON has a negative zero, which JSON.stringify forgets. */
function numbers(values: Float64Array): string {
  return `[${Array.from(values, (x) => (Object.is(x, -0) ? '-0' : String(x))).join(',')}]`;
}

export interface ReadRoadmapOptions {
  /** Its name, for messages. */
  readonly file?: string;
}

/**
 * Reads a roadmap from the bytes or the text of its file. Throws an InputError for one that is broken, or
 * that belongs to another cell, other joints or other limits. Edges that were free are open.
 */
export function readRoadmap(
  content: Uint8Array | string,
  space: PlanningSpace,
  { file }: ReadRoadmapOptions = {},
): Roadmap {
  const bytes = typeof content === 'string' ? encodeUtf8(content) : content;
  return new Reader(new JsonReader(bytes, 'roadmap', file), space).read();
}

class Reader {
  private readonly json: JsonReader;
  private readonly space: PlanningSpace;
  private readonly roadmap: Roadmap;
  private hasMilestones = false;
  /** Ends of edges, as one number. */
  private readonly seen = new Set<number>();

  constructor(json: JsonReader, space: PlanningSpace) {
    this.json = json;
    this.space = space;
    this.roadmap = new Roadmap(space);
  }

  read(): Roadmap {
    const { json, space } = this;
    const { cell } = space;
    json.object('a roadmap', {
      'surepath-roadmap': () => this.version(),
      model: () => this.model(),
      dofs: () => this.dofs(),
      lower: () => this.same('the lower limit', space.lower),
      upper: () => this.same('the upper limit', space.upper),
      tolerances: () => this.same('the tracking tolerance', cell.tolerances),
      milestones: () => this.milestones(),
      open: () => this.edges('open'),
      // A claim: proven again where it is used.
      free: () => this.edges('open'),
      blocked: () => this.edges('blocked'),
    });
    json.end();
    return this.roadmap;
  }

  private version(): void {
    const place = this.json.place();
    const version = this.json.integer('the version of the roadmap');
    if (version === ROADMAP_VERSION) return;
    const message = `this roadmap has version ${version}; version ${ROADMAP_VERSION} is understood`;
    throw this.json.fault('version', message, place);
  }

  private model(): void {
    const place = this.json.place();
    const digest = this.json.string("the model's digest");
    if (!/^[0-9a-f]{64}$/.test(digest)) {
      throw this.json.fault('digest', "the model's digest is 64 hexadecimal digits", place);
    }
    if (digest === modelDigest(this.space.cell.description)) return;
    throw this.json.fault('model', 'this roadmap is about another cell', place, ANEW);
  }

  private dofs(): void {
    const { dofs } = this.space.cell.tree;
    const place = this.json.place();
    const count = this.json.list('the names of the joints', (d) => {
      const at = this.json.place();
      const name = this.json.string('the name of a joint');
      if (name === dofs[d]?.name) return;
      const expected = d < dofs.length ? `expected "${dofs[d].name}"` : 'the cell has no more';
      const message = `joint ${d} is ${JSON.stringify(name.slice(0, 100))}; ${expected}`;
      throw this.json.fault('dofs', message, at, ANEW);
    });
    if (count === dofs.length) return;
    const message = `there are ${count} joints; the cell has ${dofs.length}`;
    throw this.json.fault('dofs', message, place, ANEW);
  }

  /** Numbers that must be those of the space. */
  private same(what: string, wanted: Float64Array): void {
    const { dofs } = this.space.cell.tree;
    this.numbers(`${what}s`, (x, d, place) => {
      if (x === wanted[d]) return;
      const message = `${what} of "${dofs[d].name}" is ${x}; in the cell it is ${wanted[d]}`;
      throw this.json.fault('limits', message, place, ANEW);
    });
  }

  /** One number per degree of freedom. */
  private numbers(what: string, each: (x: number, d: number, place: number) => void): void {
    const { json } = this;
    const { size } = this.space;
    const place = json.place();
    const count = json.list(what, (d) => {
      const at = json.place();
      const x = json.number('a number');
      if (d < size) each(x, d, at);
    });
    if (count === size) return;
    throw json.fault(
      'length',
      `${what} are ${count} numbers; expected ${size}, one per joint`,
      place,
    );
  }

  private milestones(): void {
    const { json, space, roadmap } = this;
    const { lower, upper } = space;
    const { dofs } = space.cell.tree;
    const q = new Float64Array(space.size);
    json.list('the milestones', (i) => {
      this.numbers('the values of a milestone', (x, d, place) => {
        const { name, continuous } = dofs[d];
        const [low, high] = continuous ? [-MOST_TURNED, MOST_TURNED] : [lower[d], upper[d]];
        if (!(x >= low && x <= high)) {
          const message = `milestone ${i} has "${name}" at ${x}; expected ${low} to ${high}`;
          throw json.fault('limits', message, place);
        }
        q[d] = x;
      });
      roadmap.addMilestone(q);
    });
    this.hasMilestones = true;
  }

  private edges(state: EdgeState): void {
    const { json, roadmap } = this;
    if (!this.hasMilestones) {
      throw json.fault('order', 'the milestones must come before the edges');
    }
    json.list('the edges', () => {
      const place = json.place();
      const ends = [0, 0];
      const count = json.list('an edge', (k) => {
        const at = json.place();
        const i = json.integer('the number of a milestone');
        if (k > 1) throw json.fault('edge', 'an edge has two ends, and no more', at);
        if (i >= roadmap.count) {
          const message = `an edge ends at milestone ${i}; there are ${roadmap.count}, from 0 on`;
          throw json.fault('edge', message, at);
        }
        ends[k] = i;
      });
      if (count !== 2) throw json.fault('edge', `an edge has two ends; found ${count}`, place);
      this.addEdge(ends[0], ends[1], state, place);
    });
  }

  private addEdge(a: number, b: number, state: EdgeState, place: number): void {
    const { json, roadmap, seen } = this;
    if (a === b) throw json.fault('edge', `an edge leads from milestone ${a} to itself`, place);
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    if (seen.has(key)) {
      throw json.fault('duplicate-edge', `the edge between ${a} and ${b} occurs twice`, place);
    }
    if (!roadmap.canJoin(a, b)) {
      const message = `milestones ${a} and ${b} are too far apart for an edge`;
      throw json.fault('edge', message, place);
    }
    seen.add(key);
    roadmap.addEdge(a, b, state);
  }
}
