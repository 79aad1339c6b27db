import { InvalidArgumentError } from 'commander';
import { formatDuration, parseDuration, parseInstant, toIsoDuration } from '../../../base/durations.ts';
import type { CallOperation } from '../../control/control-plane.ts';

/** An instant of the sandbox clock, as typed: `2026-11-02T12:00:00Z`, or a duration before now. */
export type TypedInstant = { readonly at: string } | { readonly agoMs: number };

/** Parses `2h` or an instant. Throws `InvalidArgumentError` for anything else. */
export function parseTypedInstant(text: string): TypedInstant {
  if (parseInstant(text) !== undefined) return { at: text };
  const agoMs = parseDuration(toIsoDuration(text) ?? '');
  if (agoMs !== undefined) return { agoMs };
  throw new InvalidArgumentError('Expected an instant such as 2026-11-02T12:00:00Z, or how long ago: 90s, 2h30m, 7d.');
}

/** Returns the instant. Reads the sandbox clock if the moment is relative. */
export async function resolveInstant(
  call: CallOperation,
  given: TypedInstant | undefined,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  if ('at' in given) return given.at;
  const { now } = await call('getClock');
  return new Date(Date.parse(now) - given.agoMs).toISOString().replace('.000Z', 'Z');
}

/** A state of a world, as typed: a position of the journal, or an instant. */
export type TypedMoment = TypedInstant | { readonly position: number };

/** Parses a position, `2h` or an instant. Throws `InvalidArgumentError` for anything else. */
export function parseTypedMoment(text: string): TypedMoment {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  if (parseInstant(text) !== undefined || toIsoDuration(text) !== undefined) return parseTypedInstant(text);
  throw new InvalidArgumentError(
    'Expected a position of the journal such as 3, an instant such as 2026-11-02T12:00:00Z, or how long ago: 90s, 2h30m, 7d.',
  );
}

/** Formats when the next attempt is due, relative to the sandbox clock: `next in 5m`, `next is due`. */
export function formatNextAttempt(
  next: { readonly clock: 'sandbox' | 'real'; readonly at: string },
  sandboxNow: string,
  realNowMs: number,
): string {
  const leftMs = Date.parse(next.at) - (next.clock === 'real' ? realNowMs : Date.parse(sandboxNow));
  if (leftMs <= 0) return 'next is due';
  return `next in ${formatDuration(Math.ceil(leftMs / 1000))}${next.clock === 'real' ? ' of real time' : ''}`;
}
