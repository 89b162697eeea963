/**
 * The campaign of gate programs on gates that are wrong on purpose: it must catch each of them within a stated number of
 * answers, and nothing of a gate that is right, nor of one that makes every version anew.
 */
import { describe, expect, it } from 'vitest';
import {
  diskAgain,
  diskFirst,
  forgottenClearance,
  mistaken,
  noMistake,
  olderVersion,
  otherRunAnswers,
  spelledOtherwise,
  twice,
  withoutLast,
} from '../helpers/gate/campaign/faultyGates.ts';
import { type CampaignOptions, GateCampaign } from '../helpers/gate/campaign/gateCampaign.ts';

const SEED = 21;

type Start = CampaignOptions['start'];

/** Answers until a contradiction was found, and what was found; null where there is none in `most`. */
async function caught(start: Start, most: number) {
  const campaign = new GateCampaign({ seed: SEED, start, shrinks: false });
  try {
    for (let program = 0; campaign.answers < most; program++) {
      await campaign.run(program);
      const [found] = campaign.contradictions;
      if (found) return { answers: campaign.answers, what: found.what };
    }
    return null;
  } finally {
    campaign.end();
  }
}

/** A fault, what is said of it, and the answers in which it must be found. */
const FAULTS: readonly (readonly [string, Start, RegExp, number])[] = [
  ['answers about the version before', olderVersion, /anew/, 500],
  ['reads the disk where files were brought', diskFirst, /anew|open:/, 500],
  ['drops brought files that are spelled otherwise', spelledOtherwise, /anew|open:/, 2000],
  ['forgets the clearance of a pair that is allowed', forgottenClearance, /anew/, 4000],
  ['answers for another run', otherRunAnswers, /another run/, 4000],
  ['leaves out the last edits, unchecked', mistaken(withoutLast, false), /anew/, 500],
  ['makes the last edits twice, unchecked', mistaken(twice, false), /anew|refused/, 500],
  ['reads the disk again, unchecked', mistaken(diskAgain, false), /anew|rejected/, 1000],
  ['leaves out the last edits, and refuses', mistaken(withoutLast, true), /-32603/, 500],
  ['makes the last edits twice, and refuses', mistaken(twice, true), /refused/, 500],
  ['reads the disk again, and refuses', mistaken(diskAgain, true), /-32603/, 1000],
];

describe('the campaign of gate programs', () => {
  it.each(FAULTS)(`catches a gate that %s (seed ${SEED})`, async (_, start, what, most) => {
    const found = await caught(start, most);
    console.log(found ? `after ${found.answers} answers: ${found.what}` : `nothing in ${most}`);
    expect(found?.what).toMatch(what);
  });

  it(`finds nothing in a gate that makes each version anew and does not check it (seed ${SEED})`, async () => {
    expect(await caught(mistaken(noMistake, false), 2000)).toBeNull();
  });
});
