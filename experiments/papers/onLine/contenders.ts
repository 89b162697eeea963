/** The approaches of paper D, and the combinations that it tried, each as a search of the same world. */
import {
  type Approach,
  type CellWorld,
  ExactDistance,
  type HierarchyPlan,
  HierarchySearch,
  type HierarchySearchSettings,
  KeptSearch,
  type PlanSettings,
  planHierarchies,
  searchFor,
  type VectorSearch,
} from 'surepath/monitor';

export interface Contender {
  readonly name: string;
  /** Structures of hierarchies are sampled every so many degrees. */
  readonly make: (world: CellWorld, degrees: number) => VectorSearch;
  /** Whether its vectors are exact at every step; else bounds of their lengths are. */
  readonly exact?: boolean;
}

const PLAIN: Approach = {
  primitives: 'none',
  initialization: false,
  hierarchy: 'none',
  update: 'none',
  criterion: 'diameter',
  substitution: 'both',
};

/** A record's search. */
export function contender(name: string, approach: Partial<Approach>): Contender {
  const whole = { ...PLAIN, ...approach };
  return {
    name,
    make: (world, degrees) => {
      const { hierarchy, criterion } = whole;
      const isPlanned = hierarchy === 'static' || hierarchy === 'dynamic';
      const plan = isPlanned ? planOf(world, degrees, { hierarchy, criterion }) : undefined;
      return searchFor(whole, world, new ExactDistance(world), plan);
    },
    exact: whole.update !== 'global',
  };
}

/** [D 2] One approach each. */
export const SINGLE: readonly Contender[] = [
  contender('plain', {}),
  contender('initialization', { initialization: true }),
  contender('update, local', { update: 'local' }),
  contender('update, global', { update: 'global' }),
  contender('static hierarchies', { hierarchy: 'static' }),
  contender('virtual manipulator', { hierarchy: 'virtual-manipulator' }),
  contender('primitives', { primitives: 'fixed-order' }),
  contender('dynamic hierarchies', { hierarchy: 'dynamic' }),
];

/** [D 4] What dynamic hierarchies were combined with. */
export const COMBINED: readonly Contender[] = [
  contender('dynamic + initialization', { hierarchy: 'dynamic', initialization: true }),
  contender('dynamic + update, local', { hierarchy: 'dynamic', update: 'local' }),
  contender('dynamic + update, global', { hierarchy: 'dynamic', update: 'global' }),
];

/** What monitors do if nothing else is asked for. */
export const OWN: Contender = {
  name: 'ours',
  make: (world) => new KeptSearch(world, new ExactDistance(world)),
  exact: true,
};

/** Dynamic hierarchies with settings that a record does not have. */
export function hierarchyContender(name: string, settings: HierarchySearchSettings): Contender {
  return {
    name,
    make: (world, degrees) => {
      const plan = planOf(world, degrees, { hierarchy: 'dynamic' });
      return new HierarchySearch(world, new ExactDistance(world), plan, settings);
    },
    exact: true,
  };
}

/** Worlds of one cell have the same classes here, and so the same plans. */
const plans = new WeakMap<CellWorld['cell'], Map<string, HierarchyPlan>>();

function planOf(world: CellWorld, degrees: number, settings: PlanSettings): HierarchyPlan {
  const known = plans.get(world.cell) ?? new Map<string, HierarchyPlan>();
  plans.set(world.cell, known);
  const { hierarchy, criterion = 'diameter' } = settings;
  const key = `${hierarchy} ${criterion} ${degrees}`;
  const plan = known.get(key) ?? planHierarchies(world, { ...settings, sampling: { degrees } });
  known.set(key, plan);
  return plan;
}
