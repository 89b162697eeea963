/**
 * The live mode in a real browser: in four scenes the shortest vector is as long as the closest pair is apart, by every
 * approach; attached to a gate, the page shows the states that a client gives.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pagesBelow } from '../../src/cli/studio/server.ts';
import { type SessionCell, sessionCell } from '../../src/cli/studio/session.ts';
import { buildSite, packageFolders } from '../../src/cli/studio/site.ts';
import { connect } from '../../src/client/index.ts';
import { startGate } from '../../src/serve/index.ts';
import { mmUpper } from '../../src/words/index.ts';
import { APPROACH_NAMES } from '../../studio/engine/protocol.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';
import { hasBrowser, launch } from '../helpers/studio/browser.ts';
import { StudioPage, serveStudio } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** What is drawn is drawn a frame later. */
const DRAWN = { timeout: 60_000 };

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const embedded = (name: string) => sessionCell(join(CELLS, name, 'cell.yaml'), {}, []);

/** A shelf before a Panda, or what stands in for it. */
function pandaScene(): SessionCell {
  const robot = 'mbm/panda';
  if (!haveData(robot)) return embedded('workshop');
  const problems = join(DATA_FOLDER, robot, 'problems');
  const file = readdirSync(problems, { recursive: true, encoding: 'utf8' })
    .filter((name) => /bookshelf_small.*scene.*\.yaml$/.test(name))
    .sort()[0];
  const args = {
    robot: join(DATA_FOLDER, robot, 'panda.urdf'),
    srdf: join(DATA_FOLDER, robot, 'panda.srdf'),
  };
  return sessionCell(join(problems, file), args, []);
}

describe.skipIf(!hasBrowser)('the live mode in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const scenes: readonly (readonly [string, () => SessionCell])[] = [
    ['a Puma 260 among obstacles', () => embedded('puma-260')],
    ['two hanging arms', () => embedded('hanging-arms')],
    ['two arms at a table', () => embedded('two-arms')],
    ['a Panda', pandaScene],
  ];

  it.each(scenes)('%s: the vector is shown, by every approach the same', async (_, cell) => {
    const server = await serveStudio(cell());
    const studio = await StudioPage.open(browser, server.url);
    const nearest = studio.page.locator('[data-testid="vectors"] .nearest .who');
    await studio.tab('Live');
    await studio.part('live-on').check();
    await nearest.waitFor();
    if (/in collision/.test((await nearest.textContent())!)) {
      // How deep, at most, and which way out.
      const deep = expect.stringMatching(/^overlap, ≤ [\d.]+ mm$/);
      await expect.poll(() => studio.labels(), DRAWN).toContainEqual(deep);
      await studio.tab('Joints');
      const isReady = { hasText: 'ready' };
      const states = studio.page
        .locator('#panel-joints select', { has: studio.page.locator('option', isReady) })
        .first();
      const ready = states.locator('option', isReady);
      await states.selectOption((await ready.first().getAttribute('value'))!);
      await studio.tab('Live');
      await nearest.filter({ hasText: 'proven' }).waitFor();
      await studio.part('closest').filter({ hasNotText: 'in collision' }).waitFor();
    }
    const told = (await nearest.textContent())!;
    const [, proven] = /at least ([\d.]+ mm) apart \(proven\)/.exec(told)!;
    await expect.poll(() => studio.labels(), DRAWN).toContain(`≥ ${proven}`);
    // What the static check says of the same configuration.
    const closest = await studio.part('closest').locator('.distance').textContent();
    expect(told).toContain(`${closest} seen`);
    // The one that is chosen already comes last: each begins to count anew.
    for (const approach of [...APPROACH_NAMES].reverse()) {
      await studio.part('live-approach').selectOption(approach);
      const first = /percentile of 1 steps?;/;
      await studio.part('live-cost').filter({ hasText: first }).waitFor();
      expect([approach, await nearest.textContent()]).toEqual([
        approach,
        expect.stringContaining(`${closest} seen`),
      ]);
    }
    // Nothing is nearer than a threshold below it.
    await studio.part('live-threshold').fill(String(Number.parseFloat(proven) / 2));
    await studio.part('live-threshold').press('Enter');
    await nearest.waitFor({ state: 'detached' });
    await expect.poll(() => studio.labels(), DRAWN).toEqual([]);
    await studio.end(server);
    await server.close();
  });

  it('attached to a gate it follows a client, and says when the gate is gone', async () => {
    const file = join(CELLS, 'two-arms/cell.yaml');
    const site = buildSite(packageFolders(), embedded('two-arms'), '../ws');
    const gate = await startGate({
      ...{ folders: [CELLS], cell: { file }, workers: 2 },
      page: pagesBelow(site, '/studio/'),
    });
    const studio = await StudioPage.open(browser, `${gate.url}/studio/`);
    await studio.tab('Live');
    await studio.part('gate').locator('summary').click();
    await studio.part('gate-attach').click();
    const said = studio.part('gate-said');
    await said.filter({ hasText: 'waiting for a joint state' }).waitFor();
    const client = await connect(gate.url);
    const q = Array.from({ length: 12 }, (_, d) => 0.3 * (d % 3));
    const told = await client.live({ q });
    expect(told.state.verdict).toBe('free');
    await said.filter({ hasText: 'gate: free (version 1 of its cell)' }).waitFor();
    await expect.poll(() => studio.labels(), DRAWN).toHaveLength(told.vector.vectors.length);
    expect(await studio.part('vectors').textContent()).toContain('(proven)');
    // The robots stand there: the page's own check of that state agrees.
    const { distance } = told.vector.vectors[told.vector.nearest!];
    const closest = studio.part('closest').locator('.distance');
    await closest.filter({ hasText: mmUpper(distance!) }).waitFor();
    // One that collides.
    q[2] = 2.5;
    expect((await client.live({ q })).state.verdict).toBe('colliding');
    await said.filter({ hasText: 'gate: colliding' }).waitFor();
    // The gate's cell is changed: it is not the one that is open here.
    await client.edit({ edits: [{ kind: 'remove-obstacle', obstacle: 'panel' }] });
    await client.live({ q });
    await said.filter({ hasText: '(version 2) is not the one that is open here' }).waitFor();
    await expect.poll(() => studio.labels(), DRAWN).toEqual([]);
    client.end();
    await gate.close();
    await said.filter({ hasText: 'when last heard of' }).waitFor();
    await studio.watched.end();
  });
});
