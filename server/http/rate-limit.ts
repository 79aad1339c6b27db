import { problem } from '../problem.ts';
import type { RealMs } from '../world/time.ts';
import type { Step } from './steps.ts';

const WINDOW_MS = 60_000;
/** Past so many, windows that have ended are forgotten. */
const MOST_WINDOWS = 10_000;

interface Window {
  readonly endsAtMs: number;
  count: number;
}

/**
 * At most `perMinute` requests of one user, or of one address without a key, in each minute of real time; undefined: no
 * limit. Gap limits.rate.
 */
export function limitRate(perMinute: number | undefined, realNow: () => RealMs): Step {
  if (perMinute === undefined) return () => undefined;
  const windows = new Map<string, Window>();

  return (call, request, response) => {
    const who = call.scope?.user.userId ?? request.socket.remoteAddress ?? 'nowhere';
    const nowMs = realNow();
    const known = windows.get(who);
    const window = known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, count: 0 };
    window.count += 1;
    windows.set(who, window);
    if (windows.size > MOST_WINDOWS) forgetEnded(windows, nowMs);

    const seconds = Math.ceil((window.endsAtMs - nowMs) / 1000);
    response.setHeader('RateLimit-Policy', `"default";q=${perMinute};w=${WINDOW_MS / 1000}`);
    response.setHeader('RateLimit', `"default";r=${Math.max(0, perMinute - window.count)};t=${seconds}`);
    if (window.count <= perMinute) return undefined;
    return problem(429, 'rate_limited', {
      detail: `${perMinute} requests a minute are allowed; the next one in ${seconds} s.`,
      retry_after_seconds: seconds,
    });
  };
}

function forgetEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [who, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(who);
}
