import request from 'supertest';
import type { EventType, Schemas } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { openMemoryJournal } from '../../journal/memory.ts';
import { applyEntry } from '../../world/fold/apply.ts';
import type { ControlScope } from '../../world/scope/scope-types.ts';
import { position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, generateWorld } from '../../world/state/world.ts';
import { lookAt } from '../../world/testing/inject-facts.ts';
import { planCauses, planCausesToResolve, type TriggerTarget } from '../../world/triggers/index.ts';
import { readXml } from '../check/xml-tree.ts';
import { createTestApp, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/*
 * Shared by tests that compare resources: a client of one user with its own sandbox, which reads everything over
 * HTTP.
 */

export type UserEvent = SandboxSchemas['WebhookEvent'];
export type EventOf<Type extends EventType> = Extract<UserEvent, { readonly type: Type }>;

/** A row with its real instant. */
export type TimedRow = Schemas['TransactionRow'] & { readonly atMs: number };

/** The compared members of a feed item. */
export interface AlertItem {
  readonly title: string;
  readonly guid: string;
  readonly atMs: number;
}

/** Compression takes processor time; `representations.test.ts` tests it. */
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

/** A user with its own sandbox. `moveTo` sets the clock. */
export class SandboxUser {
  readonly #key: string;
  readonly #journal = openMemoryJournal();
  readonly #app = createTestApp({}, this.#journal).app;

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the body of a 200 reply. */
  async get<Body>(path: string): Promise<Body> {
    const reply = await request(this.#app)
      .get(path)
      .set({ 'X-API-Key': this.#key, ...UNCOMPRESSED });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body as Body; // the server validated it against the contract
  }

  async post<Body>(path: string, body: object): Promise<Body> {
    const reply = await request(this.#app).post(path).set('X-API-Key', this.#key).send(body);
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body as Body; // the server validated it against the contract
  }

  async nowMs(): Promise<number> {
    return Date.parse((await this.get<{ now: string }>('/sandbox/clock')).now);
  }

  async moveTo(ms: number): Promise<void> {
    const to = new Date(ms).toISOString();
    const reply = await request(this.#app)
      .post('/sandbox/clock/set')
      .set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
      .send({ to });
    if (reply.status !== 200) throw new Error(`the clock: ${reply.status} ${reply.text}`);
  }

  /** Lists the elements of all pages. */
  async all<Element>(path: string): Promise<readonly Element[]> {
    const found: Element[] = [];
    for (let cursor = ''; ; ) {
      const query = `${path.includes('?') ? '&' : '?'}limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { data, page } = await this.get<{ data: Element[]; page: { next_cursor: string | null } }>(path + query);
      found.push(...data);
      if (page.next_cursor === null) return found;
      cursor = encodeURIComponent(page.next_cursor);
    }
  }

  async events<Type extends EventType>(type: Type, terminalId?: string): Promise<readonly EventOf<Type>[]> {
    const about = terminalId === undefined ? '' : `&terminal_id=${terminalId}`;
    return this.all<EventOf<Type>>(`/sandbox/events?type=${type}${about}`);
  }

  /** Lists the rows of a terminal or of all, oldest first, with corrected terminal clocks. */
  async rows(terminalId?: string): Promise<readonly TimedRow[]> {
    const path = terminalId === undefined ? '/v1/transactions' : `/v1/terminals/${terminalId}/transactions`;
    const rows = await this.all<Schemas['TransactionRow']>(path);
    const skews = new Map<string, number>();
    for (const id of new Set(rows.map((row) => row.terminal_id))) skews.set(id, await this.#skewMs(id));
    return rows
      .map((row) => ({ ...row, atMs: Date.parse(row.terminal_datetime) - (skews.get(row.terminal_id) ?? 0) }))
      .toSorted((a, b) => a.atMs - b.atMs);
  }

  async #skewMs(terminalId: string): Promise<number> {
    const { software } = await this.status(terminalId);
    return (software?.clock_skew_seconds ?? 0) * 1000;
  }

  status(terminalId: string): Promise<Schemas['TerminalStatus']> {
    return this.get(`/v1/terminals/${terminalId}/status-monitoring`);
  }

  portal(): Promise<Schemas['PortalSnapshot']> {
    return this.get('/v1/portal');
  }

  async incident(incidentId: string): Promise<SandboxSchemas['SandboxIncident'] | undefined> {
    const incidents = await this.all<SandboxSchemas['SandboxIncident']>('/sandbox/incidents');
    return incidents.find((incident) => incident.incident_id === incidentId);
  }

  /** Lists the alert items of a terminal feed or of the account feed. */
  async alerts(terminalId?: string): Promise<readonly AlertItem[]> {
    const path = terminalId === undefined ? '/v1/feeds/account.xml' : `/v1/feeds/terminals/${terminalId}.xml`;
    const { text } = await request(this.#app)
      .get(path)
      .set('X-API-Key', this.#key)
      .buffer(true)
      .parse((stream, done) => {
        let xml = '';
        stream.setEncoding('utf8');
        stream.on('data', (chunk) => {
          xml += String(chunk);
        });
        stream.on('end', () => done(null, xml));
      })
      .then(({ body }) => ({ text: String(body) }));
    const [channel] = readXml(text).children;
    const items = channel?.children.filter(({ name }) => name === 'item') ?? [];
    return items
      .map((item) => {
        const of = (name: string): string => item.children.find((child) => child.name === name)?.text ?? '';
        return { title: of('title'), guid: of('guid'), atMs: Date.parse(of('pubDate')) };
      })
      .filter(({ guid }) => guid.startsWith('urn:fleet:alert:'));
  }

  /** Triggers an event and advances the clock to it. */
  async trigger(type: EventType, target: TriggerTarget, parameters: Record<string, unknown> = {}): Promise<void> {
    const { scope, nowMs } = await this.#readScope();
    await this.#inject(scope, nowMs, planCauses(scope, type, { target, parameters }));
  }

  /** Resolves an event and advances the clock to the resolution. */
  async resolve(type: EventType, target: TriggerTarget): Promise<void> {
    const { scope, nowMs } = await this.#readScope();
    await this.#inject(scope, nowMs, planCausesToResolve(scope, type, target));
  }

  async #readScope(): Promise<{ readonly scope: ControlScope; readonly nowMs: number }> {
    const nowMs = await this.nowMs();
    let world = generateWorld(DEFAULT_SEED, { baseUrl: 'https://sandbox.example' });
    for (const entry of await this.#journal.readAfter(position(0))) world = applyEntry(world, entry);
    return { scope: lookAt(world, this.#key, nowMs), nowMs };
  }

  async #inject(scope: ControlScope, nowMs: number, given: ReturnType<typeof planCauses>): Promise<void> {
    if ('obstacles' in given) throw new Error(JSON.stringify(given.obstacles));
    const facts = given.causes.map(
      (cause) => ({ type: 'cause-injected', atMs: sandboxMs(nowMs), userId: null, cause }) as const,
    );
    if (facts.length > 0) await this.#journal.append(scope.tenant.tenantId, facts, await this.#journal.latest());
    await this.moveTo(nowMs + given.afterMs);
  }
}

/** Returns the last element. Throws for an empty list. */
export function requireLast<Element>(elements: readonly Element[]): Element {
  const last = elements.at(-1);
  if (last === undefined) throw new Error('the list is empty');
  return last;
}

export const parseCents = (money: string): number => Math.round(Number(money) * 100);
export const isAttemptRow = (row: TimedRow): boolean => row.transaction_type !== 'reversal';
export const isApprovedRow = (row: TimedRow): boolean => row.response === '00' || row.response === '10';
export const isDeclinedRow = (row: TimedRow): boolean => isAttemptRow(row) && !isApprovedRow(row);
export const isCashRow = (row: TimedRow): boolean =>
  row.transaction_type === 'withdrawal' || row.transaction_type === 'cash_advance';
/** Returns a ratio with four decimals. */
export const roundRatio = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 10_000;
/** Technical responses, according to the interface specification. */
export const TECHNICAL_RESPONSES = ['12', '30', '58', '68', '91', '92', '94', '96'];
/** Filters rows from one instant, exclusive, to another. */
export const filterRowsBetween = (rows: readonly TimedRow[], from: string, to: string): readonly TimedRow[] =>
  rows.filter(({ atMs }) => atMs > Date.parse(from) && atMs <= Date.parse(to));
