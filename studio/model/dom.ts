/**
 * Elements of the page from code. Strings become text nodes: whatever a file calls its joints and
 * bodies is shown, never interpreted, nor does it turn the direction of writing.
 */
import { visible } from '../../src/words/index.ts';

export type Child = Node | string | number | null | undefined | false;

export interface Attributes {
  class?: string | undefined;
  testid?: string | undefined;
  /** Event listeners by name. */
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  /** Anything else is an attribute; false, null and undefined leave it out. */
  [name: string]: unknown;
}

/** Attributes that people read. */
const SHOWN: ReadonlySet<string> = new Set(['title', 'aria-label', 'aria-valuetext']);

/** `element('button', { class: 'quiet', on: { click } }, 'Open')` */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value as object)) {
        made.addEventListener(event, listener as EventListener);
      }
    } else if (name === 'testid') made.dataset.testid = String(value);
    else if (SHOWN.has(name)) made.setAttribute(name, visible(String(value)));
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  append(made, children);
  return made;
}

/** A name that may go on in the next line after a _, a / or a -, so that no word of it is torn. */
export function breakable(name: string): Child[] {
  return name
    .split(/(?<=[_/-])(?=[^_/-])/)
    .flatMap((part, i) => (i === 0 ? [part] : [element('wbr'), part]));
}

/** Sets a text that may hold a name; nothing if it says that already. */
export function setText(target: Element, text: string): void {
  const shown = visible(text);
  if (target.textContent !== shown) target.textContent = shown;
}

export function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : visible(String(child)));
  }
}

/** Puts other children in the place of those that are there. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Makes children anew; what had the focus, known by its `data-key`, has it afterwards. */
export function keepFocus(parent: HTMLElement, work: () => void): void {
  const focused = document.activeElement;
  const key =
    focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.key : undefined;
  work();
  if (key === undefined) return;
  for (const each of parent.querySelectorAll<HTMLElement>('[data-key]')) {
    if (each.dataset.key === key) each.focus();
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Line drawings of 16 by 16, in the colour of the text around them. */
const ICONS = {
  open: 'M2 13V3h4l1.5 2H14v8z',
  gallery: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  save: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10.5 3l3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h4',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.6v.2M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z',
  fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  move: 'M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2',
  turn: 'M13 5.5A5.5 5.5 0 1 0 13.5 9M13.5 2v3.8H9.7',
  size: 'M2 9h5v5H2zM9.5 6.5L14 2M10 2h4v4M5 2H2v3M11 14h3v-3',
  close: 'M4 4l8 8M12 4l-8 8',
  layers: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  shells: 'M2 12C2 5 5.5 2.5 8 2.5S14 5 14 12M2 12h4.2M9.8 12H14M8 2.5L6.2 12M8 2.5L9.8 12',
  hand: 'M8 14V9M3.5 4.5l4.5 4 4.5-4M8 1.5v7',
  panelLeft: 'M2 3h12v10H2zM6 3v10',
  panelRight: 'M2 3h12v10H2zM10 3v10',
  camera: 'M2 5h3l1-2h4l1 2h3v8H2zM8 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  hidden: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM2.5 13.5l11-11',
  joint:
    'M3 13.5h5M5.5 13.5V9M5.5 9a2 2 0 1 1 1.6-3.2L12 3.5M11.5 8.5A5 5 0 0 1 8.6 12M11.8 11.6l-3.2.6.3-3.2',
  record: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
} as const;
export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with text, or with an icon and a name that screen readers and the tooltip say. */
export function button(
  label: string,
  click: (event: MouseEvent) => void,
  { icon: name, ...attributes }: Attributes & { icon?: Icon } = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes, on: { click } });
  if (name) {
    made.append(icon(name));
    const shown = visible(label);
    made.setAttribute('aria-label', shown);
    made.title = visible((attributes.title as string | undefined) ?? shown);
  } else made.append(label);
  return made;
}
