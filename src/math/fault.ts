/**
 * Faults: what is wrong with an input, as data. A fault says where, what was expected and
 * what to do; formatting happens late, at the command line or in a page.
 */

import { visible } from '../words/visible.ts';

/** For the command line's door, which loads no more than faults. */
export { visible, visibleJson } from '../words/visible.ts';

/** One thing that is wrong with an input. */
export interface Fault {
  /** A stable, machine-readable word, such as `mesh/non-finite` or `stl/truncated`. */
  readonly code: string;
  /** What is wrong and what was expected, one sentence. */
  readonly message: string;
  /** The file, if the input came from one. */
  readonly file?: string | undefined;
  /** 1-based line, for text. */
  readonly line?: number | undefined;
  /** 1-based column, for text. */
  readonly column?: number | undefined;
  /** 0-based byte offset, for binary data. */
  readonly byte?: number | undefined;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** The one error that Surepath throws for bad input. Anything else that is thrown is a bug. */
export class InputError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(formatFault(fault));
    this.name = 'InputError';
    this.fault = fault;
  }
}

/** `file:line:column: message (hint)`, or `file: byte 84: message` for binary data. */
export function formatFault(fault: Fault): string {
  let place = fault.file ?? '';
  if (fault.line !== undefined) {
    place += `${place ? ':' : 'line '}${fault.line}`;
    if (fault.column !== undefined) place += `:${fault.column}`;
  } else if (fault.byte !== undefined) {
    place += `${place ? ': ' : ''}byte ${fault.byte}`;
  }
  const hint = fault.hint ? ` (${fault.hint})` : '';
  return shown(`${place ? `${place}: ` : ''}${fault.message}${hint}`);
}

/** A sentence may quote what a file calls something; more than this of it helps nobody. */
const MOST_SHOWN = 2000;

/** Text with names from files, as it can be shown: whatever they are made of. */
function shown(text: string): string {
  const cut =
    text.length > MOST_SHOWN
      ? `${text.slice(0, MOST_SHOWN / 2)} ... ${text.slice(-MOST_SHOWN / 4)}`
      : text;
  return visible(cut);
}
