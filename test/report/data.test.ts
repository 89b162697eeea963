/** What reports say, against what is true of the cell and the path. */
import { describe, expect, it } from 'vitest';
import { PairProbe } from '../../src/cell/index.ts';
import { modelDigest } from '../../src/certificate/index.ts';
import {
  type ReportData,
  type ReportPiece,
  reportHtml,
  segmentAt,
} from '../../src/report/index.ts';
import { alongOf, timelineSvg } from '../../src/report/timeline.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { reportOf } from '../helpers/report/page.ts';

const arm = (obstacles: string, more = '') =>
  cellFrom(
    `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n${obstacles}allow: [[link0, link1], [link1, link2]]\n${more}`,
    { 'arm.urdf': armUrdf('arm', [1, 1, 1]) },
  );
const wall = (x: number) =>
  `  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, 0, 0]}}\n`;
const POST = '  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [2.2, 0.8, 0]}}\n';
const SWING = [
  [-1, 0],
  [1, 0],
  [0.5, 0.5],
];

const free = reportOf(arm(wall(3.1)), SWING);
const colliding = reportOf(arm(wall(3.5) + POST), SWING);

/** Pieces in order, without gaps, of all segments. */
function expectWhole({ pieces, axis }: ReportData): void {
  const segments = axis.knots.length - 1;
  for (let segment = 0; segment < segments; segment++) {
    let at = 0;
    for (const piece of pieces.filter((each) => each.segment === segment)) {
      expect(piece.from).toBe(at);
      at = piece.to;
    }
    expect(at).toBe(1);
  }
}

describe('a report of a free path', () => {
  const { data, input } = free;

  it('is plain JSON, the same every time', () => {
    expect(data.verdict).toBe('free');
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    expect(JSON.stringify(reportOf(arm(wall(3.1)), SWING).data)).toBe(JSON.stringify(data));
    expect(data.date).toBeNull();
  });

  it('names the model, the path and what is assumed', () => {
    expect(data.cell.digest).toBe(modelDigest(input.cell.description));
    expect(data.cell.name).toBe('here/cell.yaml');
    expect(data.path.waypoints).toBe(3);
    expect(data.assumptions).toEqual(['2 pairs allowed: by the test']);
    expect(data.witnesses).toEqual([]);
    expect(data.pieces.map(({ state }) => state)).toEqual(['free', 'free']);
    expectWhole(data);
  });

  it('covers every segment for every pair that can meet, each sample inside its interval', () => {
    const { cover } = data;
    const provable = input.cell.pairs.filter(({ reason }) => reason === null || reason === 'swept');
    expect(cover?.pairs).toBe(provable.length);
    expect(cover?.lanes).toHaveLength(provable.length);
    for (const { bars, slabs, deepest } of cover!.lanes) {
      expect(bars).toHaveLength(slabs);
      for (const segment of [0, 1]) {
        const here = bars!.filter((bar) => bar.segment === segment);
        let end = 0;
        for (const { from, to, t, depth } of here.sort((x, y) => x.from - y.from)) {
          expect(from).toBeLessThanOrEqual(end);
          expect(t).toBeGreaterThanOrEqual(from);
          expect(t).toBeLessThanOrEqual(to);
          expect(2 ** -depth).toBeLessThanOrEqual(to - from);
          expect(depth).toBeLessThanOrEqual(deepest);
          end = Math.max(end, to);
        }
        expect(end).toBe(1);
      }
    }
  });

  it('proves no more clearance than there is, and saw no less', () => {
    const { cell, path } = input;
    const { profile, axis } = data;
    const probe = new PairProbe(cell);
    const q = new Float64Array(2);
    let nearest = Number.POSITIVE_INFINITY;
    const [begin, end] = [axis.knots[0], axis.knots[2]];
    for (let i = 0; i <= 400; i++) {
      const at = begin + ((end - begin) * i) / 400;
      const { segment, t } = segmentAt(axis, at);
      path.segments[segment].configurationInto(t, q, 0);
      probe.kinematics.setConfiguration(q);
      const least = Math.min(...cell.tested.map((pair) => probe.measure(pair, 1).distance));
      nearest = Math.min(nearest, least);
      for (const [from, to, lower] of profile!.steps) {
        if (at > from && at < to) expect(lower).toBeLessThanOrEqual(least + 1e-9);
      }
    }
    expect(profile!.lower).toBeLessThanOrEqual(nearest);
    expect(profile!.lower).toBeGreaterThan(0.8 * nearest);
    const seen = Math.min(...profile!.seen.map(([, distance]) => distance));
    expect(seen).toBeGreaterThanOrEqual(nearest * (1 - 1e-3));
  });

  it('lists every pair once, with the reason', () => {
    const { pairs } = data;
    expect(pairs).toHaveLength(input.cell.pairs.length);
    const states = (state: string) => pairs.filter((pair) => pair.state === state);
    expect(states('tested')).toHaveLength(input.cell.tested.length);
    expect(states('assumed').map(({ pair }) => pair.join(' '))).toEqual([
      'link0 link1',
      'link1 link2',
    ]);
    expect(states('assumed')[0].reason).toMatch(/^allowed/);
    expect(states('excluded').every(({ reason }) => reason !== '')).toBe(true);
    expect(pairs[0].pair).toEqual(['link2', 'wall']);
    expect(pairs[0].lower).toBe(data.profile!.lower);
  });
});

describe('a report of a path that collides', () => {
  const { data } = colliding;

  it('says where and who', () => {
    expect(data.verdict).toBe('colliding');
    const [witness] = data.witnesses;
    expect(witness.pair).toContain('post');
    expect(witness.verdict).toBe('colliding');
    expect(data.contact?.pair).toContain('post');
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  });

  it('calls no piece free in which a body was found to collide', () => {
    expectWhole(data);
    expect(data.pieces.some(({ state }) => state === 'free')).toBe(true);
    for (const { segment, t } of data.witnesses) {
      const here = data.pieces.find(
        (piece) => piece.segment === segment && piece.from <= t && t <= piece.to,
      );
      expect(here?.state).toBe('open');
      expect(here?.pairs.flat()).toContain('post');
    }
    expect(data.profile!.lower).toBe(0);
  });

  it('has a cover of the pairs that stay free, and of no other', () => {
    const { cover, open } = data;
    const blamed = new Set(open.map(({ pair }) => pair.join(' ')));
    expect(blamed.size).toBeGreaterThan(0);
    const { pairs } = colliding.input.cell;
    const provable = pairs.filter(({ reason }) => reason === null || reason === 'swept').length;
    expect(cover?.pairs).toBe(provable - blamed.size);
    for (const { pair } of cover!.lanes) expect(blamed.has(pair.join(' '))).toBe(false);
  });

  it('lists the others, if all are asked for', () => {
    const { data: all } = reportOf(arm(wall(2.7) + POST), SWING, { request: { all: true } });
    expect(all.witnesses.length).toBeGreaterThan(1);
    expect(new Set(all.witnesses.map(({ pair }) => pair[1]))).toEqual(new Set(['wall', 'post']));
    const places = all.witnesses.map(({ segment, t, pair }) => `${segment} ${t} ${pair.join()}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('a report of very many segments', () => {
  it('stays small', () => {
    const many = Array.from({ length: 3000 }, (_, i) => [((i % 10) - 5) * 0.05, 0]);
    const { data } = reportOf(arm(wall(3.5)), many);
    expect(data.verdict).toBe('free');
    expect(timelineSvg(data).length).toBeLessThan(400_000);
    expect(JSON.stringify(data.motion).length).toBeLessThan(700_000);
  });
});

describe('a report without a proof', () => {
  it('of an undecided path calls no part free of a segment that is not settled', () => {
    const { data } = reportOf(arm(wall(2.96)), SWING, { request: { budget: 3, delta: 0 } });
    expect(data.verdict).toBe('undecided');
    expect(data.pieces.some(({ state }) => state === 'open')).toBe(true);
    expectWhole(data);
    expect(data.cover).toBeNull();
    for (const { state, pairs } of data.pieces) expect(pairs.length > 0).toBe(state === 'open');
    // Surfaces may be apart in a part of it, but that does not tell who is inside whom.
    for (const { segment } of data.open) {
      const here = data.pieces.filter((piece) => piece.segment === segment);
      expect(here.map(({ state, from, to }) => [state, from, to])).toEqual([['open', 0, 1]]);
    }
    const sampled = reportOf(arm(wall(3.1)), SWING, {
      method: 'fixed',
      request: { budget: 5 },
    }).data;
    expect(sampled.verdict).toBe('undecided');
    expect(sampled.pieces.some(({ state }) => state === 'free')).toBe(false);
  });

  it('of an undecided path says why there is no proof to draw', () => {
    const early = reportOf(arm(wall(2.96)), SWING, { request: { budget: 1, delta: 0 } }).data;
    expect(early.cover).toBeNull();
    expect(reportHtml(early, '')).toContain('before any pair of bodies was settled');
  });

  it('hides nothing that is open, however much there is of it', () => {
    const { data } = reportOf(arm(wall(2.96)), SWING, { request: { budget: 3, delta: 0 } });
    const names = ['link2', 'wall'] as const;
    const pieces: ReportPiece[] = [];
    for (let i = 0; i < 8000; i++) {
      const [from, to] = [i / 8000, (i + 1) / 8000];
      const state = i % 40 === 7 || i > 7000 ? 'open' : 'free';
      pieces.push({ segment: 0, from, to, state, pairs: state === 'open' ? [names] : [] });
    }
    const open = pieces
      .filter(({ state }) => state === 'open')
      .map(({ segment, from, to }) => ({ segment, from, to, pair: names }));
    const svg = timelineSvg({ ...data, pieces, open });
    expect(svg.length).toBeLessThan(200_000);
    // Drawn last, so that nothing hides it.
    expect(svg.lastIndexOf('"piece free"')).toBeLessThan(svg.indexOf('"piece open"'));
    const { x } = alongOf(data);
    const end = data.axis.knots[1];
    for (const kind of ['piece open"><rect', 'rect class="unproven"']) {
      const rects = [
        ...svg.matchAll(new RegExp(`${kind} x="([\\d.]+)" y="\\d+" width="([\\d.]+)"`, 'g')),
      ];
      expect(rects.length).toBeGreaterThan(100);
      for (const { from, to } of open) {
        const [left, right] = [x(from * end), x(to * end)];
        const covered = rects.some(
          ([, begin, width]) => +begin <= left + 0.1 && +begin + +width >= right - 0.1,
        );
        if (!covered) expect.fail(`${kind}: ${from} to ${to} is not drawn`);
      }
    }
  });

  it('of samples shows no proof of anything', () => {
    const { data } = reportOf(arm(wall(3.1)), SWING, { method: 'fixed' });
    expect(data.verdict).toBe('no collision found');
    expect(data.pieces.map(({ state }) => state)).toEqual(['sampled', 'sampled']);
    expect([data.cover, data.profile, data.contact]).toEqual([null, null, null]);
  });

  it('of a path that comes too close tells how close', () => {
    const { data } = reportOf(arm(wall(3.1), 'clearance: {default: 0.5}\n'), SWING);
    expect(data.verdict).toBe('too-close');
    expect(data.witnesses[0].violated).toBe(true);
    expect(data.witnesses[0].distance).toBeLessThan(0.5);
    expect(data.profile!.clearance).toBe(0.5);
    expectWhole(data);
  });

  it('of nothing to test is free, and says nothing of clearance', () => {
    const cell = cellFrom(
      'surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [["*", "*"]]\nallow_nothing: true\n',
      {
        'arm.urdf': armUrdf('arm', [1, 1, 1]),
      },
    );
    const { data } = reportOf(cell, SWING);
    expect(data.verdict).toBe('free');
    expect(data.pairs.map(({ state }) => state)).toEqual(['assumed', 'assumed', 'assumed']);
    expect(data.profile).toBeNull();
    expect(data.cover?.lanes).toEqual([]);
  });
});
