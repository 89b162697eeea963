/**
 * The files that were dropped on the page, as a source for the readers. A reference that leads nowhere is
 * looked for by the end of its path: people drop folders that are laid out otherwise than a package was,
 * or files without any folder.
 */

import { sha256 } from '../../src/certificate/index.ts';
import { packageName } from '../../src/formats/index.ts';
import type { Files } from './protocol.ts';

/** Where a reference was found that its own path does not lead to. */
export interface Alias {
  readonly asked: string;
  readonly found: string;
}

/** Folders of the packages among the files, by what their package.xml says. */
export function packagesAmong(files: Files): Record<string, string> {
  const packages: Record<string, string> = {};
  for (const [path, bytes] of files) {
    if (!/(^|\/)package\.xml$/.test(path)) continue;
    const name = packageName(bytes);
    if (name !== undefined) packages[name] ??= path.slice(0, -'/package.xml'.length);
  }
  return packages;
}

export class FileTable {
  private given: Files;
  readonly aliases: Alias[] = [];
  readonly packages: Readonly<Record<string, string>>;
  private readonly known = new Map<string, Uint8Array>();
  private readonly standIns = new Map<string, Uint8Array>();
  private misses: string[] = [];

  constructor(files: Files, packages: Readonly<Record<string, string>> = {}) {
    this.given = files;
    this.packages = { ...packagesAmong(files), ...packages };
  }

  get files(): Files {
    return this.given;
  }

  /** Files that arrived later. */
  add(files: Files): void {
    this.given = new Map([...this.given, ...files]);
  }

  /** For readers. `survey` also gives stand-ins: whatever is read that way must be thrown away. */
  reader(survey = false): (path: string) => Uint8Array | undefined {
    this.misses = [];
    return (path: string) => {
      const bytes =
        this.files.get(path) ??
        this.known.get(path) ??
        (survey ? this.standIns.get(path) : undefined);
      if (bytes) this.misses = [];
      else this.misses.push(path);
      return bytes;
    };
  }

  /** Paths that were asked for in vain since a file was last found, the first one first. */
  get lastMisses(): readonly string[] {
    return this.misses;
  }

  /**
   * Finds the file whose path ends most like the reference, and from now on gives it for `asked`. Two
   * different files that end alike are no answer: a wrong mesh would make a wrong verdict.
   */
  findByEnd(reference: string, asked: string): boolean {
    const wanted = parts(reference.replace(/^(package|model|file):\/\//, ''));
    let best: string[] = [];
    let most = 0;
    for (const path of this.files.keys()) {
      const common = commonEnd(wanted, parts(path));
      if (common > most) best = [];
      if (common >= most && common > 0) best.push(path);
      most = Math.max(most, common);
    }
    if (best.length === 0) return false;
    const digests = new Set(best.length === 1 ? [''] : best.map((p) => sha256(this.files.get(p)!)));
    if (digests.size > 1) return false;
    this.known.set(asked, this.files.get(best[0])!);
    this.aliases.push({ asked, found: best[0] });
    return true;
  }

  /** Something to be read in place of a file that is not there, so that readers go on looking. */
  standIn(asked: string, bytes: Uint8Array): void {
    this.standIns.set(asked, bytes);
  }
}

function parts(path: string): string[] {
  let plain = path.replaceAll('\\', '/');
  try {
    plain = decodeURIComponent(plain);
  } catch {
    // A percent sign that means itself.
  }
  return plain.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** How many last parts two paths share; letters of either case count alike. */
function commonEnd(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length) {
    if (a[a.length - 1 - n].toLowerCase() !== b[b.length - 1 - n].toLowerCase()) break;
    n++;
  }
  return n;
}
