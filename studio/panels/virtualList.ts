/**
 * A list of very many rows of one height of which only those in sight are in the page: scrolling through a hundred
 * thousand costs as much as through thirty.
 */
import { element } from '../model/dom.ts';
import { rowsInSight } from '../model/rowsInSight.ts';

export interface VirtualOptions {
  /** Pixels. */
  readonly rowHeight: number;
  readonly makeRow: (index: number) => HTMLElement;
  readonly label: string;
  readonly testid: string;
  /** Rows that are as high as the list gets; then it scrolls. Default 14. */
  readonly most?: number;
}

export class VirtualList {
  readonly root: HTMLElement;
  private readonly space = element('div', { class: 'virtual-space' });
  private readonly options: VirtualOptions;
  private count = 0;
  private readonly rows = new Map<number, HTMLElement>();

  constructor(options: VirtualOptions) {
    this.options = options;
    this.root = element(
      'div',
      {
        class: 'virtual list',
        role: 'group',
        'aria-label': options.label,
        testid: options.testid,
        tabindex: -1,
      },
      this.space,
    );
    this.root.addEventListener('scroll', () => this.show(), { passive: true });
    new ResizeObserver(() => this.show()).observe(this.root);
  }

  /** So many rows, all of them made anew. */
  set(count: number): void {
    const { rowHeight, most = 14 } = this.options;
    this.count = count;
    this.root.style.height = `${rowHeight * Math.min(count, most)}px`;
    this.space.style.height = `${rowHeight * count}px`;
    this.refresh();
  }

  /** The same rows, made anew; whoever had the focus in one keeps it. */
  refresh(): void {
    const active = document.activeElement as HTMLElement | null;
    const key = this.root.contains(active) ? active?.dataset.key : undefined;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.show();
    if (key === undefined) return;
    const again = [...this.space.querySelectorAll<HTMLElement>('[data-key]')];
    again.find(({ dataset }) => dataset.key === key)?.focus({ preventScroll: true });
  }

  /** Brings a row in sight. */
  reveal(index: number): void {
    const { rowHeight } = this.options;
    const { scrollTop, clientHeight } = this.root;
    const top = index * rowHeight;
    if (top >= scrollTop && top + rowHeight <= scrollTop + clientHeight) return;
    this.root.scrollTop = Math.max(0, top - clientHeight / 2);
    this.show();
  }

  private show(): void {
    const { rowHeight, makeRow } = this.options;
    const { scrollTop, clientHeight } = this.root;
    const [from, to] = rowsInSight(this.count, rowHeight, scrollTop, clientHeight);
    for (const [index, row] of this.rows) {
      const isInHand = row.contains(document.activeElement);
      if ((index >= from && index < to) || isInHand) continue;
      row.remove();
      this.rows.delete(index);
    }
    for (let index = from; index < to; index++) {
      if (this.rows.has(index)) continue;
      const row = makeRow(index);
      row.style.top = `${index * rowHeight}px`;
      row.style.height = `${rowHeight}px`;
      this.rows.set(index, row);
      this.space.append(row);
    }
  }
}
