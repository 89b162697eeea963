/** One clock for all threads of the process: each has a performance.now() of its own, that begins when it does. */

/** Milliseconds, from some instant in the past; never goes back. */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
