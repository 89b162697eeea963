/**
 * Messages of ROS as JSON brings them: nothing is believed of their shape. Readers throw an InputError that names the
 * place in the message.
 */
import { InputError } from '../math/index.ts';

/** A message whose fields are not known to be there. */
export type Message = Readonly<Record<string, unknown>>;

/** A mapping; a field that is left out has the default of ROS, which is empty. */
export function messageAt(value: unknown, place: string): Message {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Message;
  throw wrong(place, `expected a message, found ${kindOf(value)}`);
}

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw wrong(place, `expected a list, found ${kindOf(value)}`);
}

export function textAt(value: unknown, place: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw wrong(place, `expected text, found ${kindOf(value)}`);
}

/** JSON has no NaN: some servers send null, some a word. */
export function numberAt(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrong(place, `expected a finite number, found ${kindOf(value)}`);
}

export function flagAt(value: unknown, place: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw wrong(place, `expected true or false, found ${kindOf(value)}`);
}

export function wrong(place: string, message: string, hint?: string): InputError {
  return new InputError({ code: 'ros/message', message: `${place}: ${message}`, hint });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a message' : JSON.stringify(value).slice(0, 40);
}
