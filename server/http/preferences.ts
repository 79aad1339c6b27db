import { type ProblemReply, problem } from '../problem.ts';

/** What a client asked for with `Prefer`, besides the operation itself (RFC 7240; gap http.prefer). */
export interface Preferences {
  /** Answer with this declared status instead of doing the work. */
  readonly code: number | undefined;
  /** Wait so many milliseconds before answering. */
  readonly delayMs: number;
}

export const MAX_DELAY_MS = 30_000;

/** Reads `code=503, delay=2000`; preferences that are not ours are ignored, as RFC 7240 demands. */
export function readPreferences(header: string | undefined): Preferences | ProblemReply<400> {
  let code: number | undefined;
  let delayMs = 0;
  for (const preference of header?.split(/[,;]/) ?? []) {
    const [rawName = '', rawValue = ''] = preference.split('=', 2);
    const name = rawName.trim().toLowerCase();
    const value = rawValue.trim().replace(/^"(.*)"$/, '$1');
    if (name === 'code') {
      if (!/^[1-5]\d\d$/.test(value)) return invalid('code', 'a status that the operation declares, such as code=503');
      code = Number(value);
    }
    if (name === 'delay') {
      if (!/^\d{1,5}$/.test(value) || Number(value) > MAX_DELAY_MS)
        return invalid('delay', `whole milliseconds from 0 to ${MAX_DELAY_MS}, such as delay=2000`);
      delayMs = Number(value);
    }
  }
  return { code, delayMs };
}

function invalid(name: string, expected: string): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail: `The preference ${name} of the header Prefer takes ${expected}.`,
    errors: [{ header: 'Prefer', code: 'wrong_format', detail: `Expected ${expected}.` }],
  });
}
