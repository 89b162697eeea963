/**
 * What an experiment hands back: tables of numbers with the published ones beside ours, and plots as
 * data. Text, page and JSON are made of these and of nothing else.
 */
import { grouped } from './numbers.ts';

/** Where the numbers of a column come from. */
export type Source = 'A' | 'B' | 'C' | 'D' | 'E' | 'ours';

/** How numbers of a column are shown. JSON has them in full. */
export type Format =
  | 'text'
  /** A mean number of things: 2.1, 47, 8,789. */
  | 'count'
  /** Between 0 and about 10: 0.82. */
  | 'ratio'
  | 'percent'
  | 'milliseconds'
  | 'seconds'
  /** As they are. */
  | 'plain';

export interface Column {
  /** Unique in its table: a key of the JSON. */
  readonly key: string;
  readonly title: string;
  /** Of columns with numbers that are published or measured. */
  readonly source?: Source;
  readonly format: Format;
}

export type Value = string | number | null;

export interface Table {
  /** What --only takes: "III", "B3", "fig9". */
  readonly id: string;
  readonly title: string;
  /** How many of what: "1,000 configurations in each environment". */
  readonly samples: string;
  /** What differs from the paper and how to read the table: one or two plain lines. */
  readonly notes: readonly string[];
  readonly columns: readonly Column[];
  /** By the keys of the columns; a missing one is null. */
  readonly rows: readonly Readonly<Record<string, Value>>[];
  readonly plots: readonly Plot[];
}

export type Plot = BarPlot | LinePlot | HistogramPlot | CurvePlot | DrawingPlot;

interface Captioned {
  readonly title: string;
  readonly caption: string;
}

/** Groups of bars side by side; the published ones look alike, and so do ours. */
export interface BarPlot extends Captioned {
  readonly kind: 'bars';
  readonly axis: string;
  readonly log: boolean;
  readonly series: readonly { readonly name: string; readonly source: Source }[];
  /** One value per series; null where there is none. */
  readonly groups: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** Means with standard deviations over whole numbers. */
export interface LinePlot extends Captioned {
  readonly kind: 'lines';
  readonly axis: string;
  readonly across: string;
  readonly series: readonly {
    readonly name: string;
    readonly x: readonly number[];
    readonly mean: readonly number[];
    readonly deviation: readonly number[];
  }[];
}

/** Shares of values in bins of equal width. */
export interface HistogramPlot extends Captioned {
  readonly kind: 'histogram';
  readonly across: string;
  readonly from: number;
  readonly to: number;
  readonly series: readonly { readonly name: string; readonly shares: readonly number[] }[];
}

/** A curve in space, seen from a direction, and points on it. */
export interface CurvePlot extends Captioned {
  readonly kind: 'curve';
  /** x, y, z one after the other. */
  readonly curve: readonly number[];
  readonly marks: readonly {
    readonly name: string;
    readonly shape: 'dot' | 'ring' | 'cross';
    readonly points: readonly number[];
  }[];
}

/** A picture that is drawn already. */
export interface DrawingPlot extends Captioned {
  readonly kind: 'drawing';
  /** What its file is called. */
  readonly file: string;
  /** The text of that file; JSON does not have it. */
  readonly svg: string;
}

/** Tables as JSON has them: pictures are files of their own. */
export function withoutPictures(tables: readonly Table[]) {
  return tables.map((table) => ({
    ...table,
    plots: table.plots.map((plot) => {
      if (plot.kind !== 'drawing') return plot;
      const { svg: _, ...rest } = plot;
      return rest;
    }),
  }));
}

/** A table's numbers as the page and the terminal show them. */
export function shown(value: Value | undefined, format: Format): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  switch (format) {
    case 'percent':
      return `${Number((100 * value).toPrecision(value < 0.1 ? 2 : 3))} %`;
    case 'ratio':
      return value >= 100 ? grouped(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
    case 'milliseconds':
    case 'seconds':
      return value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
    case 'count':
      if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
      if (value === 0) return '0';
      return value >= 10 ? grouped(Math.round(value)) : String(Number(value.toPrecision(2)));
    default:
      return String(value);
  }
}

/** Whether a name says what the line above it says: figure and environment are shown once. */
export function repeats({ columns, rows }: Table, r: number, c: number): boolean {
  if (r === 0 || c > 1 || columns[c].source) return false;
  return columns.slice(0, c + 1).every(({ key }) => rows[r - 1][key] === rows[r][key]);
}
