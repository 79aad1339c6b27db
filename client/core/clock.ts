/** The time and the pauses of a client. */
export interface ClientClock {
  /** Returns the time in epoch milliseconds. */
  nowMs(): number;
  /** Waits. Rejects with the reason of the signal if it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the platform. */
export const systemClock: ClientClock = {
  nowMs: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
