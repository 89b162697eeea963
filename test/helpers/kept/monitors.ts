/** A monitor whose bodies change, compared with one of the cell as it is now. */
import {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  StaticChecker,
} from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { identityPose } from '../../../src/math/index.ts';
import { createMonitor, type Monitor } from '../../../src/monitor/index.ts';
import { anywhere, randomShape } from '../certificate/cells.ts';
import { anyPose, ChangingCell } from '../monitor/changingCell.ts';
import { wrongVector } from './openCells.ts';
import type { Tally } from './tally.ts';

const APPROACHES = [
  undefined,
  undefined,
  { primitives: 'none', initialization: false, hierarchy: 'none', update: 'none' },
  { primitives: 'none', initialization: false, hierarchy: 'none', update: 'local' },
] as const;

export class MonitorDesk {
  private readonly changing: ChangingCell;
  private readonly qs: readonly Float64Array[];
  private readonly tally: Tally;
  private readonly random: Random;
  private added = 0;

  constructor(description: CellDescription, tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
    const cell = buildCell(description);
    this.qs = Array.from({ length: 12 }, () => anywhere(cell.tree, random));
    const approach = APPROACHES[random.below(APPROACHES.length)];
    this.changing = new ChangingCell(askAbout(cell, this.qs).cell, this.qs, {
      changing: true,
      ...(approach && { approach }),
    });
    this.changing.monitor.step(this.qs[0]);
  }

  step(): void {
    const { changing, qs, random, tally } = this;
    for (let n = random.below(3); n > 0; n--) this.change();
    const { cell, nameOf } = changing.built();
    const q = qs[random.below(qs.length)];
    const threshold = random.unit() < 0.3 ? 0.15 : Number.POSITIVE_INFINITY;
    const kept = byClasses(changing.monitor, q, threshold);
    changing.at = q;
    const anew = byClasses(createMonitor(cell, { changing: true }), q, threshold);
    if (!this.testsTheSame(cell, nameOf, q)) return;
    for (const [name, vector] of anew) {
      const own = kept.get(name);
      const wrong = own ? wrongVector(own, vector) : `nothing between ${name}`;
      tally.fits('monitor that changes', wrong);
    }
  }

  /**
   * Whether both test the same pairs. One may prove by swept balls that a pair never comes near, the other, whose ball around the body
   * is another, not: then the pair keeps its clearance here, too.
   */
  private testsTheSame(cell: Cell, nameOf: (name: string) => string, q: Float64Array): boolean {
    const { world } = this.changing.monitor;
    const own = new Set<string>();
    world.forEachTested((a, b) => {
      own.add(pairName(nameOf(world.bodies[a].name), nameOf(world.bodies[b].name)));
    });
    const { bodies, tested } = cell;
    const others = tested.map(({ a, b }) => pairName(bodies[a].name, bodies[b].name));
    const missing = new Set(others.filter((name) => !own.has(name)));
    if (missing.size === 0 && own.size === others.length) return true;
    const near = new StaticChecker(cell).within(1e3, q);
    for (const { pair, lower } of near) {
      const name = pairName(bodies[pair.a].name, bodies[pair.b].name);
      if (!missing.has(name)) continue;
      const wrong = lower > pair.clearance ? null : `${name} is not tested, and ${lower} m apart`;
      this.tally.fits('monitor: a pair swept apart', wrong);
    }
    return false;
  }

  private change(): void {
    const { changing, random } = this;
    const names = [...changing.things.keys()];
    const name = names[random.below(names.length)];
    const thing = changing.things.get(name);
    const pose = anyPose(random, [0.3, 0, 0], 0.5);
    // A change may be refused; then nothing happened.
    try {
      if (!thing || random.unit() < 0.2) {
        const parts = [{ pose: identityPose(), geometry: randomShape(random, 0.08) }];
        changing.add(`added${this.added++}`, parts, pose);
      } else if (random.unit() < 0.25) changing.remove(name);
      else if (thing.on !== null) changing.detach(name, random.unit() < 0.5 ? pose : null);
      else if (random.unit() < 0.5) changing.move(name, pose);
      else {
        const [
          {
            name: robot,
            robot: { links },
          },
        ] = changing.cell.description.robots;
        const [link, below] = [links.at(-1)!.name, links.at(-2)!.name];
        changing.attach(name, robot, link, null, [link, below]);
      }
    } catch {
      this.tally.same('refused change', true, true);
    }
  }
}

function pairName(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function byClasses(monitor: Monitor, q: Float64Array, threshold: number) {
  const { classes } = monitor;
  return new Map(
    monitor
      .step(q, threshold)
      .vectors.map(({ pair, status, distance, lower }) => [
        [classes[pair.a].name, classes[pair.b].name].sort().join(' - '),
        { status, distance, lower },
      ]),
  );
}
