/** A cell that a program of the campaign opened: its versions as the model has them, each opened anew when first needed. */
import { sha256 } from '../../../../src/certificate/index.ts';
import type { Edit } from '../../../../src/gate/index.ts';
import { CELL_FILE, meshBytes, ROBOT_FILES } from './cellFiles.ts';
import { type CellState, cellText, ModelFault, withEdits } from './cellModel.ts';
import { FreshCell } from './freshCell.ts';

const encoder = new TextEncoder();

/** Cells that were opened anew, by all that they are made of: the same in several cells of a program is made once. */
export type FreshCells = Map<string, FreshCell>;

export class CampaignCell {
  readonly id: string;
  /** Which run of the gate opened it. */
  readonly run: number;
  /** What the gate called its run; undefined where it has no word for it. */
  readonly gate: string | undefined;
  /** The highest version that an answer spoke of. */
  answered = 1;
  /** Edits that are not answered yet. */
  unanswered = 0;
  isClosed = false;
  /** What it will be if all edits are made in the order in which they were sent. */
  predicted: CellState;
  private readonly mesh: Uint8Array;
  private readonly fresh: FreshCells;
  private readonly states: CellState[];
  private readonly texts: string[] = [];
  private readonly meshKey: string;
  private readonly edits = new Map<number, readonly Edit[]>();

  constructor(
    named: { readonly id: string; readonly run: number; readonly gate: string | undefined },
    opened: { readonly state: CellState; readonly mesh: Uint8Array },
    fresh: FreshCells,
  ) {
    this.id = named.id;
    this.run = named.run;
    this.gate = named.gate;
    this.mesh = opened.mesh;
    this.meshKey = sha256(opened.mesh);
    this.fresh = fresh;
    this.predicted = opened.state;
    this.states = [opened.state];
  }

  /** An edit was answered. Throws where another made this version already. */
  made(version: number, edits: readonly Edit[]): void {
    if (this.edits.has(version)) throw new Error(`two edits made version ${version} of ${this.id}`);
    this.edits.set(version, edits);
    this.answered = Math.max(this.answered, version);
  }

  /** A request with these edits is about to be sent. */
  predict(edits: readonly Edit[]): void {
    try {
      this.predicted = withEdits(this.predicted, edits, this.at(1));
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
    }
  }

  /** A version, opened anew. Call it once all edits are answered. */
  at(version: number): FreshCell {
    const key = `${this.meshKey} ${this.textOf(version)}`;
    let found = this.fresh.get(key);
    if (!found) {
      const state = this.stateAt(version);
      const files = new Map([
        ...ROBOT_FILES,
        ...meshBytes(this.mesh),
        [CELL_FILE, encoder.encode(cellText(state, false))] as const,
      ]);
      found = new FreshCell(files, state.pairs);
      this.fresh.set(key, found);
    }
    return found;
  }

  /** All that the model knows of a version. */
  textOf(version: number): string {
    this.texts[version] ??= cellText(this.stateAt(version));
    return this.texts[version];
  }

  /** The code of the fault that these edits have in a version; null where they can be made. */
  faultOf(version: number, edits: readonly Edit[]): string | null {
    try {
      withEdits(this.stateAt(version), edits, this.at(1));
      return null;
    } catch (error) {
      if (error instanceof ModelFault) return error.code;
      throw error;
    }
  }

  private stateAt(version: number): CellState {
    for (let next = this.states.length + 1; next <= version; next++) {
      const edits = this.edits.get(next);
      if (!edits) throw new Error(`no edit made version ${next} of ${this.id}`);
      this.states.push(withEdits(this.states[next - 2], edits, this.at(1)));
    }
    return this.states[version - 1];
  }
}
