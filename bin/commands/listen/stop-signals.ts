/** A stop signal from outside. */
export interface StopSignals {
  readonly signal: AbortSignal;
  /** Removes the timer and the signal handlers. */
  release(): void;
}

/**
 * Aborts at the first Ctrl-C or SIGTERM, or when `limitMs` of real time have passed. A second signal ends the process immediately, which is the default.
 */
export function listenForStop(limitMs: number | undefined): StopSignals {
  const controller = new AbortController();
  const stop = (): void => {
    release();
    controller.abort();
  };
  const timer = limitMs === undefined ? undefined : setTimeout(stop, limitMs);
  const release = (): void => {
    clearTimeout(timer);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, release };
}
