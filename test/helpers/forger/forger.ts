/**
 * A forger: searches, for random paths that collide, for slabs and certificates that the verifier would
 * accept all the same. It must find none. Everything that it does follows from a seed and a number.
 *
 *   const forger = new Forger();
 *   forger.run(seed, 0, 60);          // paths 0 ... 59 of the cell of that seed
 *   forger.acceptances                // what was accepted, with the numbers that reproduce it
 *
 * That a path collides is known from the independent check of test/helpers/oracles alone.
 */
import type { CellDescription } from '../../../src/cell/index.ts';
import { Verifier } from '../../../src/certificate/index.ts';
import { Random } from '../../../src/math/index.ts';
import { pick } from '../oracles/thinShapes.ts';
import { forgeComplete } from './completeForger.ts';
import { FORGERY_NAMES, type Forged, forgeFile } from './fileForger.ts';
import { type Scene, sceneOf } from './fileScene.ts';
import { type ForgeCell, forgeCell } from './forgeCells.ts';
import { type ForgePath, forgePath } from './forgePaths.ts';
import { ForgeBench, Stage } from './forgeStage.ts';
import { slabsAlong } from './honest.ts';
import {
  atContact,
  isContained,
  type Parts,
  type Reach,
  reachingContact,
  type SlabClaim,
  touchingParts,
} from './slabForger.ts';
import { forgeText, TEXT_FORGERY_NAMES } from './textForger.ts';

/** Something that was accepted though the path collides. */
export interface Acceptance {
  readonly seed: number;
  readonly index: number;
  /** A slab alone, or a whole certificate. */
  readonly level: 'slab' | 'certificate';
  readonly how: string;
  readonly what: string;
}

export interface ForgerOptions {
  /** What is to be fooled. Default: the verifier as it is. */
  readonly verifier: (description: CellDescription) => Verifier;
  /** Random directions for each slab that is tried. */
  readonly directions: number;
  /** Forged files for each path, and of how many paths one is also forged as text. */
  readonly files: number;
  readonly texts: number;
  /** Of how many paths one has a certificate of the whole cell forged. */
  readonly complete: number;
}

export const DEFAULTS: ForgerOptions = {
  verifier: (description) => new Verifier(description),
  directions: 6,
  files: 5,
  texts: 6,
  complete: 16,
};

/** What is counted, by kind. */
export type Tally =
  | 'cells'
  | 'robots'
  | 'shapes'
  | 'motions'
  | 'contacts'
  | 'forgeries'
  | 'rejections';

export class Forger {
  cells = 0;
  /** Paths that collide. */
  paths = 0;
  slabs = 0;
  files = 0;
  texts = 0;
  /** Paths that no certificate can be about: verifiers refuse them for another reason. */
  refused = 0;
  readonly tallies: Readonly<Record<Tally, Map<string, number>>> = {
    cells: new Map(),
    robots: new Map(),
    shapes: new Map(),
    motions: new Map(),
    contacts: new Map(),
    forgeries: new Map(),
    rejections: new Map(),
  };
  /** How near slabs that hold have come to a contact, as a part of the way there. */
  readonly reach: Reach = { tried: 0, nearest: 0 };
  readonly acceptances: Acceptance[] = [];
  private readonly options: ForgerOptions;

  constructor(options: Partial<ForgerOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Paths number first ... first + count - 1 of a cell, as far as they collide. */
  run(seed: number, first: number, count: number): void {
    const forge = forgeCell(seed);
    const bench = new ForgeBench(forge, this.options.verifier(forge.of.cell.description));
    this.cells++;
    for (let index = first; index < first + count; index++) {
      const path = forgePath(forge, index);
      if (path) this.one(bench, path, index);
    }
  }

  private one(bench: ForgeBench, path: ForgePath, index: number): void {
    const { forge } = bench;
    const { seed } = forge.of;
    const random = new Random(Math.imul(seed, 0x119de1f3) ^ index);
    const accept = (level: Acceptance['level'], how: string, what = '') =>
      this.acceptances.push({ seed, index, level, how, what: `${nameOf(forge, path)}${what}` });
    this.count(forge, path);
    const stage = Stage.open(bench, path, random);
    if (stage === 'refused') this.refused++;
    if (stage === 'accepted') accept('certificate', 'nothing at all');
    if (typeof stage === 'string') return;
    const touching = touchingParts(stage);
    this.tally('contacts', ['', 'whole', 'pieces', 'elements'][touching.length] ?? '');
    const claims = this.forgeSlabs(stage, touching);
    for (const claim of claims) accept('slab', claim.what, describe(claim));
    this.slabs += stage.tried;
    const contained = isContained(stage, touching);
    if (contained) this.tally('contacts', 'one inside the other');
    const scene = sceneOf(stage, touching[touching.length - 1], contained);
    for (const claim of claims) {
      const forged = fromClaim(scene, claim);
      if (forged && this.verify(stage, forged)) accept('certificate', claim.what, describe(claim));
    }
    this.forgeFiles(scene, index, accept);
    if (index % this.options.complete !== 0) return;
    const complete = forgeComplete(bench, path, random);
    if (!complete) return;
    const how = `whole cell: ${complete.name}`;
    this.tally('forgeries', how);
    if (this.verify(bench, complete.forged)) accept('certificate', how);
  }

  private forgeSlabs(stage: Stage, touching: readonly Parts[]): SlabClaim[] {
    const { directions } = this.options;
    const { contact } = stage.forged;
    const claims = touching.map((parts) => {
      this.tally('forgeries', 'slab at contact');
      return atContact(stage, parts, contact.t, directions);
    });
    this.tally('forgeries', 'slab reaching contact');
    const parts = pick(stage.random, touching);
    claims.push(reachingContact(stage, parts, directions, this.reach));
    return claims.filter((claim) => claim !== null);
  }

  private forgeFiles(
    scene: Scene,
    index: number,
    accept: (level: Acceptance['level'], how: string) => void,
  ): void {
    const { random, stage } = scene;
    const { files, texts } = this.options;
    for (let k = 0; k < files; k++) {
      const name = k === 0 ? 'what collides left open' : pick(random, FORGERY_NAMES);
      const forged = forgeFile(scene, name);
      if (!forged) continue;
      this.tally('forgeries', name);
      if (this.verify(stage, forged)) accept('certificate', name);
      if (k > 0 || index % texts !== 0) continue;
      const spelling = pick(random, TEXT_FORGERY_NAMES);
      this.texts++;
      this.tally('forgeries', `text: ${spelling}`);
      const read = forgeText(forged, spelling, random);
      if (read && this.verify(stage, read)) accept('certificate', `${name}, text: ${spelling}`);
    }
  }

  /** Whether a certificate is accepted; else why not is counted. */
  private verify({ verifier }: { verifier: Verifier }, { draft, options }: Forged): boolean {
    this.files++;
    const { verified, reason } = verifier.verify(draft, options);
    if (reason) this.tally('rejections', reason.code);
    return verified;
  }

  private count({ source, of }: ForgeCell, { kind, motions, contact }: ForgePath): void {
    const { bodies } = of.independent;
    this.paths++;
    this.tally('cells', source);
    this.tally('robots', of.family);
    this.tally('motions', kind);
    if (motions.length > 1) this.tally('motions', 'of two segments');
    if (contact.strayed) this.tally('contacts', 'where joints stray to');
    if (contact.pair.clearance > 0) this.tally('contacts', 'with a clearance');
    const shapes = [contact.pair.a, contact.pair.b].map((b) => shapesOf(of, bodies[b].name));
    for (const shape of new Set(shapes.flat())) this.tally('shapes', shape);
    if (shapes.some((own) => own.length > 1)) this.tally('shapes', 'several parts');
    const planes = (own: readonly string[]) => own.filter((kind) => kind === 'half-space').length;
    if (shapes.some((own) => planes(own) > 1)) this.tally('shapes', 'several half-spaces');
    const moving = [contact.pair.a, contact.pair.b].some((b, k) => {
      return bodies[b].frame !== 0 && planes(shapes[k]) > 0;
    });
    if (moving) this.tally('shapes', 'half-space that is carried');
  }

  private tally(what: Tally, kind: string): void {
    const counts = this.tallies[what];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  summary(): string {
    const lines = [
      `${this.paths} colliding paths in ${this.cells} cells, ${this.refused} refused: ${this.slabs} slabs, ${this.files} certificates, ${this.texts} texts forged; ${this.acceptances.length} accepted`,
      `slabs that hold came as near as ${this.reach.nearest.toFixed(3)} of the way to a contact, of ${this.reach.tried} that began`,
    ];
    for (const [what, counts] of Object.entries(this.tallies)) {
      const parts = [...counts].sort((p, q) => q[1] - p[1]).map(([kind, n]) => `${n} ${kind}`);
      lines.push(`${what}: ${parts.join(', ')}`);
    }
    return lines.join('\n');
  }
}

/** Kinds of the parts of a body. */
function shapesOf({ plain }: ForgeCell['of'], name: string): string[] {
  for (const robot of plain.robots) {
    const own = robot.name === '' ? '' : `${robot.name}/`;
    const link = robot.links.find((each) => `${own}${each.name}` === name);
    if (link) return link.parts.map(({ shape }) => shape.kind);
    const attached = robot.attached.find((each) => `${own}${each.name}` === name);
    if (attached) return [attached.part.shape.kind];
  }
  return plain.obstacles.find((each) => each.name === name)!.parts.map(({ shape }) => shape.kind);
}

function nameOf({ of, source }: ForgeCell, { kind, contact }: ForgePath): string {
  const { bodies } = of.independent;
  const names = [contact.pair.a, contact.pair.b].map((b) => {
    const { name } = bodies[b];
    return `${name} (${shapesOf(of, name).join(', ')})`;
  });
  return `${source}, ${of.family}, ${kind}: ${names.join(' and ')} at t = ${contact.t} of segment ${contact.segment}`;
}

function describe({ parts, t, before, after, n }: SlabClaim): string {
  const of = parts.map(({ piece, from, to }) => `[${piece},${from},${to}]`).join(' ');
  return `; parts ${of}, t ${t}, -${before} +${after}, n [${Array.from(n).join(', ')}]`;
}

/** A certificate out of a slab that holds: more of the kind, wherever there are no honest ones. */
function fromClaim(scene: Scene, { parts, n }: SlabClaim): Forged | null {
  const forged = forgeFile(scene, 'what collides left open');
  const { stage, from, until, segment } = scene;
  const rows = slabsAlong(stage, parts, n, from, until);
  if (!forged || rows === null) return null;
  const list = forged.draft.slabs[segment];
  list[0] = Float64Array.from([...list[0], ...rows]);
  return forged;
}
