/**
 * An obstacle in somebody's hand. While the hand moves only the closest pair follows; the cell, and with it every verdict,
 * changes once, when the hand lets go. Where plans are kept up the cell follows sooner: wherever the hand rests. The newest
 * place wins, and one way of the hand is one step back.
 */
import type { MovedObstacle, OpenedCell } from '../engine/protocol.ts';
import type { Editor } from './editing.ts';
import type { Store } from './state.ts';

/** Milliseconds without a movement after which a hand rests. */
const REST_MS = 120;

export class InHand {
  private readonly store: Store;
  private readonly editor: Editor;
  /** Draws obstacles where the cell has them. */
  private readonly show: () => void;
  private isHeld = false;
  /** Where the hand is, or was when it let go, until the cell has it. */
  private latest: MovedObstacle | null = null;
  /** What the hand rested at last, and the cell with that. */
  private rested: { readonly hand: MovedObstacle; readonly cell: OpenedCell } | null = null;
  private isResting = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ways = 0;

  constructor(store: Store, editor: Editor, show: () => void) {
    this.store = store;
    this.editor = editor;
    this.show = show;
  }

  /** The hand has moved. */
  move(hand: MovedObstacle): void {
    if (!this.isHeld) {
      this.isHeld = true;
      this.rested = null;
      this.store.update({ holding: `hand ${++this.ways}` });
    }
    this.latest = hand;
    this.store.update({ hand });
    clearTimeout(this.timer);
    if (this.store.state.keepPlanning) this.timer = setTimeout(() => void this.rest(), REST_MS);
  }

  /** The hand lets go, there. */
  async drop(hand: MovedObstacle): Promise<void> {
    const { store } = this;
    const { holding } = store.state;
    const isThere = this.isAt(hand);
    this.leave();
    if (isThere) {
      this.show();
      return;
    }
    this.latest = hand;
    store.update({ hand });
    await this.edit(hand, holding);
    if (this.latest === hand) this.latest = null;
    // If the change could not be made the cell is what it was.
    if (store.state.hand === hand) store.update({ hand: null });
  }

  /** The hand lets go without a change: the obstacle is where the cell has it. */
  release(): void {
    if (!this.isHeld) return;
    this.leave();
    this.store.update({ hand: null });
    this.show();
  }

  private leave(): void {
    clearTimeout(this.timer);
    this.isHeld = false;
    this.latest = null;
    this.store.update({ holding: null });
  }

  /** Whether the cell has it there already. */
  private isAt(hand: MovedObstacle): boolean {
    const { rested, store } = this;
    const isCurrent = rested !== null && store.state.cell === rested.cell && !store.state.hand;
    return isCurrent && isSame(rested.hand, hand);
  }

  /** The cell has the obstacle where it is, while it stays in the hand. One change at a time, then the newest place. */
  private async rest(): Promise<void> {
    const hand = this.latest;
    if (this.isResting || !hand) return;
    this.isResting = true;
    const cell = await this.edit(hand, this.store.state.holding);
    this.isResting = false;
    if (cell && this.isHeld) this.rested = { hand, cell };
  }

  private async edit(hand: MovedObstacle, merge: string | null): Promise<OpenedCell | null> {
    const { store } = this;
    const { obstacle, pose } = hand;
    const name = store.state.cell?.description.obstacles[obstacle]?.name ?? 'obstacle';
    const options = { label: `move ${name}`, ...(merge !== null && { merge }) };
    const cell = await this.editor.edit([{ kind: 'move', obstacle, pose }], options);
    // It went on meanwhile: what the cell has is not where it is.
    const { latest } = this;
    if (latest !== null && latest !== hand) {
      if (this.isHeld) this.move(latest);
      else store.update({ hand: latest });
    }
    return cell;
  }
}

function isSame(a: MovedObstacle, b: MovedObstacle): boolean {
  return a.obstacle === b.obstacle && Array.from(a.pose).every((x, i) => x === b.pose[i]);
}
