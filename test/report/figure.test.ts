/** Figures of meshes: what is in front, in which order it is painted, lines that are hidden, files that can be read. */
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngBytes } from '../../src/cli/png.ts';
import { torus } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { numberedColour } from '../../src/report/figure/colours.ts';
import { depthBuffer, isSeen } from '../../src/report/figure/depthBuffer.ts';
import { figurePixels, figureSvg } from '../../src/report/figure/figure.ts';
import { letterStrokes } from '../../src/report/figure/letters.ts';
import { lineRuns } from '../../src/report/figure/lineRuns.ts';
import { paintOrder } from '../../src/report/figure/paintOrder.ts';
import { dashes, PixelCanvas } from '../../src/report/figure/pixels.ts';
import { type DrawnShell, shellFigure } from '../../src/report/figure/shellFigure.ts';
import { viewFrom, viewOf } from '../../src/report/figure/view.ts';

const SIZE = { width: 60, height: 50 };

/** Triangles anywhere on a small raster. */
function soup(count: number, random: Random) {
  const places = Float64Array.from({ length: 9 * count }, (_, i) => {
    const along = [SIZE.width, SIZE.height, 40][i % 3];
    return along * random.unit();
  });
  return { places, indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

/** The nearest triangle over the middle of a dot, by looking at all of them. */
function nearestAt(places: Float64Array, indices: Uint32Array, x: number, y: number) {
  let best = { t: -1, near: Number.NEGATIVE_INFINITY };
  for (let t = 0; t < indices.length / 3; t++) {
    const p = [0, 1, 2].map((c) => places.subarray(3 * indices[3 * t + c]));
    const side = (a: Float64Array, b: Float64Array) =>
      (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    const signs = [side(p[1], p[2]), side(p[2], p[0]), side(p[0], p[1])];
    const total = signs[0] + signs[1] + signs[2];
    if (!signs.every((s) => s / total >= 0)) continue;
    const near = signs.reduce((sum, s, k) => sum + (s / total) * p[k][2], 0);
    if (near > best.near) best = { t, near };
  }
  return best;
}

describe('what is in front', () => {
  it('is what looking at all triangles finds, at every dot: seed 7', () => {
    const random = new Random(7);
    for (let round = 0; round < 5; round++) {
      const { places, indices } = soup(12, random);
      const all = indices.filter((_, i) => i % 3 === 0).map((v) => v / 3);
      const { owner, near } = depthBuffer(SIZE, places, indices, all);
      const wrong: number[][] = [];
      for (let dot = 0; dot < owner.length; dot++) {
        const [x, y] = [(dot % SIZE.width) + 0.5, Math.floor(dot / SIZE.width) + 0.5];
        const best = nearestAt(places, indices, x, y);
        const isSame = owner[dot] === best.t && !(Math.abs(near[dot] - best.near) > 1e-8);
        if (!isSame) wrong.push([dot, owner[dot], best.t]);
      }
      expect(wrong).toEqual([]);
    }
  });

  it('is painted last: of stacked sheets painting by the middle alone would go wrong', () => {
    // A large sheet that leans towards the eye at one end, and small ones close over its far end.
    const places = Float64Array.from([
      ...[0, 0, 0, 60, 0, 60, 0, 50, 0],
      ...[5, 5, 12, 12, 5, 12, 5, 12, 12],
      ...[20, 5, 26, 27, 5, 29, 20, 12, 26],
    ]);
    const indices = Uint32Array.from({ length: 9 }, (_, i) => i);
    const buffer = depthBuffer(SIZE, places, indices, [0, 1, 2]);
    const order = paintOrder(buffer, places, indices);
    // By its middle the sheet would come after the first small one.
    expect(order.indexOf(0)).toBeLessThan(order.indexOf(1));
    expect(order.indexOf(0)).toBeLessThan(order.indexOf(2));
    const painted = new Int32Array(SIZE.width * SIZE.height).fill(-1);
    for (const t of order) {
      const alone = depthBuffer(SIZE, places, indices, [t]);
      alone.owner.forEach((own, dot) => {
        if (own >= 0) painted[dot] = own;
      });
    }
    expect(painted).toEqual(buffer.owner);
  });

  it('what no dot shows is not painted', () => {
    const places = Float64Array.from([0, 0, 1, 60, 0, 1, 0, 50, 1, 2, 2, 0, 9, 2, 0, 2, 9, 0]);
    const indices = Uint32Array.from([0, 1, 2, 3, 4, 5]);
    const buffer = depthBuffer(SIZE, places, indices, [0, 1]);
    expect(paintOrder(buffer, places, indices)).toEqual([0]);
  });

  it('triangles that pass through each other in a circle are painted all the same', () => {
    const places = Float64Array.from([
      ...[10, 10, 0, 50, 10, 10, 10, 16, 0],
      ...[44, 5, 0, 50, 5, 0, 20, 45, 10],
      ...[25, 45, 0, 19, 45, 0, 12, 5, 10],
    ]);
    const indices = Uint32Array.from({ length: 9 }, (_, i) => i);
    const buffer = depthBuffer(SIZE, places, indices, [0, 1, 2]);
    expect(paintOrder(buffer, places, indices).toSorted()).toEqual([0, 1, 2]);
  });
});

describe('lines', () => {
  it('are cut where they go behind something', () => {
    const places = Float64Array.from([20, 0, 5, 40, 0, 5, 20, 50, 5, 0, 5, 0, 59, 5, 0]);
    const buffer = depthBuffer(SIZE, places, Uint32Array.from([0, 1, 2]), [0]);
    const runs = lineRuns(buffer, places, [3, 4], 0.1);
    expect(runs.map(({ seen }) => seen)).toEqual([true, false, true]);
    const ends = runs.map(({ points }) => [points[0], points.at(-2)]);
    expect(ends[0][1]).toBeGreaterThan(15);
    expect(ends[0][1]).toBeLessThan(25);
    expect(ends[2]).toEqual([runs[1].points.at(-2), 59]);
    // Straight as it is, it needs two points.
    expect(runs.map(({ points }) => points.length)).toEqual([4, 4, 4]);
    expect(isSeen(buffer, 30, 5, 5, 0)).toBe(true);
    expect(isSeen(buffer, 25, 5, 4, 0.5)).toBe(false);
  });

  it('in dashes are as long as they should be', () => {
    const runs = dashes([0, 0, 10, 0, 10, 7], [3, 2]);
    expect(runs).toEqual([
      [0, 0, 3, 0],
      [5, 0, 8, 0],
      [10, 0, 10, 3],
      [10, 5, 10, 7],
    ]);
  });

  it('that cover themselves are no darker there', () => {
    const canvas = new PixelCanvas(20, 20, 2);
    const stroke = { colour: [0, 0, 0] as const, width: 4, opacity: 0.5 };
    canvas.line([2, 10, 18, 10, 2, 10], stroke);
    const { data, width } = canvas.finish(2);
    expect(data[3 * (10 * width + 10)]).toBe(128);
  });
});

/** A sheet of two squares with a hole between them, folded. */
const folded = {
  positions: Float64Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1]),
  indices: Uint32Array.from([0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2]),
};
const drawn: DrawnShell = {
  triangles: Uint32Array.from([0, 1, 2, 3]),
  boundaries: [
    {
      vertices: Uint32Array.from([0, 1, 4, 5, 2, 3]),
      branch: Uint8Array.from([0, 1, 0, 0, 0, 0]),
      hole: false,
    },
  ],
  concavities: [{ vertex: 1, bridge: [0, 4] }],
  pieces: [Uint32Array.from([0, 1]), Uint32Array.from([2, 3])],
  cuts: [Uint32Array.from([1, 2])],
};
const figure = shellFigure({
  title: 'a <folded> sheet & more',
  mesh: folded,
  shells: [drawn],
  chosen: 0,
});

describe('the figure of shells', () => {
  it('has four panels and the signs that occur in them', () => {
    expect(figure.panels.map(({ caption }) => caption)).toEqual([
      '(a) 1 boundary',
      '(b) 1 shell',
      '(c) the shell: 4 triangles',
      '(d) 2 pieces of it',
    ]);
    expect(figure.signs.map(({ text }) => text)).toEqual([
      'boundary',
      'branch edge: three faces or more',
      'concave vertex',
      'bridge',
      'cut between pieces',
    ]);
    const [a, , c, d] = figure.panels;
    // Every edge of the boundary once, the branch edge apart from the others.
    const edges = a.lines.flatMap(({ vertices, stroke }) =>
      Array.from(vertices)
        .slice(1)
        .map((v, i) => [vertices[i], v, stroke.colour[0] > 200]),
    );
    expect(edges.toSorted()).toEqual(
      [
        [0, 1, false],
        [1, 4, true],
        [4, 5, false],
        [5, 2, false],
        [2, 3, false],
        [3, 0, false],
      ].toSorted(),
    );
    expect(c.dots[0].vertices).toEqual([1]);
    expect(c.lines.at(-1)!.vertices).toEqual([0, 4]);
    expect(d.faces.map(({ colour }) => colour)).toEqual([numberedColour(0), numberedColour(1)]);
    expect(d.lines.at(-1)).toMatchObject({ stroke: { dash: [6, 4] } });
  });

  it('as SVG: names are text, cuts are dashed, each panel has its triangles', () => {
    const svg = figureSvg(figure);
    expect(svg).toContain('<title>a &lt;folded&gt; sheet &amp; more</title>');
    expect(svg).not.toContain('<folded>');
    expect(svg).toContain('stroke-dasharray="6 4"');
    expect(svg.match(/<path /g)!.length).toBe(16);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const opened = svg.match(/<g /g)!.length;
    expect(svg.match(/<\/g>/g)!.length).toBe(opened);
    expect(figureSvg(figure)).toBe(svg);
  });

  it('as dots: both pieces are there in their colours', () => {
    const { width, height, data } = figurePixels(figure, 1);
    expect(data.length).toBe(3 * width * height);
    const found = [0, 1].map((n) => {
      const hue = numberedColour(n);
      let dots = 0;
      for (let i = 0; i < data.length; i += 3) {
        // Shaded, but of the same hue.
        const [r, g, b] = data.subarray(i, i + 3);
        const off = Math.abs(r * hue[2] - b * hue[0]) + Math.abs(g * hue[0] - r * hue[1]);
        if (off < 400 && r + g + b > 150) dots++;
      }
      return dots;
    });
    expect(found[0]).toBeGreaterThan(5000);
    expect(found[1]).toBeGreaterThan(5000);
  });

  it('of anything: tiny, huge, far away, flat, without area', () => {
    const shapes = [
      { scale: 1e-9, offset: 0 },
      { scale: 1e3, offset: 1e9 },
    ].map(({ scale, offset }) => ({
      ...folded,
      positions: folded.positions.map((x) => scale * x + offset),
    }));
    const line = { positions: new Float64Array(18), indices: folded.indices };
    const plain = figureSvg(figure).match(/<path /g)!.length;
    for (const mesh of shapes) {
      const svg = figureSvg(shellFigure({ title: '', mesh, shells: [drawn], chosen: 0 }));
      expect(svg).not.toMatch(/NaN|Infinity/);
      expect(svg.match(/<path /g)!.length).toBe(plain);
    }
    const point = figureSvg(shellFigure({ title: '', mesh: line, shells: [drawn], chosen: 0 }));
    expect(point).not.toMatch(/NaN|Infinity/);
  });
});

describe('views', () => {
  it('look across what is flat, from above', () => {
    const { positions: round, indices } = torus(1, 0.3, 20, 10);
    // Longer than wide, so that its directions are its own.
    const positions = round.map((x, i) => x * [1, 0.5, 0.2][i % 3]);
    const { toward, right, up } = viewOf({ positions, indices });
    expect(toward[2]).toBeGreaterThan(0.7);
    for (const [a, b] of [
      [toward, right],
      [right, up],
      [up, toward],
    ]) {
      expect(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).toBeCloseTo(0, 12);
      expect(Math.hypot(...a)).toBeCloseTo(1, 12);
    }
    // The same seen from afar.
    const far = viewOf({ positions: positions.map((x) => x + 1e6), indices });
    for (let k = 0; k < 3; k++) expect(far.toward[k]).toBeCloseTo(toward[k], 3);
  });

  it('from a direction that was asked for', () => {
    expect(viewFrom([0, -2, 0])).toMatchObject({ toward: [0, -1, 0], up: [0, 0, 1] });
    expect(viewFrom([0, 0, 1]).up[1]).toBeCloseTo(1, 12);
  });
});

describe('PNG files', () => {
  it('are read back as the dots they were made of', () => {
    const random = new Random(3);
    const data = Uint8Array.from({ length: 3 * 7 * 5 }, () => Math.floor(256 * random.unit()));
    const bytes = Buffer.from(pngBytes(7, 5, data));
    expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    expect(bytes.readUInt32BE(16)).toBe(7);
    expect(bytes.readUInt32BE(20)).toBe(5);
    const at = bytes.indexOf('IDAT');
    const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
    const read: number[] = [];
    for (let j = 0; j < 5; j++) {
      expect(rows[22 * j]).toBe(2);
      for (let i = 0; i < 21; i++) {
        read.push((rows[22 * j + 1 + i] + (j > 0 ? read[21 * (j - 1) + i] : 0)) & 255);
      }
    }
    expect(read).toEqual([...data]);
    // The checksum of the empty last chunk is known.
    expect(bytes.subarray(-4).toString('hex')).toBe('ae426082');
  });

  it('have letters for all that is said in them', () => {
    const text =
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-+=()/\'"%#<>_µ…';
    const unknown = letterStrokes('\u4e00', 0, 0, 10);
    for (const letter of text) {
      expect(letterStrokes(letter, 0, 0, 10)).not.toEqual(unknown);
      for (const stroke of letterStrokes(letter, 0, 0, 10)) {
        for (const x of stroke) expect(Math.abs(x)).toBeLessThan(10);
      }
    }
    const shapes = [...text].map((letter) => JSON.stringify(letterStrokes(letter, 0, 0, 10)));
    expect(new Set(shapes).size).toBeGreaterThan(text.length - 2);
  });
});

it('colours of neighbours differ, also of many', () => {
  for (let n = 0; n < 200; n++) {
    const [a, b] = [numberedColour(n), numberedColour(n + 1)];
    expect(a.reduce((sum, x, k) => sum + Math.abs(x - b[k]), 0)).toBeGreaterThan(60);
    for (const x of a) expect(x >= 0 && x <= 255 && Number.isInteger(x)).toBe(true);
  }
});
