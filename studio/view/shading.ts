/**
 * What is added to the shaders of three.js: rims that set things apart from the background, sheets that have no inside, guards
 * and halls that are cut away before the robots, and the colour of a contact, near the contact alone. Lengths in the world, metres.
 */
import { Color, type Material, type MeshPhongMaterial, Vector4 } from 'three';

/** Contacts that can be shown at once. */
export const MOST_CONTACTS = 6;

export interface Shading {
  /** A thing in a colour of its own: white stands out from white, black from black. */
  readonly own?: boolean;
  /** A surface without an inside: its edges shine as those of a thin sheet do. */
  readonly sheet?: boolean;
  /** Not drawn where it stands before the robots. */
  readonly cut?: boolean;
  /** It collides: coloured near the contacts. */
  readonly marked?: boolean;
}

/** Shared by all materials: what changes with theme, camera and collisions. */
const shared = {
  rimColour: { value: new Color() },
  rimStrength: { value: 0 },
  lift: { value: 0 },
  sheetColour: { value: new Color() },
  cutDepth: { value: -1e9 },
  cutSoft: { value: 1 },
  cutAbove: { value: 1e9 },
  contacts: { value: Array.from({ length: MOST_CONTACTS }, () => new Vector4()) },
  contactCount: { value: 0 },
  contactColour: { value: new Color() },
};

export function setRim(rim: number, strength: number, lift: number, sheet: number): void {
  shared.rimColour.value.setHex(rim);
  shared.rimStrength.value = strength;
  shared.lift.value = lift;
  shared.sheetColour.value.setHex(sheet);
}

/**
 * Halls nearer to the camera than `depth` are seen through, over `soft` metres. What lies flat below the height `above` is
 * the floor and stays.
 */
export function setCut(depth: number, soft: number, above: number): void {
  shared.cutDepth.value = depth;
  shared.cutSoft.value = Math.max(soft, 1e-6);
  shared.cutAbove.value = above;
}

/** Where bodies touch: x, y, z and how far around it the colour reaches. */
export function setContacts(contacts: readonly (readonly number[])[], colour: number): void {
  const { contacts: list, contactCount, contactColour } = shared;
  contactCount.value = Math.min(MOST_CONTACTS, contacts.length);
  for (let i = 0; i < contactCount.value; i++) list.value[i].fromArray(contacts[i] as number[]);
  contactColour.value.setHex(colour);
}

const HEAD = `uniform vec3 rimColour, sheetColour, contactColour;
uniform float rimStrength, lift, cutDepth, cutSoft, cutAbove;
uniform vec4 contacts[${MOST_CONTACTS}];
uniform int contactCount;
varying vec3 vPlace;
varying float vUp;
`;

/** A dissolve without a pattern that one would see. */
const cutAt = (depth: string) => `{
  float kept = smoothstep(cutDepth - cutSoft, cutDepth, ${depth});
  if (abs(vUp) > 0.7 && vPlace.z < cutAbove) kept = 1.0;
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  if (noise >= kept) discard;
}
`;
const CUT = cutAt('vViewPosition.z');

/** The same of sets, whose instances stand where their own matrices say; points look up, all of them. */
const SET_PLACE = `#ifdef CUT_SET
  vec4 ownPlace = vec4(transformed, 1.0);
  vUp = 1.0;
  #ifdef USE_INSTANCING
    ownPlace = instanceMatrix * ownPlace;
    vUp = normalize(mat3(modelMatrix) * objectNormal).z;
  #endif
  vPlace = (modelMatrix * ownPlace).xyz;
  vDepth = -mvPosition.z;
#endif
`;

const MARK = `float touched = 0.0;
for (int i = 0; i < ${MOST_CONTACTS}; i++) {
  if (i >= contactCount) break;
  touched = max(touched, 1.0 - smoothstep(0.3, 1.0, distance(vPlace, contacts[i].xyz) / contacts[i].w));
}
diffuseColor.rgb = mix(diffuseColor.rgb, contactColour, touched);
`;

const EDGE = 'float edge = 1.0 - abs(dot(normal, normalize(vViewPosition)));\n';

/** Programs are told apart by what they add. */
export function shade(material: MeshPhongMaterial, shading: Shading): void {
  const { own, sheet, cut, marked } = shading;
  const colour =
    (own ? 'diffuseColor.rgb += lift * (1.0 - diffuseColor.rgb);\n' : '') +
    (cut ? CUT : '') +
    (marked ? MARK : '');
  const light =
    (own || sheet ? EDGE : '') +
    (own
      ? 'outgoingLight = mix(outgoingLight, rimColour, rimStrength * edge * edge * edge);\n'
      : '') +
    (sheet ? 'outgoingLight = mix(outgoingLight, sheetColour, 0.4 * edge * edge);\n' : '') +
    (marked ? 'outgoingLight += 0.3 * touched * contactColour;\n' : '');
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'varying vec3 vPlace;\nvarying float vUp;\nvoid main() {')
      .replace(
        '#include <project_vertex>',
        `#include <project_vertex>
         vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;
         vUp = normalize(mat3(modelMatrix) * objectNormal).z;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', `${HEAD}void main() {`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${colour}`)
      .replace('#include <opaque_fragment>', `${light}#include <opaque_fragment>`);
  };
  const key = [own && 'own', sheet && 'sheet', cut && 'cut', marked && 'marked'];
  material.customProgramCacheKey = () => key.filter(Boolean).join(' ') || 'plain';
}

/** Prepares the material of a set of points or boxes to be seen through; `setCutSet` says whether it is. */
export function shadeSet(material: Material): void {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    const { cutDepth, cutSoft, cutAbove } = shared;
    Object.assign(shader.uniforms, { cutDepth, cutSoft, cutAbove });
    const varyings = '#ifdef CUT_SET\nvarying vec3 vPlace;\nvarying float vUp, vDepth;\n';
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${varyings}#endif\nvoid main() {`)
      .replace('#include <project_vertex>', `#include <project_vertex>\n${SET_PLACE}`);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        `${varyings}uniform float cutDepth, cutSoft, cutAbove;\n#endif\nvoid main() {`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>\n#ifdef CUT_SET\n${cutAt('vDepth')}#endif`,
      );
  };
}

/** Whether a set that was prepared is a hall: not drawn where it stands before the robots. */
export function setCutSet(material: Material, isCut: boolean): void {
  const { defines = {} } = material;
  if ('CUT_SET' in defines === isCut) return;
  material.defines = isCut ? { ...defines, CUT_SET: '' } : {};
  material.needsUpdate = true;
}
