/**
 * The view of bodies that fly: the bodies, lines between the pairs that are watched, the latest impact, and where fixed
 * steps would have looked. It is given a recording and a time; it computes no distances.
 */
import { Group } from 'three';
import type { DrawnPart } from '../view/drawPlan.ts';
import { Figure, sizePlanes } from '../view/figure.ts';
import { GeometryCache } from '../view/geometryCache.ts';
import { ClosestMark, Lines } from '../view/markers.ts';
import { Materials, PALETTE } from '../view/materials.ts';
import { Picking } from '../view/picking.ts';
import { Stage } from '../view/stage.ts';
import type { Theme } from '../view/types.ts';
import { boundsOf, partsOf, radiusOf } from './bounds.ts';
import { Dots } from './dots.ts';
import { legendOfFlight, SOON_COLOURS } from './legend.ts';
import type { Recording } from './recording.ts';
import { soonLimits, watchLines } from './watchLines.ts';

/** Pixels, the soonest first. */
const WIDTHS = [3.5, 2.2, 1.2] as const;
/** An impact is marked for this part of the whole after it. */
const AFTERGLOW = 0.03;
/** Smaller than this part of the scene, a body is marked by a dot: nobody would see it. */
const TINY = 0.012;
/** The grid is drawn unless something moves below it by more than this part of the scene. */
const GROUND = 0.03;
/** Steps that are drawn at most. */
const MOST_STEPS = 40;

export class FlightView {
  private readonly stage: Stage;
  private readonly cache = new GeometryCache();
  private readonly materials = new Materials();
  private readonly lines = WIDTHS.map((width, i) => new Lines(width, SOON_COLOURS[i], 12 - i));
  private readonly impact = new ClosestMark();
  private readonly steps = new Group();
  private readonly dots = new Dots(PALETTE.purple);
  private readonly picking: Picking;
  private readonly at = { x: 0, y: 0 };
  private figure: Figure | null = null;
  private recording: Recording | null = null;
  private impactText = '';
  private showsSteps = false;
  private hasGround = true;

  constructor(container: HTMLElement) {
    this.stage = new Stage(container, false);
    const { canvas, scene } = this.stage;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute(
      'aria-label',
      '3-D view of the bodies. Arrow keys turn it, with shift they move it, plus and minus zoom.',
    );
    scene.add(...this.lines.map(({ object }) => object), this.impact.group);
    scene.add(this.steps, this.dots.object);
    this.picking = new Picking(this.stage, {
      targets: () => this.figure?.meshes ?? [],
      isHall: () => false,
      ignored: () => false,
      clicked: () => {},
    });
    this.stage.beforeDraw = () => this.placeLabel();
  }

  /** Pictures drawn so far. */
  get drawnFrames(): number {
    return this.stage.drawnFrames;
  }

  start(): void {
    this.stage.start();
  }

  stop(): void {
    this.stage.stop();
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
  }

  /** Shows a recording from its beginning; null: nothing. `keepCamera` for one of the same bodies. */
  setRecording(recording: Recording | null, keepCamera = false): void {
    this.recording = recording;
    this.figure?.root.removeFromParent();
    this.figure = null;
    this.cache.begin();
    if (recording) {
      const { bodies } = recording.answer;
      const parts = bodies.flatMap(partsOf);
      this.figure = new Figure(bodies.length, parts, this.cache, (part) => this.paint(part));
      this.stage.scene.add(this.figure.root);
      this.figure.place(recording.moment.poses);
    }
    this.makeSteps();
    this.cache.end();
    for (const lines of this.lines) lines.hide();
    if (!recording) this.dots.set([]);
    this.mark(null);
    this.showLegend();
    if (recording && !keepCamera) this.fit(true);
    this.stage.invalidate();
  }

  /** Cheap: may be called at every picture. */
  goTo(time: number): void {
    const { recording, figure } = this;
    if (!recording || !figure) return;
    const moment = recording.goTo(time);
    figure.place(moment.poses);
    this.dots.place(moment.poses);
    const { watch, begin, end } = recording.answer;
    const limits = soonLimits(end - begin);
    for (const [i, list] of watchLines(watch, moment, time, limits).entries()) {
      this.lines[i].set(list);
    }
    const last = recording.impactAt(time);
    const { impacts } = recording.answer;
    const fresh = last !== null && time - impacts[last].hit <= AFTERGLOW * (end - begin);
    this.mark(fresh ? last : null);
    this.stage.moved();
  }

  /** Where fixed steps would have seen the body that moves, as translucent copies. */
  showSteps(visible: boolean): void {
    this.showsSteps = visible;
    this.steps.visible = visible;
    this.showLegend();
    this.stage.invalidate();
  }

  /** Shows all that happens; `anew` from the direction to begin with. */
  fit(anew = false): void {
    if (!this.recording) return;
    const { answer } = this.recording;
    const { box, lowest } = boundsOf(answer);
    this.stage.setBounds(box);
    // In mid-air a grid is no ground.
    this.hasGround = lowest > -GROUND * this.stage.radius;
    this.stage.showGrid(this.hasGround);
    const tiny = TINY * this.stage.radius;
    this.dots.set(answer.bodies.flatMap((body, i) => (radiusOf(body) < tiny ? [i] : [])));
    this.dots.place(this.recording.moment.poses);
    sizePlanes(this.figure?.meshes ?? [], 2.5 * this.stage.radius);
    if (anew) this.stage.rig.lookFrom('free');
    else this.stage.rig.fit();
    this.showLegend();
    this.stage.invalidate();
  }

  dispose(): void {
    this.picking.dispose();
    for (const lines of this.lines) lines.dispose();
    this.impact.dispose();
    this.dots.dispose();
    this.cache.dispose();
    this.materials.dispose();
    this.stage.dispose();
  }

  private paint({ body, geometry, kind }: DrawnPart) {
    if (geometry.kind === 'half-space') return this.materials.veil('obstacle');
    const material = this.materials.get(kind === 'obstacle' ? 'obstacle' : 'link', false, {
      number: body,
    });
    // Tables often lie where the grid does: the grid must not shine through.
    material.polygonOffset = kind === 'obstacle';
    material.polygonOffsetFactor = -1;
    material.polygonOffsetUnits = -1;
    return material;
  }

  private makeSteps(): void {
    this.steps.clear();
    const { fixed, bodies } = this.recording?.answer ?? {};
    if (!fixed || !bodies) return;
    const { mover, poses, times } = fixed;
    const parts = partsOf(bodies[mover], mover).map((part) => ({ ...part, frame: 0 }));
    const paint = () => this.materials.get('witness', false);
    for (let i = 0; i < Math.min(times.length, MOST_STEPS); i++) {
      const copy = new Figure(1, parts, this.cache, paint);
      copy.place(poses, 12 * i);
      for (const mesh of copy.meshes) mesh.raycast = () => {};
      this.steps.add(copy.root);
    }
    this.steps.visible = this.showsSteps;
  }

  private mark(impact: number | null): void {
    const answer = this.recording?.answer;
    const found = impact === null ? undefined : answer?.impacts[impact];
    this.impact.set(found ? found.points : null, PALETTE.vermillion);
    this.impactText = found
      ? `${answer!.bodies[found.a].name} – ${answer!.bodies[found.b].name}`
      : '';
  }

  private placeLabel(): void {
    const { impact, stage, at } = this;
    if (this.impactText !== '' && stage.project(impact.middle, at)) {
      stage.overlay.label('impact', this.impactText, at.x, at.y - 20);
    } else stage.overlay.hideLabel('impact');
  }

  private showLegend(): void {
    const answer = this.recording?.answer;
    this.stage.overlay.legend(
      answer
        ? legendOfFlight(answer, {
            gridStep: this.hasGround ? this.stage.gridStep : null,
            dots: this.dots.object.visible,
            steps: this.showsSteps && answer.fixed !== null,
          })
        : [],
    );
  }
}
