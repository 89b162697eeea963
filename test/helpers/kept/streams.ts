/** Results of a stream that are resumed over changes of everything, compared with a run that writes all of them. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../../src/math/index.ts';
import { runInsideLater } from '../cli/runInside.ts';
import { armUrdf } from '../oracles/cellText.ts';
import type { Tally } from './tally.ts';

const OUT = 'out.jsonl';

export class StreamDesk {
  private readonly folder = mkdtempSync(join(tmpdir(), 'surepath-kept-'));
  private readonly tally: Tally;
  private readonly random: Random;
  private x = 0.5;
  private velocity = 1;
  private options: Record<string, string> = {};
  private readonly rows: { from: number[]; to: number[] }[] = [];

  constructor(tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
    for (let k = 0; k < 7; k++) this.rows.push(this.row());
    this.put('arm.urdf', armUrdf('arm', [0.4, 0.4, 0.3]));
  }

  async step(): Promise<void> {
    const { random, tally } = this;
    for (let n = random.below(3); n > 0; n--) this.change();
    if (random.unit() < 0.5) this.cut();
    this.put('cell.yaml', this.cell());
    this.put('rows.jsonl', this.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const anew = await this.check('anew.jsonl');
    const kept = await this.check(OUT, '--resume');
    const isRefused = kept.status === 2;
    tally.same(isRefused ? 'stream: refused' : 'stream: resumed', true, true);
    // What is refused is written anew.
    if (isRefused) await this.check(OUT);
    else tally.same('stream: status', kept.status, anew.status);
    tally.same('stream: lines', this.read(OUT), this.read('anew.jsonl'));
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private check(out: string, ...more: string[]) {
    const given = Object.entries(this.options).flat();
    const asked = ['check', 'cell.yaml', '--edges', 'rows.jsonl', '--out', out, '--workers', '1'];
    return runInsideLater(this.folder, ...asked, ...given, ...more);
  }

  private change(): void {
    const { random, options, rows } = this;
    switch (random.below(8)) {
      case 0:
        this.x = random.between(0.3, 0.8);
        return;
      case 1:
        this.velocity = 1 + random.below(2);
        return;
      case 2:
        options['--clearance'] = String(0.01 * random.below(3));
        return;
      case 3:
        options['--method'] = ['ladder', 'adaptive'][random.below(2)];
        return;
      case 4:
        options['--chunk'] = String(2 + random.below(2));
        return;
      case 5:
        rows[random.below(rows.length)] = this.row();
        return;
      case 6:
        if (rows.length > 3) rows.pop();
        return;
      default:
        rows.push(this.row());
    }
  }

  /** The run before was interrupted, or its file damaged. */
  private cut(): void {
    const { random, folder } = this;
    for (const name of [OUT, `${OUT}.journal`]) {
      if (random.unit() < 0.5) continue;
      try {
        const { length } = this.read(name);
        truncateSync(join(folder, name), random.below(length + 1));
      } catch {
        // Not there yet.
      }
    }
  }

  private cell(): string {
    return `surepath: 1
robots: [{urdf: arm.urdf, limits: {default: {velocity: ${this.velocity}}}}]
allow: [{between: [link0, link1], reason: one arm}, {between: [link1, link2], reason: one arm}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.08}}, pose: {xyz: [${this.x}, 0.4, 0]}}]
`;
  }

  private row() {
    const value = () => this.random.between(-2.5, 2.5);
    const from = [value(), value()];
    return { from, to: from.map((x) => x + this.random.between(-0.6, 0.6)) };
  }

  private put(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  private read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }
}
