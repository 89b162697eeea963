/**
 * A day with the studio in a real browser: playing and changing a path, looking closely at it, and
 * everything that can be saved, opened again by the page and read by the command line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { unzip } from '../../studio/model/unzip.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import {
  inBrowser,
  RAIL_FOLDER,
  type StudioPage,
  tempFiles,
} from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.skipIf(!hasBrowser)('a tour of the studio in a browser', () => {
  const files = tempFiles();
  files.put(RAIL_FOLDER);
  const tests = inBrowser();
  let studio: StudioPage;
  const openRail = async () => {
    studio = await tests.open();
    await studio.drop(join(files.folder, 'rail'));
    await studio.ready('rail');
    await studio.choosePath('rail/paths/along.json');
  };
  const place = () => studio.page.locator('.tl-readout').textContent();
  const slide = () => studio.part('value-slide').inputValue();
  const moveTo = async (value: number) => {
    await studio.tab('Joints');
    await studio.part('value-slide').fill(String(value));
    await studio.page.keyboard.press('Enter');
  };
  const model = () =>
    studio.page.locator('.tl-check dt:text-is("model") + dd').first().textContent();

  it('plays, loops and pauses', async () => {
    await openRail();
    const isPlaying = (word: string) =>
      studio.page.locator(`[data-testid="play"][aria-label="${word}"]`).waitFor();
    await studio.part('speed').selectOption('4');
    await studio.part('play').click();
    await isPlaying('Play');
    expect(await place()).toBe('segment 0, t = 1');
    expect(Number(await slide())).toBe(1);
    await studio.part('loop').click();
    await studio.part('play').click();
    const turns = `new Promise((done) => {
      let [last, turns] = [-1, 0];
      const look = () => {
        const t = Number(document.querySelector('.tl-readout').textContent.split('= ')[1]);
        if (t < last) turns++;
        last = t;
        if (turns === 2) done(turns);
        else requestAnimationFrame(look);
      };
      look();
    })`;
    expect(await studio.page.evaluate(turns)).toBe(2);
    await studio.part('play').click();
    await isPlaying('Play');
  });

  it('records, sets, inserts, moves and removes waypoints, and the joints stand on them', async () => {
    await openRail();
    await studio.tab('Motion');
    await studio.page.locator('summary', { hasText: 'Waypoints' }).click();
    const count = () => studio.page.locator('.tl-waypoints .virtual-space > *').count();
    await moveTo(0.25);
    await studio.part('insert-0').click();
    expect([await count(), await place()]).toEqual([3, 'segment 1, t = 0']);
    await moveTo(-1.5);
    await studio.part('set-0').click();
    await moveTo(1.75);
    await studio.part('record').click();
    expect(await count()).toBe(4);
    // By keys the same waypoint goes on.
    await studio.part('later-0').focus();
    for (let i = 0; i < 3; i++) await studio.page.keyboard.press('Enter');
    expect(await place()).toBe('segment 2, t = 1');
    expect(await slide()).toBe('-1.5');
    await studio.part('remove-0').click();
    const { text } = await studio.save('save-path');
    expect(JSON.parse(text).waypoints).toEqual([[1], [1.75], [-1.5]]);
    await studio.part('undo').click();
    await studio.part('undo').click();
    expect(await count()).toBe(4);
  });

  it('zooms in on the path in all charts, and measures more closely', async () => {
    await openRail();
    expect(await studio.check()).toBe('free');
    await studio.part('scale').waitFor();
    const plot = (await studio.page.locator('.tl-plot:not(.tl-joints)').boundingBox())!;
    await studio.page.mouse.move(plot.x + 0.6 * plot.width, plot.y + plot.height / 2);
    await studio.page.mouse.wheel(0, -240);
    await studio.part('zoom').filter({ hasText: '2.0×' }).waitFor();
    await studio.part('scale').selectOption('log');
    await studio.part('finer').click();
    await studio.page.locator('[data-testid="finer"][title*="0.1 mm"]').waitFor();
    await studio.part('scrub').focus();
    await studio.page.keyboard.press('End');
    expect(await place()).toBe('segment 0, t = 1');
    await studio.page.keyboard.press('+');
    expect(await studio.part('zoom').textContent()).toBe('4.0×');
    await studio.part('tab-cover').click();
    await studio.page.keyboard.press('0');
    expect(await studio.part('zoom').textContent()).toBe('');
  });

  it('saves everything so that the page and the command line read the same', async () => {
    await openRail();
    await studio.tab('Obstacles');
    await studio.part('add-sphere').click();
    await studio.part('add-obstacle-ok').click();
    await studio.part('obstacle-sphere').waitFor();
    await studio.part('obstacle-form').getByLabel('y (m)').fill('-0.9');
    await studio.page.keyboard.press('Enter');
    await studio.page.locator('[data-testid="undo"][title="Undo: move sphere"]').waitFor();
    await studio.part('trace').selectOption('ball');
    expect(await studio.check()).toBe('free');
    const digest = (await model())!;

    const archive = await studio.saveBytes('save-cell');
    const saved = await unzip(archive.bytes, archive.name);
    const own = 'saved';
    files.put(Object.fromEntries([...saved].map(([name, bytes]) => [`${own}/${name}`, bytes])));
    const entry = join(own, [...saved.keys()].find((name) => name.endsWith('cell.yaml'))!);
    const certificate = await studio.download(async () => {
      await studio.part('save').click();
      await studio.part('save-certificate').click();
    });
    const path = await studio.save('save-path');
    const trajectory = await studio.save('save-trajectory');
    const state = await studio.save('save-state');
    const report = await studio.save('save-report');
    files.put({
      'certificate.json': certificate.text,
      'path.json': path.text,
      'path.trajectory.yaml': trajectory.text,
      [state.name]: state.text,
      [archive.name]: archive.bytes,
    });
    const run = (...args: string[]) => runInside(files.folder, ...args);
    const verified = run('verify', 'certificate.json', entry, '--path', 'path.json');
    expect([verified.stderr, verified.status]).toEqual(['', 0]);
    const checked = run('check', entry, 'path.json', '--json', '--report', 'report.html');
    expect(JSON.parse(checked.stdout).verdict).toBe('free');
    const digests = (html: string) => [...new Set(html.match(/\b[0-9a-f]{64}\b/g))];
    expect(digests(report.text)[0]?.slice(0, 16)).toBe(digest);
    expect(digests(readFileSync(join(files.folder, 'report.html'), 'utf8'))[0]).toBe(
      digests(report.text)[0],
    );
    const picture = await studio.saveBytes('save-picture');
    expect(Buffer.from(picture.bytes.subarray(1, 4)).toString()).toBe('PNG');
    expect(picture.bytes.length).toBeGreaterThan(5000);

    // The page reads it all again: the cell from its archive, the path from either file, the state.
    await studio.openGallery('maze');
    await studio.drop(join(files.folder, archive.name));
    await studio.part('obstacle-sphere').waitFor();
    await studio.drop(join(files.folder, 'path.trajectory.yaml'));
    await studio.page.locator('[data-testid="run-check"]:enabled').waitFor({ state: 'attached' });
    expect(await studio.check()).toBe('free');
    expect(await model()).toBe(digest);
    await studio.openGallery('maze');
    await studio.drop(join(files.folder, state.name));
    await studio.part('obstacle-sphere').waitFor();
    expect(await studio.check()).toBe('free');
    expect(await model()).toBe(digest);
    expect(await studio.part('trace').inputValue()).toBe('ball');
  });

  it('says what is wrong with a path of another robot, an empty folder and a mesh that is none', async () => {
    await openRail();
    files.put({
      'other.csv': 'panda_joint1\n0\n1\n',
      '<img src=x onerror=alert(1)>.stl': 'no mesh',
      'nothing/.keep': '',
    });
    const said = async (file: string) => {
      await studio.drop(join(files.folder, file));
    };
    const fault = studio.part('fault');
    await said('other.csv');
    expect(await fault.textContent()).toMatch(/other\.csv, line 1.*no joint "panda_joint1"/);
    await studio.page.keyboard.press('Escape');
    await said('<img src=x onerror=alert(1)>.stl');
    await studio.part('add-obstacle-ok').click();
    expect(await fault.textContent()).toContain('<img src=x onerror=alert(1)>.stl, line 1');
    await studio.page.keyboard.press('Escape');
    await said('nothing');
    await studio.page.locator('.toasts').getByText('There is no file in it.').waitFor();
    expect(await studio.page.locator('img').count()).toBe(0);
    expect(await place()).toBe('segment 0, t = 0');
  });
});
