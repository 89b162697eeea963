/** What stands beside a verdict on the page: links that are not tested, limits that are left, nothing tested. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const BOX = '<origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry>';
const urdf = (arm: string) => `<robot name="r"><link name="base"/>
<link name="arm"><${arm}>${BOX}</${arm}></link><link name="tool"><visual>${BOX}</visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
<joint name="mount" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="1 0 0"/></joint></robot>`;
const CELL = `surepath: 1
robots: [{urdf: r.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1.6, 0, 0]}}]
`;
const PATH = '{"joints": ["turn"], "waypoints": [[-1], [2.5]]}';
const files = tempFiles();
for (const [name, arm] of [
  ['tooled', 'collision'],
  ['looks', 'visual'],
]) {
  files.put({
    [`${name}/cell.yaml`]: CELL,
    [`${name}/r.urdf`]: urdf(arm),
    [`${name}/paths/by.json`]: PATH,
  });
}

describe.skipIf(!hasBrowser)('answers in a browser', () => {
  const tests = inBrowser();

  it('name untested links and limits; where nothing is tested there is no verdict', async () => {
    const studio = await tests.open();
    await studio.drop(join(files.folder, 'tooled'));
    await studio.ready('tooled');
    await studio.choosePath('tooled/paths/by.json');
    expect(await studio.check()).toBe('free');
    expect(await studio.part('assumptions').textContent()).toContain(
      'the link "tool" has no collision geometry, only a visual: it is not tested',
    );
    expect(await studio.part('limits').textContent()).toContain(
      'turn reaches 2.5 rad on segment 0 at t = 1 (limit 2)',
    );
    await studio.part('show-limit').click();
    expect(await studio.page.locator('.tl-readout').textContent()).toBe('segment 0, t = 1');
    await studio.drop(join(files.folder, 'looks'));
    await studio.ready('looks');
    await studio.choosePath('looks/paths/by.json');
    await studio.tab('Check');
    await studio.part('run-check').click();
    await studio.page.getByText('no pair of bodies is tested, so there is nothing').waitFor();
    expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
  });
});
