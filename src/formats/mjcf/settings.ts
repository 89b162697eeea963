/** What the <compiler> and <option> of an MJCF model decide about the meaning of numbers and files. */
import { quote } from '../xml.ts';
import { Fields } from './fields.ts';
import type { ModelFiles } from './modelFiles.ts';

export interface Settings {
  /** What an angle of the file is multiplied by to get radians. */
  readonly angle: number;
  /** The order of rotations of `euler`: small letters turn with the body, capitals do not. */
  readonly eulerseq: string;
  /** Whether a range alone limits a joint. */
  readonly autolimits: boolean;
  /** Before the names of mesh files. */
  readonly meshdir: string;
  /** Only the last part of the names of files counts. */
  readonly strippath: boolean;
  /** Bodies are not tested against their parents. */
  readonly filterparent: boolean;
}

/** The settings of a model; later elements go over earlier ones. */
export function readSettings(model: ModelFiles): Settings {
  let angle = Math.PI / 180;
  let eulerseq = 'xyz';
  let autolimits = true;
  let meshdir: string | undefined;
  let assetdir: string | undefined;
  let strippath = false;
  let filterparent = true;
  for (const element of model.sections('compiler')) {
    const fields = new Fields(element);
    if (fields.text('coordinate') === 'global') {
      throw fields.error(
        'unsupported',
        'global coordinates cannot be read, in MuJoCo neither',
        'an older MuJoCo can save the model with local ones',
        'coordinate',
      );
    }
    if (fields.has('angle')) {
      const unit = fields.word('angle', ['degree', 'radian'], 'degree');
      angle = unit === 'radian' ? 1 : Math.PI / 180;
    }
    eulerseq = fields.text('eulerseq') ?? eulerseq;
    if (!/^[xyzXYZ]{3}$/.test(eulerseq)) {
      throw fields.error(
        'unknown-word',
        `"eulerseq" cannot be ${quote(eulerseq)}`,
        'three of x, y, z, X, Y, Z',
        'eulerseq',
      );
    }
    autolimits = fields.flag('autolimits', autolimits);
    strippath = fields.flag('strippath', strippath);
    meshdir = fields.text('meshdir') ?? meshdir;
    assetdir = fields.text('assetdir') ?? assetdir;
  }
  for (const option of model.sections('option')) {
    for (const flag of model.childrenOf(option).filter(({ name }) => name === 'flag')) {
      const word = new Fields(flag).word('filterparent', ['enable', 'disable'], 'enable');
      filterparent = flag.attributes.has('filterparent') ? word === 'enable' : filterparent;
    }
  }
  const folder = meshdir ?? assetdir ?? '';
  return { angle, eulerseq, autolimits, meshdir: folder, strippath, filterparent };
}
