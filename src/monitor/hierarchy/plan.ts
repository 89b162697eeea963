/**
 * What hierarchies the classes of a world get, decided beforehand: which places, and over them which structures.
 *
 *   static    one tree for a class that does not move within itself; of an arm, one for each segment alone
 *   dynamic   the same for static classes; over the places of an arm, the structures that sampling found
 */
import { InputError } from '../../math/index.ts';
import type { Criterion } from '../approach.ts';
import { CellWorld } from '../cellWorld.ts';
import type { World } from '../world.ts';
import { criterionNumber } from './boxes.ts';
import {
  jointSamples,
  type Places,
  placesOf,
  type SamplingSettings,
  sampleStructures,
} from './sampling.ts';
import { type CountedStructure, type CutOff, cutOff, type StructureReport } from './structures.ts';

export interface PlanSettings {
  readonly hierarchy: 'static' | 'dynamic';
  /** Default: diameter, which the paper found best. */
  readonly criterion?: Criterion;
  readonly sampling?: SamplingSettings;
  /** Which structures are kept. Default: the 32 most frequent. */
  readonly cutOff?: CutOff;
  /**
   * Places of an arm: its members, or its segments with all that they carry. Default: members, up to 24 of them.
   */
  readonly places?: 'members' | 'segments';
}

/** The hierarchy of one class. */
export interface ClassPlan {
  readonly places: Places;
  /** Kept; null where the trees of places stand side by side. */
  readonly structures: readonly CountedStructure[] | null;
  /** What sampling found, before anything was cut off; null where nothing was sampled. */
  readonly report: StructureReport | null;
}

export interface HierarchyPlan {
  readonly criterion: Criterion;
  /** By class. */
  readonly classes: readonly ClassPlan[];
}

/** Members up to which each is a place of its own. */
const MANY_MEMBERS = 24;

/**
 * Plans hierarchies for the classes of a world. Samples are taken in another world of the same cell, so that this one
 * stays where it is.
 */
export function planHierarchies(world: World, settings: PlanSettings): HierarchyPlan {
  const { criterion = 'diameter', hierarchy } = settings;
  requireCutOff(settings.cutOff ?? {});
  let copy: CellWorld | null = null;
  const classes = world.classes.map(({ dynamic }, c): ClassPlan => {
    const members = Array.from(world.membersOf[c]);
    if (!dynamic || members.length < 2) {
      return { places: [members], structures: null, report: null };
    }
    if (hierarchy === 'static') {
      return { places: placesOf(world, c, 'segments'), structures: null, report: null };
    }
    const by = settings.places ?? (members.length > MANY_MEMBERS ? 'segments' : 'members');
    const places = placesOf(world, c, by);
    copy ??= new CellWorld(world.cell, world.classes, world.pairs);
    const samples = jointSamples(copy, c, settings.sampling);
    const report = sampleStructures(copy, places, samples, criterionNumber(criterion));
    return { places, structures: cutOff(report, settings.cutOff), report };
  });
  return { criterion, classes };
}

/** Refuses cut-offs that keep nothing or cannot be meant. */
function requireCutOff({ most = 1, share = 0 }: CutOff): void {
  if (most >= 1 && share >= 0 && share <= 1) return;
  throw new InputError({
    code: 'monitor/cut-off',
    message: `structures are kept up to a number of at least 1, and from a share between 0 and 1 on; found ${most} and ${share}`,
  });
}
