/** Shells and pieces in colours: what the engine finds, when the page asks for it, what the view makes of it. */
import { type BufferAttribute, Mesh, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { buildMesh, type Triangles } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { numberedColour } from '../../src/report/index.ts';
import { colouredMesh } from '../../studio/engine/colouring.ts';
import type { ColouringAnswer, OpenedCell } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { connectColouring } from '../../studio/model/colouring.ts';
import { Store } from '../../studio/model/state.ts';
import { ColouredMeshes, takeLinesOff } from '../../studio/view/colouring.ts';
import { colourLegend } from '../../studio/view/legend.ts';
import { cube, join, moved } from '../helpers/oracles/meshes.ts';
import { plainModel } from '../helpers/oracles/plainShells.ts';
import { book, PLATES, plate, shuffled } from '../helpers/oracles/sheets.ts';
import { ARM } from '../helpers/studio/arm.ts';
import { opened, utf8 } from '../helpers/studio/sessions.ts';

/** Three leaves that meet at an edge, a plate with a window, and a cube: five shells, four of them open. */
const SHEETS = join(book(3, 2, 2), moved(plate(PLATES.window), 3, 0, 0), moved(cube(0.2), 6, 0, 0));
const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: sheets, pose: {xyz: [9, 0, 0]}, shape: {mesh: sheets.obj}}
  - {name: more, pose: {xyz: [9, 9, 0]}, shape: {mesh: sheets.obj}}
  - {name: block, pose: {xyz: [0, 9, 0]}, shape: {box: [1, 1, 1]}}
`;
const FILES = new Map([
  ['cell.yaml', utf8(CELL)],
  ['arm.urdf', utf8(ARM)],
  ['sheets.obj', utf8(writeObj(SHEETS))],
]);

/** The numbers of an answer say what belongs together, not how it is called. */
function sameGroups(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const names = new Map<number, number>();
  const back = new Map<number, number>();
  return Array.from(a).every((x, i) => {
    if (!names.has(x)) names.set(x, b[i]);
    if (!back.has(b[i])) back.set(b[i], x);
    return names.get(x) === b[i] && back.get(b[i]) === x;
  });
}

describe('the engine', () => {
  it('numbers shells as an oracle groups them, of soups too: seed 5', () => {
    const random = new Random(5);
    const meshes = [SHEETS, shuffled(SHEETS, random), book(4, 1, 3), cube(1)];
    for (const triangles of meshes) {
      const mesh = buildMesh(triangles, { solid: false });
      const { of, shells } = colouredMesh(triangles, 'shells');
      const oracle = plainModel(mesh).shellOf;
      expect(sameGroups(of, oracle)).toBe(true);
      expect(shells).toBe(new Set(oracle).size);
      // Those of most triangles come first.
      const sizes = Array.from({ length: shells }, (_, n) => of.filter((x) => x === n).length);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }
  });

  it('tells boundaries, holes and branch edges, each edge as often as shells end there', () => {
    const { shells, open, counts, lines } = colouredMesh(SHEETS, 'shells');
    expect({ shells, open }).toEqual({ shells: 5, open: 4 });
    expect(counts).toEqual({ boundary: 4, hole: 1, branch: 2, cut: 0 });
    // Three leaves of 2 by 2 squares: six edges each besides the two at the spine.
    const sides = { book: 3 * 6, spine: 3 * 2, plate: 36, window: 14 };
    expect(lines.boundary.length / 6).toBe(sides.book + sides.plate);
    expect(lines.branch.length / 6).toBe(sides.spine);
    expect(lines.hole.length / 6).toBe(sides.window);
    for (const x of lines.branch.filter((_, i) => i % 3 < 2)) expect(x).toBe(0);
  });

  it('numbers pieces within shells, with lines where two of them meet', () => {
    const shells = colouredMesh(SHEETS, 'shells');
    const { of, pieces, counts, lines } = colouredMesh(SHEETS, 'pieces');
    expect(new Set(of).size).toBe(pieces);
    // The plate with a window is divided, nothing else is.
    expect(pieces).toBeGreaterThan(shells.shells);
    const shellOf = new Map<number, number>();
    of.forEach((piece, t) => {
      expect(shellOf.get(piece) ?? shells.of[t]).toBe(shells.of[t]);
      shellOf.set(piece, shells.of[t]);
    });
    expect(counts.cut).toBeGreaterThan(0);
    expect(lines.cut.length).toBe(6 * counts.cut);
    for (let i = 0; i < lines.cut.length; i += 3) expect(lines.cut[i]).toBeGreaterThan(2.9);
    expect(lines.boundary).toEqual(shells.lines.boundary);
  });

  it('answers for every mesh once, by bodies and parts, with data that can be sent; again at once', async () => {
    const session = new Session();
    opened(session, FILES);
    const answer = await session.run('colouring', { by: 'shells' });
    expect(answer.parts).toEqual([
      { body: 'sheets', part: 0, mesh: 0 },
      { body: 'more', part: 0, mesh: expect.any(Number) },
    ]);
    expect(answer.meshes[0]).toMatchObject({ shells: 5, open: 4 });
    expect(structuredClone(answer)).toEqual(answer);
    const again = await session.run('colouring', { by: 'shells' });
    expect(again.meshes[0]).toBe(answer.meshes[0]);
    session.edit([{ kind: 'move', obstacle: 0, pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5] }]);
    const later = await session.run('colouring', { by: 'shells' });
    expect(later.meshes[0]).toBe(answer.meshes[0]);
  });
});

/** A page whose engine answers when told to. */
function page() {
  const store = new Store();
  const asked: {
    by: string;
    signal: AbortSignal;
    done: (answer: ColouringAnswer) => void;
    fail: (error: Error) => void;
  }[] = [];
  const drawn: (ColouringAnswer | null)[] = [];
  const faults: unknown[] = [];
  const host = {
    store,
    run: (_: string, { by }: { by: string }, { signal }: { signal: AbortSignal }) =>
      new Promise((done, fail) => {
        asked.push({ by, signal, done, fail });
        signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
      }),
    dialogs: { fault: (error: unknown) => faults.push(error) },
  };
  connectColouring(host as unknown as Parameters<typeof connectColouring>[0], {
    setColouring: (colouring) => drawn.push(colouring),
  });
  return { store, asked, drawn, faults };
}

const cellOf = (id: number) => ({ id, dofs: [] }) as unknown as OpenedCell;
const answerOf = (by: ColouringAnswer['by']): ColouringAnswer => ({ by, meshes: [], parts: [] });
const settle = () => new Promise((done) => setTimeout(done));

describe('the page', () => {
  it('asks when colours are wanted and not before, and anew when the cell changes', async () => {
    const { store, asked, drawn } = page();
    store.update({ cell: cellOf(1) });
    expect(asked).toHaveLength(0);
    store.update({ colourBy: 'shells' });
    expect(asked.map(({ by }) => by)).toEqual(['shells']);
    const first = answerOf('shells');
    asked[0].done(first);
    await settle();
    expect(drawn).toEqual([first]);
    store.update({ cell: cellOf(2) });
    expect(asked).toHaveLength(2);
    // What was found is shown until there is something newer.
    expect(store.state.colouring).toBe(first);
    store.update({ colourBy: 'bodies' });
    await settle();
    expect(asked[1].signal.aborted).toBe(true);
    expect([store.state.colouring, store.state.colourBy, drawn.at(-1)]).toEqual([
      null,
      'bodies',
      null,
    ]);
  });

  it('does not take what was asked before: pieces are not shells', async () => {
    const { store, asked, faults } = page();
    store.update({ cell: cellOf(1), colourBy: 'shells' });
    store.update({ colourBy: 'pieces' });
    asked[0].done(answerOf('shells'));
    asked[1].done(answerOf('pieces'));
    await settle();
    expect(store.state.colouring?.by).toBe('pieces');
    expect(faults).toEqual([]);
  });

  it('shows bodies again when it is cancelled, and says what went wrong', async () => {
    const { store, asked, faults } = page();
    store.update({ cell: cellOf(1), colourBy: 'shells' });
    asked[0].fail(new DOMException('', 'AbortError'));
    await settle();
    expect([store.state.colourBy, faults.length]).toEqual(['bodies', 0]);
    store.update({ colourBy: 'pieces' });
    asked[1].fail(new Error('no'));
    await settle();
    expect([store.state.colourBy, faults.length]).toEqual(['bodies', 1]);
  });
});

describe('the view', () => {
  const drawnMesh = (name: string, triangles: Triangles) => {
    const mesh = new Mesh(undefined, new MeshBasicMaterial());
    mesh.userData = { part: { name, geometry: { kind: 'mesh', triangles } }, obstacle: 0 };
    return mesh;
  };
  const coloured = colouredMesh(SHEETS, 'shells');
  const answer: ColouringAnswer = {
    by: 'shells',
    meshes: [coloured],
    parts: [
      { body: 'sheets', part: 0, mesh: 0 },
      { body: 'sheets', part: 1, mesh: 0 },
    ],
  };

  it('gives every triangle the colour of its shell, and puts lines on it', () => {
    const view = new ColouredMeshes();
    view.set(answer);
    const meshes = [drawnMesh('sheets', SHEETS), drawnMesh('sheets', SHEETS)];
    const others = [drawnMesh('sheets', cube(1)), drawnMesh('elsewhere', SHEETS)];
    // A third part has no colours, nor has a body that the answer does not name.
    expect(view.putOn([...meshes, ...others])).toEqual(meshes);
    expect(meshes[0].geometry).toBe(meshes[1].geometry);
    const colours = meshes[0].geometry.getAttribute('color') as BufferAttribute;
    expect(colours.count).toBe(SHEETS.indices.length);
    for (let i = 0; i < colours.count; i++) {
      const wanted = numberedColour(coloured.of[Math.floor(i / 3)]);
      const shown = [0, 1, 2].map((k) => 255 * colours.getComponent(i, k) ** (1 / 2.2));
      for (let k = 0; k < 3; k++) expect(shown[k]).toBeCloseTo(wanted[k], 1);
    }
    // Boundary, hole, branch; there are no cuts.
    expect(meshes.map(({ children }) => children.length)).toEqual([3, 3]);
    takeLinesOff(meshes);
    expect(meshes[0].children).toEqual([]);
    let freed = 0;
    meshes[0].geometry.addEventListener('dispose', () => freed++);
    view.set(null);
    expect([freed, view.isOn]).toEqual([1, false]);
    view.dispose();
  });

  it('leaves a mesh alone that has changed since', () => {
    const view = new ColouredMeshes();
    view.set(answer);
    expect(view.putOn([drawnMesh('sheets', cube(1))])).toEqual([]);
    view.dispose();
  });

  it('counts what is in colours, of one body or of all', () => {
    const view = new ColouredMeshes();
    expect(view.counts(null)).toBeNull();
    view.set(answer);
    const none = colourLegend(view.counts('elsewhere')!, 'light');
    expect(none.map(({ text }) => text)).toEqual(['no mesh, no shells']);
    const counts = view.counts(null)!;
    expect(colourLegend(counts, 'dark').map(({ text }) => text)).toEqual([
      '10 shells, 8 open',
      '8 boundaries',
      '2 holes',
      '4 branch edges',
    ]);
    view.dispose();
  });
});
