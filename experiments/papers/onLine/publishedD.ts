/** What paper D says of its experiments. Its figure 5 had the times; the scan that we have lost them. */

/** [D 3.2] Structures of a Puma 260 at 15 degrees of three joints, and the share of configurations of the most frequent. */
export const STRUCTURES = { found: 19, share: 2 / 3 } as const;

/** [D 4] Orderings, by the names of contenders. */
export const SAYS: Readonly<Record<string, string>> = {
  'dynamic hierarchies': 'the fastest',
  'dynamic + initialization': 'slower',
  'dynamic + update, local': 'slower',
  'dynamic + update, global': 'no direction',
  'update, global': 'no direction',
};

/** [D 3.1, 3.2] What it settled for. */
export const BEST = {
  primitives: 'boxes only',
  criterion: 'diameter',
  substitution: 'both',
} as const;
