/** After an edit in the page: what is still proven is on the timeline at once, and the verdict comes by itself. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARM } from '../helpers/studio/arm.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: block, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [0, 1, 0]}}
  - {name: far, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [3, 0, 0]}}
allow: [[base, upper]]
`;
const waypoints = Array.from({ length: 9 }, (_, i) => [-2 + i / 2]);

/** From now on answers of rechecks wait until somebody says `release()`: what is shown meanwhile can be looked at. */
const HOLD = `(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...others) {
    if (message.kind === 'recheck') {
      const deliver = this.onmessage;
      this.onmessage = (event) => {
        if (!('answer' in event.data)) deliver(event);
        else window.release = () => {
          delete window.release;
          this.onmessage = deliver;
          deliver(event);
        };
      };
    }
    return post.call(this, message, ...others);
  };
})()`;

/** Whether there is, along the middle of the band, anything of the colour of what is proven, and anything of that of what is open. */
const MARKS = `(() => {
  const band = document.querySelector('[data-testid="scrub"]');
  const style = getComputedStyle(band);
  const copy = document.createElement('canvas');
  copy.width = band.width;
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(band, 0, -Math.floor((band.height * 24) / band.clientHeight));
  const { data } = context.getImageData(0, 0, band.width, 1);
  const has = (name) => {
    const hex = style.getPropertyValue(name).trim();
    const colour = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
    for (let o = 0; o < data.length; o += 4) if (colour.every((c, i) => c === data[o + i])) return true;
    return false;
  };
  return { proven: has('--good'), open: has('--warn') };
})()`;

/** How much of the clearance is drawn, in pixels. */
const DRAWN = `(() => {
  const plot = document.querySelector('#panel-clearance canvas');
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [plot.width, plot.height];
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(plot, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  return data.filter((x, i) => i % 4 === 3 && x > 0).length;
})()`;

const PERCENT = /^still proven after the edit: \d+ % of the path; the rest is being proven$/;

describe.skipIf(!hasBrowser)('a recheck in a browser', () => {
  const files = tempFiles();
  files.put({
    'arm/cell.yaml': CELL,
    'arm/arm.urdf': ARM,
    'arm/paths/turn.json': JSON.stringify({ joints: ['turn'], waypoints }),
  });
  const tests = inBrowser();

  it('shows what an edit leaves proven, then the verdict of the edited cell', async () => {
    const studio = await tests.open();
    await studio.drop(join(files.folder, 'arm'));
    await studio.ready('arm');
    await studio.choosePath('arm/paths/turn.json');
    expect(await studio.check()).toBe('free');
    // The proof is drawn, so it is there.
    const proof = studio.part('tab-cover').filter({ hasText: 'slab' });
    await proof.waitFor();
    const details = studio.page.locator('.tl-check .tl-details').first();
    const clearance = details.filter({ hasText: 'at least' });
    const drawn = () => studio.page.evaluate<number>(DRAWN);
    await clearance.waitFor();
    const before = await details.textContent();
    await expect.poll(drawn).toBeGreaterThan(1000);
    await studio.page.evaluate(HOLD);
    await studio.tab('Obstacles');
    await studio.part('obstacle-block').click();
    const y = studio.part('obstacle-form').getByLabel('y (m)', { exact: true });
    const said = studio.part('announced');
    const release = async () => {
      const held = () => studio.page.evaluate('typeof window.release');
      await expect.poll(held, { timeout: 30_000 }).toBe('function');
      await studio.page.evaluate('window.release()');
    };

    for (const [to, verdict] of [
      ['0.9', 'free'],
      ['0.7', 'colliding'],
    ]) {
      await y.fill(to);
      await studio.page.keyboard.press('Enter');
      await said.filter({ hasText: PERCENT }).waitFor({ state: 'attached' });
      await expect.poll(() => studio.page.evaluate(MARKS)).toEqual({ proven: true, open: true });
      const words = (await said.textContent())!;
      expect(await studio.part('scrub').getAttribute('aria-valuetext')).toContain(words);
      const note = await studio.page.locator('#panel-clearance .tl-note').textContent();
      expect(note!.toLowerCase()).toBe(`${words}.`);
      // Nothing of the old cell's answer is there.
      expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
      expect(await details.textContent()).toBe('');
      expect(await proof.count()).toBe(0);
      expect(await clearance.count()).toBe(0);
      await expect.poll(drawn).toBe(0);
      expect(await studio.part('export-certificate').isDisabled()).toBe(true);
      await release();
      expect(await studio.verdict()).toBe(verdict);
      expect(await details.textContent()).not.toBe(before);
      await proof.waitFor();
    }
    expect(await studio.part('witness').count()).toBe(1);
    await studio.part('undo').click();
    await release();
    await studio.page.locator('[data-verdict="free"]').waitFor({ state: 'attached' });
    // The certificate is of the cell as it is now.
    await studio.tab('Check');
    await studio.part('verify-certificate').click();
    await studio.part('verified').filter({ hasText: '✓ verified' }).waitFor();
  });
});
