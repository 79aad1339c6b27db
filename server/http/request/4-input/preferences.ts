import { type ProblemReply, problem } from '../../../problems/problem.ts';
import { parsePreferences } from '../../exchange/header-grammar.ts';

/** The supported preferences (RFC 7240; gap http.prefer). */
export interface Preferences {
  /** The declared status to return instead of the normal reply. */
  readonly code: number | undefined;
  /** How long to delay the reply. */
  readonly delayMs: number;
}

export const MAX_DELAY_MS = 30_000;

/** Parses `code=503, delay=2000`. Ignores unknown preferences, as RFC 7240 requires. */
export function readPreferences(header: string): Preferences | ProblemReply<400> {
  const preferences = parsePreferences(header);
  if (preferences === undefined)
    return rejectPreference(
      'is not a list of preferences',
      'preferences with commas between them, such as code=503, delay=10',
    );
  const code = preferences.get('code');
  if (code !== undefined && !/^[1-5]\d\d$/.test(code))
    return rejectPreference('has no valid code', 'a status that the operation declares, such as code=503');
  const delay = preferences.get('delay') ?? '0';
  if (!/^\d{1,5}$/.test(delay) || Number(delay) > MAX_DELAY_MS)
    return rejectPreference('has no valid delay', `whole milliseconds from 0 to ${MAX_DELAY_MS}, such as delay=2000`);
  return { code: code === undefined ? undefined : Number(code), delayMs: Number(delay) };
}

function rejectPreference(fault: string, expected: string): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail: `The header Prefer ${fault}. Expected ${expected}.`,
    errors: [{ header: 'Prefer', code: 'wrong_format', detail: `Expected ${expected}.` }],
  });
}
