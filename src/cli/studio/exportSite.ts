/** The studio as a folder of static files, for any web server. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../math/index.ts';
import type { Site } from './site.ts';

/** Writes everything that the server would serve. Returns the number of files. */
export function exportSite(site: Site, folder: string): number {
  if (existsSync(folder) && readdirOf(folder).length > 0) {
    throw new InputError({
      code: 'studio/export',
      message: 'the folder is not empty',
      file: folder,
      hint: 'name one that does not exist, or empty it first',
    });
  }
  let count = 0;
  for (const [address, entry] of site) {
    if (address.endsWith('/')) continue;
    const file = join(folder, address);
    mkdirSync(dirname(file), { recursive: true });
    if ('text' in entry) writeFileSync(file, entry.text);
    else copyFileSync(entry.real, file);
    count++;
  }
  return count;
}

function readdirOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new InputError({
      code: 'studio/export',
      message: 'this is not a folder that can be read',
      file: folder,
    });
  }
}
