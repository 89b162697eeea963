/** Messages of ROS 1, against the library of Foxglove; and what makes no sense is refused before it takes memory. */
import { parse } from '@foxglove/rosmsg';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg-serialization';
import { describe, expect, it } from 'vitest';
import { type Ros1Type, ros1Reader } from '../../src/bags/ros1.ts';

const NUMBERS = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'];
const DEFINITION = `Header header
uint8 KIND=3
bool flag
${NUMBERS.map((type) => `${type} one_${type}\n${type}[] many_${type}\n`).join('')}int64 far
uint64[] farther
float64[3] three
string[] words
time[] when
duration left
geometry_msgs/Point[] points
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
string label
`;
const MESSAGE = {
  header: { seq: 7, stamp: { sec: 4_000_000_000, nsec: 5 }, frame_id: 'wörld' },
  flag: true,
  ...Object.fromEntries(
    NUMBERS.flatMap((type, i) => [
      [`one_${type}`, i + 1],
      [`many_${type}`, [3, 2, i]],
    ]),
  ),
  ...{ far: -5n, farther: [1n, 2n ** 63n], three: [0.1, -0.2, 1e300], words: ['', 'a', 'é'] },
  when: [{ sec: 1, nsec: 2 }],
  left: { sec: -3, nsec: -4 },
  points: [
    { x: 1, y: 2, label: 'p' },
    { x: -0.5, y: 4, label: '' },
  ],
};
const types = parse(DEFINITION, { ros2: false });
const BYTES = new MessageWriter([...types]).writeMessage(MESSAGE);

describe('messages of ROS 1', () => {
  it('are read as the library reads them', () => {
    const read = ros1Reader(types as Ros1Type[])(BYTES);
    const known = new MessageReader([...types]).readMessage(BYTES);
    expect(plain(read)).toEqual(plain(known));
    expect(read).toMatchObject({ left: MESSAGE.left, words: MESSAGE.words, flag: true });
  });

  it('that end too early are refused, wherever', () => {
    const reader = ros1Reader(types as Ros1Type[]);
    for (let size = 0; size < BYTES.length; size++) {
      expect(() => reader(BYTES.subarray(0, size)), String(size)).toThrow('ends too early');
    }
  });

  it('cannot claim lists that are longer than the message', () => {
    const huge = Uint8Array.of(255, 255, 255, 255, 0, 0);
    for (const type of ['float64[]', 'string[]', 'x/Empty[]']) {
      const text = `${type} list\n${'='.repeat(80)}\nMSG: x/Empty\n`;
      const reader = ros1Reader(parse(text, { ros2: false }) as Ros1Type[]);
      expect(() => reader(huge), type).toThrow('ends too early');
    }
  });

  it('of types that lead in a circle, or nowhere, are refused', () => {
    const field = { name: 'next', isComplex: true };
    expect(() => ros1Reader([{ definitions: [{ ...field, type: 'x/A' }] }])).toThrow('not defined');
    const own = { name: 'x/A', definitions: [{ ...field, type: 'x/A' }] };
    expect(() => ros1Reader([{ definitions: [{ ...field, type: 'x/A' }] }, own])).toThrow('itself');
    const twice = (i: number) => ({
      name: `x/T${i}`,
      definitions: ['a', 'b'].map((name) => ({ ...field, name, type: `x/T${i + 1}` })),
    });
    const many = [
      ...Array.from({ length: 40 }, (_, i) => twice(i)),
      { name: 'x/T40', definitions: [] },
    ];
    expect(() => ros1Reader([{ ...many[0], name: undefined }, ...many])).toThrow('too many');
    const bad = [{ definitions: [{ name: '__proto__', type: 'uint8' }] }];
    expect(() => ros1Reader(bad)).toThrow('no name');
  });
});

/** Without the classes of lists and records. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each) => {
      if (typeof each === 'bigint') return `${each}n`;
      return ArrayBuffer.isView(each) ? Array.from(each as never) : each;
    }),
  );
}
