/** Messages as data: CDR of ROS 2, ROS 1, and JSON. A decoder is made once for each channel. */
import { InputError } from '../math/index.ts';
import type { BagLibraries } from './libraries.ts';
import type { BagChannel } from './records.ts';
import { type Ros1Type, ros1Reader } from './ros1.ts';

/** What a message holds; typed arrays for lists of numbers. */
export type Decode = (data: Uint8Array) => unknown;

/** The decoder of a channel. Throws an InputError for an encoding that nobody reads here. */
export function decoderOf(channel: BagChannel, libraries: BagLibraries, file: string): Decode {
  const { encoding, schema, topic } = channel;
  const fault = (message: string, hint?: string) =>
    new InputError({ code: 'bag/encoding', message: `${topic}: ${message}`, file, hint });
  const definitions = (ros2: boolean) => {
    try {
      return libraries.messages().parse(schema.text, { ros2 });
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw fault(`its schema "${schema.name}" cannot be read`);
    }
  };
  const decode = (): Decode => {
    if (encoding === 'json') {
      const text = new TextDecoder();
      return (data) => JSON.parse(text.decode(data));
    }
    if (encoding === 'cdr' && schema.encoding === 'ros2msg') {
      const reader = new (libraries.ros2().MessageReader)(definitions(true));
      return (data) => reader.readMessage(data);
    }
    if (encoding === 'ros1' && schema.encoding === 'ros1msg') {
      return ros1Reader(definitions(false) as readonly Ros1Type[]);
    }
    const both = `${encoding || 'nothing'} with ${schema.encoding || 'no schema'}`;
    throw fault(
      `messages are encoded as ${both}`,
      'read are cdr with ros2msg, ros1 with ros1msg, and json',
    );
  };
  const read = made(decode, () => fault(`its schema "${schema.name}" cannot be used`));
  return (data) => {
    try {
      return read(data);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw fault(`a message of ${data.length} bytes is no ${schema.name || 'JSON'}`);
    }
  };
}

/** Types that lead nowhere are a fault of the bag. */
function made<T>(make: () => T, fault: () => InputError): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof InputError ? error : fault();
  }
}
