/**
 * Random programs against the gate (seed 11): edits, questions, versions, several clients and workers, files that differ from
 * those on the disk, more cells than are kept, workers killed, gates restarted. Every answer is compared with that of a cell
 * opened anew. `node scripts/gateCampaign.mjs` runs as many as one likes, and repeats one by its numbers.
 */
import { describe, expect, it } from 'vitest';
import { GateCampaign } from '../helpers/gate/campaign/gateCampaign.ts';
import { inlineGate } from '../helpers/gate/campaign/inlineGate.ts';
import { threadGate } from '../helpers/gate/campaign/threadGate.ts';

const ANSWERS = 20_000;
const LIVE_ANSWERS = 400;

async function run(campaign: GateCampaign, answers: number): Promise<void> {
  try {
    for (let program = 0; campaign.answers < answers; program++) {
      await campaign.run(program);
      expect(campaign.contradictions).toEqual([]);
    }
  } finally {
    campaign.end();
  }
  console.log(campaign.summary());
}

describe('random programs against a gate', () => {
  it(`get the answers of cells that are opened anew (${ANSWERS} answers from seed 11)`, async () => {
    const campaign = new GateCampaign({ seed: 11, start: inlineGate });
    await run(campaign, ANSWERS);
    const { counts } = campaign;
    const seen = (label: string) => counts.get(label) ?? 0;
    // None of them is rare: a campaign that asks about nothing but free motions finds nothing.
    for (const label of ['motion free', 'motion colliding', 'motion too-close']) {
      expect(seen(label), label).toBeGreaterThan(ANSWERS / 50);
    }
    for (const label of ['certificate free', 'verify verified true', 'verify verified false']) {
      expect(seen(label), label).toBeGreaterThan(ANSWERS / 500);
    }
    for (const label of ['plan free', 'edit refused', 'motion refused', 'open refused']) {
      expect(seen(label), label).toBeGreaterThan(10);
    }
    expect(seen('edit answered')).toBeGreaterThan(ANSWERS / 50);
  });

  it(`also of threads, over HTTP and WebSockets (${LIVE_ANSWERS} answers from seed 12)`, async () => {
    const settings = { seed: 12, start: threadGate, isLive: true, commands: 60 };
    await run(new GateCampaign(settings), LIVE_ANSWERS);
  });
});
