/**
 * What the studio shows: the cell, where its joints stand, the path, and what is known of it. One
 * record; panels read it, change it with `update` and listen to the keys they show. Values are never
 * changed in place.
 */
import type {
  ApproachName,
  Change,
  CheckAnswer,
  CheckSettings,
  ColouringAnswer,
  CoverAnswer,
  Fault,
  Files,
  LeftTimes,
  MovedObstacle,
  OpenedCell,
  PathData,
  PlanRequestData,
  PoseAnswer,
  ProfileAnswer,
  Progress,
  SampledAnswer,
  VectorsAnswer,
  VisualsAnswer,
} from '../engine/protocol.ts';
import { DEFAULT_LAYERS, type Layers } from '../view/types.ts';
import { type ChangeOptions, History } from './history.ts';

export type { ChangeOptions, Layers };

/** Where the open cell came from: a link can only name an embedded one. */
export type Source =
  | { readonly kind: 'none' }
  | { readonly kind: 'gallery'; readonly name: string }
  | { readonly kind: 'session' }
  | { readonly kind: 'files' };

/** The robot that sliders and hands move. */
export type Target = 'present' | 'start' | 'goal';

/** How handles move what they are on. */
export type HandleMode = 'translate' | 'rotate' | 'scale' | 'none';

/** What has a colour of its own: whole bodies, or the shells or convex pieces of meshes. */
export type ColourBy = 'bodies' | ColouringAnswer['by'];

export interface Settings {
  readonly check: CheckSettings;
  readonly plan: Pick<PlanRequestData, 'planner' | 'seed' | 'timeLimit' | 'smooth' | 'timed'>;
  /** Of the comparison with sampling: the largest step, in radians. */
  readonly resolution: number;
  /** Check again whenever the cell or the path changes. */
  readonly keepChecking: boolean;
  /** The link whose trace is drawn; null: none. */
  readonly traced: string | null;
  /** Angles are shown in degrees or radians. */
  readonly angles: 'degrees' | 'radians';
}

/** The live mode: collision vectors wherever the joints stand. */
export interface LiveSettings {
  readonly isOn: boolean;
  /** Metres; vectors that are longer are not looked for. Null: none. */
  readonly threshold: number | null;
  readonly approach: ApproachName;
  /** Numbers of class pairs that are not asked about. */
  readonly leftOut: readonly number[];
}

/** A gate whose live states are shown. */
export interface GateState {
  /** Its address; empty if none is known. */
  readonly url: string;
  readonly status: 'off' | 'connecting' | 'attached' | 'lost';
  /** What it says of the last state; null before the first. */
  readonly verdict: string | null;
  /** Of its cell. */
  readonly version: number | null;
  /** What is to be said about it. */
  readonly note: string;
}

/** Null where nothing is known, or no longer. */
export interface Results {
  readonly check: CheckAnswer | null;
  readonly cover: CoverAnswer | null;
  readonly profile: ProfileAnswer | null;
  readonly sampled: SampledAnswer | null;
  /** Of a path that is rechecked, or was: what was left open, in this cell, by the evidence of an earlier one. */
  readonly kept: Kept | null;
}

export interface Kept {
  /** Null until it was looked at. */
  readonly left: LeftTimes | null;
}

export const NO_RESULTS: Results = {
  check: null,
  cover: null,
  profile: null,
  sampled: null,
  kept: null,
};

/** The last proof there was, of a cell that may be another one by now: where a recheck begins. Nothing of it is shown. */
export interface Evidence {
  /** A certificate. */
  readonly text: string;
  readonly path: PathData;
}

/** Work under way; shown once it takes longer than a blink. */
export interface BusyJob {
  readonly id: number;
  readonly label: string;
  readonly progress: Progress | null;
  /** It takes long enough to be shown. */
  readonly visible: boolean;
  readonly cancel: () => void;
}

export interface State {
  readonly cell: OpenedCell | null;
  /** What robots look like; null until it was read. */
  readonly visuals: VisualsAnswer | null;
  /** What was changed since it was opened, in order: links repeat it. */
  readonly edits: readonly Change[];
  /** What the cell was opened from. */
  readonly files: Files;
  readonly source: Source;
  /** All degrees of freedom, in the order of cell.dofs. */
  readonly configuration: Float64Array;
  readonly path: PathData | null;
  /** What was to be said of a path when it was read. */
  readonly pathNotes: { readonly path: PathData; readonly notes: readonly Fault[] } | null;
  /** Where one is on the path: number of the segment plus t; 0 at the first waypoint. */
  readonly time: number;
  readonly start: Float64Array | null;
  readonly goal: Float64Array | null;
  /** The obstacle that is selected, as a number in description.obstacles. */
  readonly selection: number | null;
  /** Where a change of the cell breaks the path, another is planned by itself. */
  readonly keepPlanning: boolean;
  /** A path that was planned so and is not proven yet; null: none. */
  readonly provisional: PathData | null;
  readonly handles: HandleMode;
  /** The obstacle in somebody's hand and where it is: shown, but not yet so in the cell; null: none. */
  readonly hand: MovedObstacle | null;
  /** While an obstacle is in somebody's hand, whether or not the cell has it there: what changes are merged by; null: nothing is. */
  readonly holding: string | null;
  /** The link that can be dragged in the view; null: none. */
  readonly tool: string | null;
  /** The robot that sliders and hands move: as it stands, or that of the start or the goal. */
  readonly target: Target;
  /** The planning group whose joints are planned and dragged; null: all joints. */
  readonly group: string | null;
  /** Links turn when they are dragged. */
  readonly turning: boolean;
  /** Names of bodies that are not drawn. They are checked like all others. */
  readonly hidden: ReadonlySet<string>;
  readonly layers: Layers;
  /** What has a colour of its own. */
  readonly colourBy: ColourBy;
  /** Shells or pieces of the cell; null where nobody asked, or until they are found. */
  readonly colouring: ColouringAnswer | null;
  readonly settings: Settings;
  readonly theme: 'dark' | 'light';
  readonly results: Results;
  readonly evidence: Evidence | null;
  /** What is known of the configuration shown; null while it is being found out. */
  readonly pose: PoseAnswer | null;
  readonly live: LiveSettings;
  /** Where the joints stand; null while the live mode is off, or they are being found. */
  readonly vectors: VectorsAnswer | null;
  readonly gate: GateState;
  readonly busy: readonly BusyJob[];
}

/** What undo brings back. */
const REMEMBERED = [
  ...(['cell', 'edits', 'path', 'start', 'goal', 'selection', 'configuration'] as const),
] as const;

export function initialState(): State {
  return {
    cell: null,
    visuals: null,
    edits: [],
    files: new Map(),
    source: { kind: 'none' },
    configuration: new Float64Array(0),
    path: null,
    pathNotes: null,
    time: 0,
    start: null,
    goal: null,
    selection: null,
    keepPlanning: false,
    provisional: null,
    handles: 'translate',
    hand: null,
    holding: null,
    tool: null,
    target: 'present',
    group: null,
    turning: false,
    hidden: new Set(),
    layers: DEFAULT_LAYERS,
    colourBy: 'bodies',
    colouring: null,
    settings: {
      check: {},
      plan: { planner: 'rrt-connect', seed: 1, timeLimit: 10, smooth: true, timed: false },
      resolution: 0.1,
      keepChecking: false,
      traced: null,
      angles: 'degrees',
    },
    theme: 'dark',
    results: NO_RESULTS,
    evidence: null,
    pose: null,
    live: { isOn: false, threshold: null, approach: 'own', leftOut: [] },
    vectors: null,
    gate: { url: '', status: 'off', verdict: null, version: null, note: '' },
    busy: [],
  };
}

export class Store extends History<State> {
  constructor(initial: State = initialState()) {
    super(initial, REMEMBERED, withoutStaleResults);
  }
}

/**
 * A verdict is of one cell and one path: when either changes there is none. Nor is there where the cell follows a hand, from
 * when the hand goes on until the cell is there.
 */
function withoutStaleResults(values: Partial<State>, state: Readonly<State>): Partial<State> {
  const cellChanges = values.cell !== undefined && values.cell !== state.cell;
  const pathChanges = values.path !== undefined && values.path !== state.path;
  const handMoves = Boolean(values.hand) && state.keepPlanning;
  if (!cellChanges && !pathChanges && !handMoves) return values;
  return {
    results: NO_RESULTS,
    ...(cellChanges ? { pose: null, vectors: null, hand: null } : {}),
    ...values,
  };
}
