/**
 * Colours and materials. Meanings have the colours of Okabe and Ito, which people with any colour
 * vision can tell apart, and a contact has one that no robot is painted with; it lies near the contact alone, so that a hall in
 * which a gripper touches a bench is not a hall in colour. Surfaces, which have no inside, are filled and have the edges of sheets.
 */
import {
  Color,
  DoubleSide,
  FrontSide,
  type Material,
  MeshBasicMaterial,
  MeshPhongMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  SRGBColorSpace,
} from 'three';
import type { Colour } from '../../src/kinematics/index.ts';
import type { DrawnPart } from './drawPlan.ts';
import { type Shading, setRim as setRimOf, shade } from './shading.ts';
import type { Theme } from './types.ts';

export const PALETTE = {
  blue: 0x0072b2,
  sky: 0x56b4e9,
  orange: 0xe69f00,
  vermillion: 0xd55e00,
  green: 0x009e73,
  yellow: 0xf0e442,
  purple: 0xcc79a7,
  /** Where bodies touch. */
  contact: 0xf5128a,
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
    /** Edges of sheets. */
    sheet: number;
    /** Floors without end, and how dark shadows on nothing are. */
    floor: number;
    shadow: number;
    /** Copies of robots where they pass: they stand out from the background. */
    trail: number;
  }
> = {
  dark: {
    ...{ background: 0x171b21, grid: 0x2b323c, gridStrong: 0x424c59, tree: 0x8a94a3 },
    ...{ rim: 0xb9c6d6, rimStrength: 0.32, lift: 0.035, sheet: 0xb8cbe0 },
    ...{ floor: 0x343b45, shadow: 0.42, trail: 0xd3dae2 },
  },
  light: {
    ...{ background: 0xeef1f5, grid: 0xd8dee6, gridStrong: 0xb9c2ce, tree: 0x66717f },
    ...{ rim: 0x39424e, rimStrength: 0.32, lift: 0.01, sheet: 0x5f7187 },
    ...{ floor: 0xdfe4ea, shadow: 0.2, trail: 0x46566b },
  },
};

/** Robots, one after the other: light, nearly neutral, so that marks stand out. */
const ROBOTS = [0xd3dae2, 0xbfcbe0, 0xdcd3c6, 0xc4d8cf, 0xd8c8d8, 0xcfcfcf] as const;
/** Obstacles, one after the other, so that a thing stands out from what it stands on. */
const OBSTACLES = [0x8b95a3, 0xa79d8b, 0x8ba295, 0x9d95a7, 0x98988f] as const;
const ATTACHED = 0xb59ad0;

export type Look =
  | 'link'
  | 'attached'
  | 'obstacle'
  | 'selected'
  | 'collision'
  | 'start'
  | 'goal'
  | 'witness';

/** How a body is drawn besides its look. */
export interface Manner {
  /** Number of the robot or obstacle. */
  readonly number?: number;
  /** One sees through it where it stands before the robots. */
  readonly cut?: boolean;
  /** It collides. */
  readonly marked?: boolean;
}

export function setRim(theme: Theme): void {
  const { rim, rimStrength, lift, sheet } = THEMES[theme];
  setRimOf(rim, rimStrength, lift, sheet);
  floorColour.setHex(THEMES[theme].floor);
  trailColour.setHex(THEMES[theme].trail);
}

/** Shared by all floors, and by all copies of robots. */
const floorColour = new Color();
const trailColour = new Color();

/** Nothing is wholly invisible, whatever a file says. */
const LEAST_OPACITY = 0.12;

/** Makes materials when first asked for, and frees them together. */
export class Materials {
  private readonly made = new Map<string, Material>();
  /** Collision geometry alone need not let anything shine through. */
  private alone = false;

  /** `surface`: it has no inside. */
  get(look: Look, surface: boolean, { number = 0, cut = false, marked = false }: Manner = {}) {
    const tints = look === 'link' ? ROBOTS : OBSTACLES;
    const tint = look === 'link' || look === 'obstacle' ? Math.max(0, number) % tints.length : 0;
    const shading = { sheet: surface, cut, marked };
    return this.kept(`${look} ${surface} ${cut} ${marked} ${tint}`, () =>
      this.make(look, tint, shading),
    );
  }

  /** For a thing in a colour of its own; `robot`: a part of a robot that stands there. */
  own(colour: Colour, marked = false, robot = false): Material {
    return this.kept(`own ${marked} ${robot} ${colour}`, () => {
      const material = ownMaterial(colour, marked);
      if (robot) coverGhosts(material);
      return material;
    });
  }

  /** For a part: its own colours where it has some, else a plain material. */
  ofPart(
    { colour, geometry, kind }: Pick<DrawnPart, 'colour' | 'geometry' | 'kind'>,
    plain: () => Material,
    marked = false,
  ): Material | Material[] {
    const own = (each: Colour) => this.own(each, marked, kind !== 'obstacle');
    const rest = () => (colour ? own(colour) : plain());
    const palette = geometry.kind === 'drawn' ? geometry.palette : undefined;
    return palette ? palette.map((each) => (each ? own(each) : rest())) : rest();
  }

  /** A half-space is too large to be anything but a veil. */
  veil(look: Look, marked = false): Material {
    return this.kept(
      `veil ${look} ${marked}`,
      () =>
        new MeshBasicMaterial({
          color: marked ? PALETTE.contact : colourOf(look, 0),
          transparent: true,
          opacity: 0.16,
          depthWrite: false,
          side: DoubleSide,
        }),
    );
  }

  /** A copy of a robot where it passes: hardly to be seen. */
  trail(): Material {
    return this.kept('trail', () => {
      const material = new MeshBasicMaterial({ side: DoubleSide });
      material.color = trailColour;
      Object.assign(material, { transparent: true, opacity: 0.16, depthWrite: false });
      leaveRobots(material);
      return material;
    });
  }

  /** A half-space to stand on: it hides what is below it, and from below one sees through it. */
  floor(marked = false): Material {
    return this.kept(`floor ${marked}`, () => {
      const material = new MeshPhongMaterial({ specular: 0, side: FrontSide });
      material.color = floorColour;
      shade(material, { marked });
      return material;
    });
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

  private kept(key: string, make: () => Material): Material {
    let material = this.made.get(key);
    if (!material) {
      material = make();
      this.made.set(key, material);
    }
    return material;
  }

  private make(look: Look, tint: number, { sheet, cut, marked }: Shading): Material {
    const ghost = look === 'start' || look === 'goal' || look === 'witness';
    const material = new MeshPhongMaterial({
      color: colourOf(look, tint),
      specular: 0x1c1c1c,
      shininess: 30,
      side: DoubleSide,
    });
    material.forceSinglePass = true;
    if (look === 'selected') material.emissive.setHex(0x2a2600);
    if (ghost) {
      material.transparent = true;
      material.opacity = look === 'witness' ? 0.5 : 0.34;
      // What stands where the ghost does is seen as it is.
      material.polygonOffset = true;
      material.polygonOffsetFactor = 1;
      material.polygonOffsetUnits = 4;
      leaveRobots(material);
    } else if (look !== 'obstacle' && look !== 'selected') coverGhosts(material);
    if (look === 'collision') {
      material.transparent = true;
      material.opacity = this.alone ? 0.85 : 0.38;
      material.flatShading = true;
      // On top of the visual geometry, which often is the same.
      material.polygonOffset = true;
      material.polygonOffsetFactor = -1;
      material.polygonOffsetUnits = -1;
    }
    if (!ghost)
      shade(material, { sheet: sheet === true, cut: cut === true, marked: marked === true });
    return material;
  }
}

/** What ghosts are not drawn over: robots, which they would only tint. The stencil is 1 where one is seen. */
function coverGhosts(material: Material): void {
  material.stencilWrite = true;
  material.stencilRef = 1;
  material.stencilZPass = ReplaceStencilOp;
}

function leaveRobots(material: Material): void {
  material.stencilWrite = true;
  material.stencilRef = 1;
  material.stencilFunc = NotEqualStencilFunc;
}

/** In which order they are drawn: robots after all else that is solid, so that the stencil says where they are seen. */
export const ORDER = { robot: 0.5, trail: 1, ghost: 2 } as const;

function ownMaterial([r, g, b, opacity]: Colour, marked: boolean): Material {
  const material = new MeshPhongMaterial({ specular: 0x222222, shininess: 30, side: DoubleSide });
  material.color.setRGB(r, g, b, SRGBColorSpace);
  material.forceSinglePass = true;
  if (opacity < 1) {
    material.transparent = true;
    material.opacity = Math.max(LEAST_OPACITY, opacity);
    material.depthWrite = false;
  }
  shade(material, { own: true, marked });
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
    case 'witness':
      return PALETTE.contact;
    case 'start':
      return PALETTE.blue;
    case 'goal':
      return PALETTE.orange;
  }
}
