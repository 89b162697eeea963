/** The job `recheck`: what is asked, which old certificates are of use, and what is said where the path is not free. */
import { describe, expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { parseCertificate, verify } from '../../src/certificate/index.ts';
import {
  certify,
  type JobProgress,
  type Motion,
  openCompiled,
  type RecheckAnswer,
  recheck,
} from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import { shifted, withObstacle } from '../helpers/certificate/edits.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const PROGRAM = 'surepath test';
const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.03, length: 1}}, pose: {xyz: [1.2, 0, 0]}}
  - {name: wall, shape: {box: [0.1, 2, 1]}, pose: {xyz: [-0.6, 0, 0]}}
allow: [[link0, link1], [link1, link2]]
`;
const cell = cellFrom(CELL, { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) });
const open = openCompiled(cell);
const q = (...values: number[]) => Float64Array.from(values);
const motion: Motion = { name: 'm', waypoints: [q(-1, 0.1), q(0, 0), q(1, 0.2)] };

function certified(of: Motion, at = open): string {
  const answer = certify(at, { motion: of, program: PROGRAM });
  if (!answer.written) throw new Error(answer.reason);
  return answer.text;
}
const certificate = certified(motion);

function verified({ certificate: made }: RecheckAnswer, at = open): boolean {
  if (!made.written) return false;
  return verify(parseCertificate(new TextEncoder().encode(made.text)), at.description).verified;
}

const movedBy = (x: number) =>
  openCompiled(
    buildCell(withObstacle(cell.description, 'post', (each) => shifted(each, [x, 0, 0]))),
  );

describe('recheck', () => {
  it('keeps what holds, of the motion that is given or that of the certificate', () => {
    for (const asked of [{ motion }, {}]) {
      const answer = recheck(open, { certificate, program: PROGRAM, ...asked });
      expect(answer.verdict).toBe('free');
      expect(answer.check.verdict).toBe('free');
      expect(answer.old).toMatchObject({ used: true, segments: { kept: 2, mended: 0, anew: 0 } });
      expect(verified(answer)).toBe(true);
    }
  });

  it('proves anew what a change touches, and tells how far it is', () => {
    const at = movedBy(-0.005);
    const told: JobProgress[] = [];
    const answer = recheck(
      at,
      { certificate, motion, program: PROGRAM },
      { onProgress: (each) => told.push(each) },
    );
    expect([answer.verdict, verified(answer, at)]).toEqual(['free', true]);
    const keeping = told.find(({ phase }) => phase === 'keeping');
    expect(keeping?.left?.length).toBe(2);
    expect(answer.old.used && answer.old.slabs.kept).toBeGreaterThan(0);
  });

  it('says what the check says where it is not free, and why nothing is written', () => {
    const at = movedBy(-0.1);
    const answer = recheck(at, { certificate, motion, program: PROGRAM });
    expect(answer.verdict).toBe('colliding');
    expect(answer.witness?.pair).toBeDefined();
    expect(answer.certificate).toEqual({ written: false, reason: 'the path is colliding' });
    expect(answer.old.used).toBe(true);
    const near = recheck(open, { certificate, motion, program: PROGRAM, clearance: 0.05 });
    expect(near.verdict).toBe('too-close');
  });

  it('takes other clearances and tolerances of the request', () => {
    const asked = { clearance: 0.002, tracking: 0.0005 };
    const answer = recheck(open, { certificate, motion, program: PROGRAM, ...asked });
    expect(answer.verdict).toBe('free');
    expect(answer.clearance).toBe(0.002);
    expect(verified(answer, open.with(asked))).toBe(true);
  });

  it('keeps a curved path of a certificate as it is', () => {
    const times = [0, 1, 2];
    const velocities = motion.waypoints.map(() => q(0, 0));
    const curved: Motion = { ...motion, times, velocities, interpolation: 'controller' };
    const answer = recheck(open, { certificate: certified(curved), program: PROGRAM });
    expect([answer.verdict, verified(answer)]).toEqual(['free', true]);
    expect(answer.old).toMatchObject({ used: true, segments: { kept: 2 } });
    const other = recheck(open, { certificate: certified(curved), motion, program: PROGRAM });
    expect([other.verdict, verified(other)]).toEqual(['free', true]);
  });

  it('takes a certificate of a robot with other joints, by their names', () => {
    const longer = cellFrom(CELL.replace('[1.2, 0, 0]', '[1.7, 0, 0]'), {
      'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4, 0.2]),
    });
    const standing = { ...longer.description, state: new Map([['joint3', [0]]]) };
    const at = openCompiled(
      buildCell({ ...standing, allow: [{ between: ['link*', 'link*'], reason: 'x' }] }),
    );
    const answer = recheck(at, { certificate, program: PROGRAM });
    expect([answer.verdict, verified(answer, at)]).toEqual(['free', true]);
    expect(answer.old).toMatchObject({ used: true });
  });

  it('proves all anew where the certificate is of no use, and refuses it if it is to be strict', () => {
    const other = cellFrom('surepath: 1\nrobots: [{urdf: o.urdf}]\nallow: [["*0", "*1"]]\n', {
      'o.urdf': armUrdf('o', [0.3, 0.3, 0.3])
        .replaceAll('link', 'part')
        .replaceAll('joint', 'axis')
        .replaceAll('<axis xyz', '<axis xyz')
        .replaceAll('<part ', '<link ')
        .replaceAll('</part>', '</link>')
        .replaceAll('part="', 'link="')
        .replaceAll('<axis name', '<joint name')
        .replaceAll('</axis>', '</joint>'),
    });
    const strange = certified(
      { name: 'o', waypoints: [q(0, 0), q(0.5, 0.5)] },
      openCompiled(other),
    );
    for (const [text, why] of [
      ['no certificate', 'unreadable'],
      [strange, 'other'],
    ] as const) {
      const answer = recheck(open, { certificate: text, motion, program: PROGRAM });
      expect(answer.old).toMatchObject({ used: false, why });
      expect([answer.verdict, verified(answer)]).toEqual(['free', true]);
      const strict = () =>
        recheck(open, { certificate: text, motion, program: PROGRAM, strict: true });
      expect(strict).toThrow(InputError);
      expect(() => recheck(open, { certificate: text, program: PROGRAM })).toThrow(InputError);
    }
  });

  it('does not take up certificates of delays', () => {
    const text = '{"surepath-delay-certificate": 1}';
    expect(() => recheck(open, { certificate: text, motion, program: PROGRAM })).toThrow(/delays/);
  });

  it('stops when it is told to', () => {
    const answer = recheck(
      movedBy(-0.005),
      { certificate, motion, program: PROGRAM },
      { signal: { aborted: true } },
    );
    expect(answer.certificate.written).toBe(false);
  });
});
