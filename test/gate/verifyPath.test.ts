/** The gate's `verify`: how a motion is read is what the request says, and part of the answer; the certificate has no say in it. */
import { describe, expect, it } from 'vitest';
import { LocalGate } from '../helpers/gate/local.ts';

const URDF = `<robot name="r"><link name="base"/>
<link name="tip"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="c" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint>
<link name="far"/><joint name="d" type="continuous"><parent link="tip"/><child link="far"/></joint>
</robot>`;
const CELL = `{"surepath": 1, "robots": [{"urdf": "r.urdf"}],
"obstacles": [{"name": "ball", "shape": {"sphere": {"radius": 0.1}}, "pose": {"xyz": [1, 0, 0]}}]}`;

function opened() {
  const gate = new LocalGate();
  const files = { 'cell.json': CELL, 'r.urdf': URDF };
  const { cell } = gate.call('open', { file: 'cell.json', files, joints: { d: 0.25 } });
  const waypoints = [{ c: 3 }, { c: -3 }];
  const made = gate.call('certificate', { cell, waypoints, wrap: 'short' });
  return { gate, cell, waypoints, certificate: made.text! };
}

describe('verify', () => {
  it('takes a motion literally, unless the request says otherwise', () => {
    const { gate, cell, waypoints, certificate } = opened();
    expect(gate.call('motion', { cell, waypoints }).verdict).toBe('colliding');
    const plain = gate.call('verify', { cell, certificate, waypoints });
    expect(plain).toMatchObject({ verified: false, reason: { code: 'path' } });
    expect(plain.path).toMatchObject({ wrap: 'literal', interpolation: 'straight' });
    const short = gate.call('verify', { cell, certificate, waypoints, wrap: 'short' });
    expect(short).toMatchObject({ verified: true, path: { wrap: 'short' } });
    // Without a motion it is about the certificate's own path.
    expect(gate.call('verify', { cell, certificate })).not.toHaveProperty('path');
    const file = { contents: JSON.stringify({ joints: ['c'], waypoints: [[3], [-3]] }) };
    expect(gate.call('verify', { cell, certificate, file }).verified).toBe(false);
  });

  it('tells joints that the motion does not name', () => {
    const { gate, cell, waypoints, certificate } = opened();
    const asked = { cell, certificate, wrap: 'short' as const };
    const standing = [{ joint: 'd', value: 0.25, source: 'given when the cell was opened' }];
    const answer = gate.call('verify', { ...asked, waypoints });
    expect(answer.path).toMatchObject({ standing });
    expect(answer.notes?.[0].message).toContain('d=0.25');
    const other = waypoints.map((row) => ({ ...row, d: 0.5 }));
    expect(gate.call('verify', { ...asked, waypoints: other })).toMatchObject({
      verified: false,
      reason: { code: 'path' },
    });
  });

  it('refuses rules without a motion, and delays that the certificate says nothing about', () => {
    const { gate, cell, waypoints, certificate } = opened();
    const asked = { cell, certificate };
    expect(() => gate.call('verify', { ...asked, wrap: 'short' })).toThrow(/no motion/);
    expect(() => gate.call('verify', { ...asked, delays: [1] })).toThrow(/no motion/);
    expect(() => gate.call('verify', { ...asked, interpolation: 'straight' })).toThrow(/no motion/);
    const delayed = gate.call('verify', { ...asked, waypoints, wrap: 'short', delays: [5] });
    expect(delayed).toMatchObject({ verified: false, reason: { code: 'delays' } });
  });
});
