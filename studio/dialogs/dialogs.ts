/** The small dialogs that every panel can use: faults, messages, a question. */
import { type Dialogs, isCancelled } from '../model/app.ts';
import { button, element } from '../model/dom.ts';
import { showDialog } from './dialog.ts';
import { faultElement, faultOf } from './faultText.ts';

const SHOWN_MS = 5000;
const MOST = 2;

/** `toasts` is where messages that go away by themselves appear. */
export function makeDialogs(toasts: HTMLElement): Dialogs {
  return {
    fault(error, title = 'This did not work') {
      if (isCancelled(error)) return;
      const close = button('Close', () => dialog.close(), { class: 'primary' });
      const dialog = showDialog({
        title,
        content: [faultElement(faultOf(error))],
        actions: [close],
      });
      close.focus();
    },
    say(text, kind = 'good') {
      const toast = element(
        'div',
        { class: `overlay toast ${kind}`, testid: 'message' },
        element('span', { class: 'grow' }, text),
        button('Dismiss', () => toast.remove(), { icon: 'close', class: 'quiet small' }),
      );
      toasts.append(toast);
      while (toasts.children.length > MOST) toasts.firstElementChild?.remove();
      setTimeout(() => toast.remove(), SHOWN_MS);
    },
    ask(title, label, value = '') {
      return new Promise((resolve) => {
        let answer: string | null = null;
        const input = element('input', { type: 'text', value, maxlength: 200 });
        const accept = () => {
          answer = input.value.trim() || null;
          dialog.close();
        };
        input.addEventListener('keydown', (event) => {
          if (event.key !== 'Enter') return;
          // The rest of this key press must not go to the button that gets the focus back.
          event.preventDefault();
          accept();
        });
        const dialog = showDialog({
          title,
          content: [element('label', { class: 'field' }, element('span', {}, label), input)],
          actions: [
            button('Cancel', () => dialog.close()),
            button('OK', accept, { class: 'primary' }),
          ],
          onClose: () => resolve(answer),
        });
        input.focus();
        input.select();
      });
    },
  };
}
