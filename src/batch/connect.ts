/** Where a batch lives: a server by its URL, with its own store or a folder that all share; or a folder of this machine. */
import { openBullQueue } from './queue/bullQueue.ts';
import { openFolderQueue } from './queue/folderQueue.ts';
import type { ChunkQueue, QueueOptions } from './queue/queue.ts';
import { parseServer } from './server.ts';
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
  openQueue(batch: string, options?: QueueOptions): Promise<ChunkQueue>;
  close(): Promise<void>;
}

/** What is said on the command line. */
export interface SiteOptions {
  readonly url?: string | undefined;
  readonly store?: string | undefined;
}

/** The folder of batches where nobody names one and there is no server. */
export const DEFAULT_FOLDER = 'surepath-batch';

/** Throws an InputError for a URL that is none, a server that does not answer, a folder that cannot be written. */
export async function openSite({ url, store: folder }: SiteOptions): Promise<Site> {
  if (url === undefined) {
    const place = folder ?? DEFAULT_FOLDER;
    const store = await openFolder(place);
    return {
      ...{ store, keeping: 'folder', where: place },
      openQueue: (batch, options) => openFolderQueue(place, batch, options),
      close: () => store.close(),
    };
  }
  const server = parseServer(url);
  const shared = folder === undefined ? null : await openFolder(folder);
  const onServer =
    server.kind === 'redis' ? await openRedisStore(server) : await openPostgresStore(server);
  return {
    // Notes are where the queue is: there everybody sees the same at once.
    store: shared ? { ...onServer, blobs: shared.blobs } : onServer,
    keeping: shared ? 'folder' : 'server',
    where: server.shown,
    openQueue: (batch, options) => openBullQueue(server, batch, options),
    close: () => onServer.close(),
  };
}
