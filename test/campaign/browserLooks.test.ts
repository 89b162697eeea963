/** What a person sees of a contact, of floors, of words and of the gallery: by pixels and by what is written. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

/** A bar of 2 m along x that turns about z; a post at its end, a floor below. */
const ROBOT = `<robot name="bar"><link name="base"/>
<link name="bar"><collision><origin xyz="1 0 0.5"/><geometry><box size="2 0.1 0.1"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" velocity="1" effort="1"/></joint></robot>`;
const CELL = `surepath: 1
robots: [{urdf: bar.urdf}]
obstacles:
  - {name: post, shape: {box: [0.1, 0.1, 0.6]}, pose: {xyz: [1.95, 0, 0.4]}}
  - {name: floor, shape: {box: [4, 1.6, 0.1]}, pose: {xyz: [1, 0, -0.05]}}
`;
const PATH = JSON.stringify({ joints: ['turn'], waypoints: [[-0.6], [0.6]] });
type Point = [number, number, number];

/** The share of pixels that have the colour of contacts. */
const CONTACT = (png: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] > 90 && data[i] > 2 * data[i + 1] && data[i + 2] > 1.4 * data[i + 1]) count++;
  }
  return count / (data.length / 4);
})()`;

describe.skipIf(!hasBrowser)('what is seen in the studio', () => {
  const files = tempFiles();
  files.put({ 'bar/cell.yaml': CELL, 'bar/bar.urdf': ROBOT, 'bar/paths/hit.json': PATH });
  const tests = inBrowser();
  const open = async () => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    await studio.drop(join(files.folder, 'bar'));
    await studio.ready('bar');
    return studio;
  };

  it('the camera goes to a contact, its label stands beside it, and only there is its colour', async () => {
    const studio = await open();
    const { page } = studio;
    await studio.choosePath('bar/paths/hit.json');
    expect(await studio.check()).toBe('colliding');
    const before = await studio.camera();
    await studio.part('show-witness').first().click();
    await studio.part('closest').filter({ hasText: 'in collision' }).waitFor();
    const label = page.locator('[data-label="closest"]:visible');
    await label.filter({ hasText: 'collision' }).waitFor();
    let eye = before;
    await expect
      .poll(
        async () => {
          const last = eye;
          eye = await studio.camera();
          const moved = (a: readonly number[], b: readonly number[]) =>
            Math.hypot(...a.map((x, i) => x - b[i]));
          return (
            moved(eye.position, last.position) < 1e-6 && moved(eye.position, before.position) > 0.2
          );
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    // The bar has come to the post from the side of -y: they touch near its end.
    const angle = JSON.parse((await studio.save('save-state')).text).configuration[0] as number;
    const along = (radius: number): Point => [
      radius * Math.cos(angle),
      radius * Math.sin(angle),
      0.5,
    ];
    const contact = eye.at([1.95, -0.05, 0.5]);
    const box = (await page.locator('.scene canvas').first().boundingBox())!;
    const [across, down] = [(contact[0] - box.x) / box.width, (contact[1] - box.y) / box.height];
    expect([across > 0.25, across < 0.75, down > 0.2, down < 0.8]).toEqual(Array(4).fill(true));
    const sign = (await label.boundingBox())!;
    const [dx, dy] = [sign.x + sign.width / 2 - contact[0], sign.y + sign.height / 2 - contact[1]];
    expect(Math.hypot(dx, dy)).toBeLessThan(180);
    const share = async ([x, y]: [number, number], half: number) => {
      await page.mouse.move(5, 5);
      const clip = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
      const png = (await page.screenshot({ clip })).toString('base64');
      return page.evaluate<number>(CONTACT(png));
    };
    expect(await share(contact, 40)).toBeGreaterThan(0.02);
    // From farther away: the colour is at the end of the bar, and not on the rest of it.
    await page.keyboard.press('6');
    await page.locator('.view[aria-busy="false"]').waitFor();
    const { at } = await studio.camera();
    await expect.poll(() => share(at(along(0.5)), 4), { timeout: 30_000 }).toBe(0);
    expect(await share(at(along(1)), 4)).toBe(0);
    expect(await share(at([1.95, -0.05, 0.6]), 30)).toBeGreaterThan(0.02);
  });

  it('a floor hides the grid', async () => {
    const studio = await open();
    const { page } = studio;
    await page.keyboard.press('6');
    const { at } = await studio.camera();
    // All of the floor but what lies near the edges, without the bar and its shadow; and a stretch beside it.
    const [left, top] = at([1.6, 0.7, 0]);
    const [right, bottom] = at([0.2, 0.3, 0]);
    const clip = {
      x: Math.min(left, right),
      y: Math.min(top, bottom),
      width: Math.abs(right - left),
      height: Math.abs(bottom - top),
    };
    const [x, y] = at([1, 1.1, 0]);
    const beside = { x: x - 60, y: y - 12, width: 120, height: 24 };
    const look = async () => {
      await page.mouse.move(5, 5);
      const shots = [];
      for (const each of [clip, beside])
        shots.push((await page.screenshot({ clip: each })).toString('base64'));
      return shots;
    };
    const [floor, ground] = await look();
    await studio.part('layers').click();
    await studio.part('layer-grid').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await look())[1] !== ground, { timeout: 30_000 }).toBe(true);
    expect((await look())[0]).toBe(floor);
  });

  it('words say what they mean, and keys why they do nothing', async () => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.tab('Check');
    const bubble = studio.part('bubble');
    const said = new Map<string, string>();
    for (const word of await page.locator('.term:visible').all()) {
      await word.hover();
      await bubble.waitFor();
      said.set((await word.textContent())!, (await bubble.textContent())!);
    }
    const all = [...said.values()].join('\n');
    for (const word of [
      'Clearance',
      'Delta',
      'Tracking',
      'Ladder',
      'Sampling',
      'Cover',
      'Slab',
      'Surface',
    ])
      expect(all).toMatch(new RegExp(`(^|[.] )${word}( |: )`, 'm'));
    await page.mouse.move(5, 5);
    await page.locator('.scene canvas').first().focus();
    await page.keyboard.press('Control+z');
    await page.getByText('There is nothing to undo.').waitFor();
  });

  it('the gallery has a picture and a sentence of every cell', async () => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.part('gallery').click();
    const cards = page.locator('[data-testid="gallery-dialog"] [data-testid^="gallery-"].card');
    const count = await cards.count();
    expect(count).toBeGreaterThan(20);
    for (let i = 0; i < count; i++) await cards.nth(i).scrollIntoViewIfNeeded();
    const bare = `[...document.querySelectorAll('[data-testid^="gallery-"].card')].flatMap((card) => {
      const picture = card.querySelector('img');
      const [, sentence] = card.querySelectorAll('span');
      const isGood = picture?.complete && picture.naturalWidth >= 300 && /^[A-Z0-9].{15,}\\.$/.test(sentence.textContent);
      return isGood ? [] : [card.dataset.testid + ': ' + sentence?.textContent];
    })`;
    await expect.poll(() => page.evaluate(bare), { timeout: 30_000 }).toEqual([]);
  });
});
