/** A button that opens a list of actions below it. */
import { button, element, fill, type Icon } from '../model/dom.ts';

export interface MenuItem {
  readonly label: string;
  readonly note?: string | undefined;
  readonly testid?: string;
  /** Why it cannot be chosen now. */
  readonly disabled?: string | null | undefined;
  readonly act: () => void;
}

/** `items` are asked for each time it opens; null is a line between them. */
export function menu(
  label: string,
  items: () => readonly (MenuItem | HTMLElement | null)[],
  options: { icon?: Icon; testid?: string; text?: string; class?: string } = {},
): HTMLElement {
  const list = element('div', { class: 'menu', role: 'menu', 'aria-label': label, hidden: true });
  const { text, ...rest } = options;
  const opener = button(label, () => (list.hidden ? open() : close()), {
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
    ...rest,
  });
  if (text) opener.append(element('span', { class: 'wide-only' }, text));
  const holder = element('div', { class: 'menu-holder' }, opener, list);
  const close = () => {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
  };
  const open = () => {
    fill(list, ...items().map((item) => entryOf(item, close)));
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    list.querySelector<HTMLElement>('button:not(:disabled), input')?.focus();
  };
  holder.addEventListener('focusout', (event) => {
    if (!holder.contains(event.relatedTarget as Node | null)) close();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!holder.contains(event.target as Node)) close();
  });
  holder.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'Escape') {
      close();
      opener.focus();
      event.preventDefault();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const entries = [...list.querySelectorAll<HTMLElement>('button:not(:disabled), input')];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    entries[(at + step + entries.length) % entries.length]?.focus();
  });
  return holder;
}

function entryOf(item: MenuItem | HTMLElement | null, close: () => void): HTMLElement {
  if (item === null) return element('hr', {});
  if (item instanceof HTMLElement) return item;
  const made = button(
    item.label,
    () => {
      close();
      item.act();
    },
    { role: 'menuitem', testid: item.testid },
  );
  made.disabled = Boolean(item.disabled);
  const note = item.disabled || item.note;
  if (note) made.append(element('span', { class: 'muted' }, note));
  return made;
}
