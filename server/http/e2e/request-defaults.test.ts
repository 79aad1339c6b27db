import supertest from 'supertest';
import { expect, test } from 'vitest';
import { listRequestSchemas } from '../../../spec/contract-audit.ts';
import { type Contract, contract } from '../../../spec/index.ts';
import { sandboxContract } from '../../../spec/sandbox-document.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* A request member with a documented default may be omitted: the reply is the same as with the default. */

type Json = Readonly<Record<string, unknown>>;

interface Case {
  readonly schema: string;
  readonly path: string;
  readonly key?: string;
  /** A valid body without the members that have a default. */
  readonly body: Json;
}

/** Returns a fixed secret, because replies with random ones cannot be compared. */
const createSecret = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

const newDestination = { url: 'https://hooks.example/in', secret: createSecret(1) };

const cases: readonly Case[] = [
  { schema: 'DeriveSettlementsRequest', path: '/v1/settlements/derive', key: keys.delgado, body: {} },
  {
    schema: 'CreateDisputeRequest',
    path: '/v1/disputes',
    key: keys.admin,
    body: { transaction_id: '', reason_code: 'cash_not_dispensed', amount: '' }, // the empty ones are set below
  },
  { schema: 'RunClock', path: '/sandbox/clock/run', body: {} },
  {
    schema: 'TriggerOutcome',
    path: '/sandbox/outcomes',
    body: { outcome: 'command_expired', terminal_id: 'NW104310' },
  },
  { schema: 'ProvokeEvent', path: '/sandbox/causes', body: { event_type: 'cash_low', terminal_id: 'NW104310' } },
  { schema: 'ResetRequest', path: '/sandbox/reset', body: {} },
  {
    schema: 'RotateSecret',
    path: '/sandbox/destinations/{id}/secret/rotate',
    key: keys.delgado,
    body: { secret: createSecret(2) },
  },
  {
    schema: 'RecoverDestination',
    path: '/sandbox/destinations/{id}/recover',
    key: keys.delgado,
    body: { since: '2026-11-02T12:00:00Z' },
  },
];

/** Lists the members with a default by schema: `{ RunClock: { speed: 1 } }`. */
function readDocumentedDefaults(): Readonly<Record<string, Json>> {
  const documents = [contract, { webhooks: {}, ...sandboxContract } as unknown as Contract]; // only webhooks are missing
  const defaults: Record<string, Json> = {};
  for (const { pointer, node } of documents.flatMap(listRequestSchemas)) {
    if (!('x-default' in node)) continue;
    const [, schema = '', member = ''] = /^\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec(pointer) ?? [];
    defaults[schema] = { ...defaults[schema], [member]: node['x-default'] };
  }
  return defaults;
}

function post(app: Parameters<typeof supertest>[0], path: string, key: string | undefined) {
  const request = supertest(app).post(path).set('Host', 'localhost');
  return key === undefined
    ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
    : request.set('X-API-Key', key);
}

/** Sends `body` to a new server and returns the reply. Creates a destination first if the path contains `{id}`. */
async function sendToNewServer({ path, key }: Case, body: Json) {
  const { app } = createTestApp();
  const made = path.includes('{id}') ? await post(app, '/sandbox/destinations', key).send(newDestination) : undefined;
  const address = path.replace('{id}', made?.body.destination.destination_id);
  const { status, body: reply } = await post(app, address, key).send(body);
  return { status, reply };
}

async function addClaim(one: Case): Promise<Case> {
  if (one.schema !== 'CreateDisputeRequest') return one;
  const list = await supertest(createTestApp().app)
    .get('/v1/terminals/NW104233/transactions?limit=1&sort_by=amt_comp')
    .set('X-API-Key', keys.admin);
  const [row] = list.body.data;
  return { ...one, body: { ...one.body, transaction_id: row.transaction_id, amount: row.amt_comp } };
}

test('has a case for every schema with a default', () => {
  expect(cases.map(({ schema }) => schema).sort()).toEqual(Object.keys(readDocumentedDefaults()).sort());
});

test.each(cases)('$schema: applies the documented default of an omitted member', async (given) => {
  const one = await addClaim(given);
  const defaults = readDocumentedDefaults()[one.schema] ?? {};
  const bare = await sendToNewServer(one, one.body);
  expect(bare.status, JSON.stringify(bare.reply)).toBeLessThan(300);
  expect(await sendToNewServer(one, { ...one.body, ...defaults })).toEqual(bare);
});
