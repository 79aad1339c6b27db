import type { DeliveryQuery, InjectedCause } from '../../api/deliveries.ts';
import { SANDBOX_TYPES, USER_BODY } from '../../format/delivered-types.ts';
import { parseLocalTime } from '../../format/local-time.ts';
import { triggerWords } from '../../format/trigger-words.ts';
import type { Parameters } from '../../state/route.ts';
import { CAUSE_WINDOW_MS } from './causes.ts';

/* The filters of the list of deliveries, from the address. The server applies them. */

export const NO_FILTERS = { search: '', destination: '', type: '', state: '', status: '', cause: '', from: '', to: '' };

/** The cause of samples, which a person sends to test a destination. */
export const SAMPLES = 'samples';

export interface DeliveryFilter {
  readonly query: DeliveryQuery;
  /** A delivery that the search names by its id. */
  readonly deliveryId: string | undefined;
  /** The expected form of values that have no effect. */
  readonly faults: Readonly<Partial<Record<'search' | 'from' | 'to', string>>>;
}

export interface FilterContext {
  /** The zone of local times. */
  readonly zone: string;
  readonly causes: readonly InjectedCause[];
}

/** Reads the filters of the address. */
export function readDeliveryFilter(given: Parameters, { zone, causes }: FilterContext): DeliveryFilter {
  const { search = '', from = '', to = '' } = given;
  const searched = readSearch(search.trim());
  const sinceMs = parseLocalTime(from, zone);
  const untilMs = parseLocalTime(to, zone);
  const time = 'Expected a date with a time.';
  const members = {
    destination_id: given.destination,
    type: given.type,
    state: given.state,
    status_class: given.status,
    ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
    ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
    ...readCause(given.cause ?? '', causes),
    ...searched?.query,
  };
  return {
    query: Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== '')),
    deliveryId: searched?.deliveryId,
    faults: {
      ...(searched === undefined
        ? { search: 'Expected an event type, a terminal, or the id of a delivery, event, incident or destination.' }
        : {}),
      ...(from === '' || sinceMs !== undefined ? {} : { from: time }),
      ...(to === '' || untilMs !== undefined ? {} : { to: time }),
    },
  };
}

const ID_MEMBERS = { evt: 'event_id', inc: 'incident_id', dst: 'destination_id' } as const;

/** Returns the filter that a text means; undefined if it means none. */
function readSearch(text: string): { readonly query: DeliveryQuery; readonly deliveryId?: string } | undefined {
  if (text === '') return { query: {} };
  const [, prefix = ''] = /^(dlv|evt|inc|dst)_\w+$/.exec(text) ?? [];
  if (prefix === 'dlv') return { query: {}, deliveryId: text };
  if (prefix in ID_MEMBERS) return { query: { [ID_MEMBERS[prefix as keyof typeof ID_MEMBERS]]: text } }; // `in` proves the key
  if (/^[A-Za-z]{2,}[\w-]*\d$/.test(text)) return { query: { terminal_id: text.toUpperCase() } };
  const part = text.toLowerCase().replaceAll(/\s+/g, '_');
  if (Object.keys(triggerWords).some((type) => type.includes(part))) return { query: { type: `*${part}*` } };
  const [own, other] = [...Object.keys(SANDBOX_TYPES), USER_BODY].filter((type) => type.includes(part));
  if (own === undefined) return undefined;
  return { query: { type: other === undefined ? own : 'sandbox_*' } };
}

/** Returns the filter for the consequences of a cause: events of its terminal within a day. */
function readCause(id: string, causes: readonly InjectedCause[]): DeliveryQuery {
  if (id === SAMPLES) return { origin: 'sample' };
  const cause = causes.find((one) => one.cause_id === id);
  if (cause === undefined) return {};
  const atMs = Date.parse(cause.at);
  return {
    origin: 'event',
    ...(cause.terminal_id === null ? {} : { terminal_id: cause.terminal_id }),
    since: new Date(atMs).toISOString(),
    until: new Date(atMs + CAUSE_WINDOW_MS).toISOString(),
  };
}
