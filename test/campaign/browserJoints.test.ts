/** The rows of the joints' panel can be read: names as words, values to their last digit, all tabs of the panel. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

const NAMES = ['laser_tilt_mount_joint', 'r_forearm_roll_upper_joint', 'shoulder_pan_joint'];
const ROBOT = `<robot name="pr"><link name="base"/>${NAMES.map(
  (name, i) => `<link name="l${i}"><collision><origin xyz="0.2 0 ${i}"/>
<geometry><box size="0.3 0.1 0.1"/></geometry></collision></link>
<joint name="${name}" type="${i === 1 ? 'continuous' : 'revolute'}"><parent link="base"/><child link="l${i}"/>
<axis xyz="0 0 1"/><limit lower="-3.1" upper="3.1" velocity="1" effort="1"/></joint>`,
).join('')}</robot>`;

/** What stands in each line of the names of joints. */
const LINES = `[...document.querySelectorAll('.joint .name')].map((label) => {
  const lines = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  let last = -1e9;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let i = 0; i < node.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const { top } = range.getBoundingClientRect();
      if (top > last + 2) lines.push('');
      last = top;
      lines[lines.length - 1] += node.data[i];
    }
  }
  return lines;
})`;

describe.skipIf(!hasBrowser)('the joints of the studio', () => {
  const files = tempFiles();
  files.put({
    'pr/cell.yaml': 'surepath: 1\nrobots: [{urdf: pr.urdf}]\n',
    'pr/pr.urdf': ROBOT,
  });
  const tests = inBrowser();

  it.each([1100, 1440])('can be read on a page of %i pixels', async (width) => {
    const studio = await tests.open({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.drop(join(files.folder, 'pr'));
    await studio.ready('pr');
    const lines = await page.evaluate<string[][]>(LINES);
    expect(lines.map((each) => each.join(''))).toEqual(NAMES);
    // No word is torn: all lines but the last end with what joins words.
    expect(
      lines.flatMap((each) => each.slice(0, -1)).filter((line) => !line.endsWith('_')),
    ).toEqual([]);
    const limits = page.locator('.joint .limits');
    expect(await limits.allTextContents()).toEqual([
      '-177.6° … 177.6°',
      'no limits',
      '-177.6° … 177.6°',
    ]);
    const value = studio.part(`value-${NAMES[0]}`);
    await value.fill('-134.99');
    await value.press('Enter');
    const room = 'document.querySelector(".joint input[type=number]")';
    const text = `(() => {
      const field = ${room};
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const context = document.createElement('canvas').getContext('2d');
      context.font = font;
      const spinner = getComputedStyle(field, '::-webkit-inner-spin-button').appearance === 'none' ? 0 : 16;
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - spinner - context.measureText('-134.99').width;
    })()`;
    expect(await page.evaluate(text)).toBeGreaterThan(0);
    // With as many notes as files of real robots get.
    await page.evaluate(`document.querySelector('.side-left .tabs .count').textContent = '49'`);
    const over = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.side-left .tabs'))`;
    expect(await page.evaluate(over)).toBe(0);
  });
});
