/**
 * Text on the view: labels that follow points, the name under the pointer, the legend, a message.
 * Names come from files: they are set as text, never as markup. Styles are set from code, which a
 * strict content policy allows.
 */

import { hexColour, numberedColour } from '../../src/report/index.ts';
import { visible } from '../../src/words/index.ts';
import type { LegendEntry, Theme } from './types.ts';

const COLOURS: Record<Theme, { text: string; back: string; line: string }> = {
  dark: { text: '#e7ebf0', back: 'rgb(20 23 28 / 82%)', line: '#303743' },
  light: { text: '#1a2029', back: 'rgb(251 252 253 / 86%)', line: '#d3d9e1' },
};

/** Some of those that shells and pieces have. */
const SOME_COLOURS = `linear-gradient(90deg, ${[0, 1, 2, 3]
  .map((n) => `${hexColour(numberedColour(n))} ${25 * n}% ${25 * (n + 1)}%`)
  .join(', ')})`;

/** A text and where it stands. */
interface Label {
  readonly box: HTMLElement;
  x: number;
  y: number;
}

export class Overlay {
  private readonly root = document.createElement('div');
  private readonly labels = new Map<string, Label>();
  private readonly legendBox = document.createElement('ul');
  private readonly tip = document.createElement('div');
  private readonly note = document.createElement('div');
  private legendKey = '';

  constructor(container: HTMLElement) {
    Object.assign(this.root.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'hidden',
      pointerEvents: 'none',
      font: '12px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    });
    Object.assign(this.legendBox.style, {
      position: 'absolute',
      right: '10px',
      bottom: '10px',
      margin: '0',
      padding: '5px 9px',
      listStyle: 'none',
      borderRadius: '6px',
    });
    this.legendBox.setAttribute('aria-label', 'Legend');
    this.legendBox.hidden = true;
    styleBox(this.tip);
    Object.assign(this.tip.style, {
      boxSizing: 'border-box',
      width: 'max-content',
      maxWidth: '100%',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    });
    this.tip.setAttribute('role', 'tooltip');
    this.tip.hidden = true;
    styleBox(this.note);
    Object.assign(this.note.style, {
      left: '50%',
      top: '50%',
      transform: 'translate(-50%, -50%)',
      padding: '10px 14px',
      whiteSpace: 'normal',
      textAlign: 'center',
    });
    this.note.setAttribute('role', 'status');
    this.note.hidden = true;
    this.root.append(this.legendBox, this.tip, this.note);
    container.append(this.root);
  }

  setTheme(theme: Theme): void {
    const { text, back, line } = COLOURS[theme];
    this.root.style.setProperty('--overlay-text', text);
    this.root.style.setProperty('--overlay-back', back);
    this.root.style.setProperty('--overlay-line', line);
    for (const box of [this.legendBox, this.tip, this.note]) paintBox(box);
  }

  /** Shows a text at a place, or beside it, where it hides nothing of it; `plain` leaves out the box around it. */
  label(
    id: string,
    text: string,
    x: number,
    y: number,
    { plain = false, beside = false }: { plain?: boolean; beside?: boolean } = {},
  ): void {
    let label = this.labels.get(id);
    if (!label) {
      label = { box: document.createElement('div'), x: Number.NaN, y: Number.NaN };
      const { box } = label;
      box.dataset.label = id;
      styleBox(box);
      if (plain) box.style.color = 'var(--overlay-text)';
      else paintBox(box);
      box.style.fontVariantNumeric = 'tabular-nums';
      this.labels.set(id, label);
      this.root.append(box);
    }
    const { box } = label;
    const shown = visible(text);
    if (box.textContent !== shown) box.textContent = shown;
    // Half a pixel is not seen, and setting a style costs.
    if (!(Math.abs(label.x - x) < 0.5 && Math.abs(label.y - y) < 0.5)) {
      label.x = x;
      label.y = y;
      const offset = beside ? this.besides(x, y) : 'translate(-50%, -50%)';
      box.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${offset}`;
    }
    if (box.hidden) box.hidden = false;
  }

  /** To the right and above; to the left where the view ends. */
  private besides(x: number, y: number): string {
    const across = x > this.root.clientWidth - 130 ? 'calc(-100% - 26px)' : '26px';
    return `translate(${across}, ${y < 60 ? '14px' : 'calc(-100% - 14px)'})`;
  }

  hideLabel(id: string): void {
    const label = this.labels.get(id);
    if (label) label.box.hidden = true;
  }

  tooltip(text: string, x: number, y: number): void {
    this.tip.hidden = text === '';
    if (text === '') return;
    this.tip.textContent = visible(text);
    // Beside the pointer, and within the view.
    const { clientWidth, clientHeight } = this.root;
    const left = Math.max(0, Math.min(x + 14, clientWidth - this.tip.offsetWidth));
    const top = Math.max(0, Math.min(y + 14, clientHeight - this.tip.offsetHeight));
    this.tip.style.transform = `translate(${left.toFixed(0)}px, ${top.toFixed(0)}px)`;
  }

  message(text: string): void {
    this.note.textContent = text;
    this.note.hidden = text === '';
  }

  legend(entries: readonly LegendEntry[]): void {
    const key = JSON.stringify(entries);
    if (key === this.legendKey) return;
    this.legendKey = key;
    this.legendBox.hidden = entries.length === 0;
    this.legendBox.replaceChildren(
      ...entries.map(({ text, colour, sign, hint }) => {
        const item = document.createElement('li');
        Object.assign(item.style, { display: 'flex', alignItems: 'center', gap: '6px' });
        if (sign !== 'none') {
          const mark = document.createElement('span');
          const isLine = sign === 'line' || sign === 'dashed';
          Object.assign(mark.style, {
            width: '14px',
            height: isLine ? '3px' : '10px',
            flex: 'none',
            borderRadius: '2px',
            background:
              sign === 'sheet'
                ? 'none'
                : sign === 'palette'
                  ? SOME_COLOURS
                  : sign === 'dashed'
                    ? `repeating-linear-gradient(90deg, ${colour} 0 3px, transparent 3px 5.5px)`
                    : colour,
            ...(isLine || colour === ''
              ? {}
              : {
                  outline: `${sign === 'sheet' ? 2 : 1}px solid ${colour}`,
                  outlineOffset: '-1px',
                }),
            // A black line on dark ground.
            ...(isLine && { boxShadow: '0 0 0 1px var(--overlay-line)' }),
          });
          item.append(mark);
        }
        item.append(hint === undefined ? text : explained(text, hint));
        return item;
      }),
    );
  }

  dispose(): void {
    this.root.remove();
  }
}

function styleBox(box: HTMLElement): void {
  Object.assign(box.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    padding: '2px 6px',
    borderRadius: '4px',
    whiteSpace: 'nowrap',
  });
}

function paintBox(box: HTMLElement): void {
  Object.assign(box.style, {
    color: 'var(--overlay-text)',
    background: 'var(--overlay-back)',
    border: '1px solid var(--overlay-line)',
  });
}

/** A word that says what it means, as those of the panels do; it takes the pointer, which all else here lets through. */
function explained(text: string, hint: string): HTMLElement {
  const word = document.createElement('span');
  word.className = 'term';
  word.textContent = text;
  word.tabIndex = 0;
  word.setAttribute('role', 'button');
  word.setAttribute('aria-label', `${text}: what is this?`);
  word.dataset.hint = hint;
  word.style.pointerEvents = 'auto';
  return word;
}
