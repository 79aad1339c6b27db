import supertest, { type Test } from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { tenants } from '../../fixtures/index.ts';
import { type EventType, valuesOf } from '../../spec/index.ts';
import { keys, OPERATOR_TOKEN, testApp } from './test-app.ts';

/* Causes on demand, through HTTP: each event is made to happen and to end, by those who may, where they may. */

const { app } = testApp();
type Caller = 'operator' | (string & {});

function call(method: 'get' | 'post', path: string, caller: Caller, body?: object): Test {
  const request = supertest(app)[method](path).set('Host', 'localhost');
  const known =
    caller === 'operator' ? request.set('Authorization', `Bearer ${OPERATOR_TOKEN}`) : request.set('X-API-Key', caller);
  return body === undefined ? known : known.send(body);
}

async function bodyOf(request: Test, status = 200) {
  const { body, status: got } = await request;
  expect({ got, body }).toMatchObject({ got: status });
  return body;
}

const provoke = (caller: Caller, body: object) => call('post', '/sandbox/causes', caller, body);
const advance = (seconds: number) => bodyOf(call('post', '/sandbox/clock/advance', 'operator', { by: seconds }));

interface ToldEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly account_id: string;
  readonly terminal_id: string | null;
  readonly incident: { readonly incident_id: string; readonly state: string; readonly dedupe_key: string } | null;
}

/** Events of a type since an instant. */
async function eventsSince(caller: Caller, type: EventType, from: string): Promise<readonly ToldEvent[]> {
  const told: ToldEvent[] = [];
  for (let query = `type=${type}&limit=500`; ; ) {
    const { data, page } = await bodyOf(call('get', `/sandbox/events?${query}`, caller));
    told.push(...data);
    if (!page.has_more) return told.filter(({ timestamp }) => timestamp >= from);
    query = `type=${type}&limit=500&cursor=${page.next_cursor}`;
  }
}

beforeEach(() => bodyOf(call('post', '/sandbox/reset', 'operator')));

const events = valuesOf('EventType');
const START = '2026-11-02T15:00:00Z';

/** Who asks, about whose fleet, and who may derive its batches. */
const fleets: readonly (readonly [string, Caller, string, string])[] = [
  ['the administrator of Northway', keys.admin, 'acct_northway', keys.finance],
  ['the administrator of Redline', keys.redline, 'acct_redline', keys.redline],
  ['the operator, at Delgado', 'operator', 'acct_delgado', keys.delgado],
];

/** Where such an event can be made to happen: the first place of the fleet that a trial does not refuse. */
async function placeFor(caller: Caller, tenantId: string, type: EventType): Promise<object> {
  const refused: unknown[] = [];
  for (const { terminalId } of tenants.find((tenant) => tenant.tenantId === tenantId)?.terminals ?? []) {
    const { status, body } = await provoke(caller, { event_type: type, terminal_id: terminalId, dry_run: true });
    if (status === 200) return { terminal_id: terminalId };
    refused.push(body.errors ?? body.detail);
  }
  throw new Error(`nowhere: ${JSON.stringify(refused)}`);
}

interface Provoked {
  readonly happens_after_seconds: number;
  readonly happens_at: string;
  readonly ends: readonly { readonly incident_id: string }[];
  readonly follow_up: { readonly path: string; readonly body: object } | null;
}

async function goThere({ happens_after_seconds: seconds, follow_up: followUp }: Provoked, deriver: string) {
  await advance(seconds);
  if (followUp === null) return;
  const { status } = await call('post', followUp.path, deriver, followUp.body);
  expect([200, 201]).toContain(status);
  await advance(60);
}

describe.each(fleets)('%s', (_, caller, tenantId, deriver) => {
  test.each(events.filter((type) => type !== 'approval_rate_drop' || tenantId !== 'acct_redline'))(
    'makes %s happen and, where it has an end, end',
    async (type) => {
      const place = await placeFor(caller, tenantId, type);
      const trial: Provoked = await bodyOf(provoke(caller, { event_type: type, ...place, dry_run: true }));
      await advance(trial.happens_after_seconds + 120);
      const usual = new Set((await eventsSince(caller, type, START)).map(({ id }) => id));

      await bodyOf(call('post', '/sandbox/reset', 'operator'));
      const provoked: Provoked = await bodyOf(provoke(caller, { event_type: type, ...place }));
      expect({ ...provoked, dry_run: true }).toEqual(trial);
      await goThere(provoked, deriver);
      const [event, ...others] = (await eventsSince(caller, type, START)).filter(({ id }) => !usual.has(id));
      expect(event).toBeDefined();
      if (event === undefined) return;
      if (event.terminal_id !== null) expect(event).toMatchObject(place);
      expect(
        tenants.find((tenant) => tenant.tenantId === tenantId)?.accounts.map(({ accountId }) => accountId),
      ).toContain(event.account_id);
      expect(others.filter(({ terminal_id: terminalId }) => terminalId !== event.terminal_id)).toEqual([]);
      if (event.incident === null) {
        const { errors } = await bodyOf(provoke(caller, { event_type: type, ...place, resolve: true }), 422);
        expect(errors).toMatchObject([{ pointer: '/event_type', code: 'has_no_end' }]);
        return;
      }

      await advance(60);
      const relieved: Provoked = await bodyOf(provoke(caller, { event_type: type, ...place, resolve: true }));
      expect(relieved.ends.map(({ incident_id: id }) => id)).toContain(event.incident.incident_id);
      await goThere(relieved, deriver);
      const ended = (await eventsSince(caller, type, START)).filter(({ incident }) => incident?.state === 'resolved');
      expect(ended.map(({ incident }) => incident?.incident_id)).toContain(event.incident.incident_id);
    },
  );
});
