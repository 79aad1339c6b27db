import { pluralize } from '../../reports/parts/screen.ts';
import type { ClientExchange, Evidence } from '../core/evidence.ts';

/** One arrow of a sequence diagram. */
export interface Arrow {
  readonly atMs: number;
  readonly from: 'client' | 'service' | 'other';
  readonly to: 'client' | 'service' | 'other';
  readonly text: string;
  /** The circumstance that the arrow shows; empty for usual ones. */
  readonly note: string;
}

const FIRST = 12;
const LAST = 6;
const MOST_TEXT = 100;

/** Returns the arrows of a lesson in order of time. Leaves out the middle of long sequences, and counts it. */
export function listArrows({ exchanges, deliveries }: Evidence): readonly (Arrow | string)[] {
  const names = nameKeys(exchanges);
  const arrows = [
    ...exchanges.flatMap((exchange) => listExchangeArrows(exchange, names)),
    ...deliveries.flatMap(({ atMs, name, status }): Arrow[] => [
      { atMs, from: 'service', to: 'client', text: `POST ${name}`, note: '' },
      { atMs, from: 'client', to: 'service', text: status === null ? 'no response' : String(status), note: '' },
    ]),
  ].toSorted((one, other) => one.atMs - other.atMs);
  if (arrows.length <= 2 * (FIRST + LAST)) return arrows;
  const left = arrows.length - 2 * (FIRST + LAST);
  return [...arrows.slice(0, 2 * FIRST), `${pluralize(left, 'arrow')} left out`, ...arrows.slice(-2 * LAST)];
}

/** Names the idempotency keys in the order in which they were sent: A, B and so on, then by number. */
function nameKeys(exchanges: readonly ClientExchange[]): ReadonlyMap<string, string> {
  const keys = new Set(exchanges.flatMap(({ headers }) => headers['idempotency-key'] ?? []));
  return new Map([...keys].map((key, place) => [key, 'ABCDEFGHIJ'[place] ?? String(place + 1)]));
}

function listExchangeArrows(exchange: ClientExchange, keyNames: ReadonlyMap<string, string>): Arrow[] {
  const { host, method, target, atMs, endMs, status, note, responseHeaders, headers } = exchange;
  const idempotencyKey = headers['idempotency-key'];
  const sent = [
    `${method} ${target}`,
    ...(headers['if-none-match'] === undefined ? [] : ['If-None-Match']),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: key ${keyNames.get(idempotencyKey)}`]),
  ].join(', ');
  const received = [
    status === null ? 'no response' : String(status),
    ...(responseHeaders['retry-after'] === undefined ? [] : [`Retry-After: ${responseHeaders['retry-after']}`]),
    ...(responseHeaders.location === undefined ? [] : [`Location: ${responseHeaders.location}`]),
  ].join(', ');
  return [
    { atMs, from: 'client', to: host, text: shorten(sent), note: '' },
    { atMs: endMs ?? atMs, from: host, to: 'client', text: shorten(received), note },
  ];
}

const shorten = (text: string): string => (text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`);

const TITLES = { client: 'client', service: 'service', other: 'other host' } as const;

/** Formats the diagram as lines of text. */
export function formatSequence(evidence: Evidence): readonly string[] {
  return listArrows(evidence).map((arrow) => {
    if (typeof arrow === 'string') return `   …     ${arrow}`;
    const { atMs, from, to, text, note } = arrow;
    const time = `${(atMs / 1000).toFixed(2)} s`.padStart(8);
    const line = from === 'client' ? `client ──▶ ${TITLES[to]}` : `client ◀── ${TITLES[from]}`;
    return `${time}  ${line}  ${text}${note === '' ? '' : `  (${note})`}`;
  });
}
