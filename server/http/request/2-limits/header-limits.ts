import { problem } from '../../../problems/problem.ts';
import { MAX_HEADER_VALUE } from '../../edge/limits.ts';
import type { Decision } from '../../exchange/decision.ts';
import type { HeaderName } from '../../exchange/request-headers.ts';

const limits = Object.entries(MAX_HEADER_VALUE).map(([name, most]) => ({
  name,
  key: name.toLowerCase() as HeaderName, // `RequestHeaders` has every header that is parsed; a test compares them
  most,
}));

/** Refuses a header value that is too long to parse with 431. Gap limits.request. */
export const limitHeaders: Decision = ({ headers }) => {
  for (const { name, key, most } of limits) {
    const length = headers[key]?.length ?? 0;
    if (length <= most) continue;
    const detail = `Expected at most ${most} characters; got ${length}.`;
    return problem(431, 'headers_too_large', {
      detail: `The header ${name} is too long. ${detail} Send a shorter value.`,
      errors: [{ header: name, code: 'too_long', detail }],
    });
  }
  return undefined;
};
