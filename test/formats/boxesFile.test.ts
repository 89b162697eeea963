/** Files of boxes: what they say, what is refused and where; in cell files, with patterns for their boxes. */
import { describe, expect, test } from 'vitest';
import { buildCell, matches, refuseIdle } from '../../src/cell/index.ts';
import { readBoxes, readCell } from '../../src/formats/index.ts';
import { InputError, identityPose, poseFromRpy } from '../../src/math/index.ts';
import { fileDigests } from '../../src/verifier/digest.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(text: string, pose = identityPose()) {
  return readBoxes(utf8(text), { file: 'boxes.csv', name: 'scan', pose });
}

function fault(text: string) {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { file, line, column, code, message, hint } = error.fault;
    expect(file).toBe('boxes.csv');
    return { at: `${line}:${column}`, code, message, hint };
  }
  throw new Error('nothing is wrong');
}

describe('what a file says', () => {
  test('centres and full lengths', () => {
    const { obstacles, notes } = read('x,y,z,dx,dy,dz\n1,2,3,0.2,0.4,0.6\n-1,0,.5,1e-2,2,3\n');
    expect(notes).toEqual([]);
    expect(obstacles.map(({ name }) => name)).toEqual(['scan/0', 'scan/1']);
    expect(obstacles[0].pose).toEqual(poseFromRpy(0, 0, 0, 1, 2, 3));
    expect(obstacles[0].parts[0].geometry).toEqual({ kind: 'box', half: [0.1, 0.2, 0.3] });
    expect(obstacles[1].parts[0].geometry).toEqual({ kind: 'box', half: [0.005, 1, 1.5] });
    expect(obstacles[1].parts[0].pose).toBe(obstacles[0].parts[0].pose);
  });

  test('columns in any order and letter case, blanks, blank lines, CR LF, quotes, no end of line', () => {
    const lines = ['Name, SIZE ,z,y,x', '', '"a, b", 0.1, 3, 2, 1', '  ', 'c,0.2,6,5,4'];
    for (const end of ['\n', '\r\n', '\r']) {
      const { obstacles } = read(lines.join(end));
      expect(obstacles.map(({ name }) => name)).toEqual(['scan/a, b', 'scan/c']);
      expect([...obstacles[1].pose.subarray(9)]).toEqual([4, 5, 6]);
      expect(obstacles[0].parts[0].geometry).toEqual({ kind: 'box', half: [0.05, 0.05, 0.05] });
    }
  });

  test('a yaw, or a quaternion, and a pose of all of them', () => {
    const [turned] = read('x,y,z,size,yaw\n1,2,3,1,0.5\n').obstacles;
    expect(turned.pose).toEqual(poseFromRpy(0, 0, 0.5, 1, 2, 3));
    const [c, s] = [Math.cos(0.25), Math.sin(0.25)];
    const [same] = read(`x,y,z,size,qx,qy,qz,qw\n1,2,3,1,0,0,${s},${c}\n`).obstacles;
    same.pose.forEach((x, i) => {
      expect(x).toBeCloseTo(turned.pose[i], 14);
    });
    const [moved] = read('x,y,z,size,yaw\n1,2,3,1,0.5\n', poseFromRpy(0, 0, 1, 10, 0, 0)).obstacles;
    const expected = poseFromRpy(
      ...([0, 0, 1.5, 10 + Math.cos(1) - 2 * Math.sin(1)] as const),
      ...([Math.sin(1) + 2 * Math.cos(1), 3] as const),
    );
    moved.pose.forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 12);
    });
  });

  test('lengths that look like millimetres and angles like degrees are noted once', () => {
    const { notes } = read(`x,y,z,size,yaw\n${'0,0,0,250,90\n'.repeat(5)}`);
    expect(notes.map(({ code, line }) => [code, line])).toEqual([
      ['cell/millimetres', 2],
      ['document/degrees', 2],
    ]);
  });
});

describe('what is refused, and where', () => {
  test.each<[string, string, string, RegExp]>([
    ['nothing', '', '1:1', /is empty/],
    ['no box', 'x,y,z,size\n', '2:1', /no box/],
    ['no header', '1,2,3,1,1,1\n', '1:1', /names the columns; found the number 1/],
    ['an unknown column', 'x,y,z,dx,dy,dz,yw\n', '1:16', /no column "yw"/],
    ['a column twice', 'x,y,z,x,dy,dz\n', '1:7', /"x" is there twice/],
    ['a missing column', 'x,y,dx,dy,dz\n', '1:1', /column z is missing/],
    ['sizes of both kinds', 'x,y,z,dx,size\n', '1:1', /or one size; found both/],
    ['half a quaternion', 'x,y,z,size,qx,qw\n', '1:1', /qy, qz is missing: a quaternion has four/],
    ['two rotations', 'x,y,z,size,yaw,qx,qy,qz,qw\n', '1:1', /a yaw or a quaternion/],
    ['too few fields', 'x,y,z,size\n1,2,3,4\n1,2,3\n', '3:1', /expected 4 fields.*found 3/],
    ['too many', 'x,y,z,size\n1,2,3,4,5\n', '2:1', /found 5/],
    ['text', 'x,y,z,size\n1,2,3,4\n1,two,3,4\n', '3:3', /y: expected a number, found "two"/],
    ['nothing in a field', 'x,y,z,size\n1,,3,4\n', '2:3', /y: expected a number, found nothing/],
    ['no number', 'x,y,z,size\n1,2,3,NaN\n', '2:7', /size: expected a number, found "NaN"/],
    ['without end', 'x,y,z,size\n1e999,2,3,1\n', '2:1', /x: expected a number/],
    [
      'no size',
      'x,y,z,dx,dy,dz\n1,2,3,1, 0,1\n',
      '2:10',
      /dy of the box is 0, expected a positive/,
    ],
    ['less than none', 'x,y,z,size\n1,2,3,-1\n', '2:7', /size of the box is -1/],
    ['too far', 'x,y,z,size\n1,2e13,3,1\n', '2:3', /beyond 1000000000000 m/],
    ['no rotation', 'x,y,z,size,qx,qy,qz,qw\n1,2,3,1,0,0,0,0\n', '2:9', /has length 0, expected 1/],
    ['a name twice', 'x,y,z,size,name\n1,2,3,1,a\n1,2,3,1,a\n', '3:9', /two boxes are called "a"/],
    ['no name', 'x,y,z,size,name\n1,2,3,1,\n', '2:9', /has no name/],
    ['a pattern', 'x,y,z,size,name\n1,2,3,1,a*\n', '2:9', /holds "\*"/],
    ['a quote', 'x,y,z,size\n1,"2,3,1\n', '2:3', /never closed/],
  ])('%s', (_, text, at, message) => {
    const found = fault(text);
    expect(found.message).toMatch(message);
    expect(found.at).toBe(at);
  });

  test('with a hint', () => {
    expect(fault('x,y,z,dx,dy,dz,yawn\n').hint).toBe('did you mean "yaw"?');
    expect(fault('x,y,z\n1,2,3\n').hint).toMatch(/^expected the columns x, y, z, dx, dy, dz/);
  });
});

describe('in a cell file', () => {
  const arm = utf8(armUrdf('arm', [0.4, 0.5, 0.5]));
  const files = (csv: string) => ({ 'arm.urdf': arm, 'scans/boxes.csv': utf8(csv) });
  const cellOf = (rest: string, csv = 'x,y,z,size\n1,0,0,0.1\n0,1,0,0.1\n') => {
    const yaml = `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${rest}`;
    const description = readCell(utf8(yaml), {
      file: 'cell.yaml',
      resolver: { files: files(csv) },
    });
    const cell = buildCell(description);
    refuseIdle(cell);
    return cell;
  };
  const SCAN = 'obstacles: [{name: scan, boxes: scans/boxes.csv, pose: {xyz: [0, 0, 0.5]}}]';

  test('its boxes are obstacles, and the file is one of the cell', () => {
    const cell = cellOf(SCAN);
    expect(cell.bodyOf.has('scan/1')).toBe(true);
    expect(cell.description.obstacles[1].pose[11]).toBe(0.5);
    expect(fileDigests(cell.description).map(([name]) => name)).toContain('scans/boxes.csv');
  });

  test('patterns stand for its boxes', () => {
    const rules = `clearance: {pairs: [{between: [link1, scan/1], distance: 0.2}]}\nallow: [[link2, "scan/*"]]`;
    const cell = cellOf(`${SCAN}\n${rules}`);
    const found = [...cell.pairs].map(({ a, b, reason, clearance }) => ({
      names: `${cell.bodies[a].name} ${cell.bodies[b].name}`,
      reason,
      clearance,
    }));
    expect(found.find(({ names }) => names === 'link1 scan/1')?.clearance).toBe(0.2);
    expect(found.find(({ names }) => names === 'link1 scan/0')?.clearance).toBe(0);
    const allowed = found.filter(({ reason }) => reason === 'allowed');
    expect(allowed.map(({ names }) => names)).toEqual(['link2 scan/0', 'link2 scan/1']);
    expect(matches('scan/*', 'scan/1')).toBe(true);
  });

  test.each<[string, string, RegExp]>([
    [
      'a shape as well',
      'obstacles: [{name: scan, boxes: b.csv, shape: {box: [1, 1, 1]}}]',
      /boxes or a shape/,
    ],
    ['no such file', 'obstacles: [{name: scan, boxes: b.csv}]', /there is no file "b.csv"/],
    ['no name', 'obstacles: [{boxes: scans/boxes.csv}]', /needs the key "name"/],
    [
      'a name that is taken',
      `${SCAN.slice(0, -1)}, {name: scan, boxes: scans/boxes.csv}]`,
      /two bodies are called "scan\/0"/,
    ],
    ['a pattern for nobody', `${SCAN}\nallow: [[link2, "scan/2"]]`, /no body is called "scan\/2"/],
  ])('%s is refused', (_, rest, message) => {
    expect(() => cellOf(rest)).toThrow(message);
  });

  test('what is wrong in the file is said of its line', () => {
    expect(() => cellOf(SCAN, 'x,y,z,size\n1,0,zero,0.1\n')).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ file: 'scans/boxes.csv', line: 2, column: 5 }),
      }),
    );
  });
});
