/**
 * Bags of ROS that people give the page: which of its motions is meant, in which surroundings, and the motion becomes the path.
 * Loaded when the first bag is opened.
 */
import { kindOfText } from '../../src/jobs/index.ts';
import { headOf, InputError } from '../../src/math/index.ts';
import type { BagFile, BagMotionInfo, Files, ReadBagAnswer } from '../engine/protocol.ts';
import { joined } from './fileSets.ts';
import type { Host } from './host.ts';
import { isBag, type Opener } from './opening.ts';

/**
 * Where a motion is to be shown: in the open cell as it is (`surepath check CELL BAG`), in the open cell with the planning scene of
 * the bag (`--scene`), or with the robot of the bag in its scene (`surepath check BAG`).
 */
export type BagPlace = 'cell' | 'joined' | 'bag';

/** What can be chosen of a bag. */
export interface BagOffer {
  readonly file: string;
  readonly answer: ReadBagAnswer;
  /** The first one is suggested. */
  readonly places: readonly BagPlace[];
}

/** A motion of the answer, and where. */
export interface BagWish {
  readonly motion: BagMotionInfo;
  readonly place: BagPlace;
}

/** Lets people choose; null if they want none. */
export type ChooseMotion = (offer: BagOffer) => Promise<BagWish | null>;

/** Whether a motion can be shown at a place. */
export function canShow({ known, fault }: BagMotionInfo, place: BagPlace): boolean {
  return !fault && (place === 'bag' || known > 0);
}

export class BagOpener {
  private readonly app: Host;
  private readonly opener: Opener;
  private readonly choose: ChooseMotion;
  private count = 0;

  constructor(app: Host, opener: Opener, choose: ChooseMotion) {
    this.app = app;
    this.opener = opener;
    this.choose = choose;
  }

  /** Files with a bag among them: the others are its cell, or what its robot is made of. */
  async open(files: Files): Promise<void> {
    const { app } = this;
    const [file, bytes] = theBag(files);
    const others = new Map([...files].filter(([name]) => name !== file));
    const contents = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const bag: BagFile = { id: ++this.count, file, contents };
    const read = () => app.run('readBag', { bag }, { label: 'Reading the bag' });
    let answer = await read();
    if (others.size > 0 && (!answer.hasRobot || cellAmong(others))) {
      if (!(await this.opener.open({ files: others }, { kind: 'files' }))) return;
      answer = await read();
    }
    const offer = { file, answer, places: this.placesFor(file, answer) };
    const wish = only(offer) ?? (await this.choose(offer));
    if (wish) await this.show(bag, wish, others);
  }

  /** Where motions of the bag can be shown. Throws an InputError where that is nowhere. */
  private placesFor(file: string, answer: ReadBagAnswer): BagPlace[] {
    const { cell } = this.app.store.state;
    const { motions, hasRobot, scenes, sceneFault } = answer;
    const wrong = motions.every(({ fault }) => fault) ? motions[0].fault : undefined;
    if (wrong) throw new InputError(wrong);
    const places: BagPlace[] = [];
    if (cell && motions.some((motion) => canShow(motion, 'cell'))) {
      places.push('cell');
      const isOne = cell.description.robots.length === 1;
      if (scenes > 0 && !sceneFault && isOne) places.push('joined');
    }
    if (hasRobot && !sceneFault) places.push('bag');
    if (places.length === 0)
      throw sceneFault && hasRobot ? new InputError(sceneFault) : noRobot(file, answer);
    // Whoever has a robot of this bag open goes on with it.
    return cell?.entry.startsWith(`${file}/`) ? places.reverse() : places;
  }

  private async show(bag: BagFile, { motion, place }: BagWish, others: Files): Promise<void> {
    const { app, opener } = this;
    const { choice, scene } = motion;
    if (place === 'bag') {
      const asked = { bag, scene };
      const { files, ...names } = await app.run('readBagCell', asked, { label: 'Opening' });
      const request = { files: joined(others, files), ...names };
      if (!(await opener.open(request, { kind: 'files' }))) return;
    }
    if (place === 'joined' && !motion.hasScene) {
      const asked = { bag, scene };
      const { file, bytes } = await app.run('readBagScene', asked, { label: 'Opening' });
      const isEarlier = (name: string) => name.startsWith(`${bag.file}/scene`);
      if (!(await opener.joinScene(file, bytes, isEarlier))) return;
    }
    const { cell } = app.store.state;
    const asked = { bag, choice };
    const answer = await app.run('readBagMotion', asked, { label: 'Reading the motion' });
    if (app.store.state.cell === cell) opener.showPath(answer);
  }
}

/** Whether a cell file is among them. */
function cellAmong(files: Files): boolean {
  return [...files].some(
    ([name, bytes]) => /\.(ya?ml|json)$/i.test(name) && kindOfText(headOf(bytes)) === 'cell',
  );
}

/** The one bag among the files. */
function theBag(files: Files): [string, Uint8Array] {
  const bags = [...files].filter(([name]) => isBag(name));
  const other = bags.find(([name]) => !/\.mcap$/i.test(name));
  if (other) {
    throw new InputError({
      code: 'bag/kind',
      message: 'of bags, MCAP files are read',
      file: other[0],
      hint: '"mcap convert" makes .mcap files of .bag and .db3 files',
    });
  }
  if (bags.length === 1) return bags[0];
  throw new InputError({
    code: 'bag/several',
    message: `these are ${bags.length} bags`,
    hint: 'drop one bag at a time',
  });
}

/** Where there is nothing to choose. */
function only({ answer: { motions }, places }: BagOffer): BagWish | null {
  if (motions.length > 1 || places.length > 1) return null;
  return { motion: motions[0], place: places[0] };
}

function noRobot(file: string, { motions }: ReadBagAnswer): InputError {
  const joints = [...new Set(motions.flatMap((motion) => motion.joints))];
  const names = joints.slice(0, 6).map((name) => `"${name}"`);
  const more = joints.length > 6 ? ', ...' : '';
  return new InputError({
    code: 'bag/no-robot',
    message: `the open cell has none of the joints of this bag (${names.join(', ')}${more}), and the bag has no robot description (std_msgs/String on /robot_description)`,
    file,
    hint: 'open the robot or its cell, then drop the bag on it',
  });
}
