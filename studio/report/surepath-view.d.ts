/** Types of `surepath/view`: importing it defines the element `<surepath-view>`. */
import type { ReportData } from 'surepath/report';

/** Shows a report: robots, path, playback, witnesses and verdict. See docs/viewer.md. */
export declare class SurepathView extends HTMLElement {
  /** Address of the data, as `surepath check --report-json` writes it; the attribute `src`. */
  src: string;
  /** The data itself, instead of an address. Null while there is none. */
  get report(): ReportData | null;
  set report(data: ReportData | null);
  /** Buttons and a slider below the picture; the attribute `controls`. */
  controls: boolean;
  /** Plays once it is there, unless people ask their system for less motion; the attribute `autoplay`. */
  autoplay: boolean;
  /** Begins again at the end; the attribute `loop`. */
  loop: boolean;
  /** Where on the path, from 0 to 1. */
  position: number;
  /** How many times as fast as the path says. */
  speed: number;
  get playing(): boolean;
  play(): void;
  pause(): void;
  /** Goes to where two bodies were found in contact or too close; 0 is the one that counts. */
  showWitness(number?: number): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'surepath-view': SurepathView;
  }
}
