/**
 * Whole certificates, all of whose evidence is honest but what is about the pairs that collide, grafted from elsewhere: none is accepted,
 * and what a verifier remembers of others changes nothing. More of them are in test/campaign/grafts.test.ts.
 */
import { expect, it } from 'vitest';
import { Grafter } from '../helpers/forger/grafter.ts';

it('grafted certificates are not accepted, true ones are, whatever came before (cells 300 to 313)', () => {
  const grafter = new Grafter();
  for (let seed = 300; seed < 314; seed++) grafter.run(seed, 0, 12);
  console.log(grafter.summary());
  expect(grafter.acceptances).toEqual([]);
  expect(grafter.refused).toEqual([]);
  expect(grafter.remembered).toEqual([]);
  expect(grafter.grafted).toBeGreaterThan(300);
  expect(grafter.verified).toBeGreaterThan(80);
}, 300_000);
