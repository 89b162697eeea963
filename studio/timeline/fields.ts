/** Labelled inputs of the motion and check panels. */
import { type Child, element } from '../model/index.ts';

export interface NumberOptions {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly title?: string;
  readonly testid?: string;
}

export interface Field<T> {
  readonly root: HTMLElement;
  /** Shows a value, unless the person is just typing one. */
  show(value: T): void;
}

/** A number, or nothing where the field may be empty. Values out of range are marked and not taken. */
export function numberField(
  label: Child | readonly Child[],
  onChange: (value: number | undefined) => void,
  { testid, title, ...attributes }: NumberOptions = {},
): Field<number | undefined> {
  const input = element('input', {
    type: 'number',
    step: 'any',
    ...attributes,
    'data-testid': testid,
  });
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = attributes;
  input.addEventListener('change', () => {
    const text = input.value.trim();
    const value = text === '' ? undefined : Number(text);
    const isBad =
      input.validity.badInput || (value !== undefined && !(value >= min && value <= max));
    input.setAttribute('aria-invalid', String(isBad));
    if (!isBad) onChange(value);
  });
  const root = element('label', { class: 'field', title }, caption(label), input);
  return {
    root,
    show(value) {
      if (document.activeElement === input) return;
      input.value = value === undefined ? '' : String(value);
      input.setAttribute('aria-invalid', 'false');
    },
  };
}

function caption(label: Child | readonly Child[]): HTMLElement {
  return element('span', {}, ...[label].flat());
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function choiceField(
  label: Child | readonly Child[],
  choices: readonly Choice[],
  onChange: (value: string) => void,
  testid?: string,
): Field<string> {
  const select = element(
    'select',
    { 'data-testid': testid },
    ...choices.map(({ value, label: text }) => element('option', { value }, text)),
  );
  select.addEventListener('change', () => onChange(select.value));
  const root = element('label', { class: 'field' }, caption(label), select);
  return {
    root,
    show(value) {
      select.value = value;
    },
  };
}

export function checkField(
  label: string,
  onChange: (value: boolean) => void,
  { title, testid }: { title?: string; testid?: string } = {},
): Field<boolean> {
  const input = element('input', { type: 'checkbox', 'data-testid': testid });
  input.addEventListener('change', () => onChange(input.checked));
  const root = element('label', { class: 'check', title }, input, element('span', {}, label));
  return {
    root,
    show(value) {
      input.checked = value;
    },
  };
}

export function section(title: string, ...children: (Node | null)[]): HTMLElement {
  return element('section', { class: 'section' }, element('h3', {}, title), ...children);
}

/** Rows of a name and a value. */
export function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    { class: 'tl-facts' },
    ...rows.flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', { class: 'number' }, value),
    ]),
  );
}
