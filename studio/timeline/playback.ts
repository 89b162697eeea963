/** Playing a path: a position that moves on with the clock, from wherever it stands. */
import { clamp } from './axis.ts';

/** Asks to be called with the time in milliseconds, as requestAnimationFrame does. */
export interface Frames {
  request(callback: (now_ms: number) => void): number;
  cancel(handle: number): void;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

export class Playback {
  /** Seconds of the axis per second. */
  speed = 1;
  /** At the end it begins again. */
  loop = false;
  private handle: number | null = null;
  private last: number | null = null;
  private readonly frames: Frames;
  private readonly onMove: (position: number) => void;
  private readonly onState: (playing: boolean) => void;
  private position = 0;
  private end = 0;

  constructor(
    frames: Frames,
    onMove: (position: number) => void,
    onState: (playing: boolean) => void,
  ) {
    this.frames = frames;
    this.onMove = onMove;
    this.onState = onState;
  }

  get playing(): boolean {
    return this.handle !== null;
  }

  /** Plays from a position; from the beginning if that is the end. */
  play(position: number, end: number): void {
    if (this.playing || !(end > 0)) return;
    this.end = end;
    this.position = position >= end ? 0 : Math.max(0, position);
    this.last = null;
    this.handle = this.frames.request(this.step);
    this.onState(true);
  }

  pause(): void {
    if (this.handle === null) return;
    this.frames.cancel(this.handle);
    this.handle = null;
    this.onState(false);
  }

  /** Goes on from there, if it plays. */
  seek(position: number): void {
    this.position = clamp(position, 0, this.end);
  }

  private readonly step = (now_ms: number): void => {
    // The first frame only starts the clock. A page in the background must not jump ahead afterwards.
    const passed_ms = this.last === null ? 0 : Math.min(now_ms - this.last, 250);
    this.last = now_ms;
    // The end itself is shown for one frame, also where it begins again.
    const from = this.loop && this.position >= this.end ? 0 : this.position;
    this.position = Math.min(this.end, from + (passed_ms / 1000) * this.speed);
    this.onMove(this.position);
    if (this.handle === null) return;
    if (this.position >= this.end && !this.loop) {
      this.handle = null;
      this.onState(false);
      return;
    }
    this.handle = this.frames.request(this.step);
  };
}
