/**
 * Words that say themselves what they mean, and buttons that say why they cannot be used: in a bubble beside them, for mouse,
 * finger and keys alike. One bubble for the page.
 */
import { TERMS, type Term } from '../../src/words/index.ts';
import { element, setText } from './dom.ts';

/** A word with its meaning behind it, and of those that its meaning uses. */
export function term(name: Term, text: string = name, ...more: Term[]): HTMLElement {
  const made = element('span', { class: 'term', tabindex: 0, role: 'button' }, text);
  made.setAttribute('aria-label', `${text}: what is this?`);
  made.dataset.hint = [name, ...more].map((each) => TERMS[each]).join(' ');
  return made;
}

/** A button that cannot be used now says why when somebody tries; null: it can. */
export function usable(target: HTMLButtonElement | HTMLSelectElement, why: string | null): void {
  if (target.dataset.name === undefined) target.dataset.name = target.title;
  target.disabled = why !== null;
  if (why === null) delete target.dataset.why;
  else target.dataset.why = why;
  const { name } = target.dataset;
  const title = why === null ? name : [name, `Not now: ${why}`].filter(Boolean).join('. ');
  if (target.title !== title) target.title = title;
}

/** Why the button with this test id cannot be used; null if it can, or is not there. */
export function whyNot(testid: string): string | null {
  const found = document.querySelector<HTMLButtonElement>(`[data-testid="${testid}"]`);
  return found?.disabled ? (found.dataset.why ?? 'this cannot be done now') : null;
}

const SHOWN_MS = 6000;
const MARGIN = 8;

/** Shows bubbles from now on. */
export function showHints(page: HTMLElement = document.body): void {
  const bubble = element('div', {
    class: 'bubble',
    role: 'status',
    testid: 'bubble',
    hidden: true,
  });
  page.append(bubble);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: Element | null = null;
  const hide = () => {
    owner = null;
    bubble.hidden = true;
  };
  const show = (target: Element, text: string) => {
    clearTimeout(timer);
    owner = target;
    setText(bubble, text);
    bubble.hidden = false;
    place(bubble, target.getBoundingClientRect());
    timer = setTimeout(hide, SHOWN_MS);
  };
  const hinted = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
  // A disabled button hears nothing; the page hears of the press on it.
  document.addEventListener(
    'pointerdown',
    (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const refused = under?.closest<HTMLElement>('[data-why]:disabled');
      const word = hinted(under);
      if (refused) show(refused, capital(refused.dataset.why!));
      else if (word) show(word, word.dataset.hint!);
      else hide();
    },
    true,
  );
  document.addEventListener('pointerover', (event) => {
    const word = event.pointerType === 'mouse' ? hinted(event.target) : null;
    if (word) show(word, word.dataset.hint!);
    else if (event.pointerType === 'mouse' && owner?.matches('[data-hint]')) hide();
  });
  document.addEventListener('focusin', (event) => {
    const word = hinted(event.target);
    if (word) show(word, word.dataset.hint!);
    else if (owner?.matches('[data-hint]')) hide();
  });
  // A word inside of a label must not press what the label is for.
  document.addEventListener('click', (event) => {
    if (hinted(event.target)) event.preventDefault();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

/** Below what it is about, or above where the page ends. */
function place(bubble: HTMLElement, about: DOMRect): void {
  const { innerWidth, innerHeight } = window;
  const { offsetWidth, offsetHeight } = bubble;
  const most = innerWidth - offsetWidth - MARGIN;
  const left = Math.max(MARGIN, Math.min(about.left, most));
  const below = about.bottom + MARGIN;
  const top =
    below + offsetHeight > innerHeight
      ? Math.max(MARGIN, about.top - offsetHeight - MARGIN)
      : below;
  bubble.style.transform = `translate(${left}px, ${top}px)`;
}

function capital(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
