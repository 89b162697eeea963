/** Things that turn out to be one, by number: the smallest of them stands for all. */
export class Unions {
  private readonly parent = new Map<number, number>();

  has(x: number): boolean {
    return this.parent.has(x);
  }

  add(x: number): void {
    if (!this.parent.has(x)) this.parent.set(x, x);
  }

  find(x: number): number {
    const { parent } = this;
    let root = x;
    while (parent.get(root) !== root) root = parent.get(root)!;
    for (let y = x; y !== root; ) {
      const up = parent.get(y)!;
      parent.set(y, root);
      y = up;
    }
    return root;
  }

  join(x: number, y: number): void {
    const [a, b] = [this.find(x), this.find(y)];
    this.parent.set(Math.max(a, b), Math.min(a, b));
  }
}
