/** Folders that may be there already. Node's recursive mkdir never ends where a folder cannot be made in one that exists. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder and those above it. Throws what mkdir throws. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw error;
    // It is there now where somebody else made it meanwhile.
    if (!(await isFolder(above))) await makeFolder(above);
    await mkdir(folder).catch(async (again) => {
      if (!(await isFolder(folder))) throw again;
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
