/** What a tab had open before it was loaded again, to be brought back or forgotten. */
import type { App } from '../model/app.ts';
import { button, element } from '../model/dom.ts';
import { forgetKept } from '../model/keptTable.ts';
import type { KeptWork } from '../model/keptWork.ts';

/** Goes away by itself when somebody begins something else. */
export function workOffer(app: App, kept: KeptWork, bringBack: () => Promise<void>): HTMLElement {
  const { store, dialogs } = app;
  const { source } = store.state;
  const at = new Date(kept.when).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const bar = element(
    'div',
    { class: 'overlay offer', role: 'status', testid: 'kept-work' },
    element('span', { class: 'grow' }, `Your work on ${kept.name} is kept, as it was at ${at}.`),
    button('Bring it back', () => back(), { class: 'primary small', testid: 'kept-restore' }),
    button('Forget it', () => drop(true), { class: 'small', testid: 'kept-forget' }),
  );
  const drop = (isForgotten: boolean) => {
    end();
    bar.remove();
    if (isForgotten) void forgetKept();
  };
  const back = () => {
    drop(false);
    bringBack().catch((error) => dialogs.fault(error, 'This work cannot be brought back'));
  };
  const end = store.subscribe(['cell', 'edits', 'path', 'configuration'], () => {
    if (store.undoLabel !== null || store.state.source !== source) drop(false);
  });
  return bar;
}
