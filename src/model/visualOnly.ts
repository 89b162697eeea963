/**
 * Links that have visuals and no collision geometry: many published robots have them. They are not tested,
 * and every verdict says so; or somebody asks to have them tested by their visuals, and it says that.
 */
import { scopedName } from '../kinematics/assemble.ts';
import { visualsText } from '../words/assumptions.ts';
import type { CellDescription } from './description.ts';

/** What a verdict rests on because of them: a sentence each for those ignored and those tested. */
export function visualAssumptions(description: CellDescription): string[] {
  return (['ignored', 'tested'] as const).flatMap((what) =>
    visualsText(visualOnlyLinks(description, what), what),
  );
}

/** Scoped names of links that have visuals and no collision geometry, by what becomes of them. */
export function visualOnlyLinks({ robots }: CellDescription, what: 'ignored' | 'tested'): string[] {
  return robots.flatMap(({ name, robot }) =>
    robot.links
      .filter(({ visualOnly }) => visualOnly === what)
      .map((link) => scopedName(name, link.name)),
  );
}
