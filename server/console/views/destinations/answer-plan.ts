import type { InboxAnswer } from '../../api/types.ts';

/** Describes a response of an inbox: `500`, `503, retry after 60 s`, `200 after 1.5 s`, `none`. */
export function describeAnswer({
  never,
  status = 200,
  delay_ms: delayMs,
  retry_after_seconds: retry,
}: InboxAnswer): string {
  if (never === true) return 'no response';
  const delay = delayMs === undefined ? '' : ` after ${delayMs / 1000} s`;
  return `${status}${delay}${retry === undefined ? '' : `, retry after ${retry} s`}`;
}

/**
 * Parses a plan as `fleetkit destinations inbox --answers` does: `500,500,200`, `503:60`, `200+1500ms`, `never`. Returns
 * undefined for any other text.
 */
export function parsePlan(text: string): readonly InboxAnswer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length === 1 && parts[0] === '') return [];
  const answers = parts.map(parseAnswer);
  return answers.every((answer) => answer !== undefined) ? answers : undefined;
}

function parseAnswer(text: string): InboxAnswer | undefined {
  if (text === 'never') return { never: true };
  const [, status, retry, delay] = /^([2-5]\d\d)(?::(\d{1,5}))?(?:\+(\d{1,5})ms)?$/.exec(text) ?? [];
  if (status === undefined) return undefined;
  return {
    status: Number(status),
    ...(retry === undefined ? {} : { retry_after_seconds: Number(retry) }),
    ...(delay === undefined ? {} : { delay_ms: Number(delay) }),
  };
}

/** Formats a plan as `parsePlan` accepts it. */
export const formatPlan = (answers: readonly InboxAnswer[]): string =>
  answers
    .map(({ never, status = 200, delay_ms: delay, retry_after_seconds: retry }) =>
      never === true
        ? 'never'
        : `${status}${retry === undefined ? '' : `:${retry}`}${delay === undefined ? '' : `+${delay}ms`}`,
    )
    .join(',');
