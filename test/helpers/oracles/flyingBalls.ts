/** Balls that fly evenly, by formulas: when two of them come within a distance, and what elastic ones do one by one. */

export interface Ball {
  place: number[];
  velocity: number[];
  readonly radius: number;
  readonly mass: number;
}

/** The first time from 0 on that the surfaces are as near as `gap`; infinite if never. */
export function timeWithin(a: Ball, b: Ball, gap: number): number {
  const d = a.place.map((x, k) => b.place[k] - x);
  const v = a.velocity.map((x, k) => b.velocity[k] - x);
  const far = a.radius + b.radius + gap;
  const c = dot(d, d) - far * far;
  if (c <= 0) return 0;
  const half = dot(d, v);
  const root = half * half - dot(v, v) * c;
  if (half >= 0 || root < 0) return Number.POSITIVE_INFINITY;
  return c / (-half + Math.sqrt(root));
}

/** An elastic impact of two balls that touch. */
export function bounce(a: Ball, b: Ball): void {
  const d = a.place.map((x, k) => b.place[k] - x);
  const length = Math.sqrt(dot(d, d));
  const n = d.map((x) => x / length);
  const along = dot(a.velocity, n) - dot(b.velocity, n);
  const push = (2 * along) / (1 / a.mass + 1 / b.mass);
  a.velocity = a.velocity.map((x, k) => x - (push / a.mass) * n[k]);
  b.velocity = b.velocity.map((x, k) => x + (push / b.mass) * n[k]);
}

/** The impacts of elastic balls in their order, one after the other. */
export function elasticImpacts(
  given: readonly Ball[],
  until: number,
): { readonly time: number; readonly a: number; readonly b: number }[] {
  const balls = given.map((ball) => ({ ...ball }));
  const impacts: { time: number; a: number; b: number }[] = [];
  let now = 0;
  for (;;) {
    let next = { time: Number.POSITIVE_INFINITY, a: -1, b: -1 };
    for (let a = 0; a < balls.length; a++) {
      for (let b = a + 1; b < balls.length; b++) {
        const time = now + timeWithin(balls[a], balls[b], 0);
        if (time < next.time && approaches(balls[a], balls[b])) next = { time, a, b };
      }
    }
    if (!(next.time <= until)) return impacts;
    for (const ball of balls) {
      ball.place = ball.place.map((x, k) => x + ball.velocity[k] * (next.time - now));
    }
    now = next.time;
    bounce(balls[next.a], balls[next.b]);
    impacts.push(next);
  }
}

function approaches(a: Ball, b: Ball): boolean {
  const d = a.place.map((x, k) => b.place[k] - x);
  const v = a.velocity.map((x, k) => b.velocity[k] - x);
  return dot(d, v) < 0;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
