/**
 * Links that have visuals and no collision geometry: many published robots have them. They are not tested,
 * and every verdict says so; or somebody asks to have them tested by their visuals, and it says that.
 */
import { scopedName } from '../kinematics/assemble.ts';
import type { CellDescription } from './description.ts';

/** In every sentence about links that are tested by what they look like. */
export const BY_VISUALS = 'tested by';

/** What a verdict rests on because of them: a sentence each for those ignored and those tested. */
export function visualAssumptions(description: CellDescription): string[] {
  const sentence = (names: string[], one: string, several: string) => {
    if (names.length === 0) return [];
    const quoted = names.map((name) => `"${name}"`);
    const last = quoted.pop()!;
    return quoted.length === 0
      ? [`the link ${last} has no collision geometry${one}`]
      : [`the links ${quoted.join(', ')} and ${last} have no collision geometry${several}`];
  };
  return [
    ...sentence(
      visualOnlyLinks(description, 'ignored'),
      ', only a visual: it is not tested',
      ', only visuals: they are not tested',
    ),
    ...sentence(
      visualOnlyLinks(description, 'tested'),
      `: it is ${BY_VISUALS} its visual`,
      `: they are ${BY_VISUALS} their visuals`,
    ),
  ];
}

/** Scoped names of links that have visuals and no collision geometry, by what becomes of them. */
export function visualOnlyLinks({ robots }: CellDescription, what: 'ignored' | 'tested'): string[] {
  return robots.flatMap(({ name, robot }) =>
    robot.links
      .filter(({ visualOnly }) => visualOnly === what)
      .map((link) => scopedName(name, link.name)),
  );
}
