/** The version of this package. Apart from the rest, so that `surepath --version` reads little else. */
import { readFileSync } from 'node:fs';

export function version(): string {
  const url = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).version;
}
