/** The page that verifies: takes files, asks the worker, shows answers. */
import { chosenFiles, droppedFiles } from './dropped.ts';
import { startWorker } from './start.ts';
import { answerView, noteView } from './view.ts';
import type { Question, Reply } from './worker.ts';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const answers = byId('answers');
const given = byId('given');
const again = byId<HTMLButtonElement>('again');
const drop = byId('drop');
const files = new Map<string, Uint8Array>();
/** Paths under which two different files were given. */
const twice = new Set<string>();

let id = 0;
let working: Promise<Worker> | null = null;

/** One for all questions; one that failed is started anew. */
function workerOf(): Promise<Worker> {
  working ??= startWorker().then((worker) => {
    worker.onmessage = ({ data }: MessageEvent<Reply>) => show(data);
    worker.onerror = (event) => fail(event.message);
    return worker;
  });
  return working;
}

function fail(message: string): void {
  working = null;
  answers.replaceChildren(noteView(`This could not be verified here: ${message}`));
}

function show(reply: Reply): void {
  // Of the question before, where files were added meanwhile.
  if (reply.id !== id) return;
  given.textContent = `Given: ${reply.given}`;
  const note = `Given twice, and not the same: ${reply.twice}. Start over.`;
  answers.replaceChildren(...(reply.twice ? [noteView(note)] : reply.answers.map(answerView)));
}

async function take(list: readonly (readonly [string, File])[]): Promise<void> {
  if (list.length === 0) return;
  for (const [path, file] of list) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const before = files.get(path);
    files.set(path, bytes);
    // Which of them is meant nobody can say.
    if (before && !sameBytes(before, bytes)) twice.add(path);
  }
  given.textContent = `Given: ${files.size} files`;
  again.hidden = false;
  answers.replaceChildren(noteView('Verifying ...'));
  const question: Question = { id: ++id, files: [...files], twice: [...twice] };
  try {
    (await workerOf()).postMessage(question);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

for (const [button, input] of [
  ['choose', 'files'],
  ['folder', 'folders'],
]) {
  const own = byId<HTMLInputElement>(input);
  byId(button).addEventListener('click', () => own.click());
  own.addEventListener('change', async () => {
    await take(chosenFiles(own.files!));
    own.value = '';
  });
}
again.addEventListener('click', () => {
  id++;
  files.clear();
  twice.clear();
  given.textContent = '';
  again.hidden = true;
  answers.replaceChildren();
});
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) drop.classList.remove('over');
});
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  if (event.dataTransfer) await take(await droppedFiles(event.dataTransfer));
});
