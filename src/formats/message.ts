/**
 * Messages of ROS as JSON brings them: nothing is believed of their shape. Readers throw an InputError that names the
 * place in the message.
 */
import { InputError, LONE_SURROGATE_FAULT, loneSurrogateAt } from '../math/index.ts';
import { type Entry, type Source, Value } from './value.ts';

/** A message whose fields are not known to be there. */
export type Message = Readonly<Record<string, unknown>>;

/** A mapping; a field that is left out has the default of ROS, which is empty. */
export function messageAt(value: unknown, place: string): Message {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Message;
  throw wrong(place, `expected a message, found ${kindOf(value)}`);
}

/** A list of a message; empty where it is left out. */
export function listAt(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw wrong(place, `expected a list, found ${kindOf(value)}`);
}

/** A text of a message; empty where it is left out. */
export function textAt(value: unknown, place: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return wellFormed(value, place);
  throw wrong(place, `expected text, found ${kindOf(value)}`);
}

function wellFormed(text: string, place: string): string {
  if (loneSurrogateAt(text) < 0) return text;
  throw wrong(place, LONE_SURROGATE_FAULT.message, LONE_SURROGATE_FAULT.hint);
}

/** JSON has no NaN: some servers send null, some a word. */
export function numberAt(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(place, `expected a finite number, found ${kindOf(value)}`);
}

/** A flag of a message; false where it is left out. */
export function flagAt(value: unknown, place: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw wrong(place, `expected true or false, found ${kindOf(value)}`);
}

/** What is wrong with a message, at a place of it. */
export function wrong(place: string, message: string, hint?: string): InputError {
  return new InputError({ code: 'ros/message', message: `${place}: ${message}`, hint });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a message' : JSON.stringify(value).slice(0, 40);
}

/** A decoded message as plain data: lists for typed arrays, numbers for whole ones of 64 bits, times as ROS 2 names them. */
export function plainMessage(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainMessage);
  if (ArrayBuffer.isView(value)) {
    return Array.from(value as unknown as ArrayLike<number | bigint>, Number);
  }
  const entries = Object.entries(value).map(([key, each]) => [key, plainMessage(each)] as const);
  const isTime = entries.length === 2 && 'sec' in value && 'nsec' in value;
  return Object.fromEntries(isTime ? [entries[0], ['nanosec', entries[1][1]]] : entries);
}

/** The same as a value that readers of files take; faults name the message. */
export function messageValue(plain: unknown, file: string): Value {
  const source: Source = { file, text: '', isMessage: true };
  const convert = (data: unknown): Value => {
    if (Array.isArray(data)) return new Value(source, 0, data.map(convert));
    if (typeof data !== 'object' || data === null) {
      if (typeof data === 'string') wellFormed(data, file);
      return new Value(source, 0, (data ?? null) as string | number | boolean | null);
    }
    const entries = Object.entries(data).map(([key, each]): [string, Entry] => [
      key,
      { key: wellFormed(key, file), at: 0, value: convert(each) },
    ]);
    return new Value(source, 0, new Map(entries));
  };
  return convert(plain);
}
