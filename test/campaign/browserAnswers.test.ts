/** What stands beside a verdict on the page: links that are not tested, limits that are left, nothing tested; and answers about motions of bags. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sessionCell } from '../../src/cli/studio/session.ts';
import { DESCRIPTION, goalMessage, SCENES, turning } from '../helpers/bags/armBags.ts';
import { makeBag, stateMessage, stateTopic } from '../helpers/bags/makeBag.ts';
import { scene, WALL } from '../helpers/bridge/scenes.ts';
import { runInsideLater } from '../helpers/cli/runInside.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, StudioPage, serveStudio, tempFiles } from '../helpers/studio/studioPage.ts';

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

  it('about motions of a bag that is dropped are those of the command line', async () => {
    const messages = [
      ...[...DESCRIPTION, { topic: '/scene', time: 0, message: scene({ objects: [WALL] }) }],
      ...[...turning(21, 0.05), goalMessage(2.5, -0.5)],
    ];
    const goals = await makeBag(SCENES, messages, { encoding: 'json' });
    const topics = [stateTopic('/joint_states', true)];
    const states = await makeBag(topics, turning(11, 0.05, true), { encoding: 'ros1' });
    const [first, second] = files.put({ 'goals.mcap': goals, 'states.mcap': states });
    const studio = await tests.open();
    const { page, watched } = studio;
    const loaded = () => watched.requests.filter((url) => /\/bags?-[^/]*\.js$/.test(url)).length;
    /** Chooses a motion, and compares what both say of it. */
    const compare = async (name: string, ...args: string[]) => {
      await studio.part('bag-motion').filter({ hasText: name }).click();
      await studio.ready('goals.mcap');
      await page.locator('[data-testid="run-check"]:enabled').waitFor({ state: 'attached' });
      const { stdout } = await runInsideLater(files.folder, 'check', ...args, '--json');
      const { verdict, assumptions } = JSON.parse(stdout);
      expect(await studio.check()).toBe(verdict);
      const shown = await studio.part('assumptions').locator('li').allTextContents();
      expect(shown).toEqual(assumptions);
      return verdict;
    };
    // What reads bags comes with the first.
    expect(loaded()).toBe(0);
    await studio.drop(first);
    expect(await compare('/joint_states', 'goals.mcap')).toBe('colliding');
    expect(loaded()).toBe(2);
    await studio.drop(first);
    const goal = ['goals.mcap@0', 'goals.mcap#/goal:0'];
    expect(await compare('/goal', ...goal)).toBe('free');
    // Of ROS 1, with nothing compiled that the page does not allow; there is nothing to choose.
    await studio.drop(second);
    await studio.tab('Motion');
    await page.getByText('states.mcap').first().waitFor();
    expect(await studio.check()).toBe('free');
    await studio.drop(...files.put({ 'broken.mcap': goals.subarray(0, 300) }));
    await studio.part('fault').filter({ hasText: 'broken.mcap, byte' }).waitFor();
  });

  it('about the bag of the command line are those of `surepath check CELL BAG`', async () => {
    const messages = [-1, 0, 1].map((turn, k) => ({
      ...{ topic: '/joint_states', time: 0.1 * k },
      message: stateMessage(0.1 * k, { turn, gripper: 0 }),
    }));
    const bytes = await makeBag([stateTopic('/joint_states')], messages, { encoding: 'json' });
    const [bag] = files.put({ 'own.mcap': bytes });
    const own = await serveStudio(sessionCell(join(files.folder, 'tooled/cell.yaml'), {}, [], bag));
    try {
      const studio = await StudioPage.open(tests.browser, own.url);
      await studio.ready();
      // One motion, one way to show it: nothing is asked.
      await studio.tab('Motion');
      await studio.page.getByText('own.mcap').first().waitFor({ state: 'attached' });
      const asked = ['check', 'tooled/cell.yaml', 'own.mcap', '--json'];
      const { verdict, assumptions } = JSON.parse(
        (await runInsideLater(files.folder, ...asked)).stdout,
      );
      expect(verdict).toBe('free');
      expect(await studio.check()).toBe(verdict);
      const shown = await studio.part('assumptions').locator('li').allTextContents();
      expect(shown).toEqual(assumptions);
      expect(shown.join()).toContain('"gripper" of the recording is not in the cell');
      await studio.end(own);
    } finally {
      await own.close();
    }
  });
});
