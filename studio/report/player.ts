/**
 * A report that plays: where one is on the path, its witnesses, and the clock. Used by the script of reports and by
 * `<surepath-view>`, which draw their buttons around it.
 */
import { Places, Poses, segmentAt, type ViewerData } from '../../src/report/index.ts';
import { column, markText, secondsText, tooNearText } from '../../src/words/index.ts';
import type { PackedView } from '../view/packed.ts';
import { clearest } from './outlook.ts';

/** Seconds that a path without times is played for, per segment, and at most. */
const PER_SEGMENT = 1.5;
const MOST_SECONDS = 20;
const LEAST_SECONDS = 4;

export class Player {
  /** Where one is now, in words, and which part of the whole that is. */
  onMove: (said: string, part: number) => void = () => {};
  onPlaying: (isPlaying: boolean) => void = () => {};
  speed = 1;
  loop = false;
  readonly begin: number;
  readonly end: number;
  private readonly data: ViewerData;
  private readonly view: PackedView;
  private readonly places: Places;
  private readonly poses: Poses;
  private readonly witnessPoses: Poses;
  private place_: number;
  /** When the last picture of a playing path was drawn; 0 while it stands. */
  private last = 0;

  constructor(data: ViewerData, view: PackedView) {
    this.data = data;
    this.view = view;
    const { knots } = data.axis;
    this.begin = knots[0];
    this.end = knots[knots.length - 1];
    this.place_ = this.begin;
    this.places = new Places(data.motion);
    this.poses = new Poses(data.motion);
    this.witnessPoses = new Poses(data.witnessPoses);
  }

  /** Shows all of it from where least is hidden, at the first witness if there is one. */
  start(): void {
    const { data, view } = this;
    this.goTo(this.begin);
    view.fit();
    view.setCamera(clearest(data.scene, this.poses, view.getCamera()));
    if (data.witnesses.length > 0) this.showWitness(0);
  }

  /** On the axis. */
  get at(): number {
    return this.place_;
  }

  get isPlaying(): boolean {
    return this.last !== 0;
  }

  goTo(at: number): void {
    this.place_ = Math.min(this.end, Math.max(this.begin, at));
    const { index, part } = this.places.find(this.place_);
    this.place(this.poses, index, part);
    this.view.setColliding([]);
    this.view.setClosest(null);
    this.tell();
  }

  /** From 0 to 1. */
  goToPart(part: number): void {
    this.pause();
    this.goTo(this.begin + part * (this.end - this.begin));
  }

  /** Exactly where the two bodies were found. */
  showWitness(i: number): void {
    const witness = this.data.witnesses[i];
    if (!witness) return;
    this.pause();
    this.place_ = witness.at;
    this.place(this.witnessPoses, i, 0);
    const { points, distance } = witness;
    this.view.setColliding(witness.bodies);
    this.view.setClosest(
      points ? [points[0], points[1]] : null,
      distance > 0 ? tooNearText(witness) : witness.verdict,
      witness.verdict === 'colliding',
    );
    this.tell(witness);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** From where it is; from the beginning if that is the end. */
  play(): void {
    if (this.isPlaying) return;
    if (this.place_ >= this.end) this.goTo(this.begin);
    this.last = performance.now();
    this.onPlaying(true);
    requestAnimationFrame(this.step);
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.last = 0;
    this.onPlaying(false);
  }

  private place(poses: Poses, index: number, part: number): void {
    // Movers are counted with the world, poses without.
    this.view.setPoses((mover, out) => poses.readInto(mover - 1, index, part, out));
  }

  /** Where the cursor is; or a witness, whose numbers are its own. */
  private tell(witness?: { readonly segment: number; readonly t: number }): void {
    const { axis } = this.data;
    const { segment, t } = witness ?? segmentAt(axis, this.place_);
    const seconds = axis.timed ? `, ${secondsText(this.place_)}` : '';
    const place = witness ? markText({ segment, t }) : `segment ${segment}, t = ${column(t, 3)}`;
    this.onMove(`${place}${seconds}`, (this.place_ - this.begin) / (this.end - this.begin));
  }

  private readonly step = (now: number): void => {
    if (!this.isPlaying) return;
    const { axis } = this.data;
    const whole = this.end - this.begin;
    const seconds = axis.timed
      ? whole
      : Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, PER_SEGMENT * (axis.knots.length - 1)));
    const passed = Math.max(0, now - this.last) / 1000;
    this.goTo(this.place_ + (this.speed * passed * whole) / seconds);
    if (this.place_ >= this.end) {
      if (!this.loop) {
        this.pause();
        return;
      }
      this.goTo(this.begin);
    }
    this.last = now;
    requestAnimationFrame(this.step);
  };
}
