import { problem } from '../../../problem.ts';
import { MAX_HEADER_VALUE } from '../../edge/limits.ts';
import { readHeader } from '../../exchange/call.ts';
import type { PipelineStep } from '../../exchange/steps.ts';

const limits = Object.entries(MAX_HEADER_VALUE).map(([name, most]) => ({ name, key: name.toLowerCase(), most }));

/** Refuses a header value that is too long to parse with 431. Gap limits.request. */
export const limitHeaders: PipelineStep = (_call, request) => {
  for (const { name, key, most } of limits) {
    const length = readHeader(request, key)?.length ?? 0;
    if (length <= most) continue;
    const detail = `Expected at most ${most} characters; got ${length}.`;
    return problem(431, 'headers_too_large', {
      detail: `The header ${name} is too long. ${detail} Send a shorter value.`,
      errors: [{ header: name, code: 'too_long', detail }],
    });
  }
  return undefined;
};
