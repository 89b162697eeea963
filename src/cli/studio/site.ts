/**
 * What the studio's server serves: a table from addresses to files, made when it starts. An address
 * that is not in the table does not exist; no path on disk is ever made from a request.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../math/index.ts';
import type { Gallery } from './gallery.ts';
import { VERIFY_HEADER_POLICY } from './policy.ts';
import { bagUrl, fileUrl, type SessionCell, sessionJson } from './session.ts';

/** A file on disk, or a text. A policy of its own takes the place of the studio's. */
export type Entry = { readonly type: string; readonly policy?: string } & (
  | { readonly real: string }
  | { readonly text: string }
);

/** By the decoded path of the address. */
export type Site = ReadonlyMap<string, Entry>;

export interface SiteFolders {
  /** The built page. */
  readonly page: string;
  /** The embedded cells. */
  readonly cells: string;
  /** The built page that verifies certificates, served below /verify/. */
  readonly verify?: string;
}

/** Those of this package. */
export function packageFolders(): SiteFolders {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  return {
    page: join(root, 'dist/studio'),
    cells: join(root, 'cells'),
    verify: join(root, 'dist/verify'),
  };
}

/** Of the page's own files. Anything of a cell is bytes, whatever it is called. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const BYTES = 'application/octet-stream';

/** `gate`: the address of a gate that the page may attach to. Throws InputError if the studio has not been built. */
export function buildSite(folders: SiteFolders, cell: SessionCell | null, gate?: string): Site {
  const site = new Map<string, Entry>();
  for (const file of pageFiles(folders)) {
    const type = TYPES[extname(file).toLowerCase()] ?? BYTES;
    site.set(`/${file}`, { type, real: realpathSync(join(folders.page, file)) });
  }
  for (const file of cellFiles(folders)) {
    site.set(`/cells/${file}`, { type: BYTES, real: realpathSync(join(folders.cells, file)) });
  }
  for (const { path, real } of cell?.files ?? []) {
    site.set(decodeURIComponent(fileUrl(path)), { type: BYTES, real });
  }
  if (cell?.bag) {
    const { path, real } = cell.bag;
    site.set(decodeURIComponent(bagUrl(path)), { type: BYTES, real });
  }
  for (const [address, entry] of verifySite(folders.verify)) site.set(address, entry);
  site.set('/session.json', { type: TYPES['.json'], text: sessionJson(cell, gate) });
  site.set('/', site.get('/index.html')!);
  return site;
}

/** The page that verifies; nothing where it has not been built. */
export function verifySite(folder: string | undefined): Site {
  const site = new Map<string, Entry>();
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return site;
  for (const file of readdirSync(folder).sort()) {
    const type = TYPES[extname(file).toLowerCase()] ?? BYTES;
    const real = realpathSync(join(folder, file));
    site.set(`/verify/${file}`, { type, real, policy: VERIFY_HEADER_POLICY });
  }
  site.set('/verify/', site.get('/verify/index.html')!);
  return site;
}

/** The files of the page, by their paths in its folder. Links are left aside. */
export function pageFiles({ page }: SiteFolders): string[] {
  if (!existsSync(join(page, 'index.html'))) {
    throw new InputError({
      code: 'studio/not-built',
      message: `the studio has not been built: ${join(page, 'index.html')} is not there`,
      hint: 'run npm run build',
    });
  }
  return readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(page, resolve(each.parentPath, each.name)).replaceAll('\\', '/'))
    .sort();
}

/** The files of the embedded cells that the gallery lists, by their paths in the folder of cells. */
export function cellFiles({ page, cells }: SiteFolders): string[] {
  const text = readFileSync(join(page, 'cells/gallery.json'), 'utf8');
  const gallery = JSON.parse(text) as Gallery;
  const all = gallery.cells.flatMap(({ files }) => files.map(({ path }) => path));
  return [...new Set(all)].filter((path) => existsSync(join(cells, path))).sort();
}
