/** What the signs in the view mean, and numbers as people read them. */

import { about, count, mmUpper, TERMS } from '../../src/words/index.ts';
import type { Finding, LineKind, OpenedCell } from '../engine/protocol.ts';
import { type ColouringCounts, LINE_COLOURS } from './colouring.ts';
import type { GhostName } from './ghosts.ts';
import { PALETTE, THEMES } from './materials.ts';
import type { TreeSigns } from './treeMark.ts';
import type { Layers, LegendEntry, Theme } from './types.ts';

export interface Shown {
  readonly layers: Layers;
  readonly cell: OpenedCell;
  readonly gridStep: number;
  readonly theme: Theme;
  readonly ghosts: readonly GhostName[];
  /** Of shells or pieces in colours. */
  readonly counts: ColouringCounts | null;
  readonly trees: TreeSigns | null;
  /** Whether the trees' edges were proven. */
  readonly isProven: boolean;
  /** Whether bodies are drawn as bodies, and not in the colours of shells. */
  readonly isPlain: boolean;
}

const GHOST_COLOURS: Readonly<Record<GhostName, number>> = {
  start: PALETTE.blue,
  goal: PALETTE.orange,
  witness: PALETTE.contact,
};

export function legendOf(shown: Shown): LegendEntry[] {
  const { layers, cell, gridStep, theme, ghosts, counts, trees, isProven, isPlain } = shown;
  const entries: LegendEntry[] = [];
  const surfaces = cell.bodies.some(
    ({ solid, obstacle }) => !solid && (obstacle === null ? layers.collision : layers.obstacles),
  );
  if (layers.collision)
    entries.push({ text: 'checked geometry', colour: '#56b4e9', sign: 'filled' });
  if (surfaces && isPlain)
    entries.push({
      ...{ text: 'surface, no inside', colour: '#9fb3c8', sign: 'sheet' },
      hint: TERMS.surface,
    });
  for (const name of ghosts) {
    entries.push({ text: name, colour: cssColour(GHOST_COLOURS[name]), sign: 'filled' });
  }
  if (counts) entries.push(...colourLegend(counts, theme));
  if (trees) entries.push(...treeLegend(trees, cssColour(THEMES[theme].tree), isProven));
  if (layers.frames) entries.push({ text: 'x', colour: '#d55e00', sign: 'line' });
  if (layers.frames) entries.push({ text: 'y', colour: '#009e73', sign: 'line' });
  if (layers.frames) entries.push({ text: 'z', colour: '#0072b2', sign: 'line' });
  if (layers.grid) entries.push({ text: `grid ${lengthText(gridStep)}`, colour: '', sign: 'none' });
  return entries;
}

function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Of a planner's trees: whose they are, and what is known of their edges. */
export function treeLegend(
  { sides, checked, open }: TreeSigns,
  neutral: string,
  isProven: boolean,
): LegendEntry[] {
  const entries: LegendEntry[] = [];
  if (sides[0]) entries.push({ text: 'tree of the start', colour: '#56b4e9', sign: 'line' });
  if (sides[1]) entries.push({ text: 'tree of the goal', colour: '#e69f00', sign: 'line' });
  if (sides[2]) entries.push({ text: 'elsewhere', colour: neutral, sign: 'line' });
  if (checked) {
    const text = isProven ? 'solid: proven' : 'solid: only sampled';
    entries.push({ text, colour: neutral, sign: 'line' });
  }
  if (open) entries.push({ text: 'dashed: not checked yet', colour: neutral, sign: 'dashed' });
  return entries;
}

/** Of shells or pieces in colours: how many, and what the lines on them are. */
export function colourLegend(counts: ColouringCounts, theme: Theme): LegendEntry[] {
  const { by, shells, open, pieces } = counts;
  if (shells === 0) return [{ text: 'no mesh, no shells', colour: '', sign: 'none' }];
  const what =
    by === 'pieces' ? count(pieces, 'convex piece') : `${count(shells, 'shell')}, ${open} open`;
  const entries: LegendEntry[] = [{ text: what, colour: '', sign: 'palette' }];
  const line = (kind: LineKind, one: string, many: string) => {
    const n = counts[kind];
    const colour = cssColour(LINE_COLOURS[theme][kind]);
    if (n > 0) entries.push({ text: `${n} ${n === 1 ? one : many}`, colour, sign: 'line' });
  };
  line('boundary', 'boundary', 'boundaries');
  line('hole', 'hole', 'holes');
  line('branch', 'branch edge', 'branch edges');
  if (counts.cut > 0) entries.push({ text: 'cuts', colour: '#000000', sign: 'line' });
  return entries;
}

/** `0.5 m`, `20 mm`. */
export function lengthText(metres: number): string {
  return metres >= 0.1 ? `${about(metres, 3)} m` : `${about(1000 * metres, 3)} mm`;
}

export function distanceText({ colliding, distance }: Finding): string {
  return colliding ? 'collision' : mmUpper(distance);
}
