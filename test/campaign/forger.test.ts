/**
 * The forger at length: twenty thousand random paths that collide, and nothing forged for any of them is
 * accepted. test/forger/forger.test.ts shows that it would be if the verifier were weaker.
 */
import { describe, expect, it } from 'vitest';
import { partOf } from '../helpers/campaign/size.ts';
import { DelayForger } from '../helpers/forger/delayForger.ts';
import { DELAY_FORGERY_NAMES } from '../helpers/forger/delayForgeries.ts';
import { FORGERY_NAMES } from '../helpers/forger/fileForger.ts';
import { Forger } from '../helpers/forger/forger.ts';
import { TEXT_FORGERY_NAMES } from '../helpers/forger/textForger.ts';

const TIMEOUT_MS = 1_800_000;
const PATHS = 5000;
const PATHS_PER_CELL = 80;
const SHAPES = [
  'box',
  'sphere',
  'cylinder',
  'capsule',
  'cone',
  'ellipsoid',
  'tetrahedron',
  'mesh',
  'half-space',
  'several parts',
  'several half-spaces',
];

describe('nothing forged is accepted', () => {
  it.each(partOf([20_000, 30_000, 40_000, 50_000]))(
    'of five thousand paths that collide (cells from %i on)',
    (first) => {
      const forger = new Forger();
      for (let seed = first; forger.paths < PATHS; seed++) forger.run(seed, 0, PATHS_PER_CELL);
      console.log(forger.summary());
      expect(forger.acceptances).toEqual([]);
      const { shapes, contacts, forgeries, rejections } = forger.tallies;
      for (const shape of SHAPES) expect(shapes.get(shape), shape).toBeGreaterThan(50);
      for (const name of FORGERY_NAMES) expect(forgeries.get(name), name).toBeGreaterThan(50);
      for (const name of TEXT_FORGERY_NAMES) {
        expect(forgeries.get(`text: ${name}`), name).toBeGreaterThan(30);
      }
      for (const kind of ['one inside the other', 'with a clearance', 'elements']) {
        expect(contacts.get(kind), kind).toBeGreaterThan(100);
      }
      expect(contacts.get('where joints stray to')).toBeGreaterThan(5);
      for (const code of ['slab', 'coverage', 'contained', 'order', 'patch', 'pairs', 'path']) {
        expect(rejections.get(code), code).toBeGreaterThan(5);
      }
      // Honest slabs come near: the forger's directions and moments are good ones.
      expect(forger.reach.nearest).toBeGreaterThan(0.9);
    },
    TIMEOUT_MS,
  );

  it(
    'of tracks that collide for some starts (cells from 1000 on)',
    () => {
      const forger = new DelayForger();
      for (let seed = 1000; forger.colliding < 60; seed++) forger.run(seed, 12);
      console.log(forger.summary());
      expect(forger.acceptances).toEqual([]);
      for (const name of DELAY_FORGERY_NAMES) {
        expect(forger.forgeries.get(name), name).toBeGreaterThan(3);
      }
    },
    TIMEOUT_MS,
  );
});
