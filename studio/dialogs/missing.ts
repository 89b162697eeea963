/**
 * What is shown when files do not make a cell yet: references that are missing, by name; several
 * files that could be meant; or a file that is broken. More files can be dropped on it.
 */
import type { Files, MissingFile, OpenRequest, Unopened } from '../engine/protocol.ts';
import { button, type Child, element } from '../model/dom.ts';
import { joined } from '../model/fileSets.ts';
import type { Asking } from '../model/opening.ts';
import { showDialog } from './dialog.ts';
import { faultElement } from './faultText.ts';

/** `choose` lets people choose files. */
export function makeAsking(choose: (folder: boolean) => Promise<Files | null>): Asking {
  let waiting: ((files: Files) => void) | null = null;
  return {
    offer(files) {
      if (!waiting) return false;
      waiting(files);
      return true;
    },
    ask(unopened, request) {
      return new Promise((resolve) => {
        let next: OpenRequest | null = null;
        const go = (request: OpenRequest) => {
          next = request;
          dialog.close();
        };
        const add = (files: Files) => go({ ...request, files: joined(request.files, files) });
        const addChosen = async (folder: boolean) => {
          const files = await choose(folder);
          if (files) add(files);
        };
        waiting = add;
        const dialog = showDialog({
          title: titleOf(unopened),
          content: contentOf(unopened, (entry) => go({ ...request, entry })),
          actions: [
            button('Add files…', () => void addChosen(false)),
            button('Add a folder…', () => void addChosen(true)),
            button('Cancel', () => dialog.close()),
          ],
          testid: unopened.kind === 'missing' ? 'missing-files' : 'unopened',
          onClose: () => {
            waiting = null;
            resolve(next);
          },
        });
      });
    },
  };
}

function titleOf({ kind, missing }: Unopened): string {
  if (kind === 'ambiguous') return 'Which one do you want to open?';
  if (kind === 'broken') return 'This cannot be opened';
  return missing.length === 1 ? 'One file is missing' : `${missing.length} files are missing`;
}

function contentOf(unopened: Unopened, choose: (entry: string) => void): Child[] {
  const { kind, missing, candidates, error } = unopened;
  const content: Child[] = [];
  if (error) content.push(faultElement(error));
  if (kind === 'ambiguous') {
    content.push(
      element(
        'div',
        { class: 'list' },
        ...candidates.map((entry) => button(entry, () => choose(entry), { class: 'mono' })),
      ),
    );
  }
  if (missing.length > 0) {
    content.push(
      element('p', {}, 'The files refer to these, and they were not among them:'),
      element('ul', { class: 'names' }, ...missing.map(missingItem)),
    );
  }
  content.push(
    element(
      'div',
      { class: 'drop-zone' },
      kind === 'broken'
        ? 'Drop a corrected file here: it takes the place of the one with its name.'
        : 'Drop the files, or a folder that has them, anywhere on this page.',
    ),
  );
  return content;
}

function missingItem({ reference, from, line, needed }: MissingFile): HTMLElement {
  const place = from ? ` — ${from}${line ? `:${line}` : ''}` : '';
  return element(
    'li',
    {},
    reference,
    element('span', { class: 'muted' }, place + (needed ? '' : ' (only drawn)')),
  );
}
