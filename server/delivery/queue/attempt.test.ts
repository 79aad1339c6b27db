import { expect, test } from 'vitest';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { MASK } from '../network/received-response.ts';
import { createSecret, fingerprintSigningSecret, verifyDeliverySignature } from '../signing/signer.ts';
import { createNewDelivery, dueOnRealClock, dueOnSandboxClock, HOOKS_KEY } from '../testing/deliveries.ts';
import {
  createRecordingSender,
  createResponseOutcome,
  createTarget,
  REFUSED_OUTCOME,
  TARGET_SECRET,
} from '../testing/targets.ts';
import { type AttemptInput, makeAttempt, toStatusError } from './attempt.ts';

const REAL_MS = Date.UTC(2026, 10, 20, 12) + 345;
const createNow = () => ({ sandboxMs: sandboxMs(5_000_000), realMs: realMs(REAL_MS) });
const { body, deliveryId, event } = createNewDelivery('a');
const delivery = { deliveryId, attemptCount: 2, event };

const createAttemptInput = (rest: Partial<AttemptInput>): AttemptInput => ({
  target: createTarget(),
  delivery,
  body,
  trigger: 'scheduled',
  now: createNow,
  send: createRecordingSender(() => createResponseOutcome(200)).send,
  ...rest,
});

test('posts the unchanged body, signed with every secret at the real time', async () => {
  const older = createSecret(Buffer.alloc(24, 9));
  const target = createTarget(HOOKS_KEY, {
    secrets: [TARGET_SECRET, older],
    headers: { authorization: 'Bearer abc', 'x-own': '1' },
  });
  const { send, sent } = createRecordingSender(() => createResponseOutcome(200));
  const made = await makeAttempt(createAttemptInput({ target, send }));

  const [request] = sent;
  expect(sent).toHaveLength(1);
  expect(request).toMatchObject({ url: 'http://127.0.0.1:9/dst_hooks', body });
  expect(request?.headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'user-agent': 'fleetkit-webhooks/1', 'webhook-id': 'evt_a' },
    ...{ 'webhook-timestamp': String(Math.floor(REAL_MS / 1000)), 'x-own': '1', authorization: 'Bearer abc' },
    ...{ 'x-sandbox-delivery': 'dlv_a', 'x-sandbox-attempt': '3' },
  });
  for (const secret of [TARGET_SECRET, older]) {
    const received = { headers: request?.headers ?? {}, body: request?.body ?? '' };
    expect(verifyDeliverySignature({ ...received, secrets: [secret], nowMs: REAL_MS })).toMatchObject({ kind: 'ok' });
  }
  expect(made.request).toMatchObject({ url: request?.url, bodyBytes: Buffer.byteLength(body) });
  expect(made.request.bodySha256).toMatch(/^[0-9a-f]{64}$/);
  expect(made.request.headers).toMatchObject({ 'webhook-id': 'evt_a', authorization: MASK });
  expect(JSON.stringify(made)).not.toContain('Bearer abc');
  expect(made.request.signing.signatures.map(({ keyFingerprint }) => keyFingerprint)).toEqual(
    [TARGET_SECRET, older].map(fingerprintSigningSecret),
  );
});

test('does not let a destination override headers of the delivery', async () => {
  const headers = { 'content-type': 'text/plain', 'webhook-id': 'mine', 'x-sandbox-attempt': '99', 'user-agent': 'me' };
  const { send, sent } = createRecordingSender(() => createResponseOutcome(200));
  await makeAttempt(createAttemptInput({ target: createTarget(HOOKS_KEY, { headers }), send }));
  expect(sent[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'evt_a' });
  expect(sent[0]?.headers).toMatchObject({ 'user-agent': 'fleetkit-webhooks/1', 'x-sandbox-attempt': '3' });
});

test('records the due instant on the sandbox clock, and otherwise the current time', async () => {
  const madeAt = async (rest: Partial<AttemptInput>) => {
    const { atMs, sentAtMs } = await makeAttempt(createAttemptInput(rest));
    return [atMs, sentAtMs];
  };
  expect(await madeAt({ due: dueOnSandboxClock(4_000_000) })).toEqual([4_000_000, REAL_MS]);
  expect(await madeAt({ due: dueOnRealClock(7) })).toEqual([5_000_000, REAL_MS]);
  expect(await madeAt({ trigger: 'replay' })).toEqual([5_000_000, REAL_MS]);
});

test('records the response and its duration', async () => {
  const made = await makeAttempt(
    createAttemptInput({ send: createRecordingSender(() => createResponseOutcome(503, { 'retry-after': '7' })).send }),
  );
  expect(made).toMatchObject({
    response: { status: 503, headers: { 'retry-after': '7' }, body: 'thanks', isTruncated: false },
    error: { code: 'status', message: expect.stringContaining('503') },
    timings: { dns: null, connect: 1, tls: null, firstByte: 2, total: 3 },
  });
});

test('records the error if there is no response', async () => {
  const made = await makeAttempt(createAttemptInput({ send: createRecordingSender(() => REFUSED_OUTCOME).send }));
  expect(made).toMatchObject({ response: null, timings: { connect: null, total: 1 } });
  expect(made.error).toEqual({ code: 'connect_refused', message: 'Nothing listens there (ECONNREFUSED).' });
});

test('records an incomplete response as a failure', async () => {
  const cut = {
    ...createResponseOutcome(200),
    kind: 'failed' as const,
    error: 'body_timeout' as const,
    message: 'Too slow.',
  };
  const made = await makeAttempt(createAttemptInput({ send: createRecordingSender(() => cut).send }));
  expect(made).toMatchObject({ response: { status: 200 }, error: { code: 'body_timeout' } });
});

test('throws for a destination with a listener', async () => {
  const target = createTarget(HOOKS_KEY, { kind: 'listener', url: null });
  await expect(makeAttempt(createAttemptInput({ target }))).rejects.toThrow('listener');
});

test.each([
  [200, undefined],
  [204, undefined],
  [299, undefined],
  [300, 'redirect'],
  [308, 'redirect'],
  [400, 'status'],
  [410, 'status'],
  [599, 'status'],
  [101, 'status'],
])('classifies %i as %s', (status, code) => expect(toStatusError(status)?.code).toBe(code));
