/** All examples of bodies that fly, in a real browser: computed, cancelled, compared, played, on small screens too. */
import { describe, expect, it, vi } from 'vitest';
import { FLIGHTS } from '../../studio/model/flights.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { FlightTour } from '../helpers/studio/flightTour.ts';
import { inBrowser } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.skipIf(!hasBrowser)('bodies that fly, in a browser', () => {
  const tests = inBrowser();

  it('are all computed and drawn, one after the other, without leaving', async () => {
    const studio = await tests.open();
    const tour = new FlightTour(studio);
    await tour.open('bullet');
    for (const { name, title } of FLIGHTS) {
      await studio.part('flight-example').selectOption(name);
      await tour.canPlay();
      expect(await studio.part('flight-sentence').textContent(), title).toMatch(
        /^\d+ impacts?, all that there are until [\d.]+ s\.$/,
      );
      await studio.part('flight-next').click();
      expect(await tour.valueText(), title).toMatch(/, [\d,]+ of [\d,]+ impacts? passed$/);
      expect(await tour.colours(), title).toBeGreaterThan(20);
    }
    await studio.part('flight-leave').click();
    await studio.part('flight').waitFor({ state: 'hidden' });
    expect(await studio.part('cell-name').textContent()).toBe('two-arms');
  });

  it('can be cancelled and computed again, and a check works afterwards', async () => {
    const studio = await tests.open();
    await studio.openGallery('maze');
    const tour = new FlightTour(studio);
    const cancel = studio.page.locator('.flight [data-testid="cancel"]');
    await tour.slowly();
    await studio.part('gallery').click();
    await studio.part('flight-bowling').click();
    await cancel.click();
    await studio.part('flight-message').filter({ hasText: 'Cancelled.' }).waitFor();
    await studio.part('flight-again').click();
    await tour.canPlay();
    // The comparison, too: what is shown stays.
    await cancel.click();
    await studio.part('flight-compare').click();
    await tour.bothAreThere();
    await studio.part('flight-broad').click();
    await studio.part('flight-now').filter({ hasText: '14 of 90' }).waitFor();
    await studio.part('flight-leave').click();
    await studio.choosePath('maze/paths/free.json');
    expect(await studio.check()).toBe('free');
  });

  it('fit on an upright tablet, in the light', async () => {
    const studio = await tests.open({
      viewport: { width: 800, height: 1100 },
      colorScheme: 'light',
      hasTouch: true,
    });
    const tour = new FlightTour(studio);
    await tour.open('bullet');
    const boxes = await Promise.all(
      ['flight-play', 'flight-time', 'flight-leave', 'flight-example'].map((part) =>
        studio.part(part).boundingBox(),
      ),
    );
    for (const box of boxes) {
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(800);
      expect(box!.y + box!.height).toBeLessThanOrEqual(1100);
    }
    // A tap on the slider goes there.
    const [, slider] = boxes;
    await studio.page.touchscreen.tap(slider!.x + 0.7 * slider!.width, slider!.y + 30);
    expect(await tour.valueText()).toMatch(/1 of 1 impact passed/);
    await studio.part('flight-leave').tap();
    await studio.part('flight').waitFor({ state: 'hidden' });
  });
});
