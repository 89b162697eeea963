/**
 * Colours and materials. Meanings have the colours of Okabe and Ito, which people with any colour
 * vision can tell apart; surfaces, which have no inside, are hatched besides. Robots may have any
 * colours of their own, those of meanings too: so what collides is striped and not only vermillion.
 */
import {
  Color,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshPhongMaterial,
  SRGBColorSpace,
} from 'three';
import type { Colour } from '../../src/kinematics/index.ts';
import type { DrawnPart } from './drawPlan.ts';
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
  {
    background: number;
    grid: number;
    gridStrong: number;
    tree: number;
    /** Of things in their own colours: the colour that their edges tend to, and how much. */
    rim: number;
    rimStrength: number;
    /** How much lighter they are drawn. */
    lift: number;
  }
> = {
  dark: {
    ...{ background: 0x14171c, grid: 0x272d36, gridStrong: 0x3b4450, tree: 0x8a94a3 },
    ...{ rim: 0xb9c6d6, rimStrength: 0.5, lift: 0.035 },
  },
  light: {
    ...{ background: 0xeef1f5, grid: 0xd5dbe3, gridStrong: 0xb4bdc9, tree: 0x66717f },
    ...{ rim: 0x39424e, rimStrength: 0.5, lift: 0.01 },
  },
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

/** Shared by all materials of things in their own colours: white stands out from white, black from black. */
const rim = { colour: { value: new Color() }, strength: { value: 0 }, lift: { value: 0 } };

export function setRim(theme: Theme): void {
  const { rim: colour, rimStrength, lift } = THEMES[theme];
  rim.colour.value.setHex(colour);
  rim.strength.value = rimStrength;
  rim.lift.value = lift;
}

/** Nothing is wholly invisible, whatever a file says. */
const LEAST_OPACITY = 0.12;

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

  /** For a thing in a colour of its own. */
  own(colour: Colour): Material {
    const key = `own ${colour}`;
    let material = this.made.get(key);
    if (!material) {
      material = ownMaterial(colour);
      this.made.set(key, material);
    }
    return material;
  }

  /** For a part: its own colours where it has some, else a plain material. */
  ofPart(
    { colour, geometry }: Pick<DrawnPart, 'colour' | 'geometry'>,
    plain: () => Material,
  ): Material | Material[] {
    const rest = () => (colour ? this.own(colour) : plain());
    const palette = geometry.kind === 'drawn' ? geometry.palette : undefined;
    return palette ? palette.map((each) => (each ? this.own(each) : rest())) : rest();
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
    if (look === 'colliding') addHatch(material, surface && cut, true);
    else if (surface && !ghost) addHatch(material, cut, false);
    return material;
  }
}

function ownMaterial([r, g, b, opacity]: Colour): Material {
  const material = new MeshPhongMaterial({ specular: 0x222222, shininess: 24, side: DoubleSide });
  material.color.setRGB(r, g, b, SRGBColorSpace);
  material.forceSinglePass = true;
  if (opacity < 1) {
    material.transparent = true;
    material.opacity = Math.max(LEAST_OPACITY, opacity);
    material.depthWrite = false;
  }
  material.onBeforeCompile = (shader) => {
    shader.uniforms.rimColour = rim.colour;
    shader.uniforms.rimStrength = rim.strength;
    shader.uniforms.lift = rim.lift;
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        'uniform vec3 rimColour;\nuniform float rimStrength, lift;\nvoid main() {',
      )
      .replace(
        '#include <color_fragment>',
        '#include <color_fragment>\ndiffuseColor.rgb += lift * (1.0 - diffuseColor.rgb);',
      )
      .replace(
        '#include <opaque_fragment>',
        `float edge = 1.0 - abs(dot(normal, normalize(vViewPosition)));
         outgoingLight = mix(outgoingLight, rimColour, rimStrength * edge * edge * edge);
         #include <opaque_fragment>`,
      );
  };
  material.customProgramCacheKey = () => 'own';
  return material;
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

/** Diagonal stripes in screen space: they need no texture coordinates. Strong ones lean the other way. */
function addHatch(material: MeshPhongMaterial, cut: boolean, strong: boolean): void {
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
         float stripe = fract((gl_FragCoord.x ${strong ? '-' : '+'} gl_FragCoord.y) / hatchSize);
         ${thin}
         diffuseColor.rgb *= stripe < 0.5 ? ${strong ? '1.25 : 0.65' : '1.12 : 0.78'};`,
      );
  };
  // Several kinds of one source: three.js tells programs apart by this.
  material.customProgramCacheKey = () => `hatch ${cut} ${strong}`;
}
