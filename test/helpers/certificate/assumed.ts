/** What a list of pairs assumes, for certificates whose lists were changed. */
import type { PairEntry } from '../../../src/certificate/index.ts';
import type { AssumedPairs } from '../../../src/verifier/statement.ts';

export function assumedBy(pairs: readonly PairEntry[]): AssumedPairs {
  const declared = pairs.flatMap(({ a, b, excluded, detail }) =>
    excluded === 'disabled' || excluded === 'allowed' ? [{ a, b, reason: excluded, detail }] : [],
  );
  const nothing = pairs.every(({ excluded }) => excluded !== null && excluded !== 'elsewhere');
  return { declared, nothing };
}
