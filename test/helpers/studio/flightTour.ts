/** The page of bodies that fly, in a browser: what people do with it. */
import type { StudioPage } from './studioPage.ts';

/** Examples are computed in half a second: less than a person takes to cancel them. */
const SLOWLY = `(() => {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const post = () => postMessage.call(this, message, ...rest);
    if (message?.kind === 'flight') setTimeout(post, 6000);
    else post();
  };
})()`;

export class FlightTour {
  private readonly studio: StudioPage;

  constructor(studio: StudioPage) {
    this.studio = studio;
  }

  /** From the gallery; waits until it can be played. */
  async open(example: string): Promise<void> {
    const { studio } = this;
    await studio.part('gallery').click();
    await studio.part('gallery-flights').click();
    await studio.part(`flight-${example}`).click();
    await studio.part('flight').waitFor();
    await this.canPlay();
  }

  /** From now on examples take seconds to compute. */
  async slowly(): Promise<void> {
    await this.studio.page.evaluate(SLOWLY);
  }

  async canPlay(): Promise<void> {
    await this.studio.page.locator('[data-testid="flight-play"]:enabled').waitFor();
  }

  /** Until it was computed with the broad phase and without. */
  async bothAreThere(): Promise<void> {
    await this.studio.part('flight-work').filter({ hasNotText: /[…–]/ }).waitFor();
  }

  async valueText(): Promise<string | null> {
    return this.studio.part('flight-time').getAttribute('aria-valuetext');
  }

  /** How many different colours the scene shows: one if nothing is drawn. */
  async colours(): Promise<number> {
    return this.studio.colours('.flight .scene canvas');
  }
}
