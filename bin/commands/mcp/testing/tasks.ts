import { expect } from 'vitest';
import type { Assistant } from './assistant.ts';

/** The programs of the user beside the sandbox. */
export interface Surroundings {
  /** Returns the URL of a receiver that answers with a status. */
  readonly receiver: (status: number) => string;
  /** The URL of a handler with the secret of the command, which accepts forged deliveries. */
  readonly handlerUrl: string;
  /** The URL of a service whose keys the command has. */
  readonly serviceUrl: string;
}

/** A task as a user gives it to an assistant. */
export interface Task {
  readonly title: string;
  run(assistant: Assistant, surroundings: Surroundings): Promise<void>;
}

const ADMIN = { user_id: 'usr_nw_admin' } as const;
const TERMINAL = 'NW104310';

interface Page<Row> {
  readonly status: number;
  readonly body: {
    readonly data: readonly Row[];
    readonly page: { readonly has_more: boolean; readonly next_cursor: string | null; readonly matched: number };
  };
}

interface Transaction {
  readonly transaction_id: string;
  readonly amt_comp: string;
}

interface Destination {
  readonly destination: { readonly destination_id: string };
}

interface Listed {
  readonly data: readonly { readonly delivery_id: string; readonly state: string; readonly type: string }[];
}

interface Explained {
  readonly reason: string;
  readonly delivery: { readonly state: string; readonly attempts: readonly object[] };
  readonly differences?: readonly { readonly code: string }[];
}

const addDestination = async ({ query }: Assistant, given: object): Promise<string> => {
  const { destination } = await query<Destination>('destinations', {
    action: 'add',
    account_id: 'acct_northway',
    ...given,
  });
  return destination.destination_id;
};

const newestDelivery = async ({ query }: Assistant, destinationId: string): Promise<string> => {
  const { data } = await query<Listed>('deliveries', { destination_id: destinationId, limit: 1 });
  return data[0]?.delivery_id ?? '';
};

/** 20 tasks that use every tool. Each starts from any state that the others leave. */
export const tasks: readonly Task[] = [
  {
    title: 'find the operation that opens a dispute, and the members of its body',
    async run({ query }) {
      const { operations } = await query<{ operations: { operation_id: string }[] }>('search_contract', {
        query: 'open a dispute',
      });
      expect(operations[0]?.operation_id).toBe('createDispute');
      const { request_body: body } = await query<{ request_body: object }>('search_contract', {
        operation_id: 'createDispute',
      });
      expect(JSON.stringify(body)).toContain('"transaction_id"');
    },
  },
  {
    title: 'find the documented rule about the scope of responses',
    async run({ query }) {
      const { rules } = await query<{ rules: { id: string }[] }>('search_rules', {
        query: 'response visible scope',
        kind: 'clause',
      });
      expect(rules.map(({ id }) => id)).toContain('scope.response');
    },
  },
  {
    title: 'read what the document leaves open about explanations of deliveries',
    async run({ query }) {
      const gap = await query<{ kind: string; choice: string }>('search_rules', { id: 'deliveries.explain' });
      expect(gap).toMatchObject({ kind: 'gap', choice: expect.stringContaining('compared') });
    },
  },
  {
    title: 'list the users of a tenant with their roles',
    async run({ query }) {
      const { tenants } = await query<{ tenants: { users: { user_id: string; role: string }[] }[] }>('list_tenants', {
        tenant_id: 'acct_northway',
      });
      expect(tenants).toHaveLength(1);
      expect(tenants[0]?.users).toContainEqual(expect.objectContaining({ user_id: 'usr_nw_admin', role: 'iso_admin' }));
    },
  },
  {
    title: 'find a terminal of the fleet by its id',
    async run({ query }) {
      const { terminals, matched } = await query<{ terminals: { terminal_id: string }[]; matched: number }>(
        'list_terminals',
        {
          ...ADMIN,
          query: TERMINAL,
        },
      );
      expect({ matched, id: terminals[0]?.terminal_id }).toEqual({ matched: 1, id: TERMINAL });
    },
  },
  {
    title: 'see that a user of another tenant gets 404 for the terminal',
    async run({ query }) {
      const { tenants } = await query<{
        tenants: { tenant_id: string; users: { user_id: string; key_state: string }[] }[];
      }>('list_tenants');
      const other = tenants.find(({ tenant_id: id }) => id !== 'acct_northway')?.users[0]?.user_id;
      const given = { operation_id: 'getLocation', user_id: other, parameters: { terminal_id: TERMINAL } };
      expect(await query('call_operation', given)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  },
  {
    title: 'page through all transactions of a terminal',
    async run({ query }) {
      const seen = new Set<string>();
      let cursor: string | undefined;
      let matched = 0;
      do {
        const page = await query<Page<Transaction>>('call_operation', {
          operation_id: 'listTerminalTransactions',
          ...ADMIN,
          parameters: { terminal_id: TERMINAL, limit: 50, ...(cursor === undefined ? {} : { cursor }) },
        });
        for (const { transaction_id: id } of page.body.data) seen.add(id);
        matched = page.body.page.matched;
        cursor = page.body.page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(matched).toBeGreaterThan(100);
      expect(seen.size).toBe(matched);
    },
  },
  {
    title: 'find the withdrawals with the largest completed amounts',
    async run({ query }) {
      const { body } = await query<Page<Transaction>>('call_operation', {
        operation_id: 'listTransactions',
        ...ADMIN,
        parameters: { sort_by: 'amt_comp', sort_dir: 'desc', limit: 5 },
      });
      const amounts = body.data.map(({ amt_comp: amount }) => Number(amount));
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
      expect(amounts).toHaveLength(5);
    },
  },
  {
    title: 'find out from the requests why a call was refused',
    async run({ query }) {
      const given = { operation_id: 'listTransactions', ...ADMIN, parameters: { limt: 5 } };
      expect(await query('call_operation', given)).toMatchObject({ status: 400, body: { code: 'unknown_parameter' } });
      const { requests } = await query<{ requests: { problem: object }[] }>('requests', {
        operation: 'listTransactions',
        status: 400,
        limit: 1,
      });
      expect(JSON.stringify(requests[0]?.problem)).toContain('limt');
    },
  },
  {
    title: 'simulate an outage, and read when to retry',
    async run({ query }) {
      const given = { operation_id: 'getPortal', ...ADMIN, prefer: 'code=503' };
      expect(await query('call_operation', given)).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.any(String) },
      });
    },
  },
  {
    title: 'show the clock and advance it by two hours',
    async run({ query }) {
      const before = await query<{ now: string }>('clock');
      const after = await query<{ now: string }>('clock', { by: '2h' });
      expect(Date.parse(after.now) - Date.parse(before.now)).toBe(7_200_000);
    },
  },
  {
    title: 'show what a trigger would change, and change nothing',
    async run({ query }) {
      const { provoked } = await query<{ provoked: object }>('trigger', {
        name: 'cash_out',
        terminal_id: 'NW100112',
        dry_run: true,
      });
      expect(provoked).toMatchObject({ event_type: 'cash_out', dry_run: true });
    },
  },
  {
    title: 'make a cassette run low, see the webhook arrive, and end the incident',
    async run(assistant) {
      const { query } = assistant;
      const inbox = await addDestination(assistant, { types: ['cash_*'] });
      const { events } = await query<{ events: { type: string }[] }>('trigger', {
        name: 'cash_low',
        terminal_id: TERMINAL,
        advance: true,
      });
      expect(events.map(({ type }) => type)).toContain('cash_low');
      const id = await newestDelivery(assistant, inbox);
      expect(await query('deliveries', { delivery_id: id })).toMatchObject({ reason: 'The receiver accepted it.' });
      const ended = await query<{ provoked: object }>('trigger', {
        name: 'cash_low',
        terminal_id: TERMINAL,
        resolve: true,
        advance: true,
      });
      expect(ended.provoked).toMatchObject({ resolve: true });
    },
  },
  {
    title: 'decide a dispute',
    async run({ query }) {
      const { triggered } = await query<{ triggered: object }>('trigger', { name: 'dispute_lost', advance: true });
      expect(triggered).toMatchObject({ outcome: 'dispute_lost', subject: 'dispute' });
    },
  },
  {
    title: 'find out why a delivery failed, and when the next attempt is due',
    async run(assistant, { receiver }) {
      const { query } = assistant;
      const destination = await addDestination(assistant, { url: receiver(500), types: ['heartbeat_*'] });
      await query('trigger', { name: 'heartbeat_stale', terminal_id: 'NW104233', advance: true });
      const id = await newestDelivery(assistant, destination);
      const { reason, delivery } = await query<Explained>('deliveries', { delivery_id: id });
      expect(reason).toMatch(/not delivered yet.*500.*clock is frozen/s);
      expect(delivery.attempts[0]).toMatchObject({ response: { status: 500 }, next_attempt: { clock: 'sandbox' } });
      await query('clock', { to_next_attempt: true });
      const later = await query<Explained>('deliveries', { delivery_id: id });
      expect(later.delivery.attempts).toHaveLength(2);
    },
  },
  {
    title: 'find out why a signature does not match',
    async run(assistant, { receiver }) {
      const { query } = assistant;
      const destination = await addDestination(assistant, { url: receiver(401) });
      await query('destinations', { action: 'test', destination_id: destination });
      const id = await newestDelivery(assistant, destination);
      const { signed } = await query<{ signed: { content: string; id: string; timestamp: number } }>('deliveries', {
        delivery_id: id,
      });
      const body = signed.content.slice(`${signed.id}.${signed.timestamp}.`.length);
      const changed = { delivery_id: id, received: { body: JSON.stringify(JSON.parse(body), null, 2) } };
      const { differences } = await query<Explained>('deliveries', changed);
      expect(differences?.length).toBeGreaterThan(0);
    },
  },
  {
    title: 'test a destination that nothing listens on',
    async run(assistant) {
      const destination = await addDestination(assistant, { url: 'http://127.0.0.1:9/hooks' });
      const tested = await assistant.query('destinations', { action: 'test', destination_id: destination });
      expect(tested).toMatchObject({
        verdict: 'no_answer',
        hints: expect.arrayContaining([expect.stringContaining('ECONNREFUSED')]),
      });
    },
  },
  {
    title: 'check some rules of the sandbox',
    async run({ query }) {
      const result = await query('conform', { only: ['limit/keeps-the-top-rows'] });
      expect(result).toMatchObject({ exit_code: 0, passed: ['limit/keeps-the-top-rows'], failures: [] });
    },
  },
  {
    title: 'check a rule of the own service, and see what it does wrong',
    async run({ query }, { serviceUrl }) {
      const result = await query<{ totals: object; target: string }>('conform', {
        only: ['auth/*'],
        target: serviceUrl,
      });
      expect(result).toMatchObject({ target: serviceUrl, totals: { pass: expect.any(Number) } });
    },
  },
  {
    title: 'find out which deliveries a webhook handler accepts wrongly',
    async run({ query }, { handlerUrl }) {
      const { failures } = await query<{ failures: { id: string; failure: object }[] }>('check_receiver', {
        url: handlerUrl,
      });
      expect(failures.length).toBeGreaterThan(0);
      expect(failures[0]?.failure).toMatchObject({ expected: expect.any(String), came: expect.any(String) });
    },
  },
];
