import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { formatNextAttempt } from '../shared/instants.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';
import { measureTextWidth } from '../shared/text-width.ts';

type Delivery = SandboxSchemas['Delivery'];

/** The times and the width used to format deliveries. */
export interface DeliveryView {
  /** The time on the sandbox clock. */
  readonly sandboxNow: string;
  readonly realNowMs: number;
  /** The line width; longer lines are broken once. Undefined: no limit. */
  readonly columns: number | undefined;
}

/**
 * Formats deliveries, one per line, in aligned columns: short id, time, type, incident state, terminal or account, delivery
 * state, latest response and next attempt.
 */
export function formatDeliveries(deliveries: readonly Delivery[], view: DeliveryView): readonly string[] {
  const rows = deliveries.map((delivery) => formatCells(delivery, view));
  const getWidth = (column: number): number => Math.max(...rows.map((cells) => measureTextWidth(cells[column] ?? '')));
  const widths = (rows[0] ?? []).map((_, column) => getWidth(column));
  return rows.flatMap((cells) => {
    const padded = cells.map((cell, column) => padTo(widths[column] ?? 0, cell)).filter((cell) => cell !== '');
    const line = padded.join('  ').trimEnd();
    const last = cells.at(-1) ?? '';
    if (last === '' || measureTextWidth(line) <= (view.columns ?? Number.POSITIVE_INFINITY)) return [line];
    return [padded.slice(0, -1).join('  ').trimEnd(), `${' '.repeat(INDENT)}${last}`];
  });
}

/** Pads a cell with spaces to a number of terminal columns. */
const padTo = (width: number, cell: string): string => cell + ' '.repeat(Math.max(0, width - measureTextWidth(cell)));

/** Continuation lines start below the second column. */
const INDENT = 10;

function formatCells(delivery: Delivery, { sandboxNow, realNowMs }: DeliveryView): readonly string[] {
  const { delivery_id: id, attempt_count: attempts, next_attempt: next } = delivery;
  return [
    toShortId(id),
    delivery.happened_at.replace('T', ' ').replace('Z', ''),
    delivery.type,
    delivery.is_test ? 'test' : (delivery.incident_state ?? ''),
    toPrintable(delivery.terminal_id ?? delivery.account_id),
    attempts === 0 ? delivery.state : `${delivery.state} ${attempts}×`,
    [formatLastResponse(delivery), next === null ? '' : formatNextAttempt(next, sandboxNow, realNowMs)]
      .filter((part) => part !== '')
      .join(', '),
  ];
}

/** Formats the latest status. Adds the failure reason for an incomplete 2xx, and returns only the reason without a status. */
export function formatLastResponse({
  last_status: status,
  last_error: error,
}: Pick<Delivery, 'last_status' | 'last_error'>): string {
  const reason = error === null ? '' : toPrintable(error.replace(/\.$/, ''));
  if (status === null) return reason;
  return isSuccess(status) && reason !== '' ? `${status}, incomplete: ${reason}` : String(status);
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Counts the deliveries by state: `3 deliveries: 2 delivered, 1 pending`. */
export function formatCounts(deliveries: readonly Delivery[]): string {
  const counts = new Map<string, number>();
  for (const { state } of deliveries) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return `${deliveries.length} ${deliveries.length === 1 ? 'delivery' : 'deliveries'}: ${parts.join(', ')}`;
}
