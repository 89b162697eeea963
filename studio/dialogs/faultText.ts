/** A fault as people read it: where, what, and what to do. */
import type { Fault } from '../../src/math/index.ts';
import { element } from '../model/dom.ts';

export function faultElement(fault: Fault, kind: 'error' | 'note' = 'error'): HTMLElement {
  const where = placeOf(fault);
  return element(
    'div',
    {
      class: kind === 'note' ? 'fault note' : 'fault',
      testid: kind === 'note' ? 'note' : 'fault',
      role: kind === 'note' ? undefined : 'alert',
    },
    where && element('div', { class: 'where' }, where),
    element('div', { class: 'what' }, sentence(fault.message)),
    fault.hint && element('div', { class: 'hint' }, `→ ${fault.hint}`),
  );
}

/** `cell.yaml, line 12, column 5`. */
export function placeOf({ file, line, column, byte }: Fault): string {
  const parts: string[] = [];
  if (file !== undefined) parts.push(file);
  if (line !== undefined) parts.push(`line ${line}`);
  if (column !== undefined) parts.push(`column ${column}`);
  if (line === undefined && byte !== undefined) parts.push(`byte ${byte}`);
  return parts.join(', ');
}

/** The fault that an error carries, or the error itself as one. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Error) {
    const { fault } = error as { fault?: Fault };
    return fault ?? { code: 'studio/error', message: error.message || error.name };
  }
  return { code: 'studio/error', message: String(error) };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
