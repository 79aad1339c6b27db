import { InvalidArgumentError } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

type Answer = SandboxSchemas['InboxAnswer'];

/** The syntax of an answer, for help and errors. */
export const RESPONSE_SYNTAX =
  'a status, optionally with :SECONDS for Retry-After and +TIME for a delay, or never; for example 500,503:60,never,200+1500ms';

const MAX_RESPONSES = 50;
const MAX_DELAY_MS = 60_000;
const MAX_RETRY_SECONDS = 86_400;

/**
 * Parses the sequence of answers of an inbox: `500,503:60,never,200+1500ms`. Throws `InvalidArgumentError`.
 */
export function parseResponsePlan(text: string): readonly Answer[] {
  const answers = text.split(',').map((part) => parseResponse(part.trim()));
  if (answers.length <= MAX_RESPONSES) return answers;
  throw new InvalidArgumentError(`Expected at most ${MAX_RESPONSES} answers, got ${answers.length}.`);
}

function parseResponse(text: string): Answer {
  if (text === 'never') return { never: true };
  const match = /^(\d{3})(?::(\d{1,9}))?(?:\+(\d{1,9})(ms|s))?$/.exec(text);
  if (match === null) throw new InvalidArgumentError(`"${text}" is not an answer: expected ${RESPONSE_SYNTAX}.`);
  const [, status, retryAfter, delay, unit] = match;
  return {
    status: checkRange(text, Number(status), { what: 'a status', least: 200, most: 599 }),
    ...(retryAfter === undefined
      ? {}
      : {
          retry_after_seconds: checkRange(text, Number(retryAfter), {
            what: 'seconds',
            least: 0,
            most: MAX_RETRY_SECONDS,
          }),
        }),
    ...(delay === undefined
      ? {}
      : {
          delay_ms: checkRange(text, Number(delay) * (unit === 's' ? 1000 : 1), {
            what: 'a delay in ms',
            least: 0,
            most: MAX_DELAY_MS,
          }),
        }),
  };
}

interface Range {
  readonly what: string;
  readonly least: number;
  readonly most: number;
}

function checkRange(text: string, value: number, { what, least, most }: Range): number {
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`"${text}": expected ${what} from ${least} to ${most}.`);
}

/** Formats an answer in the syntax of the option. */
export function formatResponse({ never, status = 200, delay_ms: delay, retry_after_seconds: retry }: Answer): string {
  if (never === true) return 'never';
  return `${status}${retry === undefined ? '' : `:${retry}`}${delay === undefined ? '' : `+${delay}ms`}`;
}
