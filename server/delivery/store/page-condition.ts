import type { DeliveryQuery } from './delivery-store.ts';

/** An SQL condition and the values of its placeholders. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * Returns the condition of a page for one destination, so that rows are read in index order. A `+` prevents SQLite from
 * choosing another index, with which it would have to read and sort all rows.
 */
export function buildPageCondition(query: DeliveryQuery, destinationId: string | undefined): SqlCondition {
  const leading = query.eventId !== undefined ? 'event_id' : destinationId !== undefined ? 'destination' : 'tenant';
  const column = (name: string): string => (name === leading ? name : `+${name}`);
  const { types, states, statusClass } = query;
  const parts: SqlCondition[] = [
    ...createConditions(query.eventId, `${column('event_id')} = ?`),
    ...createConditions(destinationId, `${column('destination')} = ?`),
    ...createConditions(query.tenantId, `${column('tenant')} = ?`),
    ...createConditions(query.beforeSequence, 'sequence < ?'),
    ...createConditions(types && JSON.stringify(types), 'event_type IN (SELECT value FROM json_each(?))'),
    ...createConditions(query.terminalId, 'terminal = ?'),
    ...createConditions(query.incidentId, 'incident = ?'),
    ...createConditions(query.isTest === undefined ? undefined : Number(query.isTest), '+is_test = ?'),
    ...createConditions(states && JSON.stringify(states), '+state IN (SELECT value FROM json_each(?))'),
    ...createConditions(statusClass, `attempt_count > 0 AND ${STATUS_CLASS} = ?`),
    ...createConditions(query.fromMs, '+event_at_ms >= ?'),
    ...createConditions(query.toMs, '+event_at_ms < ?'),
  ];
  return {
    sql: parts.length === 0 ? 'TRUE' : parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** The SQL form of `classifyStatus` in `transitions.ts`. Earlier versions stored statuses that HTTP does not define. */
const STATUS_CLASS = `CASE WHEN last_status / 100 = 2 AND last_error IS NOT NULL THEN 0
  WHEN last_status BETWEEN 100 AND 599 THEN last_status / 100 ELSE 0 END`;

function createConditions(value: string | number | undefined, sql: string): readonly SqlCondition[] {
  return value === undefined ? [] : [{ sql, values: [value] }];
}
