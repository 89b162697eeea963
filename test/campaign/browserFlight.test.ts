/** Bodies that fly, in a real browser: the bullet, by keys and by hand. All five: browserFlights.test.ts. */
import { describe, expect, it, vi } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { FlightTour } from '../helpers/studio/flightTour.ts';
import { inBrowser } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.skipIf(!hasBrowser)('bodies that fly, in a browser', () => {
  const tests = inBrowser();

  it('a bullet: from the gallery to the impact and back to the cell', async () => {
    const studio = await tests.open();
    const closest = await studio.part('closest').textContent();
    const tour = new FlightTour(studio);
    await tour.open('bullet');
    await tour.bothAreThere();
    expect(await studio.part('flight-work').textContent()).toMatch(/pairs watched at most12/);
    expect(await studio.part('flight-steps').textContent()).toContain('sees no impact');
    expect(await tour.colours()).toBeGreaterThan(20);

    // By keys, as by hand.
    const { keyboard } = studio.page;
    await studio.part('flight-time').focus();
    expect(await tour.valueText()).toMatch(
      /^0.00000 seconds, 1 pair watched, 0 of 1 impact passed$/,
    );
    await keyboard.press('PageDown');
    expect(await tour.valueText()).toMatch(
      /^0.00999 seconds, 1 pair watched, 1 of 1 impact passed$/,
    );
    expect(await studio.part('flight-now').textContent()).toContain('1 of 2');
    await keyboard.press('b');
    await studio.part('flight-now').filter({ hasText: '2 of 2' }).waitFor();
    expect(await studio.part('flight-broad').isChecked()).toBe(false);
    await keyboard.press('End');
    expect(await tour.valueText()).toMatch(/^0.05000 seconds/);
    await studio.part('flight-before').click();
    expect(await tour.valueText()).toMatch(/^0.00999 seconds/);
    await studio.part('flight-show-steps').check();

    // Space belongs to this page, and what it plays comes to its end.
    await studio.part('flight-speed').selectOption('0.05');
    await studio.part('flight-time').focus();
    await keyboard.press('Home');
    await keyboard.press('Space');
    await studio.page.locator('[data-testid="flight-play"][aria-label="Pause"]').waitFor();
    await studio.page.locator('[data-testid="flight-play"][aria-label="Play"]').waitFor();
    expect(await studio.part('flight-readout').textContent()).toBe('0.05000 s');

    await keyboard.press('Escape');
    await studio.part('flight').waitFor({ state: 'hidden' });
    expect(await studio.part('cell-name').textContent()).toBe('two-arms');
    expect(await studio.part('closest').textContent()).toBe(closest);
    // The keys of the page are its own again.
    await keyboard.press('g');
    await studio.part('gallery-dialog').waitFor();
    await keyboard.press('Escape');
  });
});
