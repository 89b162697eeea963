/** Who follows the live states of which cell. */
import { GateError, RPC } from '../gate/index.ts';

/** What is needed of who asks. */
export interface Follower {
  readonly tell: ((text: string) => void) | undefined;
  onLeave(farewell: () => void): void;
}

export class Followers {
  private readonly byCell = new Map<string, Set<Follower>>();

  /** Throws a GateError for one that cannot be told anything. */
  set(cell: string, follower: Follower, isOn: boolean): void {
    if (!follower.tell) {
      throw new GateError(RPC.notAllowed, 'nothing can be told over this connection', {
        code: 'gate/follow',
        hint: 'follow over a WebSocket, or over standard input and output',
      });
    }
    if (!isOn) {
      this.byCell.get(cell)?.delete(follower);
      return;
    }
    const all = this.byCell.get(cell) ?? new Set();
    this.byCell.set(cell, all);
    if (all.has(follower)) return;
    all.add(follower);
    follower.onLeave(() => all.delete(follower));
  }

  /** Tells all who follow a cell what `live` answered, as JSON. */
  tell(cell: string, result: string): void {
    const all = this.byCell.get(cell);
    if (!all || all.size === 0) return;
    const text = `{"jsonrpc":"2.0","method":"live","params":${result}}`;
    for (const { tell } of all) tell!(text);
  }

  /** The cell is closed. */
  forget(cell: string): void {
    this.byCell.delete(cell);
  }
}
