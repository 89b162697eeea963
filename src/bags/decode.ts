/** Messages as data: CDR of ROS 2, ROS 1, and JSON. A decoder is made once for each channel. */
import { InputError } from '../math/index.ts';
import type { BagLibraries } from './libraries.ts';
import type { BagChannel } from './records.ts';

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
      const reader = new (libraries.ros1().MessageReader)(definitions(false));
      return (data) => reader.readMessage(data);
    }
    const both = `${encoding || 'nothing'} with ${schema.encoding || 'no schema'}`;
    throw fault(
      `messages are encoded as ${both}`,
      'read are cdr with ros2msg, ros1 with ros1msg, and json',
    );
  };
  const read = decode();
  return (data) => {
    try {
      return read(data);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw fault(`a message of ${data.length} bytes is no ${schema.name || 'JSON'}`);
    }
  };
}
