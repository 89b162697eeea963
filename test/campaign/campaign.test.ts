/**
 * The standing campaign, 20,000 segments of fixed seeds: random cells with everything that cell files can
 * say, motions of all kinds, every verdict judged by the independent check, a share certified and verified.
 * What the generators are to produce is counted, so that one that stops producing it fails. A failure names
 * the cell's seed and the motion's number; either reproduces it:
 *
 *   node scripts/campaign.mjs --only seed:number
 */
import { afterAll, describe, expect, it } from 'vitest';
import { HALF } from '../helpers/campaign/size.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { MESH_SORTS } from '../helpers/oracles/anyShapes.ts';
import { RULES } from '../helpers/oracles/rules.ts';
import { StandingCampaign } from '../helpers/oracles/standingCampaign.ts';

const FIRST = 9000;
const GROUPS = 16 * HALF;
/** As many as there are families of robots, or a multiple of it. */
const CELLS = 16;
const MOTIONS = 66;
const TIMEOUT_MS = 600_000;

/** Segments that cells and motions of a kind have at least, of 20,000; of a part of them as many in proportion. */
const LEAST: Readonly<Record<string, number>> = {
  'revolute joint': 5000,
  'continuous joint': 2000,
  'prismatic joint': 2000,
  'planar joint': 100,
  'floating joint': 100,
  'fixed joint': 100,
  'planar base': 1000,
  'floating base': 1000,
  'mimic joint': 1000,
  'coupled joint': 300,
  'multiplier 0': 50,
  'held joint': 500,
  tree: 500,
  'several robots': 500,
  padding: 2000,
  scale: 2000,
  clearance: 1000,
  'clearance of a pair': 1000,
  'allowed pair': 300,
  'disabled pair': 1000,
  tracking: 2000,
  'tracking of a joint': 1000,
  'scaled mesh': 200,
  'mesh not solid': 1000,
  far: 500,
  'very far': 500,
  'half-space obstacle': 200,
  'half-space attached': 300,
  ...Object.fromEntries(MESH_SORTS.map((sort) => [`${sort} mesh`, 150])),
  ...Object.fromEntries(
    ['box', 'sphere', 'cylinder', 'capsule', 'cone', 'ellipsoid', 'mesh'].flatMap((shape) => [
      [`${shape} link`, 500],
      [`${shape} obstacle`, 500],
      [`${shape} attached`, 100],
    ]),
  ),
  'hull obstacle': 300,
  'hull attached': 50,
  'tetrahedron obstacle': 300,
  'tetrahedron attached': 50,
  'straight motion': 8000,
  'polynomial motion': 2000,
  'timed motion': 500,
  'blend motion': 500,
  'tracks motion': 500,
  'half turn motion': 50,
  'many turns motion': 100,
  'boundary motion': 200,
  'cubic segment': 300,
  'quintic segment': 300,
  'bending segment': 300,
  'by adaptive': 1000,
  'by refined': 1000,
  path: 800,
  delays: 8,
  ...(RULES.followersStray && { 'tracking of a follower': 300 }),
};

describe('the standing campaign', () => {
  const campaign = new StandingCampaign();

  it.each(Array.from({ length: GROUPS }, (_, g) => FIRST + g * CELLS))(
    `finds no contradiction in ${MOTIONS} motions of each of ${CELLS} cells from seed %i`,
    (first) => {
      const before = campaign.contradictions.length;
      for (let seed = first; seed < first + CELLS; seed++) campaign.run(anyCell(seed), 0, MOTIONS);
      const failures = campaign.contradictions
        .slice(before)
        .map(({ seed, index, kind, what }) => `${seed}:${index} (${kind}) ${what}`);
      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('had 20,000 segments, or a part of them, of all kinds and with all verdicts', () => {
    const { segments, kinds, verdicts, boundaries } = campaign;
    expect(segments).toBeGreaterThan(20_000 * HALF);
    const few = Object.entries(LEAST).filter(
      ([kind, least]) => !((kinds[kind] ?? 0) >= HALF * least),
    );
    expect(few.map(([kind, least]) => `${kinds[kind] ?? 0} of ${least} ${kind}`)).toEqual([]);
    expect(verdicts.free).toBeGreaterThan(0.5 * segments);
    expect(verdicts.colliding).toBeGreaterThan(0.15 * segments);
    expect(verdicts['too-close']).toBeGreaterThan(0.002 * segments);
    expect(verdicts.undecided ?? 0).toBeLessThan(0.06 * segments);
    expect(campaign.near).toBeGreaterThan(0.03 * segments);
    expect(campaign.contained).toBeGreaterThan(20 * HALF);
    expect(campaign.certified).toBeGreaterThan(0.02 * segments);
    expect(campaign.uncertified).toBeLessThan(0.05 * campaign.certified);
    // Both sides of boundaries within 0.1 mm: what is free and what collides is mostly told apart.
    expect(boundaries['free side: free']).toBeGreaterThan(40 * HALF);
    expect(boundaries['colliding side: colliding']).toBeGreaterThan(40 * HALF);
    expect(boundaries['colliding side: free']).toBeUndefined();
  });

  afterAll(() => {
    console.log(campaign.summary());
    console.log(JSON.stringify(campaign.boundaries));
    console.log(JSON.stringify(campaign.kinds));
    console.log(campaign.delays.summary());
  });
});
