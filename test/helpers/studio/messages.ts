/** How much a message between page and worker is. */

/** Objects that a structured clone of it has to make. */
export function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return 1;
  const entries = value instanceof Map ? [...value.values()] : Object.values(value);
  return 1 + entries.reduce((sum: number, each) => sum + objectsIn(each), 0);
}
