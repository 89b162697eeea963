/**
 * Units of members of a crowd that come near: made when a sweep meets a member for the first time, behind the units of
 * the listed pairs, and kept. Members that no sweep meets need none: they are proven apart (crowdSweeps.ts).
 */
import { grown, PairMap } from '../../arrays/index.ts';
import type { Cell, Crowd, MemberList, Pair } from '../../cell/index.ts';
import type { BallCentres } from './ballCentres.ts';
import type { CrowdSweeps } from './crowdSweeps.ts';
import type { MotionBounds } from './motionBounds.ts';
import { reachOf, type Units } from './units.ts';

/** Which members get units. */
export interface NearRequest {
  readonly crowd: Crowd;
  /** Of the pairs that are tested these alone. Default: all. */
  readonly concerns?: ((pair: Pair) => boolean) | undefined;
}

/** What is known of units, and grows with them. */
export interface UnitTables {
  readonly units: Units;
  readonly centres: BallCentres;
  readonly bounds: MotionBounds;
}

export class NearUnits {
  /** Units whose sweeps meet members at the last look: the first `count`. */
  found = new Int32Array(64);
  count = 0;
  readonly sweeps: CrowdSweeps;
  private readonly cell: Cell;
  private readonly tables: UnitTables;
  private readonly request: NearRequest;
  /** By sweep and member: a number; and by that the first unit of the two, and how many there are. */
  private readonly known = new PairMap();
  private firstUnit = new Int32Array(64);
  private unitCount = new Int32Array(64);
  /** By member: the number of its first piece. */
  private readonly firstPiece = new Map<number, number>();
  private readonly members: MemberList = { count: 0, ids: new Int32Array(64) };

  constructor(cell: Cell, tables: UnitTables, sweeps: CrowdSweeps, request: NearRequest) {
    this.cell = cell;
    this.tables = tables;
    this.sweeps = sweeps;
    this.request = request;
  }

  /** How much is kept: pieces and members that were near each other. */
  get kept(): number {
    return this.known.count;
  }

  /** Finds the units of all members that come near here. */
  find(): void {
    const { sweeps, members } = this;
    this.count = 0;
    for (let i = 0; i < sweeps.count; i++) {
      sweeps.nearInto(i, 0, members);
      for (let m = 0; m < members.count; m++) this.take(i, members.ids[m]);
    }
  }

  private take(i: number, member: number): void {
    let number = this.known.get(i, member);
    if (number < 0) number = this.make(i, member);
    const first = this.firstUnit[number];
    const last = first + this.unitCount[number];
    const count = this.count + last - first;
    if (count > this.found.length) this.found = grown(this.found, count);
    for (let u = first; u < last; u++) this.found[this.count++] = u;
  }

  /** The units of a piece that is swept and a member; none, if the two are not tested. */
  private make(i: number, member: number): number {
    const { cell, request, sweeps } = this;
    const { units, centres, bounds } = this.tables;
    const number = this.known.count;
    if (number >= this.firstUnit.length) {
      this.firstUnit = grown(this.firstUnit);
      this.unitCount = grown(this.unitCount);
    }
    this.known.set(i, member, number);
    this.firstUnit[number] = units.count;
    const pair = request.crowd.pair(sweeps.bodies[i], member);
    if (pair.reason === null && (request.concerns?.(pair) ?? true)) {
      const body = cell.bodies[member];
      const errors = { ...sweeps.errors[i], reach: reachOf(body) };
      const piece = this.firstPieceOf(member);
      for (let k = 0; k < body.pieces.length; k++) {
        units.add(pair, sweeps.places[i], piece + k, errors);
      }
      centres.takeNew();
      bounds.takeNew();
    }
    this.unitCount[number] = units.count - this.firstUnit[number];
    return number;
  }

  private firstPieceOf(member: number): number {
    const known = this.firstPiece.get(member);
    if (known !== undefined) return known;
    const { units } = this.tables;
    const body = this.cell.bodies[member];
    const first = units.pieces.length;
    for (let k = 0; k < body.pieces.length; k++) units.addStill(body, k);
    this.firstPiece.set(member, first);
    return first;
  }
}
