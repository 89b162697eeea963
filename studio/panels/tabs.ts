/** Tabs as the ARIA practices have them: arrows move between them, panels stay in the page. */
import { element } from '../model/dom.ts';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly panel: HTMLElement;
  /** A number beside the title, such as of obstacles. */
  readonly count?: HTMLElement;
}

export interface Tabs {
  readonly elements: readonly [HTMLElement, ...HTMLElement[]];
  show(id: string): void;
  /** Which is in front. */
  shown(): string;
}

export function makeTabs(label: string, tabs: readonly Tab[]): Tabs {
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const buttons = tabs.map(({ id, title, count }) =>
    element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` },
      title,
      count,
    ),
  );
  const panels = tabs.map(({ id, panel }) =>
    element(
      'div',
      { class: 'tabpanel', role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` },
      panel,
    ),
  );
  let front = 0;
  const show = (index: number) => {
    front = index;
    for (const [i, each] of buttons.entries()) {
      each.setAttribute('aria-selected', String(i === index));
      each.tabIndex = i === index ? 0 : -1;
      panels[i].hidden = i !== index;
    }
  };
  for (const [i, each] of buttons.entries()) {
    each.addEventListener('click', () => show(i));
    each.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -i, End: tabs.length - 1 - i }[event.key];
      if (step === undefined) return;
      const next = (i + step + tabs.length) % tabs.length;
      show(next);
      buttons[next].focus();
      event.preventDefault();
    });
  }
  list.append(...buttons);
  show(0);
  return {
    elements: [list, ...panels],
    shown: () => tabs[front].id,
    show: (id) =>
      show(
        Math.max(
          0,
          tabs.findIndex((tab) => tab.id === id),
        ),
      ),
  };
}
