import request from 'supertest';
import type { EventType, Schemas } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { openMemoryJournal } from '../../journal/memory.ts';
import { openScope } from '../../world/scope/scope.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { applyEntry } from '../../world/state/apply.ts';
import { position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, generateWorld } from '../../world/state/world.ts';
import { planCauses, planCausesToResolve, type TriggerTarget } from '../../world/triggers/index.ts';
import { readXml } from '../reply/xml-tree.ts';
import { OPERATOR_TOKEN, testApp } from '../testing/test-app.ts';

/* What tests of agreement between surfaces start from: one user of one tenant who reads everything there is, over HTTP. */

export type FleetEvent = SandboxSchemas['WebhookEvent'];
export type EventOf<Type extends EventType> = Extract<FleetEvent, { readonly type: Type }>;

/** A row with the true instant at which it happened. */
export type Row = Schemas['TransactionRow'] & { readonly atMs: number };

/** An item of a feed, of which only this is compared. */
export interface Item {
  readonly title: string;
  readonly guid: string;
  readonly atMs: number;
}

/** A user who looks at a sandbox of its own; its clock moves with `moveTo`. */
export class Onlooker {
  readonly #key: string;
  readonly #journal = openMemoryJournal();
  readonly #app = testApp({}, this.#journal).app;

  constructor(key: string) {
    this.#key = key;
  }

  /** The body of a reply that is 200. */
  async get<Body>(path: string): Promise<Body> {
    const reply = await request(this.#app).get(path).set('X-API-Key', this.#key);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body as Body; // checked against the contract before it left
  }

  async post<Body>(path: string, body: object): Promise<Body> {
    const reply = await request(this.#app).post(path).set('X-API-Key', this.#key).send(body);
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body as Body; // checked against the contract before it left
  }

  async nowMs(): Promise<number> {
    return Date.parse((await this.get<{ now: string }>('/sandbox/clock')).now);
  }

  async moveTo(ms: number): Promise<void> {
    const to = new Date(ms).toISOString();
    const reply = await request(this.#app)
      .post('/sandbox/clock/set')
      .set('Authorization', `Bearer ${OPERATOR_TOKEN}`)
      .send({ to });
    if (reply.status !== 200) throw new Error(`the clock: ${reply.status} ${reply.text}`);
  }

  /** Every element of a list that comes in pages. */
  async all<Element>(path: string): Promise<readonly Element[]> {
    const found: Element[] = [];
    for (let cursor = ''; ; ) {
      const query = `${path.includes('?') ? '&' : '?'}limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { data, page } = await this.get<{ data: Element[]; page: { next_cursor: string; has_more: boolean } }>(
        path + query,
      );
      found.push(...data);
      if (!page.has_more) return found;
      cursor = encodeURIComponent(page.next_cursor);
    }
  }

  async events<Type extends EventType>(type: Type, terminalId?: string): Promise<readonly EventOf<Type>[]> {
    const about = terminalId === undefined ? '' : `&terminal_id=${terminalId}`;
    return this.all<EventOf<Type>>(`/sandbox/events?type=${type}${about}`);
  }

  /** The rows of a terminal, or of all, oldest first; the wall clock of each terminal put right. */
  async rows(terminalId?: string): Promise<readonly Row[]> {
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

  /** The alerts of a terminal's feed, or of the account's. */
  async alerts(terminalId?: string): Promise<readonly Item[]> {
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

  /** Makes it happen, and moves the clock to the minute at which it is told. */
  async provoke(type: EventType, target: TriggerTarget, parameters: Record<string, unknown> = {}): Promise<void> {
    const { scope, nowMs } = await this.#behind();
    await this.#play(scope, nowMs, planCauses(type, target, parameters, scope, nowMs));
  }

  /** Makes it end, and moves the clock to the minute at which that is told. */
  async resolve(type: EventType, target: TriggerTarget): Promise<void> {
    const { scope, nowMs } = await this.#behind();
    await this.#play(scope, nowMs, planCausesToResolve(type, target, scope, nowMs));
  }

  async #behind(): Promise<{ readonly scope: Scope; readonly nowMs: number }> {
    const nowMs = await this.nowMs();
    let world = generateWorld(DEFAULT_SEED, { baseUrl: 'https://sandbox.example' });
    for (const entry of await this.#journal.readAfter(position(0))) world = applyEntry(world, entry);
    const scope = openScope(world, this.#key, sandboxMs(nowMs));
    if (scope === undefined) throw new Error(`${this.#key} is no key`);
    return { scope, nowMs };
  }

  async #play(scope: Scope, nowMs: number, given: ReturnType<typeof planCauses>): Promise<void> {
    if ('obstacles' in given) throw new Error(JSON.stringify(given.obstacles));
    const facts = given.causes.map(
      (cause) => ({ type: 'cause-injected', atMs: sandboxMs(nowMs), userId: null, cause }) as const,
    );
    if (facts.length > 0) await this.#journal.append(scope.tenant.tenantId, facts, await this.#journal.latest());
    await this.moveTo(nowMs + given.afterMs);
  }
}

/** The latest of a list that is not empty. */
export function lastOf<Element>(elements: readonly Element[]): Element {
  const last = elements.at(-1);
  if (last === undefined) throw new Error('nothing of the kind was told');
  return last;
}

export const cents = (money: string): number => Math.round(Number(money) * 100);
export const isAttempt = (row: Row): boolean => row.transaction_type !== 'reversal';
export const isApproved = (row: Row): boolean => row.response === '00' || row.response === '10';
export const isDeclined = (row: Row): boolean => isAttempt(row) && !isApproved(row);
export const isCash = (row: Row): boolean =>
  row.transaction_type === 'withdrawal' || row.transaction_type === 'cash_advance';
/** A share with four decimals. */
export const shareOf = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 10_000;
/** Technical reasons, as the interface specification of this sandbox has them. */
export const technical = ['12', '30', '58', '68', '91', '92', '94', '96'];
/** From an instant, exclusive, to another. */
export const within = (rows: readonly Row[], from: string, to: string): readonly Row[] =>
  rows.filter(({ atMs }) => atMs > Date.parse(from) && atMs <= Date.parse(to));
