import { describe, expect, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { startCuttableProxy } from './testing/cuttable-proxy.ts';
import {
  callSandbox,
  createTestFolder,
  forwardTo,
  KEY,
  listDeliveriesTo,
  startListener,
  startTestSandbox,
  TERMINAL,
  triggerAtTerminal,
} from './testing/listener.ts';
import { startTestReceiver } from './testing/receiver.ts';

const getPort = (url: string): number => Number(new URL(url).port);
const readDetail = (url: string, id: string) =>
  callSandbox<SandboxSchemas['DeliveryDetail']>(url, `GET deliveries/${id}`);

describe('forwarding', () => {
  test('posts the signed bytes and headers, and reports the response to the log', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver(() => ({ status: 202, headers: { 'x-worker': 'w1' }, body: 'queued' }));
    const { untilAttempts, attempts, found } = await startListener(url, {
      receiver: forwardTo(receiver.url, { headers: { 'x-tunnel': 'mine' } }),
    });
    await triggerAtTerminal(url);
    await untilAttempts(1);

    const [delivery] = await listDeliveriesTo(url, found.destinationId);
    const detail = await readDetail(url, delivery?.delivery_id ?? '');
    const [got] = receiver.got;
    expect(got?.body).toBe(detail.body);
    const { 'content-type': type, 'user-agent': agent, ...others } = detail.attempts[0]?.request.headers ?? {};
    expect(got?.headers).toMatchObject({ 'content-type': type, 'user-agent': agent, ...others, 'x-tunnel': 'mine' });
    expect(others).toHaveProperty('webhook-signature');
    expect(detail).toMatchObject({
      state: 'delivered',
      attempts: [{ response: { status: 202, headers: { 'x-worker': 'w1' }, body: 'queued' }, error: null }],
    });
    expect(attempts).toMatchObject([
      {
        fetched: { type: 'cash_low', terminal_id: TERMINAL, attempt: 1, trigger: 'scheduled' },
        incidentState: 'triggered',
        answer: { status: 202 },
        signature: { isVerified: true, message: expect.stringMatching(/^signature ok \(v1, age [01] s\)$/) },
        isForwardedNow: true,
        delivery: { state: 'delivered' },
      },
    ]);
  });

  test('reports a failure and forwards the next attempt when it is due', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver((n) => ({ status: n <= 2 ? 500 : 200 }));
    const { untilAttempts, attempts } = await startListener(url, { receiver: forwardTo(receiver.url) });
    await triggerAtTerminal(url, 'cash_out'); // and moves the clock past the second attempt, five seconds after the first
    await untilAttempts(2);
    expect(attempts[1]?.delivery).toMatchObject({ state: 'pending', next_attempt: { clock: 'sandbox' } });
    await callSandbox(url, 'POST clock/advance', { by: 'PT5M' });
    await untilAttempts(3);
    expect(attempts[2]).toMatchObject({ fetched: { attempt: 3 }, delivery: { state: 'delivered' } });
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  test('reports the reason for a missing response', async () => {
    const { url } = await startTestSandbox();
    const { untilAttempts, attempts, found } = await startListener(url, {
      receiver: forwardTo(new URL('http://127.0.0.1:9/hooks')),
    });
    await triggerAtTerminal(url);
    await untilAttempts(1);
    expect(attempts[0]?.answer).toMatchObject({ error: 'Nothing listens there (ECONNREFUSED).' });
    expect((await listDeliveriesTo(url, found.destinationId))[0]).toMatchObject({
      last_status: null,
      last_error: 'Nothing listens there (ECONNREFUSED).',
    });
  });

  test('forwards samples and replays, and marks them', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const { attempts, found, untilNotices } = await startListener(url, { receiver: forwardTo(receiver.url) });
    await untilNotices('connected');
    const tested = await callSandbox<SandboxSchemas['TestedDestination']>(
      url,
      `POST destinations/${found.destinationId}/test`,
      {},
    );
    expect(tested.verdict).toBe('delivered');
    await callSandbox(url, `POST deliveries/${tested.delivery.delivery_id}/replay`, {});
    expect(attempts.map(({ fetched: { trigger: why, attempt, is_test } }) => [why, attempt, is_test])).toEqual([
      ['test', 1, true],
      ['replay', 2, true],
    ]);
    expect(receiver.got).toHaveLength(2);
  });
});

describe('after a lost connection, listen', () => {
  /** How long the connection is away, and how many events wait at least. */
  const waited = isThorough ? { by: 'P45D', events: 200 } : { by: 'P7D', events: 10 };

  test(`reconnects and forwards more than ${waited.events} waiting events in order, once each`, async () => {
    const { url } = await startTestSandbox();
    const proxy = await startCuttableProxy(getPort(url));
    const receiver = await startTestReceiver();
    const { found, untilNotices, kinds } = await startListener(url, {
      receiver: forwardTo(receiver.url),
      via: proxy.url,
    });
    await triggerAtTerminal(url);
    await receiver.untilGot(1);
    proxy.cut();
    await untilNotices('lost');
    await callSandbox(url, 'POST clock/advance', { by: waited.by });
    const waiting = await listDeliveriesTo(url, found.destinationId);
    expect(waiting.length).toBeGreaterThan(waited.events);
    expect(receiver.got).toHaveLength(1);

    proxy.mend();
    await receiver.untilGot(waiting.length);
    await untilNotices('connected', 2);
    expect(receiver.ids()).toEqual(waiting.map(({ event_id }) => event_id));
    expect(kinds().filter((kind) => kind === 'lost').length).toBeLessThanOrEqual(2); // each reason is reported once
  });

  test('does not forward an attempt again whose response was not reported', async () => {
    const { url } = await startTestSandbox();
    const proxy = await startCuttableProxy(getPort(url));
    const receiver = await startTestReceiver();
    const { found, attempts, untilAttempts } = await startListener(url, {
      receiver: forwardTo(receiver.url),
      via: proxy.url,
    });
    proxy.cutBefore(/^POST [^ ]*report /);
    await triggerAtTerminal(url);
    await untilAttempts(1);
    expect(attempts[0]?.delivery).toBeNull();
    proxy.mend();
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({
      isForwardedNow: false,
      fetched: { attempt: 1 },
      delivery: { state: 'delivered' },
    });
    expect(receiver.got).toHaveLength(1);
    const [delivery] = await listDeliveriesTo(url, found.destinationId);
    expect(delivery).toMatchObject({ attempt_count: 1, last_status: 204 });
  });

  test('does not forward an attempt again that an earlier run could not report', async () => {
    const { url } = await startTestSandbox();
    const proxy = await startCuttableProxy(getPort(url));
    const receiver = await startTestReceiver(() => ({ status: 503, body: 'busy' }));
    const folder = createTestFolder();
    const options = { receiver: forwardTo(receiver.url), via: proxy.url, folder };
    const first = await startListener(url, options);
    proxy.cutBefore(/^POST [^ ]*report /);
    await triggerAtTerminal(url);
    await first.untilAttempts(1);
    expect(await first.stop()).toEqual({ kind: 'stopped', forwarded: 1 });
    proxy.mend();

    const second = await startListener(url, options);
    expect(second.found).toMatchObject({ destinationId: first.found.destinationId, isNew: false });
    await second.untilAttempts(1);
    expect(second.attempts[0]).toMatchObject({ isForwardedNow: false, answer: { status: 503 } });
    expect(receiver.got).toHaveLength(1);
    const [delivery] = await listDeliveriesTo(url, first.found.destinationId);
    const detail = await readDetail(url, delivery?.delivery_id ?? '');
    expect(detail.attempts).toMatchObject([{ number: 1, response: { status: 503, body: 'busy' } }]);
  });

  test('reconnects after a silence', async () => {
    const { url } = await startTestSandbox();
    const { untilLine, untilNotices } = await startListener(url, { silentMs: 1000 });
    await untilLine('The connection was lost: no data for 1 s. Reconnecting.');
    await untilNotices('connected', 2);
  });
});

describe('listen', () => {
  test('registers the destination again after a reset, with its secret and the events since then', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const { found, notices, attempts, untilNotices, untilAttempts } = await startListener(url, {
      receiver: forwardTo(receiver.url),
    });
    await triggerAtTerminal(url);
    await untilAttempts(1);
    await callSandbox(url, 'POST reset', {});
    await untilNotices('connected', 2);
    expect(notices.map(({ kind }) => kind)).toEqual(['connected', 'gone', 'registered', 'recovered', 'connected']);
    await triggerAtTerminal(url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({ fetched: { type: 'dispenser_fault' }, signature: { isVerified: true } });
    const { data } = await callSandbox<SandboxSchemas['DestinationList']>(url, 'GET destinations');
    expect(data).toHaveLength(1);
    const { secret } = await callSandbox<SandboxSchemas['RevealedSecrets']>(
      url,
      `GET destinations/${data[0]?.destination_id}/secret`,
    );
    expect(secret).toBe(found.secrets[0]);
  });

  test('registers the destination again in a restarted sandbox and forwards all its events', async () => {
    const first = await startTestSandbox();
    const port = getPort(first.url);
    const receiver = await startTestReceiver();
    const { attempts, untilNotices, untilAttempts } = await startListener(first.url, {
      receiver: forwardTo(receiver.url),
      pausesMs: [20],
    });
    await triggerAtTerminal(first.url);
    await untilAttempts(1);
    await first.close();
    await untilNotices('lost');
    const second = await startTestSandbox({ port });
    await triggerAtTerminal(second.url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({ fetched: { type: 'dispenser_fault' }, signature: { isVerified: true } });
    expect(receiver.got).toHaveLength(2);
  });

  test('registers a deleted destination again and forwards the missed events once', async () => {
    const { url } = await startTestSandbox();
    const proxy = await startCuttableProxy(getPort(url));
    const receiver = await startTestReceiver();
    const { found, untilNotices, notices } = await startListener(url, {
      receiver: forwardTo(receiver.url),
      via: proxy.url,
    });
    await triggerAtTerminal(url);
    await receiver.untilGot(1);
    proxy.cut();
    await untilNotices('lost');
    await callSandbox(url, `DELETE destinations/${found.destinationId}`);
    await triggerAtTerminal(url, 'dispenser_fault');
    proxy.mend();
    await untilNotices('connected', 2);
    await receiver.untilGot(2);
    expect(receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['cash_low', 'dispenser_fault']);
    expect(notices.find(({ kind }) => kind === 'recovered')?.message).toContain('Queued 1 delivery');
  });

  test('ends if the destination given with --destination is deleted', async () => {
    const { url } = await startTestSandbox();
    const { found, untilNotices, ended, notices } = await startListener(url, { findAgain: undefined } as object);
    await untilNotices('connected');
    await callSandbox(url, `DELETE destinations/${found.destinationId}`);
    expect(await ended).toEqual({ kind: 'gone', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('no longer exists') });
  });

  test('ends if another listener takes over the destination', async () => {
    const { url } = await startTestSandbox();
    const folder = createTestFolder();
    const receiver = forwardTo((await startTestReceiver()).url);
    const first = await startListener(url, { folder, receiver });
    await first.untilNotices('connected');
    const second = await startListener(url, { folder, receiver });
    expect(await first.ended).toEqual({ kind: 'replaced', forwarded: 0 });
    expect(first.notices.at(-1)?.message).toContain('Another listener took over dst_');
    await triggerAtTerminal(url);
    await second.untilAttempts(1);
  });

  test('reports when the destination is paused, resumed, disabled and enabled', async () => {
    const { url } = await startTestSandbox();
    const { found, notices, untilNotices, untilAttempts } = await startListener(url);
    await untilNotices('connected');
    const path = `destinations/${found.destinationId}`;
    const noticeAfter = async (operation: string, count: number) => {
      await callSandbox(url, `POST ${path}/${operation}`, {});
      await untilNotices('destination', count);
      return notices.at(-1)?.message;
    };
    expect(await noticeAfter('pause', 1)).toContain('is paused: deliveries wait until it is resumed');
    expect(await noticeAfter('resume', 2)).toContain('is enabled again');
    expect(await noticeAfter('disable', 3)).toContain('is disabled (by a user)');
    expect(await noticeAfter('enable', 4)).toContain('is enabled again');
    await triggerAtTerminal(url);
    await untilAttempts(1);
  });

  test('verifies with a replaced secret and reports the replacement once', async () => {
    const { url } = await startTestSandbox();
    const { found, attempts, kinds, untilAttempts } = await startListener(url);
    await callSandbox(url, `POST destinations/${found.destinationId}/secret/rotate`, { overlap_seconds: 0 });
    await triggerAtTerminal(url);
    await triggerAtTerminal(url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts.map(({ signature }) => signature.code)).toEqual(['valid', 'valid']);
    expect(kinds().filter((kind) => kind === 'secret')).toHaveLength(1);
  });
});

describe('a session', () => {
  test('ends after the requested number of attempts', async () => {
    const { url } = await startTestSandbox();
    const { ended } = await startListener(url, { exitAfter: 2 });
    await triggerAtTerminal(url);
    await triggerAtTerminal(url, 'dispenser_fault');
    expect(await ended).toEqual({ kind: 'enough', forwarded: 2 });
  });

  test('ends after the present delivery and its report', async () => {
    const { url } = await startTestSandbox();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const receiver = await startTestReceiver(async () => {
      begun.resolve();
      await gate.promise;
      return { status: 200 };
    });
    const { found, stop } = await startListener(url, { receiver: forwardTo(receiver.url) });
    await triggerAtTerminal(url);
    await begun.promise;
    const ended = stop();
    gate.resolve();
    expect(await ended).toEqual({ kind: 'stopped', forwarded: 1 });
    expect((await listDeliveriesTo(url, found.destinationId))[0]).toMatchObject({
      state: 'delivered',
      last_status: 200,
    });
  });

  test('ends if its key is permanently refused', async () => {
    const { url } = await startTestSandbox();
    const { ended, notices } = await startListener(url, { client: { url, key: `${KEY}-unknown` } });
    expect(await ended).toEqual({ kind: 'not-let-in', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('401') });
  });
});
