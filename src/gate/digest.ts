/**
 * The digest of a version of a cell: SHA-256 over everything that an answer about it depends on, whatever fields the
 * description has. Two versions with one digest get the same answers. Robots, obstacles and files enter by digests of their
 * own, kept as long as the object lives: descriptions are immutable and share what an edit leaves alone, so the digest after
 * an edit costs about a microsecond for each obstacle.
 */
import { contentsDigest, type OpenCell, type OwnFrame } from '../jobs/index.ts';

/** Digests by identity. Values of descriptions never change in place. */
const known = new WeakMap<object, string>();

/**
 * The digest of an open cell: its description, the values of joints given beside it, and the own frames of attached
 * objects, on which later edits depend. Bytes of arrays enter as the machine has them: digests are compared within one run.
 */
export function digestOfCell(
  { description, joints }: Pick<OpenCell, 'description' | 'joints'>,
  frames: readonly (OwnFrame | null)[],
): string {
  const { robots, obstacles, sets = [], files, ...rest } = description;
  const listed = [robots, obstacles, sets].map((list) => list.map(kept));
  const read = [...files].map(([name, bytes]) => [name, kept(bytes)]);
  return contentsDigest([listed, read, rest, joints, frames]);
}

function kept(value: object): string {
  const found = known.get(value) ?? contentsDigest(value);
  known.set(value, found);
  return found;
}
