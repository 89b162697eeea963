/**
 * Collision vectors on a scene: an arrow for each pair of classes, from the nearest point of the second to that of the first,
 * with its length beside it; the shortest one emphasised. They lie on top of things.
 */
import { Group, Vector3 } from 'three';
import { Lines } from './markers.ts';
import { PALETTE } from './materials.ts';
import type { Stage } from './stage.ts';
import type { Arrow } from './types.ts';

/** Sides of an arrow's head, as a part of its length, and at most of the scene. */
const HEAD = 0.25;
const HEAD_OF_SCENE = 0.02;

/** Of what was so when last heard of. */
const GREY = 0x8a8f98;

/** Pixels: how high a label is with its gap, and how wide, at most, one of so many letters. */
const ROW = 24;
const widthOf = (text: string) => 7.5 * text.length + 16;

export class VectorMarks {
  readonly group = new Group();
  private readonly stage: Stage;
  private readonly shortest = new Lines(4, PALETTE.orange, 22);
  private readonly others = new Lines(2, PALETTE.sky, 21);
  private readonly overlaps = new Lines(4, PALETTE.vermillion, 22);
  private readonly lost = new Lines(2, GREY, 21);
  private labels: { readonly id: string; readonly text: string; readonly at: Vector3 }[] = [];
  private readonly at = { x: 0, y: 0 };

  constructor(stage: Stage) {
    this.stage = stage;
    for (const { object } of this.lines) this.group.add(object);
  }

  get isEmpty(): boolean {
    return this.labels.length === 0;
  }

  set(arrows: readonly Arrow[]): void {
    const most = HEAD_OF_SCENE * this.stage.radius;
    const of = (kind: Arrow['kind']) =>
      arrows.filter((each) => each.kind === kind).flatMap((each) => strokes(each, most));
    this.shortest.set(of('shortest'));
    this.others.set(of('other'));
    this.overlaps.set(of('overlap'));
    this.lost.set(of('lost'));
    const labels = arrows.map(({ text, from, to }, i) => ({
      id: `vector-${i}`,
      text,
      at: new Vector3(from[0] + to[0], from[1] + to[1], from[2] + to[2]).multiplyScalar(0.5),
    }));
    for (const { id } of this.labels.slice(labels.length)) this.stage.overlay.hideLabel(id);
    this.labels = labels;
    this.stage.invalidate();
  }

  /** Labels to where their arrows are on the screen, or above those that are there already. */
  placeLabels(): void {
    const { overlay } = this.stage;
    const taken: { x: number; y: number; width: number }[] = [];
    for (const { id, text, at } of this.labels) {
      if (!this.stage.project(at, this.at)) {
        overlay.hideLabel(id);
        continue;
      }
      const place = { x: this.at.x, y: this.at.y - 18, width: widthOf(text) };
      liftAbove(place, taken);
      taken.push(place);
      overlay.label(id, text, place.x, place.y);
    }
  }

  dispose(): void {
    for (const lines of this.lines) lines.dispose();
  }

  private get lines(): readonly Lines[] {
    return [this.shortest, this.others, this.overlaps, this.lost];
  }
}

/** Lifts a label until it covers none of those that have their place; each lifts it once at most. */
function liftAbove(
  place: { readonly x: number; y: number; readonly width: number },
  taken: readonly { readonly x: number; readonly y: number; readonly width: number }[],
): void {
  // From the lowest up, so that one that was passed is not met again.
  for (const { x, y, width } of [...taken].sort((a, b) => b.y - a.y)) {
    const isBeside = Math.abs(x - place.x) >= 0.5 * (width + place.width);
    if (!isBeside && Math.abs(y - place.y) < ROW) place.y = y - ROW;
  }
}

/** The shaft and two sides of the head: six numbers each. */
function strokes({ from, to }: Arrow, most: number): number[] {
  const start = new Vector3(from[0], from[1], from[2]);
  const end = new Vector3(to[0], to[1], to[2]);
  const along = end.clone().sub(start);
  const length = along.length();
  if (!(length > 0)) return [];
  along.divideScalar(length);
  const size = Math.min(HEAD * length, most);
  const aside = new Vector3(0, 0, 1).cross(along);
  if (aside.lengthSq() < 1e-6) aside.set(1, 0, 0);
  aside.setLength(0.5 * size);
  const back = end.clone().addScaledVector(along, -size);
  const sides = [back.clone().add(aside), back.clone().sub(aside)];
  return [[start, end], ...sides.map((side) => [end, side])].flatMap((pair) =>
    pair.flatMap((point) => point.toArray()),
  );
}
