import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { responseTexts } from '../../../../spec/response-texts.ts';
import type { IncidentData } from '../incident.ts';

const MOST = 5;

/** Counts codes, most frequent first, then by code. */
export function countByCode<Row>(
  rows: readonly Row[],
  getCode: (row: Row) => string,
): readonly (readonly [string, number])[] {
  return [...Map.groupBy(rows, getCode)]
    .map(([code, of]) => [code, of.length] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Returns the response codes of declines for events: at most five. */
export function listTopResponses(declines: readonly Transaction[]): readonly IncidentData[] {
  return countByCode(declines, ({ response }) => response)
    .slice(0, MOST)
    .map(([response, count]) => ({ response, responseText: responseTexts[response] ?? 'Unknown response', count }));
}

/** Formats them as text: `57 ×6, 58 ×3`. */
export function formatResponses(declines: readonly Transaction[]): string {
  return countByCode(declines, ({ response }) => response)
    .slice(0, 3)
    .map(([response, count]) => `${response} ×${count}`)
    .join(', ');
}
