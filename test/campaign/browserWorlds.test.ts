/** A world around the robots, as scans of buildings are: one sees the robot in it, and points at it. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, RAIL_CELL, RAIL_FOLDER, tempFiles } from '../helpers/studio/studioPage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** Points every 5 cm on the walls, the floor and the ceiling of a room. */
function room(): string {
  const rows: string[] = [];
  const [from, to] = [-40, 40];
  for (let i = from; i <= to; i++) {
    for (let j = from; j <= to; j++) {
      const [a, b] = [i / 20, j / 20];
      for (const side of [-2, 2]) {
        rows.push(`${1.5 * side} ${a} ${b}`, `${1.5 * a} ${1.5 * side} ${b}`);
        rows.push(`${1.5 * a} ${1.5 * b} ${0.75 * side}`);
      }
    }
  }
  return rows.join('\n');
}

/** The mean colour of a picture. */
const MEAN = (png: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0));
  const { width, height } = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return [0, 1, 2].map((k) => data.filter((_, i) => i % 4 === k).reduce((a, b) => a + b) / (data.length / 4));
})()`;

describe.skipIf(!hasBrowser)('a world around the robots', () => {
  const files = tempFiles();
  const tests = inBrowser();

  it('is seen through where it stands before them', async () => {
    const world = '\nworlds: [{name: room, cloud: room.xyz, radius: 0.05}]\n';
    files.put({
      ...RAIL_FOLDER,
      'rail/cell.yaml': `${RAIL_CELL}${world}`,
      'rail/room.xyz': room(),
    });
    const studio = await tests.open({ reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.drop(join(files.folder, 'rail'));
    await studio.ready('rail');
    await page.locator('.cell-facts').filter({ hasText: 'points' }).waitFor();
    const { at } = await studio.camera();
    // The middle of the red base's upper side.
    const [x, y] = at([0, 0, -0.95]);
    await page.mouse.move(5, 5);
    const colour = async () => {
      const clip = { x: x - 2, y: y - 2, width: 4, height: 4 };
      const png = (await page.screenshot({ clip })).toString('base64');
      const [r, g, b] = await page.evaluate<number[]>(MEAN(png));
      return r > 2 * g && r > 2 * b;
    };
    await expect.poll(colour, { timeout: 60_000 }).toBe(true);
    await page.mouse.move(x, y);
    await page.locator('.view').getByText('base', { exact: true }).waitFor();
  });
});
