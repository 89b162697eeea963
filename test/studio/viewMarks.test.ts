/** Colours, marks, and the trees of a planner as the view draws them. */
import {
  AlwaysStencilFunc,
  type BufferAttribute,
  Color,
  KeepStencilOp,
  type LineSegments,
  type Material,
  Mesh,
  type MeshBasicMaterial,
  type MeshPhongMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
} from 'three';
import { describe, expect, it } from 'vitest';
import { creased, groupedByColour } from '../../studio/engine/creased.ts';
import type { DrawnPart } from '../../studio/view/drawPlan.ts';
import { GeometryCache } from '../../studio/view/geometryCache.ts';
import { GHOSTS } from '../../studio/view/ghosts.ts';
import { treeLegend } from '../../studio/view/legend.ts';
import { outlines, traceLines } from '../../studio/view/markers.ts';
import { Materials, ORDER, setRim, THEMES } from '../../studio/view/materials.ts';
import { TreeMark } from '../../studio/view/treeMark.ts';

const TWO_COLOURS = {
  kind: 'drawn',
  mesh: groupedByColour(
    creased([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3, 0, 2, 3]),
    { palette: [null, [0, 0, 1, 0.25]], of: Uint8Array.of(0, 1, 0) },
  ),
  palette: [null, [0, 0, 1, 0.25]],
} as const;

describe('materials', () => {
  it('are made once, tell surfaces from solids, and are freed together', () => {
    const materials = new Materials();
    const solid = materials.get('obstacle', false);
    const surface = materials.get('obstacle', true);
    expect(materials.get('obstacle', false)).toBe(solid);
    expect(surface).not.toBe(solid);
    // A surface has its edges by its program.
    expect(surface.customProgramCacheKey()).not.toBe(solid.customProgramCacheKey());
    const cut = materials.get('obstacle', true, { cut: true });
    expect(cut.customProgramCacheKey()).not.toBe(surface.customProgramCacheKey());
    const collision = materials.get('collision', false);
    const both = collision.opacity;
    materials.setCollisionAlone(true);
    expect(collision.opacity).toBeGreaterThan(both);
    let freed = 0;
    for (const each of [solid, surface, cut, collision]) {
      each.addEventListener('dispose', () => freed++);
    }
    materials.dispose();
    expect(freed).toBe(4);
  });

  it('are those of a file where it has some; what collides keeps them and is marked in any case', () => {
    const materials = new Materials();
    const plain = materials.get('link', false);
    const red = materials.own([1, 0, 0, 1]);
    const glass = materials.own([0, 0, 1, 0.25]);
    expect([red.transparent, glass.transparent, glass.opacity]).toEqual([false, true, 0.25]);
    const box = { kind: 'box', half: [1, 1, 1] } as const;
    const of = (colour: DrawnPart['colour'], geometry: DrawnPart['geometry']) =>
      materials.ofPart({ colour, geometry, kind: 'obstacle' }, () => plain);
    expect(of(null, box)).toBe(plain);
    expect(of([1, 0, 0, 1], box)).toBe(red);
    expect(of(null, TWO_COLOURS)).toEqual([plain, glass]);
    expect(of([1, 0, 0, 1], TWO_COLOURS)).toEqual([red, glass]);
    const marked = materials.ofPart(
      { colour: [1, 0, 0, 1], geometry: box, kind: 'link' },
      () => plain,
      true,
    );
    expect((marked as MeshPhongMaterial).color).toEqual((red as MeshPhongMaterial).color);
    for (const [touched, free] of [
      [marked as Material, red],
      [materials.get('obstacle', false, { marked: true }), materials.get('obstacle', false)],
      [materials.get('link', true, { marked: true }), materials.get('link', true)],
    ]) {
      expect(touched.customProgramCacheKey()).not.toBe(free.customProgramCacheKey());
    }
    materials.dispose();
  });

  it('let no ghost lie on a robot, whatever the robot looks like, and on all else', () => {
    const materials = new Materials();
    const box = { kind: 'box', half: [1, 1, 1] } as const;
    const own = (kind: DrawnPart['kind']) => {
      const part = { colour: [1, 0, 0, 1], geometry: box, kind } as const;
      return materials.ofPart(part, () => materials.get('link', false)) as Material;
    };
    const writes = ({ stencilWrite, stencilRef, stencilFunc, stencilZPass }: Material) =>
      stencilWrite && stencilFunc === AlwaysStencilFunc && stencilZPass === ReplaceStencilOp
        ? stencilRef
        : 0;
    const robots = [own('link'), own('attached')];
    for (const look of ['link', 'attached', 'collision'] as const)
      robots.push(materials.get(look, false), materials.get(look, true, { marked: true }));
    expect(robots.map(writes)).toEqual(robots.map(() => 1));
    const others = [own('obstacle'), materials.get('obstacle', false), materials.floor()];
    expect([...others, materials.get('selected', false)].map(writes)).toEqual([0, 0, 0, 0]);
    const ghosts = [...GHOSTS.map((name) => materials.get(name, false)), materials.trail()];
    for (const ghost of ghosts) {
      const { stencilWrite, stencilFunc, stencilRef, stencilZPass } = ghost;
      expect([stencilWrite, stencilFunc, stencilRef]).toEqual([true, NotEqualStencilFunc, 1]);
      expect(stencilZPass).toBe(KeepStencilOp);
    }
    // Whatever stands before a robot is drawn when the robot comes.
    expect(ORDER.robot).toBeGreaterThan(new Mesh().renderOrder);
    expect(Math.min(ORDER.trail, ORDER.ghost)).toBeGreaterThan(ORDER.robot);
    materials.dispose();
  });

  it('show the trail of a robot before any background', () => {
    const materials = new Materials();
    const light = (hex: number) => new Color(hex).getHSL({ h: 0, s: 0, l: 0 }).l;
    for (const theme of ['dark', 'light'] as const) {
      setRim(theme);
      const { color } = materials.trail() as MeshBasicMaterial;
      const far = Math.abs(light(color.getHex()) - light(THEMES[theme].background));
      expect([theme, far > 0.4]).toEqual([theme, true]);
    }
    materials.dispose();
  });

  it('have one group of triangles for each colour', () => {
    const cache = new GeometryCache();
    cache.begin();
    const geometry = cache.of(TWO_COLOURS);
    expect(geometry.groups).toEqual([
      { start: 0, count: 6, materialIndex: 0 },
      { start: 6, count: 3, materialIndex: 1 },
    ]);
    // The middle one of three triangles has gone to the end.
    const whole = creased(
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      [0, 1, 2, 0, 1, 3, 0, 2, 3],
    ).indices;
    const sorted = [...whole.slice(0, 3), ...whole.slice(6), ...whole.slice(3, 6)];
    expect([...geometry.index!.array]).toEqual(sorted);
    expect(cache.of({ ...TWO_COLOURS })).toBe(geometry);
    cache.dispose();
  });
});

describe('marks', () => {
  it('outline triangles by their three edges', () => {
    const lines = outlines([Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), new Float32Array(0)]);
    expect(lines).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]);
  });

  it('join the points of a trace one after the other, with their colours', () => {
    const points = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    const { lines, colours } = traceLines([{ link: 'a', points, colours: points.map(() => 1) }]);
    expect(lines).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
    expect(colours).toEqual(lines.map(() => 1));
    expect(traceLines([{ link: 'a', points: [1, 2, 3] }]).lines).toEqual([]);
  });
});

describe('the trees of a planner', () => {
  /** An edge at x = n, with its side. */
  const edge = (n: number, open: number, closed: number[] = []) => ({
    positions: Float32Array.from([n, 0, 0, n, 3, 4]),
    sides: Uint8Array.of(n % 3),
    open: Uint8Array.of(open),
    closed: Uint32Array.from(closed),
  });
  const linesOf = (tree: TreeMark) => tree.group.children as LineSegments[];
  /** Per line that is drawn: where it is, and how long. */
  const drawn = ({ geometry }: LineSegments) => {
    const { array } = geometry.getAttribute('position');
    const count = geometry.drawRange.count / 2;
    return Array.from({ length: count }, (_, i) => [array[6 * i], array[6 * i + 4]]);
  };

  it('grow past their room, keep what was there and send only what is new', () => {
    const tree = new TreeMark();
    const [, solid] = linesOf(tree);
    for (let n = 0; n < 3000; n++) tree.add(edge(n, 0));
    expect([tree.count, tree.stride]).toEqual([3000, 1]);
    expect(drawn(solid).every(([x, length], n) => x === n && length === 3)).toBe(true);
    const place = solid.geometry.getAttribute('position') as BufferAttribute;
    place.clearUpdateRanges();
    tree.add(edge(3000, 0));
    expect(place.updateRanges).toEqual([{ start: 18000, count: 6 }]);
    tree.clear();
    expect([tree.count, solid.visible]).toEqual([0, false]);
    tree.dispose();
  });

  it('are dashed as long as they are not checked, told apart in words too', () => {
    const tree = new TreeMark();
    const [dashed, solid] = linesOf(tree);
    for (let n = 0; n < 3; n++) tree.add(edge(n, 1));
    expect(treeLegend(tree.signs, '#888', true).map(({ text }) => text)).toEqual([
      'tree of the start',
      'tree of the goal',
      'elsewhere',
      'dashed: not checked yet',
    ]);
    expect([...dashed.geometry.getAttribute('lineDistance').array.slice(0, 4)]).toEqual([
      0, 5, 0, 5,
    ]);
    // The second is found free, the third is given up.
    tree.add(edge(1, 0, [1, 2]));
    expect(drawn(dashed).map(([, length]) => length)).toEqual([3, 0, 0]);
    expect(drawn(solid)).toEqual([[1, 3]]);
    const words = (proven: boolean) => treeLegend(tree.signs, '#888', proven)[3].text;
    expect([words(true), words(false)]).toEqual(['solid: proven', 'solid: only sampled']);
    tree.dispose();
  });

  it('are thinned out evenly when there are very many, old and new alike', () => {
    const tree = new TreeMark();
    const [dashed] = linesOf(tree);
    const count = 100_000;
    for (let n = 0; n < count; n++) tree.add(edge(n, 1));
    expect(tree.stride).toBe(4);
    expect(drawn(dashed).map(([x]) => x)).toEqual(
      Array.from({ length: count / 4 }, (_, i) => 4 * i),
    );
    tree.add({ ...edge(0, 0), sides: new Uint8Array(0), closed: Uint32Array.of(8, 9, 99_996) });
    const gone = drawn(dashed).filter(([, length]) => length === 0);
    expect(gone.map(([x]) => x)).toEqual([8, 99_996]);
    tree.dispose();
  });
});
