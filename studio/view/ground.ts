/**
 * What everything stands on where a cell has no floor: a grid that fades out, and the shadows that fall on it. It lies a
 * little below 0 and gives way to whatever is drawn there, so that floors hide it. Metres; z is up.
 */
import {
  CircleGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  ShaderMaterial,
  ShadowMaterial,
} from 'three';

const VERTEX = `varying vec2 vAt;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  vAt = place.xy;
  gl_Position = projectionMatrix * viewMatrix * place;
}`;

/** Lines as wide as a pixel at any distance; every fifth is stronger. */
const FRAGMENT = `uniform vec3 colour, strong;
uniform vec2 middle;
uniform float spacing, radius;
varying vec2 vAt;
float lines(vec2 at) {
  vec2 width = fwidth(at);
  vec2 off = abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-9));
  // Where squares are smaller than pixels there is an even tone, not a pattern.
  vec2 fade = clamp(1.0 - 2.0 * width, 0.0, 1.0);
  vec2 line = (1.0 - min(off, 1.0)) * fade;
  return max(line.x, line.y);
}
void main() {
  float far = 1.0 - smoothstep(0.25, 1.0, length(vAt - middle) / radius);
  float fine = lines(vAt / spacing);
  float bold = lines(vAt / (5.0 * spacing));
  float alpha = far * max(0.75 * fine, bold);
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(mix(colour, strong, bold), alpha);
  #include <colorspace_fragment>
}`;

export class Ground {
  readonly group = new Group();
  private readonly disc = new CircleGeometry(1, 64);
  private readonly grid: Mesh<CircleGeometry, ShaderMaterial>;
  private readonly shadow: Mesh<CircleGeometry, ShadowMaterial>;

  constructor() {
    const uniforms = {
      colour: { value: new Color() },
      strong: { value: new Color() },
      middle: { value: [0, 0] },
      spacing: { value: 1 },
      radius: { value: 1 },
    };
    const material = new ShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      ...BEHIND,
    });
    this.grid = new Mesh(this.disc, material);
    this.shadow = new Mesh(
      this.disc,
      new ShadowMaterial({ transparent: true, depthWrite: false, ...BEHIND }),
    );
    this.shadow.receiveShadow = true;
    for (const [order, mesh] of [this.shadow, this.grid].entries()) {
      mesh.renderOrder = order - 3;
      mesh.raycast = () => {};
      this.group.add(mesh);
    }
  }

  setTheme(grid: number, strong: number, shadow: number): void {
    const { uniforms } = this.grid.material;
    uniforms.colour.value.setHex(grid);
    uniforms.strong.value.setHex(strong);
    this.shadow.material.opacity = shadow;
  }

  showGrid(visible: boolean): void {
    this.grid.visible = visible;
  }

  /** Around a place, for a cell of this radius. */
  place(x: number, y: number, radius: number, spacing: number): void {
    const { uniforms } = this.grid.material;
    uniforms.middle.value = [x, y];
    uniforms.spacing.value = spacing;
    uniforms.radius.value = 5 * radius;
    for (const mesh of [this.grid, this.shadow]) {
      mesh.position.set(x, y, -2e-3 * radius);
      mesh.scale.setScalar(5 * radius);
    }
  }

  dispose(): void {
    this.disc.dispose();
    this.grid.material.dispose();
    this.shadow.material.dispose();
  }
}

/** Depth has few bits far away: what lies on the same place as a floor is behind it. */
const BEHIND = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8 } as const;
