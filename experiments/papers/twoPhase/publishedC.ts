/** The figures of paper C, as printed there. */

/** [C table 1] Millions of cycles spent on broad phase detection in four simulations. */
export const TABLE_1 = {
  coins: { standard: 361, coherence: 58, ratio: 6.2 },
  bowling: { standard: 2188, coherence: 314, ratio: 7.0 },
  'rattleback top': { standard: 641, coherence: 107, ratio: 6.0 },
  'part feeder': { standard: 409, coherence: 57, ratio: 7.2 },
} as const;

/** [C figure 4] Coins that are tossed onto a flat surface. */
export const FIGURE_4 = { coins: 8 } as const;

/** [C figure 10] At one degree between calls, so many times the complexity costs so many times the time. */
export const FIGURE_10 = { complexity: 16, growth: 1.15 } as const;

/** [C 4] Seconds between checks at a fixed interval: "often the screen refresh period". */
export const FIXED_INTERVAL = 1 / 30;
