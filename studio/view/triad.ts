/** The directions of the world, in a corner of the view: three lines with their letters. */
import { Matrix4, type Object3D, Vector3 } from 'three';

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = 64;
const LENGTH = 22;
const AXES = [
  { name: 'x', colour: '#e0603a' },
  { name: 'y', colour: '#2fa37f' },
  { name: 'z', colour: '#3d8fd1' },
] as const;

export class Triad {
  private readonly svg = document.createElementNS(SVG, 'svg');
  private readonly axes = AXES.map(({ name, colour }) => {
    const group = document.createElementNS(SVG, 'g');
    const line = document.createElementNS(SVG, 'line');
    const text = document.createElementNS(SVG, 'text');
    line.setAttribute('stroke', colour);
    line.setAttribute('stroke-width', '2');
    line.setAttribute('stroke-linecap', 'round');
    text.setAttribute('fill', colour);
    text.setAttribute('text-anchor', 'middle');
    text.setAttribute('dominant-baseline', 'central');
    text.setAttribute('font-size', '11');
    text.setAttribute('font-weight', '600');
    text.textContent = name;
    group.append(line, text);
    return { group, line, text };
  });
  private readonly turn = new Matrix4();
  private readonly way = new Vector3();

  constructor(container: HTMLElement) {
    const { svg } = this;
    svg.setAttribute('viewBox', `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', 'triad');
    Object.assign(svg.style, {
      position: 'absolute',
      left: '6px',
      bottom: '6px',
      width: `${SIZE}px`,
      height: `${SIZE}px`,
      pointerEvents: 'none',
    });
    svg.append(...this.axes.map(({ group }) => group));
    container.append(svg);
  }

  show(visible: boolean): void {
    this.svg.style.display = visible ? '' : 'none';
  }

  /** As the camera sees them now. */
  follow(camera: Object3D): void {
    this.turn.copy(camera.matrixWorld).invert();
    const drawn = this.axes.map(({ group, line, text }, k) => {
      this.way.set(0, 0, 0).setComponent(k, 1).transformDirection(this.turn);
      const { x, y, z } = this.way;
      line.setAttribute('x2', String(LENGTH * x));
      line.setAttribute('y2', String(-LENGTH * y));
      text.setAttribute('x', String((LENGTH + 7) * x));
      text.setAttribute('y', String(-(LENGTH + 7) * y));
      group.setAttribute('opacity', z < -0.1 ? '0.55' : '1');
      return { group, z };
    });
    // What points towards the viewer lies on top.
    drawn.sort((a, b) => a.z - b.z);
    this.svg.replaceChildren(...drawn.map(({ group }) => group));
  }

  dispose(): void {
    this.svg.remove();
  }
}
