/** A button that opens a list of actions below it, by mouse, touch and keys as the ARIA practices have it. */
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
    fill(list, ...items().map((item) => entryOf(item, chosen)));
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    entries()[0]?.focus();
  };
  const entries = () => [
    ...list.querySelectorAll<HTMLElement>('button:not(:disabled), input:not(:disabled)'),
  ];
  // Whatever it opens gives the focus back to the button, not to an entry that is gone.
  const chosen = () => {
    opener.focus();
    close();
  };
  holder.addEventListener('focusout', (event) => {
    if (!holder.contains(event.relatedTarget as Node | null)) close();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!holder.contains(event.target as Node)) close();
  });
  holder.addEventListener('keydown', (event) => {
    if (list.hidden) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
      return;
    }
    if (event.key === 'Escape') {
      close();
      opener.focus();
      event.preventDefault();
      return;
    }
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  });
  return holder;
}

function entryOf(item: MenuItem | HTMLElement | null, chosen: () => void): HTMLElement {
  if (item === null) return element('hr', {});
  if (item instanceof HTMLElement) return item;
  const made = button(
    item.label,
    () => {
      chosen();
      item.act();
    },
    { role: 'menuitem', testid: item.testid },
  );
  made.disabled = Boolean(item.disabled);
  const note = item.disabled || item.note;
  if (note) made.append(element('span', { class: 'muted' }, note));
  return made;
}
