/** A modal window with a title, a way out by Escape and a button, and actions at its foot. */
import { button, type Child, element } from '../model/dom.ts';

export interface DialogOptions {
  readonly title: string;
  readonly content: readonly Child[];
  readonly actions?: readonly HTMLElement[];
  readonly wide?: boolean;
  readonly testid?: string;
  readonly onClose?: () => void;
}

/** Shows it at once; it is gone when it is closed. The focus goes back to where it was. */
export function showDialog(options: DialogOptions): HTMLDialogElement {
  const { title, content, actions = [], wide, testid, onClose } = options;
  const heading = element('h2', {}, title);
  const dialog = element(
    'dialog',
    { class: wide ? 'wide' : undefined, testid, 'aria-label': title },
    element(
      'div',
      { class: 'title' },
      heading,
      button('Close', () => dialog.close(), { icon: 'close', class: 'quiet' }),
    ),
    element('div', { class: 'content' }, ...content),
    actions.length > 0 && element('div', { class: 'actions' }, ...actions),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  // A click on the veil around it lands on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && !inside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function inside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
