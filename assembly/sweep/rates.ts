/**
 * Bounds over the box of a straight motion: rates of all joints of all chains, and the sums of derivativeBounds.ts without a
 * direction, as `setRates` of src/check/cover/motionBounds.ts makes them.
 */

/** Where everything is, in bytes. Written by src/check/cover/ratesKernel.ts. */
@unmanaged
class Rates {
  /** Per entry: where its degree of freedom is among the rates, in bytes, or -1; and whether it turns. */
  joints: usize;
  count: i32;
  /** Of degrees of freedom. */
  rateUpper: usize;
  /** Of entries. */
  factors: usize;
  boxReach: usize;
  rates: usize;
  reach: usize;
  speed: usize;
  acceleration: usize;
  accelerationAlong: usize;
  jerk: usize;
}

/** Entry by entry; the last one has nothing on top of it. */
export function sweepRates(at: usize): void {
  const all = changetype<Rates>(at);
  const count = all.count;
  let s: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  for (let e = 0; e < count; e++) {
    const joint = all.joints + (<usize>e << 3);
    const o = <usize>e << 3;
    const d = load<i32>(joint);
    const rho = load<f64>(all.boxReach + o);
    store<f64>(all.reach + o, rho);
    if (d < 0) {
      s = 0;
      b = 0;
      c = 0;
    } else {
      const r = load<f64>(all.rateUpper + <usize>d) * load<f64>(all.factors + o);
      store<f64>(all.rates + o, r);
      if (r != 0) {
        if (load<i32>(joint, 4) != 0) {
          c += r * (3 * b + r * (3 * s + r * rho));
          b += r * (2 * s + r * rho);
        }
        s += rho * r;
      }
    }
    if (e + 1 == count) return;
    store<f64>(all.speed + o, s, 8);
    store<f64>(all.acceleration + o, b, 8);
    store<f64>(all.accelerationAlong + o, b, 8);
    store<f64>(all.jerk + o, c, 8);
  }
}
