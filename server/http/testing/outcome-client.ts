import supertest, { type Test } from 'supertest';
import { expect } from 'vitest';
import { openMemoryJournal } from '../../journal/memory.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestOptions } from './test-app.ts';

/* Triggers outcomes in a separate sandbox, and reads all resources that show them. */

const PATHS = [
  '/v1/portal',
  '/v1/disputes?limit=500',
  '/v1/settlements?limit=500',
  '/v1/transactions?limit=200',
  '/v1/feeds/account.xml',
  '/sandbox/events?limit=500',
  '/sandbox/incidents?limit=500',
] as const;

type Caller = 'operator' | (string & {});

/** A parsed body of any form. */
export type Body = Awaited<Test>['body'];

export interface OutcomeClient {
  /** Sends a request and returns the body of its reply, which must have that status. */
  request(method: 'get' | 'post', path: string, given?: Given): Promise<Body>;
  readText(path: string): Promise<string>;
  trigger(body: object, given?: Omit<Given, 'body'>): Promise<Body>;
  /** Triggers the outcome, and moves the clock until it has happened. */
  reach(body: object, given?: Omit<Given, 'body'>): Promise<Body>;
  advance(seconds: number): Promise<void>;
  /** Returns what the administrator of Northway reads, at these paths too. */
  readAll(...more: readonly string[]): Promise<Replies>;
  /** Expects the same replies from a sandbox that opens the same journal, and from one that imports it. */
  expectSameAfterReplay(...more: readonly string[]): Promise<void>;
}

/** The text of the reply of each path. */
type Replies = ReadonlyMap<string, string>;

interface Given {
  readonly body?: object;
  readonly caller?: Caller;
  readonly status?: number;
  /** Reads the state at this earlier instant. */
  readonly asOf?: string;
}

/** Opens a sandbox at the start of the clock. */
export function openOutcomeClient(
  options: Pick<TestOptions, 'hasMagicAmounts'> = {},
  journal = openMemoryJournal(),
): OutcomeClient {
  const { app } = createTestApp(options, journal);
  const send = (method: 'get' | 'post', path: string, caller: Caller): Test => {
    const request = supertest(app)[method](path).set({ Host: 'localhost', 'Accept-Encoding': 'identity' }); // compression takes processor time
    return caller === 'operator'
      ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
      : request.set('X-API-Key', caller);
  };
  const client: OutcomeClient = {
    async request(method, path, { body, caller = keys.admin, status = 200, asOf } = {}) {
      const request = send(method, path, caller);
      if (asOf !== undefined) request.set('Fleetkit-As-Of', asOf);
      const reply = await request.send(body);
      if (reply.status !== status) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    readText: async (path) => (await send('get', path, keys.admin)).text,
    trigger: (body, given) => client.request('post', '/sandbox/outcomes', { ...given, body }),
    async reach(body, given) {
      const triggered = await client.trigger(body, given);
      await client.advance(triggered.happens_after_seconds);
      return triggered;
    },
    async advance(seconds) {
      await client.request('post', '/sandbox/clock/advance', { body: { by: seconds }, caller: 'operator' });
    },
    async readAll(...more) {
      const texts = new Map<string, string>();
      for (const path of [...PATHS, ...more]) {
        const { status, text } = await send('get', path, keys.admin);
        expect({ path, status }).toEqual({ path, status: 200 });
        texts.set(path, text.replaceAll(/"(next|poll)_cursor":"[^"]*"/g, '')); // contain the journal position
      }
      return texts;
    },
    async expectSameAfterReplay(...more) {
      const expected = await client.readAll(...more);
      expect(listDifferences(await openOutcomeClient({}, journal).readAll(...more), expected)).toEqual([]);
      const document = await client.request('get', '/sandbox/journal', { caller: 'operator' });
      const other = openOutcomeClient();
      await other.request('post', '/sandbox/journal', { body: document, caller: 'operator' });
      expect(listDifferences(await other.readAll(...more), expected)).toEqual([]);
    },
  };
  return client;
}

/** Returns where replies differ, each with the beginning of the difference. */
export const listDifferences = (got: Replies, expected: Replies): readonly string[] =>
  [...expected].flatMap(([path, text]) => {
    const other = got.get(path) ?? '';
    if (other === text) return [];
    const at = [...text].findIndex((character, index) => character !== other[index]);
    return `${path}: ${other.slice(at - 80, at + 80)} instead of ${text.slice(at - 80, at + 80)}`;
  });
