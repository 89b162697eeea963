/** The embedded cells and the cell of the command line, from the server that the page came from. */
import { InputError } from '../../src/math/index.ts';
import type { Files, OpenRequest } from '../engine/protocol.ts';

export interface GalleryCell {
  readonly name: string;
  readonly title: string;
  readonly entry: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** A motion that sampling at this many radians calls free, and that is not. */
export interface Story {
  readonly cell: string;
  readonly path: string;
  readonly resolution: number;
}

export interface Gallery {
  readonly default: string;
  readonly story?: Story;
  readonly cells: readonly GalleryCell[];
}

/** A cell that `surepath studio CELL` was given. */
export interface SessionCell extends Omit<OpenRequest, 'files' | 'testVisuals'> {
  readonly name: string;
  readonly entry: string;
  /** Links without collision geometry are tested by their visuals. */
  readonly visuals?: true;
  /** Metres that are asked for, instead of what the cell says. */
  readonly clearance?: number;
  /** Paths to be opened with it. */
  readonly open: readonly string[];
  /** A bag, whose motions are listed to choose from once the cell is open. */
  readonly bag?: FileAddress;
  readonly files: readonly FileAddress[];
}

interface FileAddress {
  readonly path: string;
  readonly url: string;
  /** It is only drawn. */
  readonly drawn?: true;
}

let gallery: Promise<Gallery> | null = null;

/** Fetched once; asked for again if that failed. */
export function loadGallery(): Promise<Gallery> {
  gallery ??= fetchJson('./cells/gallery.json').then((value) => value as Gallery);
  gallery.catch(() => {
    gallery = null;
  });
  return gallery;
}

/** The cell of the command line, with its files on their way: those that are not only drawn. */
export interface FirstCell {
  readonly cell: SessionCell;
  readonly files: Promise<Files>;
}

/** Null if the page stands for itself. */
export async function loadFirst(): Promise<FirstCell | null> {
  const cell = await loadSession();
  if (!cell) return null;
  const files = fetchFiles(cell.files.filter(({ drawn }) => !drawn));
  // Whoever opens the cell finds out what is wrong.
  files.catch(() => undefined);
  return { cell, files };
}

interface SessionFile {
  readonly cell?: SessionCell | null;
  /** Where the gate is that serves this page. */
  readonly gate?: string;
}

let gateOfSession = '';

/** The address of the gate that the page at an address came from; empty if it did not. Known once the session is. */
export function sessionGate(page: string): string {
  if (gateOfSession === '') return '';
  const url = new URL(gateOfSession, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

async function loadSession(): Promise<SessionCell | null> {
  try {
    const value = (await fetchJson('./session.json')) as SessionFile;
    gateOfSession = value.gate ?? '';
    return value.cell ?? null;
  } catch {
    return null;
  }
}

export function fetchCell(cell: GalleryCell): Promise<Map<string, Uint8Array>> {
  return fetchFiles(
    cell.files.map(({ path }) => ({
      path,
      url: `./cells/${path.split('/').map(encodeURIComponent).join('/')}`,
    })),
  );
}

export async function fetchFiles(files: readonly FileAddress[]): Promise<Map<string, Uint8Array>> {
  const contents = await Promise.all(
    files.map(async ({ path, url }) => {
      const response = await fetch(url);
      if (!response.ok) throw unreachable(path);
      return [path, new Uint8Array(await response.arrayBuffer())] as const;
    }),
  );
  return new Map(contents);
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw unreachable(url);
  return response.json();
}

function unreachable(file: string): InputError {
  return new InputError({
    code: 'studio/unreachable',
    message: 'the server that this page came from does not have this file',
    file,
    hint: 'start it again with `surepath studio`, or export the site with --export',
  });
}
