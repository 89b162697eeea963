/**
 * Whether a walk has come back to where it was. Where the next pair of features follows from the present one
 * alone, a pair that is seen twice means a walk without end. Brent's way (BIT 1980): one pair is remembered, a
 * new one after 1, 2, 4, 8, ... steps, so any round is noticed after at most three times its length and what
 * came before it, and nothing is stored.
 */

export class Returns {
  private a = -1;
  private b = -1;
  private steps = 0;
  private until = 1;

  begin(a: number, b: number): void {
    this.a = a;
    this.b = b;
    this.steps = 0;
    this.until = 1;
  }

  /** After every step: true if the walk is where it was before. */
  isBack(a: number, b: number): boolean {
    if (a === this.a && b === this.b) return true;
    if (++this.steps === this.until) {
      this.a = a;
      this.b = b;
      this.steps = 0;
      this.until *= 2;
    }
    return false;
  }
}
