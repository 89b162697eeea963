/** Files that were dropped or chosen, folders included, with their paths. */
const MOST_FILES = 5000;

/** All files of a drop. */
export async function droppedFiles(transfer: DataTransfer): Promise<[string, File][]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(transfer.files);
  const found: [string, File][] = [];
  for (const entry of entries) await addEntry(entry, '', found);
  return found;
}

/** Chosen with a button; of a folder with the path below it. */
export function chosenFiles(list: FileList): [string, File][] {
  return [...list].map((file) => [file.webkitRelativePath || file.name, file]);
}

async function addEntry(entry: FileSystemEntry, folder: string, found: [string, File][]) {
  if (found.length >= MOST_FILES) return;
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry.isFile) {
    const own = entry as FileSystemFileEntry;
    found.push([path, await new Promise<File>((done, fail) => own.file(done, fail))]);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    );
    if (some.length === 0) return;
    for (const each of some) await addEntry(each, path, found);
  }
}
