/**
 * What waits for a worker: light and heavy requests apart, each in order of acceptance, and behind a change of their cell
 * what was accepted after it. Bounded in all; who does not get in is told so at once.
 */
import type { Task } from './task.ts';

/** A queue of tasks that are removed from its middle now and then. */
class Line {
  private tasks: (Task | null)[] = [];
  private first = 0;
  length = 0;

  push(task: Task): void {
    this.tasks.push(task);
    this.length++;
  }

  /** In front of all: it has waited before. */
  pushFront(task: Task): void {
    if (this.first > 0) this.tasks[--this.first] = task;
    else this.tasks.unshift(task);
    this.length++;
  }

  remove(task: Task): boolean {
    const at = this.tasks.indexOf(task, this.first);
    if (at < 0) return false;
    this.tasks[at] = null;
    this.length--;
    this.tidy();
    return true;
  }

  /** The first that may go, if any; it stays where it is. */
  find(mayGo: (task: Task) => boolean): Task | null {
    for (let i = this.first; i < this.tasks.length; i++) {
      const task = this.tasks[i];
      if (task && mayGo(task)) return task;
    }
    return null;
  }

  private tidy(): void {
    while (this.first < this.tasks.length && this.tasks[this.first] === null) this.first++;
    if (this.first < 64 || this.first * 2 < this.tasks.length) return;
    this.tasks = this.tasks.slice(this.first);
    this.first = 0;
  }
}

/** All that waits. */
export class TaskQueue {
  private readonly light = new Line();
  private readonly heavy = new Line();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get length(): number {
    return this.light.length + this.heavy.length;
  }

  get isFull(): boolean {
    return this.length >= this.most;
  }

  push(task: Task): void {
    this.lineOf(task).push(task);
  }

  /** Of a worker that ended: it was accepted, however full it is. */
  putBack(task: Task): void {
    this.lineOf(task).pushFront(task);
  }

  remove(task: Task): boolean {
    return this.lineOf(task).remove(task);
  }

  nextLight(mayGo: (task: Task) => boolean): Task | null {
    return this.light.find(mayGo);
  }

  nextHeavy(mayGo: (task: Task) => boolean): Task | null {
    return this.heavy.find(mayGo);
  }

  private lineOf(task: Task): Line {
    return task.request.heavy ? this.heavy : this.light;
  }
}
