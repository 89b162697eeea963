/** A field for one number. */
import { element } from '../model/dom.ts';

export interface NumberFieldOptions {
  readonly label: string;
  /** As it is shown. */
  readonly value: string;
  readonly step: number;
  /** By which the field is found again when a form is made anew. Default: the label. */
  readonly key?: string;
  /** Called with every number that somebody enters. */
  readonly change: (value: number, input: HTMLInputElement) => void;
  /** Called for what is no number. Default: the field goes back to its value. */
  readonly refuse?: (input: HTMLInputElement) => void;
}

export function numberField(options: NumberFieldOptions): HTMLElement {
  const { label, value, step, key = label, change, refuse } = options;
  const input = element('input', { type: 'number', step, value, 'data-key': key });
  input.addEventListener('change', () => {
    if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber, input);
    else if (refuse) refuse(input);
    else input.value = value;
  });
  return element('label', { class: 'field' }, element('span', {}, label), input);
}
