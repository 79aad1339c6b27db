import { parseDuration, toIsoDuration } from '../../../../base/durations.ts';
import { formatInstant } from '../../../../base/formats.ts';
import type { Scenario, ScenarioRequest, ScenarioStep, Trigger } from '../../../../fixtures/scenarios/index.ts';
import { readAtPointer } from '../../../../fixtures/scenarios/json-pointer.ts';
import { findNextLocalTime } from '../../../../fixtures/scenarios/local-time.ts';
import {
  fillAllPlaceholders,
  fillPlaceholders,
  type PlaceholderValues,
} from '../../../../fixtures/scenarios/placeholders.ts';
import { request, requestText } from '../../api/request.ts';
import { portal, users } from '../../api/session.ts';
import type { Clock, Delivery, EventPage, Page, Provoked, TerminalStatus, WebhookEvent } from '../../api/types.ts';
import { obtainKey } from '../../state/sign-in.ts';

/* Plays the steps of a scenario with the HTTP API, as `fleetkit play` does, and collects what to show. */

/** A value of a reply, with its place. */
export interface ShownFact {
  readonly at: string;
  readonly value: string;
}

/** A request of a user, and the values that the scenario points out. */
export interface ShownRequest {
  readonly request: string;
  readonly as: string;
  readonly facts: readonly ShownFact[];
}

export interface ShownEvent {
  readonly event: WebhookEvent;
  readonly deliveries: readonly Delivery[];
}

export interface ShownStep {
  readonly number: number;
  readonly text: string;
  readonly atMs: number;
  /** The change or request of the step, in words. */
  readonly action: string | undefined;
  readonly events: readonly ShownEvent[];
  readonly requests: readonly ShownRequest[];
}

/** State between two steps. */
export interface Course {
  readonly scenario: Scenario;
  readonly zone: string;
  readonly nowMs: number;
  /** Cursor after the events that were shown. */
  readonly cursor: string | undefined;
  readonly names: PlaceholderValues;
}

/** Moves the clock to the beginning, and chooses the terminal. */
export async function beginScenario(scenario: Scenario): Promise<Course> {
  const clock = await request<Clock>('/sandbox/clock');
  if (clock.speed !== null) await request('/sandbox/clock/freeze', { method: 'POST', as: 'operator', body: {} });
  const zone = portal.value?.account.timezone ?? 'UTC';
  const nowMs = await moveTo(Date.parse(clock.now), findNextLocalTime(zone, scenario.begins, Date.parse(clock.now)));
  const terminal = await selectTerminal(scenario);
  const { cursor } = await readEvents(undefined);
  return { scenario, zone, nowMs, cursor, names: new Map(terminal === undefined ? [] : [['terminal', terminal]]) };
}

export async function playStep(
  course: Course,
  step: ScenarioStep,
  number: number,
): Promise<{ readonly shown: ShownStep; readonly next: Course }> {
  const beganAtMs = await moveTo(course.nowMs, findStart(course, step));
  const acted = await act(course, step);
  const nowMs = await moveTo(beganAtMs, acted.dueMs ?? beganAtMs);
  const { events, cursor } = await readEvents(course.cursor);
  const wanted = listExpected(step, acted.names);
  const own = events.filter((event) => isShown(event, wanted, acted.names));
  const incident = own.map(readIncidentId).findLast((id) => id !== undefined);
  const known = incident === undefined ? acted.names : new Map([...acted.names, ['incident', incident]]);
  const { requests, names } = await sendAll(course, step.looks ?? [], known);
  const shown = {
    number,
    text: step.say,
    atMs: nowMs,
    action: acted.action,
    events: await Promise.all(own.map(addDeliveries)),
    requests,
  };
  return { shown, next: { ...course, nowMs, cursor, names } };
}

function findStart({ zone, nowMs }: Course, { at, after }: ScenarioStep): number {
  if (at !== undefined) return findNextLocalTime(zone, at, nowMs);
  return nowMs + (parseDuration(toIsoDuration(after ?? '0s') ?? '') ?? 0);
}

async function moveTo(nowMs: number, toMs: number): Promise<number> {
  if (toMs <= nowMs) return nowMs;
  const body = { to: formatInstant(toMs) };
  const { now } = await request<Clock>('/sandbox/clock/set', { method: 'POST', as: 'operator', body });
  return Date.parse(now);
}

/** Returns the first candidate that is in service and has no open alert of the scenario. */
async function selectTerminal({ cast, steps }: Scenario): Promise<string | undefined> {
  if (cast.length === 0) return undefined;
  const types = new Set<string>(steps.flatMap(({ expects = [] }) => expects.map(({ type }) => type)));
  for (const id of cast) {
    const status = await request<TerminalStatus>(`/v1/terminals/${id}/status-monitoring`);
    const isFree = !status.open_alerts.some(({ type }) => types.has(type));
    if (isFree && status.operational_state === 'in_service') return id;
  }
  throw new Error('No terminal can play this scenario now: each has an open incident. Reset the data first.');
}

interface Acted {
  readonly action: string | undefined;
  /** When the resulting event is due. */
  readonly dueMs?: number;
  readonly names: PlaceholderValues;
}

async function act(course: Course, { does }: ScenarioStep): Promise<Acted> {
  const { names } = course;
  if (does === undefined) return { action: undefined, names };
  if ('trigger' in does) return trigger(does, names);
  const sent = await sendAll(course, [does], names);
  const [first] = sent.requests;
  return { action: `${first?.as}: ${first?.request}`, names: sent.names };
}

async function trigger({ trigger: type, on, set = {}, resolve }: Trigger, names: PlaceholderValues): Promise<Acted> {
  const [[kind = '', who = ''] = []] = Object.entries(on);
  const made = await request<Provoked>('/sandbox/causes', {
    method: 'POST',
    body: {
      event_type: type,
      [`${kind}_id`]: fillPlaceholders(who, names),
      ...(resolve === true ? { resolve } : { parameters: fillAllPlaceholders(set, names) }),
    },
  });
  const { account_id: account, business_date: date } = made.follow_up?.body ?? {};
  const more = [
    ...(account === undefined ? [] : [['account', account] as const]),
    ...(date === undefined ? [] : [['business_date', date] as const]),
  ];
  const [cause] = made.causes;
  return {
    action: cause?.summary ?? 'The cause ends.',
    dueMs: Date.parse(made.happens_at),
    names: new Map([...names, ...more]),
  };
}

/** Sends requests in order, because each may capture values for the next. */
async function sendAll(
  { scenario }: Course,
  questions: readonly ScenarioRequest[],
  before: PlaceholderValues,
): Promise<{ readonly requests: readonly ShownRequest[]; readonly names: PlaceholderValues }> {
  const requests: ShownRequest[] = [];
  let names = before;
  for (const one of questions) {
    const as = one.as ?? scenario.watcher;
    const text = fillPlaceholders(one.ask, names);
    const reply = await send(text, { as, body: one.body, names, isExpected: one.status !== undefined });
    const facts = Object.keys(one.facts).flatMap((pointer): readonly ShownFact[] => {
      const at = fillPlaceholders(pointer, names) as `/${string}`; // replacing names keeps the first character
      const value = readAtPointer(reply, at);
      return value === undefined ? [] : [{ at: formatPointer(at), value: formatValue(value) }];
    });
    requests.push({ request: text, as, facts });
    const kept = Object.entries(one.keep ?? {}).map(
      ([name, pointer]) => [name, formatValue(readAtPointer(reply, pointer))] as const,
    );
    names = new Map([...names, ...kept]);
  }
  return { requests, names };
}

interface Sending {
  readonly as: string;
  readonly body: ScenarioRequest['body'];
  readonly names: PlaceholderValues;
  /** Whether the scenario expects a rejection. */
  readonly isExpected: boolean;
}

async function send(text: string, { as, body, names, isExpected }: Sending): Promise<unknown> {
  const [method = 'GET', path = ''] = text.split(' ');
  if (path.endsWith('.xml')) return requestText(path).then(() => undefined);
  const user = users.value.find(({ user_id: id }) => id === as);
  const key = user === undefined ? '' : await obtainKey(user);
  const options = {
    method: method as 'GET' | 'POST',
    key,
    ...(body === undefined ? {} : { body: fillAllPlaceholders(body, names) }),
  };
  try {
    return await request(path, options);
  } catch (error) {
    if (isExpected) return { detail: error instanceof Error ? error.message : '' };
    throw error;
  }
}

/** Formats a pointer for people, without the conditions that select an entry of a list. */
const formatPointer = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .filter((segment) => !segment.includes('='))
    .join(' › ');

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Reads the events after a cursor; without one, only the cursor after the latest. */
async function readEvents(
  since: string | undefined,
): Promise<{ readonly events: readonly WebhookEvent[]; readonly cursor: string }> {
  const events: WebhookEvent[] = [];
  for (let cursor = since; ; ) {
    const query: string = new URLSearchParams({ limit: '500', ...(cursor === undefined ? {} : { cursor }) }).toString();
    const { data, page } = await request<EventPage>(`/sandbox/events?${query}`);
    events.push(...data);
    cursor = page.poll_cursor;
    if (!page.has_more) return { events, cursor };
  }
}

const listExpected = ({ expects = [] }: ScenarioStep, names: PlaceholderValues): ReadonlySet<string> =>
  new Set(expects.map(({ type, about }) => `${type} ${fillPlaceholders(about, names)}`));

const isShown = (event: WebhookEvent, wanted: ReadonlySet<string>, names: PlaceholderValues): boolean =>
  wanted.has(`${event.type} ${event.terminal_id ?? event.account_id}`) || event.terminal_id === names.get('terminal');

const readIncidentId = (event: WebhookEvent): string | undefined =>
  'incident' in event ? event.incident?.incident_id : undefined;

async function addDeliveries(event: WebhookEvent): Promise<ShownEvent> {
  const { data } = await request<Page<Delivery>>(`/sandbox/deliveries?limit=50&event_id=${event.id}`);
  return { event, deliveries: data };
}
