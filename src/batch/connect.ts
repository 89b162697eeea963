/** Where a batch lives: a server by its URL, with its own store or a folder that all share; or a folder of this machine. */
import type { Fault } from '../math/index.ts';
import { openBullQueue } from './queue/bullQueue.ts';
import { openFolderQueue } from './queue/folderQueue.ts';
import type { ChunkQueue, QueueOptions } from './queue/queue.ts';
import { parseServer, whenStarted } from './server.ts';
import { openFolder } from './store/folderStore.ts';
import { openPostgresStore } from './store/postgresStore.ts';
import { openRedisStore } from './store/redisStore.ts';
import type { Store } from './store/store.ts';

/** Where results are: on the server, or in a folder that everybody has to be told of. */
export type Keeping = 'server' | 'folder';

/** A place where batches are, open. */
export interface Site {
  readonly store: Store;
  readonly keeping: Keeping;
  /** For people: without passwords. */
  readonly where: string;
  /** Settings of the server that could lose a batch. */
  readonly warnings: readonly Fault[];
  openQueue(batch: string, options?: QueueOptions): Promise<ChunkQueue>;
  close(): Promise<void>;
}

/** Where a site is, and how it is opened. */
export interface SiteOptions {
  readonly url?: string | undefined;
  readonly store?: string | undefined;
  /** Nothing is to be written: the folder may be one that cannot be. */
  readonly isReadOnly?: boolean | undefined;
  /** Told once where the server is starting and is waited for. */
  readonly onStarting?: ((message: string) => void) | undefined;
}

/** The folder of batches where nobody names one and there is no server. */
export const DEFAULT_FOLDER = 'surepath-batch';

/** Throws an InputError for a URL that is none, a server that does not answer, a folder that cannot be written. */
export async function openSite({
  url,
  store: folder,
  isReadOnly,
  onStarting,
}: SiteOptions): Promise<Site> {
  if (url === undefined) {
    const place = folder ?? DEFAULT_FOLDER;
    const store = await openFolder(place, { isReadOnly });
    return {
      ...{ store, keeping: 'folder', where: place, warnings: [] },
      openQueue: (batch, options) => openFolderQueue(place, batch, options),
      close: () => store.close(),
    };
  }
  const server = parseServer(url);
  const shared = folder === undefined ? null : await openFolder(folder, { isReadOnly });
  const open = server.kind === 'redis' ? openRedisStore : openPostgresStore;
  const { warnings, ...onServer } = await whenStarted(server, () => open(server), { onStarting });
  return {
    // Notes are where the queue is: there everybody sees the same at once.
    store: shared ? { ...onServer, blobs: shared.blobs } : onServer,
    keeping: shared ? 'folder' : 'server',
    ...{ where: server.shown, warnings },
    openQueue: (batch, options) => openBullQueue(server, batch, options),
    close: () => onServer.close(),
  };
}
