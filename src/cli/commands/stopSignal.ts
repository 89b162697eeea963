/** Being interrupted: once in order, twice at once. */

/** Aborted by the first Ctrl-C or SIGTERM; the second ends the process. */
export function stopSignal(): AbortController {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort(new Error('interrupted'));
    });
  }
  return stop;
}
