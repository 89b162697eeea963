/**
 * Colours and materials. Meanings have the colours of Okabe and Ito, which people with any colour
 * vision can tell apart; surfaces, which have no inside, are hatched besides.
 */
import { DoubleSide, type Material, MeshBasicMaterial, MeshPhongMaterial } from 'three';
import type { Theme } from './types.ts';

export const PALETTE = {
  blue: 0x0072b2,
  sky: 0x56b4e9,
  orange: 0xe69f00,
  vermillion: 0xd55e00,
  green: 0x009e73,
  yellow: 0xf0e442,
  purple: 0xcc79a7,
} as const;

/** What depends on dark or light. */
export const THEMES: Record<
  Theme,
  { background: number; grid: number; gridStrong: number; tree: number }
> = {
  dark: { background: 0x14171c, grid: 0x272d36, gridStrong: 0x3b4450, tree: 0x8a94a3 },
  light: { background: 0xeef1f5, grid: 0xd5dbe3, gridStrong: 0xb4bdc9, tree: 0x66717f },
};

/** Robots, one after the other: light, nearly neutral, so that marks stand out. */
const ROBOTS = [0xd3dae2, 0xbfcbe0, 0xdcd3c6, 0xc4d8cf, 0xd8c8d8, 0xcfcfcf] as const;
/** Obstacles, one after the other, so that a thing stands out from what it stands on. */
const OBSTACLES = [0x7d8794, 0x99907f, 0x7f9488, 0x8f8798, 0x8a8a84] as const;
const ATTACHED = 0xb59ad0;

export type Look =
  | 'link'
  | 'attached'
  | 'obstacle'
  | 'selected'
  | 'collision'
  | 'colliding'
  | 'start'
  | 'goal'
  | 'witness';

/**
 * Shared by all hatched materials: pixels of one stripe and one gap, and the distance from the camera
 * before which a surface is cut away, with the width of the transition.
 */
const hatch = { size: { value: 9 }, cut: { value: 0 }, soft: { value: 1 } };

export function setHatch(pixels: number): void {
  hatch.size.value = pixels;
}

/** Guards and halls in front of what matters become thin stripes that one sees through. */
export function setCut(distance: number, soft: number): void {
  hatch.cut.value = distance;
  hatch.soft.value = Math.max(soft, 1e-6);
}

/** Makes materials when first asked for, and frees them together. */
export class Materials {
  private readonly made = new Map<string, Material>();
  /** Collision geometry alone need not let anything shine through. */
  private alone = false;

  /**
   * `surface` hatches, `cut` lets one see through what stands before the robots; `number` is that of
   * the robot or obstacle.
   */
  get(look: Look, surface: boolean, number = 0, cut = false): Material {
    const tints = look === 'link' ? ROBOTS : OBSTACLES;
    const tint = look === 'link' || look === 'obstacle' ? Math.max(0, number) % tints.length : 0;
    const key = `${look} ${surface} ${cut} ${tint}`;
    let material = this.made.get(key);
    if (!material) {
      material = this.make(look, surface, cut, tint);
      this.made.set(key, material);
    }
    return material;
  }

  /** A half-space is too large to be anything but a veil. */
  veil(look: Look): Material {
    const key = `veil ${look}`;
    let material = this.made.get(key);
    if (!material) {
      material = new MeshBasicMaterial({
        color: colourOf(look, 0),
        transparent: true,
        opacity: 0.16,
        depthWrite: false,
        side: DoubleSide,
      });
      this.made.set(key, material);
    }
    return material;
  }

  setCollisionAlone(alone: boolean): void {
    this.alone = alone;
    for (const [key, material] of this.made) {
      if (key.startsWith('collision')) material.opacity = alone ? 0.85 : 0.38;
    }
  }

  dispose(): void {
    for (const material of this.made.values()) material.dispose();
    this.made.clear();
  }

  private make(look: Look, surface: boolean, cut: boolean, tint: number): Material {
    const ghost = look === 'start' || look === 'goal' || look === 'witness';
    const material = new MeshPhongMaterial({
      color: colourOf(look, tint),
      specular: 0x2a2a2a,
      shininess: 24,
      side: DoubleSide,
    });
    material.forceSinglePass = true;
    if (look === 'selected') material.emissive.setHex(0x2a2600);
    if (ghost) {
      material.transparent = true;
      material.opacity = look === 'witness' ? 0.55 : 0.4;
    }
    if (look === 'collision') {
      material.transparent = true;
      material.opacity = this.alone ? 0.85 : 0.38;
      material.flatShading = true;
      // On top of the visual geometry, which often is the same.
      material.polygonOffset = true;
      material.polygonOffsetFactor = -1;
      material.polygonOffsetUnits = -1;
    }
    if (surface && !ghost) addHatch(material, cut);
    return material;
  }
}

function colourOf(look: Look, tint: number): number {
  switch (look) {
    case 'link':
      return ROBOTS[tint];
    case 'attached':
      return ATTACHED;
    case 'obstacle':
      return OBSTACLES[tint];
    case 'selected':
      return 0xbdb263;
    case 'collision':
      return PALETTE.sky;
    case 'colliding':
    case 'witness':
      return PALETTE.vermillion;
    case 'start':
      return PALETTE.blue;
    case 'goal':
      return PALETTE.orange;
  }
}

/** Diagonal stripes in screen space: they need no texture coordinates. */
function addHatch(material: MeshPhongMaterial, cut: boolean): void {
  const thin = cut
    ? `float kept = mix(0.16, 1.0, smoothstep(hatchCut - hatchSoft, hatchCut, vViewPosition.z));
       if (stripe > kept) discard;`
    : '';
  material.onBeforeCompile = (shader) => {
    shader.uniforms.hatchSize = hatch.size;
    shader.uniforms.hatchCut = hatch.cut;
    shader.uniforms.hatchSoft = hatch.soft;
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'uniform float hatchSize, hatchCut, hatchSoft;\nvoid main() {')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
         float stripe = fract((gl_FragCoord.x + gl_FragCoord.y) / hatchSize);
         ${thin}
         diffuseColor.rgb *= stripe < 0.5 ? 1.12 : 0.78;`,
      );
  };
  // Two kinds of one source: three.js tells programs apart by this.
  material.customProgramCacheKey = () => (cut ? 'hatch cut' : 'hatch');
}
