/**
 * Copies of data in the kernels' memory, one for each object that they belong to. They are given back when the object is
 * gone. What finds no room has none: then TypeScript does the work.
 */
import type { Kernel } from './kernel.ts';
import type { KernelMemory } from './memory.ts';

/** Says how many bytes the data of an object takes, and puts it at an address. */
export interface Layout<T> {
  length(owner: T): number;
  write(owner: T, address: number, memory: KernelMemory): void;
}

/** Lodgings of one kind of data. */
export class Lodgings<T extends object> {
  private readonly layout: Layout<T>;
  private readonly addresses = new WeakMap<T, number>();

  constructor(layout: Layout<T>) {
    this.layout = layout;
  }

  /**
   * The address of an object's data, which is copied the first time; 0 if there is no room. Hot code asks once and keeps it
   * beside the object.
   */
  of(owner: T, { memory }: Kernel): number {
    const known = this.addresses.get(owner);
    if (known !== undefined) return known;
    const length = this.layout.length(owner);
    const address = memory.take(length);
    if (address !== 0) {
      this.layout.write(owner, address, memory);
      memory.lend(owner, address, length);
    }
    this.addresses.set(owner, address);
    return address;
  }
}
