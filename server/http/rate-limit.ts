import { problem } from '../problem.ts';
import type { RealMs } from '../world/time.ts';
import { scopeOf } from './call.ts';
import type { Step } from './steps.ts';

const WINDOW_MS = 60_000;

/** At most `perMinute` requests of one user in each minute of real time; undefined: no limit. Gap limits.rate. */
export function limitRate(perMinute: number | undefined, realNow: () => RealMs): Step {
  if (perMinute === undefined) return () => undefined;
  const windows = new Map<string, { endsAtMs: number; count: number }>();

  return (call, _request, response) => {
    if (call.scope === undefined) return undefined;
    const { userId } = scopeOf(call).user;
    const nowMs = realNow();
    const known = windows.get(userId);
    const window = known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, count: 0 };
    window.count += 1;
    windows.set(userId, window);

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
