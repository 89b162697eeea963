/** Evidence that outlives its question: certificates that are renewed, and a verifier that takes up many. */
import { buildCell, type CellDescription } from '../../../src/cell/index.ts';
import { type Certificate, parseCertificate, Verifier } from '../../../src/certificate/index.ts';
import { certify, check, openCompiled, recheck } from '../../../src/jobs/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { anywhere, nearby } from '../certificate/cells.ts';
import { EDITS, type Work } from '../certificate/edits.ts';
import { answered, type Tally } from './tally.ts';

const PROGRAM = 'surepath test';
const EDIT_NAMES = Object.keys(EDITS);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const anew = (description: CellDescription) =>
  openCompiled(buildCell(structuredClone(description)));

/** One verifier for certificates of many motions, some of which lie. */
export class VerifierDesk {
  private readonly description: CellDescription;
  private readonly verifier: Verifier;
  private readonly certificates: Certificate[] = [];
  private readonly tally: Tally;
  private readonly random: Random;

  constructor(description: CellDescription, tally: Tally, random: Random) {
    this.description = description;
    this.tally = tally;
    this.random = random;
    this.verifier = new Verifier(description);
    for (let k = 0; k < 8 && this.certificates.length < 3; k++) {
      const { cell } = anew(description);
      const first = anywhere(cell.tree, random);
      const motion = { name: 'work', waypoints: [first, nearby(cell.tree, first, 0.4, random)] };
      const made = certify(openCompiled(cell), { motion, program: PROGRAM });
      if (made.written) this.certificates.push(parseCertificate(bytesOf(made.text)));
    }
  }

  step(): void {
    const { certificates, description, random, tally, verifier } = this;
    if (certificates.length === 0) return;
    const true_ = certificates[random.below(certificates.length)];
    const asked = random.unit() < 0.6 ? this.lie(true_) : true_;
    const kept = answered(() => verifier.verify(asked));
    const fresh = answered(() => new Verifier(structuredClone(description)).verify(asked));
    tally.same('verifier', kept, fresh);
    if (asked === true_) tally.same('verifier', (kept as { verified: boolean }).verified, true);
  }

  /** Another one that is nearly the same: a number, a slab, an order, a pair, the path of another. */
  private lie(from: Certificate): Certificate {
    const { random, certificates } = this;
    const lied = structuredClone(from);
    const other = certificates[random.below(certificates.length)];
    switch (random.below(7)) {
      case 0:
        return { ...lied, waypoints: structuredClone(other.waypoints) };
      case 1:
        return { ...lied, slabs: structuredClone(other.slabs) };
      case 2:
        for (const { triangles } of lied.orders) triangles.reverse();
        return lied;
      case 3:
        return { ...lied, orders: structuredClone(other.orders) };
      case 4:
        return { ...lied, upper: lied.upper.map((x) => x + (random.unit() < 0.5 ? 0.1 : 1e13)) };
      case 5: {
        const pairs = lied.pairs.map((pair, k) =>
          k === 0 ? { ...pair, clearance: pair.clearance + 1e-3 } : pair,
        );
        return { ...lied, pairs };
      }
      default:
        for (const lists of lied.slabs) {
          for (const slabs of lists) {
            if (slabs.length > 0) slabs[random.below(slabs.length)] += random.between(-0.3, 0.3);
          }
        }
        return lied;
    }
  }
}

/** One certificate made of the one before, over edits of cell and path. */
export class RecheckDesk {
  private work: Work;
  private text: string | null = null;
  private readonly tally: Tally;
  private readonly random: Random;

  constructor(description: CellDescription, tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
    const { tree } = buildCell(description);
    const first = anywhere(tree, random);
    this.work = { description, waypoints: [first, nearby(tree, first, 0.4, random)] };
    this.text = this.certified();
  }

  step(): void {
    const { random, tally } = this;
    const open = openCompiled(buildCell(this.work.description));
    if (this.text === null) {
      const first = anywhere(open.cell.tree, random);
      const waypoints = [first, nearby(open.cell.tree, first, 0.3, random)];
      this.work = { ...this.work, waypoints };
      this.text = this.certified();
      return;
    }
    const edit = EDITS[EDIT_NAMES[random.below(EDIT_NAMES.length)]];
    this.work = edit(this.work, open.cell.tree, random);
    const { description, waypoints } = this.work;
    const motion = { name: 'work', waypoints };
    const asked = { certificate: this.text, motion, program: PROGRAM };
    const answer = recheck(openCompiled(buildCell(description)), asked);
    const fresh = check(anew(description), { motion });
    // What is nearer than delta beyond its clearance need not be told apart.
    const isNear = answer.verdict === 'free' && fresh.witness?.violated === false;
    tally.same('recheck', answer.verdict, isNear ? 'free' : fresh.verdict);
    if (!answer.certificate.written) {
      this.text = null;
      return;
    }
    this.text = answer.certificate.text;
    const { path } = anew(description).question({ motion });
    const certificate = parseCertificate(bytesOf(this.text));
    const verified = new Verifier(structuredClone(description)).verify(certificate, { path });
    tally.same('recheck', verified.verified, true);
  }

  private certified(): string | null {
    const { description, waypoints } = this.work;
    const motion = { name: 'work', waypoints };
    const made = certify(anew(description), { motion, program: PROGRAM });
    return made.written ? made.text : null;
  }
}
