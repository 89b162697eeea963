/** Keys, and the dialog that lists them. */
import { element } from '../model/dom.ts';
import { pressed } from '../model/keys.ts';
import { showDialog } from './dialog.ts';

export interface Shortcut {
  /** As shown; `Mod` is Ctrl, or Command on a Mac. */
  readonly keys: string;
  /** Empty: another line of the list speaks of it. */
  readonly what: string;
  /** Absent for keys that a panel handles itself. */
  readonly act?: () => void;
}

/** Calls the shortcuts, but not while somebody types or a dialog is open. */
export function listenForShortcuts(shortcuts: readonly Shortcut[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const typing = isText(event.target);
    for (const { keys, act } of shortcuts) {
      if (!act || !pressed(keys, event)) continue;
      // Text fields have an undo of their own, and letters are letters there.
      if (typing) return;
      event.preventDefault();
      act();
      return;
    }
  });
}

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !['range', 'checkbox', 'radio', 'button', 'file'].includes(target.type);
  }
  const typed = target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return typed || target.isContentEditable;
}

export function showShortcuts(shortcuts: readonly Shortcut[]): void {
  const mac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
  showDialog({
    title: 'Help',
    wide: true,
    testid: 'help',
    content: [
      element(
        'p',
        {},
        'Drop a folder or files on the page to open a cell: a cell file, a URDF with its SRDF and meshes, ' +
          'a MoveIt scene, a path. Nothing leaves this computer. Turn the view with the left button or one ' +
          'finger, move it with the right button or two fingers, zoom with the wheel or by pinching. A click ' +
          'or a tap on an obstacle selects it; its handles and the ball at the tool can be dragged.',
      ),
      element(
        'div',
        { class: 'keys' },
        ...shortcuts
          .filter(({ what }) => what !== '')
          .map(({ keys, what }) =>
            element(
              'div',
              {},
              element('span', {}, what),
              element('kbd', {}, keys.replace('Mod', mac ? '⌘' : 'Ctrl').replaceAll('+', ' ')),
            ),
          ),
      ),
      element(
        'p',
        { class: 'muted' },
        'Arrow keys move sliders and the timeline; Page Up and Page Down take larger steps. “Free” is a proof ' +
          'for every configuration on the path, under the assumptions listed with it.',
      ),
    ],
  });
}
