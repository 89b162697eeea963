/** Every embedded cell: verdicts and certificates are those of the command line, byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../../studio/engine/session.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { ALL, CELLS, folder, opened, WITH_PATHS } from '../helpers/studio/sessions.ts';

describe('the embedded cells, as the command line has them', () => {
  it.each(WITH_PATHS)(
    '%s: the same verdicts, and the same certificate byte for byte',
    async (name) => {
      const session = new Session();
      const entry = `${name}/cell.yaml`;
      opened(session, new Map(ALL), entry);
      for (const kind of ['free', 'colliding']) {
        const file = `${name}/paths/${kind}.json`;
        if (!ALL.has(file)) continue;
        const { path } = await session.run('readPath', { file });
        const target = join(folder, `${name}-${kind}.json`);
        const ran = runInside(CELLS, 'check', entry, file, '--json', '--certificate', target);
        const said = JSON.parse(ran.stdout);
        const answer = await session.run('check', { path });
        expect(answer.verdict, file).toBe(said.verdict);
        expect(answer.assumptions).toEqual(said.assumptions);
        expect(answer.witness?.segment).toBe(said.segment);
        expect(answer.witness?.t).toBe(said.t);
        const made = await session.run('certificate', { path });
        expect(made.written).toBe(said.certificate.written);
        if (made.written) expect(made.text === readFileSync(target, 'utf8'), file).toBe(true);
      }
    },
    240_000,
  );
});
