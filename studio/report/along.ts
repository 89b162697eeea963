/**
 * The pictures along the path: a cursor through all of them, and a place where somebody points. What a
 * mouse learns by resting there is written below, for fingers.
 */
import type { Axis } from '../../src/report/index.ts';

export class Along {
  private readonly begin: number;
  private readonly end: number;
  private readonly pictures: SVGSVGElement[];

  constructor(page: Document, { knots }: Axis, onPoint: (at: number) => void) {
    this.begin = knots[0];
    this.end = knots[knots.length - 1];
    this.pictures = [...page.querySelectorAll<SVGSVGElement>('svg.along')];
    for (const svg of this.pictures) {
      const point = (event: PointerEvent) => onPoint(this.placeAt(svg, event.clientX));
      const said = page.createElement('p');
      said.className = 'soft pointed';
      said.setAttribute('role', 'status');
      svg.parentElement?.after(said);
      svg.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        svg.setPointerCapture(event.pointerId);
        point(event);
        const title = (event.target as Element).querySelector(':scope > title');
        said.textContent = title?.textContent ?? '';
      });
      svg.addEventListener('pointermove', (event) => {
        if (svg.hasPointerCapture(event.pointerId)) point(event);
      });
    }
  }

  setCursor(at: number): void {
    for (const svg of this.pictures) {
      const { width, left, right } = marginsOf(svg);
      const x = left + ((width - left - right) * (at - this.begin)) / (this.end - this.begin);
      const cursor = svg.querySelector('.cursor');
      cursor?.setAttribute('x1', x.toFixed(1));
      cursor?.setAttribute('x2', x.toFixed(1));
      cursor?.setAttribute('visibility', 'visible');
    }
  }

  private placeAt(svg: SVGSVGElement, clientX: number): number {
    const box = svg.getBoundingClientRect();
    const { width, left, right } = marginsOf(svg);
    const x = ((clientX - box.left) / box.width) * width;
    const part = (x - left) / (width - left - right);
    return this.begin + Math.min(1, Math.max(0, part)) * (this.end - this.begin);
  }
}

function marginsOf({ dataset }: SVGSVGElement) {
  return {
    width: Number(dataset.width),
    left: Number(dataset.left),
    right: Number(dataset.right),
  };
}
