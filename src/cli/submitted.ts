/**
 * Which batches were submitted from this folder to a server, so that a batch that the server lost is told from one that never was. A file
 * without content for each, beside the compiled meshes of this user, in a folder that is named by the digest of folder and server. Only
 * messages depend on it: where it cannot be written or read, nothing is known.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, digestOf } from '../batch/index.ts';
import { InputError } from '../math/index.ts';
import { cacheFolder } from '../serve/index.ts';

export class Submitted {
  private readonly folder: string | null;
  private readonly where: string;

  /** `where`: the server as it is shown. */
  constructor(where: string, from = process.cwd()) {
    const cache = cacheFolder();
    const name = digestOf(canonicalJson({ from, where })).slice(0, 32);
    this.folder = cache === null ? null : join(cache, 'submitted', name);
    this.where = where;
  }

  add(batch: string): void {
    if (this.folder === null) return;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(join(this.folder, batch), '');
    } catch {
      // Nothing is known then.
    }
  }

  /** It was collected, or removed. */
  forget(batch: string): void {
    if (this.folder === null) return;
    try {
      rmSync(join(this.folder, batch), { force: true });
    } catch {
      // It is told of as lost then, if the server does not have it.
    }
  }

  /** Those that the server does not have any more. */
  lost(known: readonly string[]): string[] {
    return this.all().filter((batch) => !known.includes(batch));
  }

  /** The one that a name means, or its beginning; null for none and for several. */
  find(name: string): string | null {
    const meant = this.all().filter((batch) => name !== '' && batch.startsWith(name));
    return meant.length === 1 ? meant[0] : null;
  }

  /** What is said about one that the server does not have. */
  lostFault(batch: string): InputError {
    return new InputError({
      code: 'batch/lost',
      message: `${this.where} has no batch ${batch}, which was submitted from this folder: the server lost it, or it was removed elsewhere`,
      hint: 'submit it again (a Redis needs "appendonly yes" and "maxmemory-policy noeviction"), or forget it with surepath batch cancel BATCH --purge',
    });
  }

  private all(): string[] {
    if (this.folder === null) return [];
    try {
      return readdirSync(this.folder).sort();
    } catch {
      return [];
    }
  }
}
