/** Messages as data: CDR of ROS 2, ROS 1, and JSON. A decoder is made once for each channel. */
import { decodeUtf8, InputError, requireWellFormed } from '../math/index.ts';
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
      return (data) => JSON.parse(decodeUtf8(data, { code: 'bag/utf-8' }));
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
      const message = read(data);
      requireTexts(message);
      return message;
    } catch (error) {
      if (error instanceof InputError) {
        throw new InputError({ ...error.fault, message: `${topic}: ${error.fault.message}`, file });
      }
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

/**
 * Names in messages name joints and bodies. The library that reads CDR puts U+FFFD in place of bytes that are no UTF-8, so that two
 * names may have become one; JSON may have lone surrogates. Both are refused, U+FFFD wherever it comes from.
 */
function requireTexts(value: unknown): void {
  if (typeof value === 'string') {
    requireWellFormed(value);
    if (!value.includes('\ufffd')) return;
    const message = `a text has the character U+FFFD, which stands for bytes that are no UTF-8: ${JSON.stringify(value.slice(0, 60))}`;
    throw new InputError({ code: 'bag/utf-8', message, hint: 'record with names in UTF-8' });
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) {
    // Lists of numbers are long.
    if (typeof value[0] !== 'number') value.forEach(requireTexts);
    return;
  }
  for (const each of Object.values(value)) requireTexts(each);
}
