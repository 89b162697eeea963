/**
 * Choosing files in the system's dialog. The inputs stay in the page, out of sight, so that helpers
 * and tests can hand files to them directly.
 */
import { element } from './dom.ts';
import { type FileMap, readChosen } from './drop.ts';

export interface Chooser {
  readonly elements: readonly HTMLElement[];
  /** Null if nothing was chosen. */
  choose(folder: boolean): Promise<FileMap | null>;
  /** Files came in without being asked for. */
  onFiles: (files: FileMap) => void;
  /** They could not be read. */
  onError: (error: unknown) => void;
}

export function makeChooser(): Chooser {
  let waiting: ((files: FileMap | null) => void) | null = null;
  const answer = (files: FileMap | null) => {
    const asked = waiting;
    waiting = null;
    if (asked) asked(files);
    else if (files) chooser.onFiles(files);
  };
  const input = (folder: boolean) => {
    const made = element('input', {
      type: 'file',
      class: 'visually-hidden',
      multiple: true,
      webkitdirectory: folder,
      tabindex: -1,
      'aria-label': folder ? 'Open a folder' : 'Open files',
      testid: folder ? 'open-folder' : 'open-files',
    });
    made.addEventListener('cancel', () => answer(null));
    made.addEventListener('change', async () => {
      try {
        const files = made.files?.length ? await readChosen(made.files) : null;
        // The same file may be chosen again.
        made.value = '';
        answer(files);
      } catch (error) {
        answer(null);
        chooser.onError(error);
      }
    });
    return made;
  };
  const files = input(false);
  const folder = input(true);
  const chooser: Chooser = {
    elements: [files, folder],
    choose(wantsFolder) {
      waiting?.(null);
      return new Promise((resolve) => {
        waiting = resolve;
        (wantsFolder ? folder : files).click();
      });
    },
    onFiles: () => undefined,
    onError: () => undefined,
  };
  return chooser;
}
