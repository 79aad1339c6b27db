import { performance, wait } from '../../../base/real-time.ts';
import type { OperationId } from '../../../spec/index.ts';
import type { SandboxOperationId, SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation } from '../../control/control-plane.ts';
import { formatRequestLine } from '../../control/format-request.ts';
import { checkOptions, type OptionRules, text, wholeNumber } from '../options/check-options.ts';

/** A request and its response, as `GET /sandbox/requests` lists it. */
export type ListedRequest = SandboxSchemas['Exchange'];

/** Filters for requests; all of them apply. */
export interface RequestFilter {
  /** The operation, such as `createDispute`. */
  readonly operation?: OperationId | SandboxOperationId;
  readonly status?: number;
  /** In capitals. */
  readonly method?: string;
}

export interface WaitForRequestOptions {
  /** Real time, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
}

/**
 * The latest requests that the sandbox answered. With the option `recordRequests`, `recorded` of each contains what was sent. Requests
 * of this library to the control plane are among them.
 */
export interface SandboxRequests {
  /** At most the last 200, oldest first. */
  list(filter?: RequestFilter): Promise<readonly ListedRequest[]>;
  /**
   * Resolves with the latest request that matches, as soon as there is one: it may have been answered before the call. Rejects after
   * `timeoutMs` with an error that lists the requests that came instead.
   */
  waitFor(filter: RequestFilter, options?: WaitForRequestOptions): Promise<ListedRequest>;
}

const FILTER_RULES: OptionRules<Required<RequestFilter>> = {
  operation: text,
  status: wholeNumber(100, 599),
  method: text,
};

/** Real milliseconds between two reads, increasing. */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;
/** How many requests an error lists. */
const MAX_LISTED = 20;

/** Reads the requests of a sandbox for the library. */
export const createRequests = (call: CallOperation): SandboxRequests => ({
  async list(filter = {}) {
    checkOptions('sandbox.requests.list', filter, FILTER_RULES);
    return (await call('listRequests', { query: filter })).data.toReversed();
  },
  async waitFor(filter, options = {}) {
    checkOptions('sandbox.requests.waitFor', filter, FILTER_RULES);
    checkOptions('sandbox.requests.waitFor, options', options, { timeoutMs: wholeNumber(0) });
    const { timeoutMs = 5000 } = options;
    const endMs = performance.now() + timeoutMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const isLast = performance.now() >= endMs;
      const [found] = (await call('listRequests', { query: filter })).data;
      if (found !== undefined) return found;
      if (isLast) throw new Error(describeMiss(filter, timeoutMs, (await call('listRequests')).data));
      await wait(Math.max(0, Math.min(pauseMs, endMs - performance.now())));
    }
  },
});

function describeMiss(filter: RequestFilter, timeoutMs: number, came: readonly ListedRequest[]): string {
  const wanted = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  const what = `No request${wanted.length === 0 ? '' : ` with ${wanted.join(', ')}`} came within ${timeoutMs} ms`;
  // A test that waits for a request of its client is not interested in those that set up its sandbox.
  const others = came.filter(({ path, operation_id: id }) => id === filter.operation || !path.startsWith('/sandbox'));
  if (others.length === 0) return `${what}, and no other request to the service either.`;
  const shown = others.slice(0, MAX_LISTED).toReversed();
  const count = shown.length < others.length ? `The last ${shown.length} of ${others.length} others` : 'These came';
  return [`${what}. ${count}, oldest first:`, ...shown.map((one) => `  ${formatRequestLine(one)}`)].join('\n');
}
