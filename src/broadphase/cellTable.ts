/**
 * The cells of several tilings of space that somebody has labels in, in one hash table. A cell is named by its level
 * (the number of the tiling) and three whole numbers, which are doubles: a cell of a millimetre a thousand kilometres
 * away is beyond 2^31. Only low words enter the hash; names are compared in full.
 *
 * The three numbers of the cell that is asked about stand in `tile`: doubles that cross calls would be boxed.
 */
import { grown, Slots } from '../arrays/index.ts';

const NONE = -1;

export class CellTable {
  /** The cell that is asked about. */
  readonly tile = new Float64Array(3);
  /** How many cells there are. */
  count = 0;
  private tiles = new Float64Array(3 * 64);
  private levels = new Int32Array(64);
  private hashes = new Int32Array(64);
  private readonly slots = new Slots();
  /** Cells + 1 by their names, linear probing; 0 is empty. A power of two, at least twice as many as there are. */
  private places = new Int32Array(256);

  /** Cells have numbers below this. */
  get end(): number {
    return this.slots.used;
  }

  /** The number of the cell `tile` of a level; -1 if nobody added it. */
  find(level: number): number {
    return this.lookup(level, this.hash(level));
  }

  /** The number of the cell `tile` of a level, which is added if there is none. */
  findOrAdd(level: number): number {
    const hash = this.hash(level);
    const known = this.lookup(level, hash);
    if (known !== NONE) return known;
    if (2 * this.count >= this.places.length) this.growPlaces();
    const cell = this.slots.take();
    if (cell >= this.levels.length) this.growCells();
    for (let k = 0; k < 3; k++) this.tiles[3 * cell + k] = this.tile[k];
    this.levels[cell] = level;
    this.hashes[cell] = hash;
    this.count++;
    this.occupy(cell);
    return cell;
  }

  /** The level of a cell. */
  level(cell: number): number {
    return this.levels[cell];
  }

  /** The k-th of the three numbers of a cell. */
  at(cell: number, k: number): number {
    return this.tiles[3 * cell + k];
  }

  remove(cell: number): void {
    const { places, hashes } = this;
    const mask = places.length - 1;
    let hole = hashes[cell] & mask;
    while (places[hole] !== cell + 1) hole = (hole + 1) & mask;
    for (let place = (hole + 1) & mask; places[place] !== 0; place = (place + 1) & mask) {
      const own = hashes[places[place] - 1] & mask;
      // It may move to the hole if that is not before its own place, going round.
      if (((place - own) & mask) < ((place - hole) & mask)) continue;
      places[hole] = places[place];
      hole = place;
    }
    places[hole] = 0;
    this.slots.release(cell);
    this.count--;
  }

  /** Removes all cells. */
  clear(): void {
    this.places.fill(0);
    this.slots.clear();
    this.count = 0;
  }

  private lookup(level: number, hash: number): number {
    const { places, levels, tiles, tile } = this;
    const mask = places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const cell = places[place] - 1;
      if (cell < 0) return NONE;
      if (
        levels[cell] === level &&
        tiles[3 * cell] === tile[0] &&
        tiles[3 * cell + 1] === tile[1] &&
        tiles[3 * cell + 2] === tile[2]
      ) {
        return cell;
      }
    }
  }

  private hash(level: number): number {
    const { tile } = this;
    const mixed =
      Math.imul(tile[0] | 0, 0x9e3779b1) ^
      Math.imul((tile[1] | 0) + 0x7f4a7c15, 0x85ebca77) ^
      Math.imul((tile[2] | 0) + 0x165667b1, 0xc2b2ae3d) ^
      Math.imul(level + 1, 0x27d4eb2f);
    return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
  }

  private occupy(cell: number): void {
    const { places, hashes } = this;
    const mask = places.length - 1;
    let place = hashes[cell] & mask;
    while (places[place] !== 0) place = (place + 1) & mask;
    places[place] = cell + 1;
  }

  private growCells(): void {
    this.tiles = grown(this.tiles);
    this.levels = grown(this.levels);
    this.hashes = grown(this.hashes);
  }

  private growPlaces(): void {
    const old = this.places;
    this.places = new Int32Array(2 * old.length);
    for (const entry of old) if (entry !== 0) this.occupy(entry - 1);
  }
}
