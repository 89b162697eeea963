/** The embedded cells that stand for the papers' environments, loaded once each. */
import { existsSync } from 'node:fs';
import { buildCell, type Cell, type CellDescription } from 'surepath/cell';
import { embeddedFile, readEmbedded } from '../lab/cells.ts';

export interface Environment {
  /** Of paper A: "12b"; of paper E: "E8". */
  readonly figure: string;
  /** Below cells/. */
  readonly folder: string;
  readonly title: string;
}

export const ENVIRONMENTS: readonly Environment[] = [
  { figure: '1a', folder: 'tori', title: 'two linkages, tori' },
  { figure: '1b', folder: 'welding-arm', title: 'IRB 2400, welding gun' },
  { figure: '11a', folder: 'cage-irb2400', title: 'IRB 2400 in a cage' },
  { figure: '11b', folder: 'cage-f200', title: 'F 200 in a cage' },
  { figure: '11c', folder: 'lattice', title: 'linkage, lattice' },
  { figure: '11c x 9', folder: 'lattice-nine', title: 'nine linkages, lattice' },
  { figure: '12a', folder: 'machine-tool', title: 'F 200, machine tool' },
  { figure: '12b', folder: 'workshop', title: 'IRB 2400, workshop' },
  { figure: '12c', folder: 'car-six-irb2400', title: 'six IRB 2400, car' },
  { figure: '12d', folder: 'car-six-f200', title: 'six F 200, car' },
  { figure: '14a', folder: 'grazing-floor', title: 'F 200 over a floor' },
  { figure: '14b', folder: 'grazing-box', title: 'F 200 over a box' },
  { figure: '14c', folder: 'grazing-narrow-box', title: 'F 200 over a narrow box' },
  { figure: 'E4c', folder: 'c-shape', title: 'two C-shaped solids' },
  { figure: 'E4s', folder: 's-shape', title: 'two S-shaped solids' },
  { figure: 'E8', folder: 'maze-disc', title: 'disc, maze' },
  { figure: 'E9', folder: 'bird-cage', title: 'boards, bird cage' },
  { figure: 'E10a', folder: 'car-entry', title: 'A: IRB 2400, car' },
  { figure: 'E10b', folder: 'car-between', title: 'B: IRB 2400, two cars' },
  { figure: 'E11', folder: 'door-panel', title: 'door panel' },
];

export class Environments {
  private readonly list: readonly Environment[];
  private readonly descriptions = new Map<string, CellDescription>();
  private readonly cells = new Map<string, Cell>();

  constructor(list: readonly Environment[] = ENVIRONMENTS) {
    this.list = list;
  }

  /** Those of these figures that are there, in the given order. */
  of(figures: readonly string[]): Environment[] {
    return figures.flatMap((figure) =>
      this.list.filter((e) => e.figure === figure && existsSync(embeddedFile(e.folder))),
    );
  }

  /** Figures whose cells are not in this package. */
  missing(figures: readonly string[]): string[] {
    const there = this.of(figures);
    return figures.filter((figure) => !there.some((e) => e.figure === figure));
  }

  description(environment: Environment): CellDescription {
    let found = this.descriptions.get(environment.folder);
    if (!found) {
      found = readEmbedded(environment.folder);
      this.descriptions.set(environment.folder, found);
    }
    return found;
  }

  cell(environment: Environment): Cell {
    let found = this.cells.get(environment.folder);
    if (!found) {
      found = buildCell(this.description(environment));
      this.cells.set(environment.folder, found);
    }
    return found;
  }

  /** Forgets a cell that will not be asked for again: the large ones are large. */
  forget(environment: Environment): void {
    this.descriptions.delete(environment.folder);
    this.cells.delete(environment.folder);
  }
}
