/** Names of bodies by number, members of sets among them: these are the last bodies, and have no entry of their own. */
import type { OpenedCell } from './opening.ts';

/** The name of a body; undefined if there is none of that number. */
export function bodyName(
  { bodies, description }: Pick<OpenedCell, 'bodies' | 'description'>,
  body: number,
): string | undefined {
  if (body < bodies.length) return bodies[body]?.name;
  let member = body - bodies.length;
  for (const { name, centres } of description.sets ?? []) {
    const size = centres.length / 3;
    if (member < size) return `${name}/${member}`;
    member -= size;
  }
  return undefined;
}
