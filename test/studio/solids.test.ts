/** Meshes that are nearly closed, or must be solid, in the studio: what it shows and what it saves. */
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import type { OpenedCell } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { cube, mesh } from '../helpers/oracles/meshes.ts';
import { ARM } from '../helpers/studio/arm.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const { positions, indices } = cube(0.1);
const OFF = mesh([...positions, -0.1 + 1e-9, -0.1, -0.1], [8, ...indices.slice(1)]);
const MESHED = ARM.replace('<box size="0.6 0.1 0.1"/>', '<mesh filename="off.obj"/>');
const CELL = `# Blocks.
surepath: 1
robots: [{urdf: arm.urdf, solids: [upper], attached: [{name: rod, link: upper, shape: {mesh: off.obj, solid: true}, pose: {xyz: [2, 0, 0]}}]}]
obstacles:
  - {name: open, shape: {mesh: off.obj}, pose: {xyz: [0, 3, 0]}}
  - {name: must, shape: {mesh: off.obj, solid: true}, pose: {xyz: [0, 4, 0]}}
  - {name: guard, shape: {mesh: off.obj, solid: false}, pose: {xyz: [0, 5, 0]}}
`;
const FILES = new Map([
  ['cell.yaml', utf8(CELL)],
  ['arm.urdf', utf8(MESHED)],
  ['off.obj', utf8(writeObj(OFF))],
]);

function opened(session: Session, files: Map<string, Uint8Array>, entry?: string): OpenedCell {
  const answer = session.open({ files, ...(entry === undefined ? {} : { entry }) });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return answer.cell;
}

const SENTENCE = '"open" is treated as a surface: 4 open edges, 1 nm wide';

describe('what must be solid', () => {
  it('is shown as such, and what is nearly closed is among the assumptions', () => {
    const cell = opened(new Session(), FILES);
    const solid = Object.fromEntries(cell.bodies.map((body) => [body.name, body.solid]));
    expect(solid).toMatchObject({ upper: true, rod: true, open: false, must: true, guard: false });
    expect(cell.assumptions).toEqual([SENTENCE]);
  });

  it('is saved and read as the same model, moved or not', async () => {
    const session = new Session();
    opened(session, FILES);
    const moved = [0, 1, 2].map((obstacle) => ({
      kind: 'move' as const,
      obstacle,
      pose: poseFromRpy(0, 0, 0.3, 0, 3 + obstacle, 0.5),
    }));
    const edited = session.edit(moved);
    const saved = await session.run('saveCell', {});
    expect(saved).toMatchObject({ exact: true, digest: edited.digest });
    const text = new TextDecoder().decode(saved.files.get(saved.entry));
    expect(text).toMatch(/solids: \[upper\]/);
    expect(text.match(/solid: true/g)?.length).toBe(2);
    const again = opened(new Session(), new Map(saved.files), saved.entry);
    expect(again.digest).toBe(edited.digest);
    expect(again.assumptions.length).toBe(1);
  });

  it('can be made a surface, and a mesh as any other', async () => {
    const session = new Session();
    opened(session, FILES);
    const texts: string[] = [];
    for (const solid of [false, true]) {
      const edited = session.edit([{ kind: 'solid', obstacle: 1, solid }]);
      const saved = await session.run('saveCell', {});
      expect(saved).toMatchObject({ exact: true, digest: edited.digest });
      texts.push(new TextDecoder().decode(saved.files.get(saved.entry)));
      // Said here, it does not insist: then the mesh is nearly closed, and that is told.
      const told = edited.assumptions.includes(SENTENCE.replace('open', 'must'));
      expect(told).toBe(solid);
    }
    expect(texts[0]).toMatch(/name: must, shape: \{mesh: off.obj, solid: false\}/);
    expect(texts[1]).toMatch(/name: must, shape: \{mesh: off.obj\}/);
  });
});
