/** Cells whose robots are MJCF models, in the studio: edited, saved, and opened again. */
import { describe, expect, it } from 'vitest';
import { Session } from '../../studio/engine/session.ts';
import { PRIMITIVES } from '../helpers/formats/mjcfModels.ts';
import { utf8 } from '../helpers/studio/sessions.ts';

const CELL = `surepath: 1
robots:
  - {name: left, mjcf: models/primitives.xml}
  - {name: right, mjcf: models/primitives.xml, base: {xyz: [3, 0, 0]}}
obstacles:
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1.6, 0, 0]}}
  - {name: crate, shape: {box: [0.2, 0.2, 0.2]}, pose: {xyz: [1.6, 1, 0]}}
allow:
  - {between: [post, left/tip], reason: tried}
`;

function open(files: Map<string, Uint8Array>, entry = 'cell.yaml') {
  const session = new Session();
  const answer = session.open({ files, entry });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return { session, cell: answer.cell };
}

type Opened = ReturnType<typeof open>['cell'];
const indexOf = ({ description }: Opened, name: string) =>
  description.obstacles.findIndex((obstacle) => obstacle.name === name);

const opened = () =>
  open(
    new Map([
      ['cell.yaml', utf8(CELL)],
      ['models/primitives.xml', utf8(PRIMITIVES)],
    ]),
  );

describe('a cell with MJCF models', () => {
  it('is saved with what was changed, and opened again it is the same', async () => {
    const { session, cell } = opened();
    const names = cell.bodies.map(({ name }) => name);
    expect(names).toContain('left/floor');
    expect(names).toContain('right/floor');
    const edited = session.edit([{ kind: 'remove', obstacle: indexOf(cell, 'post') }]);
    expect(edited.digest).not.toBe(cell.digest);
    const saved = await session.run('saveCell', {});
    expect(saved).toMatchObject({ exact: true, digest: edited.digest });
    const text = new TextDecoder().decode(saved.files.get(saved.entry));
    // What models bring along stays in them.
    expect(text).not.toContain('floor');
    expect(text).toContain('mjcf: models/primitives.xml');
    const again = open(new Map(saved.files), saved.entry);
    expect(again.cell.digest).toBe(edited.digest);
  });

  it('is not saved without what stands in a model', async () => {
    const { session, cell } = opened();
    session.edit([{ kind: 'remove', obstacle: indexOf(cell, 'left/floor') }]);
    await expect(session.run('saveCell', {})).rejects.toThrow(/MJCF model/);
  });
});
