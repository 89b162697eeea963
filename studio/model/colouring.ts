/** Shells and pieces in colours: asks the engine for them when somebody wants to see them, and has them drawn. */
import type { ColouringAnswer } from '../engine/protocol.ts';
import { type Host, isCancelled } from './host.ts';
import type { ColourBy } from './state.ts';

/** What is used of the view. */
export interface ColouringView {
  setColouring(colouring: ColouringAnswer | null): void;
}

/** One after the other, for a key. */
export const COLOUR_BY: readonly ColourBy[] = ['bodies', 'shells', 'pieces'];

export function connectColouring(
  { store, run, dialogs }: Pick<Host, 'store' | 'run' | 'dialogs'>,
  view: ColouringView,
): void {
  let asked: AbortController | null = null;
  store.subscribe(['cell', 'colourBy'], async ({ cell, colourBy, colouring }) => {
    asked?.abort();
    asked = null;
    // Until the new ones are found those of the same kind are shown, where they fit.
    if (colouring && colouring.by !== colourBy) store.update({ colouring: null });
    if (!cell || colourBy === 'bodies') return;
    const own = new AbortController();
    asked = own;
    const label = colourBy === 'shells' ? 'Finding shells' : 'Dividing into pieces';
    try {
      const answer = await run('colouring', { by: colourBy }, { label, signal: own.signal });
      if (asked === own) store.update({ colouring: answer });
    } catch (error) {
      if (asked !== own) return;
      // Whoever cancels it sees bodies again.
      store.update({ colourBy: 'bodies' });
      if (!isCancelled(error)) dialogs.fault(error, 'Shells and pieces cannot be shown');
    }
  });
  store.subscribe(['colouring'], ({ colouring }) => view.setColouring(colouring));
}
