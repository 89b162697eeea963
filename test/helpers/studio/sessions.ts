/** Sessions of the studio for tests: the embedded cells' files, and a small arm of one joint. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenedCell, PathData } from '../../../studio/engine/protocol.ts';
import { Session } from '../../../studio/engine/session.ts';
import { ARM } from './arm.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const CELLS = join(ROOT, 'cells');
export const folder = mkdtempSync(join(tmpdir(), 'surepath-studio-'));
// Files of one worker share this module: the folder stays until the worker ends.
process.once('exit', () => rmSync(folder, { recursive: true }));

/** The embedded cells. */

export const ALL = new Map<string, Uint8Array>(
  readdirSync(CELLS, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(CELLS, name)).isFile())
    .map((name) => [name, new Uint8Array(readFileSync(join(CELLS, name)))]),
);
export const named = (...starts: string[]) =>
  new Map([...ALL].filter(([name]) => starts.some((start) => name.startsWith(start))));
export const WITH_PATHS = [...ALL.keys()]
  .filter((name) => name.endsWith('/paths/free.json'))
  .map((name) => name.split('/')[0])
  // Its certificate takes half as long as all others together.
  .filter((name) => name !== 'lattice-nine')
  .sort();

export const utf8 = (text: string) => new TextEncoder().encode(text);
export const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z];

export function opened(
  session: Session,
  files: Map<string, Uint8Array>,
  entry?: string,
): OpenedCell {
  const answer = session.open({ files, ...(entry === undefined ? {} : { entry }) });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return answer.cell;
}

export function write(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const own = join(folder, name);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), bytes);
  }
  return own;
}

export const SRDF = `<robot name="arm"><disable_collisions link1="base" link2="upper" reason="Adjacent"/></robot>`;
export const motion = (...values: number[]): PathData => ({
  name: 'test',
  waypoints: values.map((x) => Float64Array.of(x)),
});

export function armSession() {
  const session = new Session();
  opened(
    session,
    new Map([
      ['arm.urdf', utf8(ARM)],
      ['arm.srdf', utf8(SRDF)],
    ]),
  );
  return session;
}
export const BLOCK = {
  kind: 'add',
  name: 'block',
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
  pose: at(0, 0.7, 0),
} as const;
