import { describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { cableTo } from './testing/cable.ts';
import { receiving } from './testing/receiver.ts';
import {
  ask,
  deliveriesOf,
  folderFor,
  KEY,
  listeningTo,
  receiverAt,
  sandboxFor,
  TERMINAL,
  trigger,
} from './testing/scene.ts';

const portOf = (url: string): number => Number(new URL(url).port);
const detailOf = (url: string, id: string) => ask<SandboxSchemas['DeliveryDetail']>(url, 'GET', `deliveries/${id}`);

describe('forwarding', () => {
  test('posts the signed bytes and headers, and reports the response to the log', async () => {
    const { url } = await sandboxFor();
    const receiver = await receiving(() => ({ status: 202, headers: { 'x-worker': 'w1' }, body: 'queued' }));
    const { untilAttempts, attempts, found } = await listeningTo(url, {
      receiver: receiverAt(receiver.url, { headers: { 'x-tunnel': 'mine' } }),
    });
    await trigger(url);
    await untilAttempts(1);

    const [delivery] = await deliveriesOf(url, found.destinationId);
    const detail = await detailOf(url, delivery?.delivery_id ?? '');
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
        turn: 'triggered',
        answer: { status: 202 },
        signature: { isVerified: true, message: expect.stringMatching(/^signature ok \(v1, age [01] s\)$/) },
        isForwardedNow: true,
        delivery: { state: 'delivered' },
      },
    ]);
  });

  test('reports a failure and forwards the next attempt when it is due', async () => {
    const { url } = await sandboxFor();
    const receiver = await receiving((n) => ({ status: n <= 2 ? 500 : 200 }));
    const { untilAttempts, attempts } = await listeningTo(url, { receiver: receiverAt(receiver.url) });
    await trigger(url, 'cash_out'); // and moves the clock past the second attempt, five seconds after the first
    await untilAttempts(2);
    expect(attempts[1]?.delivery).toMatchObject({ state: 'pending', next_attempt: { clock: 'sandbox' } });
    await ask(url, 'POST', 'clock/advance', { by: 'PT5M' });
    await untilAttempts(3);
    expect(attempts[2]).toMatchObject({ fetched: { attempt: 3 }, delivery: { state: 'delivered' } });
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  test('reports the reason for a missing response', async () => {
    const { url } = await sandboxFor();
    const { untilAttempts, attempts, found } = await listeningTo(url, {
      receiver: receiverAt(new URL('http://127.0.0.1:9/hooks')),
    });
    await trigger(url);
    await untilAttempts(1);
    expect(attempts[0]?.answer).toMatchObject({ error: 'Nothing listens there (ECONNREFUSED).' });
    expect((await deliveriesOf(url, found.destinationId))[0]).toMatchObject({
      last_status: null,
      last_error: 'Nothing listens there (ECONNREFUSED).',
    });
  });

  test('forwards samples and replays, and marks them', async () => {
    const { url } = await sandboxFor();
    const receiver = await receiving();
    const { attempts, found, untilNotices } = await listeningTo(url, { receiver: receiverAt(receiver.url) });
    await untilNotices('connected');
    const tested = await ask<SandboxSchemas['TestedDestination']>(
      url,
      'POST',
      `destinations/${found.destinationId}/test`,
      {},
    );
    expect(tested.verdict).toBe('delivered');
    await ask(url, 'POST', `deliveries/${tested.delivery.delivery_id}/replay`, {});
    expect(attempts.map(({ fetched: { trigger: why, attempt, is_test } }) => [why, attempt, is_test])).toEqual([
      ['test', 1, true],
      ['replay', 2, true],
    ]);
    expect(receiver.got).toHaveLength(2);
  });
});

describe('after a lost connection, listen', () => {
  test('reconnects and forwards more than 200 waiting events in order, once each', async () => {
    const { url } = await sandboxFor();
    const cable = await cableTo(portOf(url));
    const receiver = await receiving();
    const { found, untilNotices, kinds } = await listeningTo(url, {
      receiver: receiverAt(receiver.url),
      via: cable.url,
    });
    await trigger(url);
    await receiver.untilGot(1);
    cable.cut();
    await untilNotices('lost');
    await ask(url, 'POST', 'clock/advance', { by: 'P45D' });
    const waiting = await deliveriesOf(url, found.destinationId);
    expect(waiting.length).toBeGreaterThan(200);
    expect(receiver.got).toHaveLength(1);

    cable.mend();
    await receiver.untilGot(waiting.length);
    await untilNotices('connected', 2);
    expect(receiver.ids()).toEqual(waiting.map(({ event_id }) => event_id));
    expect(kinds().filter((kind) => kind === 'lost').length).toBeLessThanOrEqual(2); // each reason is reported once
  });

  test('does not forward an attempt again whose response was not reported', async () => {
    const { url } = await sandboxFor();
    const cable = await cableTo(portOf(url));
    const receiver = await receiving();
    const { found, attempts, untilAttempts } = await listeningTo(url, {
      receiver: receiverAt(receiver.url),
      via: cable.url,
    });
    cable.cutBefore(/^POST [^ ]*report /);
    await trigger(url);
    await untilAttempts(1);
    expect(attempts[0]?.delivery).toBeNull();
    cable.mend();
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({
      isForwardedNow: false,
      fetched: { attempt: 1 },
      delivery: { state: 'delivered' },
    });
    expect(receiver.got).toHaveLength(1);
    const [delivery] = await deliveriesOf(url, found.destinationId);
    expect(delivery).toMatchObject({ attempt_count: 1, last_status: 204 });
  });

  test('does not forward an attempt again that an earlier run could not report', async () => {
    const { url } = await sandboxFor();
    const cable = await cableTo(portOf(url));
    const receiver = await receiving(() => ({ status: 503, body: 'busy' }));
    const folder = folderFor();
    const options = { receiver: receiverAt(receiver.url), via: cable.url, folder };
    const first = await listeningTo(url, options);
    cable.cutBefore(/^POST [^ ]*report /);
    await trigger(url);
    await first.untilAttempts(1);
    expect(await first.stop()).toEqual({ kind: 'stopped', forwarded: 1 });
    cable.mend();

    const second = await listeningTo(url, options);
    expect(second.found).toMatchObject({ destinationId: first.found.destinationId, isNew: false });
    await second.untilAttempts(1);
    expect(second.attempts[0]).toMatchObject({ isForwardedNow: false, answer: { status: 503 } });
    expect(receiver.got).toHaveLength(1);
    const [delivery] = await deliveriesOf(url, first.found.destinationId);
    const detail = await detailOf(url, delivery?.delivery_id ?? '');
    expect(detail.attempts).toMatchObject([{ number: 1, response: { status: 503, body: 'busy' } }]);
  });

  test('reconnects after a silence', async () => {
    const { url } = await sandboxFor();
    const { untilSaid, untilNotices } = await listeningTo(url, { silentMs: 1000 });
    await untilSaid('The connection was lost: no data for 1 s. Reconnecting.');
    await untilNotices('connected', 2);
  });
});

describe('listen', () => {
  test('registers the destination again after a reset, with its secret and the events since then', async () => {
    const { url } = await sandboxFor();
    const receiver = await receiving();
    const { found, notices, attempts, untilNotices, untilAttempts } = await listeningTo(url, {
      receiver: receiverAt(receiver.url),
    });
    await trigger(url);
    await untilAttempts(1);
    await ask(url, 'POST', 'reset', {});
    await untilNotices('connected', 2);
    expect(notices.map(({ kind }) => kind)).toEqual(['connected', 'gone', 'registered', 'recovered', 'connected']);
    await trigger(url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({ fetched: { type: 'dispenser_fault' }, signature: { isVerified: true } });
    const { data } = await ask<SandboxSchemas['DestinationList']>(url, 'GET', 'destinations');
    expect(data).toHaveLength(1);
    const { secret } = await ask<SandboxSchemas['RevealedSecrets']>(
      url,
      'GET',
      `destinations/${data[0]?.destination_id}/secret`,
    );
    expect(secret).toBe(found.secrets[0]);
  });

  test('registers the destination again in a restarted sandbox and forwards all its events', async () => {
    const first = await sandboxFor();
    const port = portOf(first.url);
    const receiver = await receiving();
    const { attempts, untilNotices, untilAttempts } = await listeningTo(first.url, {
      receiver: receiverAt(receiver.url),
      pausesMs: [20],
    });
    await trigger(first.url);
    await untilAttempts(1);
    await first.close();
    await untilNotices('lost');
    const second = await sandboxFor({ port });
    await trigger(second.url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts[1]).toMatchObject({ fetched: { type: 'dispenser_fault' }, signature: { isVerified: true } });
    expect(receiver.got).toHaveLength(2);
  });

  test('registers a deleted destination again and forwards the missed events once', async () => {
    const { url } = await sandboxFor();
    const cable = await cableTo(portOf(url));
    const receiver = await receiving();
    const { found, untilNotices, notices } = await listeningTo(url, {
      receiver: receiverAt(receiver.url),
      via: cable.url,
    });
    await trigger(url);
    await receiver.untilGot(1);
    cable.cut();
    await untilNotices('lost');
    await ask(url, 'DELETE', `destinations/${found.destinationId}`);
    await trigger(url, 'dispenser_fault');
    cable.mend();
    await untilNotices('connected', 2);
    await receiver.untilGot(2);
    expect(receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['cash_low', 'dispenser_fault']);
    expect(notices.find(({ kind }) => kind === 'recovered')?.message).toContain('Queued 1 delivery');
  });

  test('ends if the destination given with --destination is deleted', async () => {
    const { url } = await sandboxFor();
    const { found, untilNotices, ended, notices } = await listeningTo(url, { findAgain: undefined } as object);
    await untilNotices('connected');
    await ask(url, 'DELETE', `destinations/${found.destinationId}`);
    expect(await ended).toEqual({ kind: 'gone', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('no longer exists') });
  });

  test('ends if another listener takes over the destination', async () => {
    const { url } = await sandboxFor();
    const folder = folderFor();
    const receiver = receiverAt((await receiving()).url);
    const first = await listeningTo(url, { folder, receiver });
    await first.untilNotices('connected');
    const second = await listeningTo(url, { folder, receiver });
    expect(await first.ended).toEqual({ kind: 'replaced', forwarded: 0 });
    expect(first.notices.at(-1)?.message).toContain('Another listener took over dst_');
    await trigger(url);
    await second.untilAttempts(1);
  });

  test('reports when the destination is paused, resumed, disabled and enabled', async () => {
    const { url } = await sandboxFor();
    const { found, notices, untilNotices, untilAttempts } = await listeningTo(url);
    await untilNotices('connected');
    const path = `destinations/${found.destinationId}`;
    const noticeAfter = async (operation: string, count: number) => {
      await ask(url, 'POST', `${path}/${operation}`, {});
      await untilNotices('destination', count);
      return notices.at(-1)?.message;
    };
    expect(await noticeAfter('pause', 1)).toContain('is paused: deliveries wait until it is resumed');
    expect(await noticeAfter('resume', 2)).toContain('is enabled again');
    expect(await noticeAfter('disable', 3)).toContain('is disabled (by a user)');
    expect(await noticeAfter('enable', 4)).toContain('is enabled again');
    await trigger(url);
    await untilAttempts(1);
  });

  test('verifies with a replaced secret and reports the replacement once', async () => {
    const { url } = await sandboxFor();
    const { found, attempts, kinds, untilAttempts } = await listeningTo(url);
    await ask(url, 'POST', `destinations/${found.destinationId}/secret/rotate`, { overlap_seconds: 0 });
    await trigger(url);
    await trigger(url, 'dispenser_fault');
    await untilAttempts(2);
    expect(attempts.map(({ signature }) => signature.code)).toEqual(['valid', 'valid']);
    expect(kinds().filter((kind) => kind === 'secret')).toHaveLength(1);
  });
});

describe('a session', () => {
  test('ends after the requested number of attempts', async () => {
    const { url } = await sandboxFor();
    const { ended } = await listeningTo(url, { exitAfter: 2 });
    await trigger(url);
    await trigger(url, 'dispenser_fault');
    expect(await ended).toEqual({ kind: 'enough', forwarded: 2 });
  });

  test('ends after the present delivery and its report', async () => {
    const { url } = await sandboxFor();
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const receiver = await receiving(async () => {
      begun.resolve();
      await gate.promise;
      return { status: 200 };
    });
    const { found, stop } = await listeningTo(url, { receiver: receiverAt(receiver.url) });
    await trigger(url);
    await begun.promise;
    const ended = stop();
    gate.resolve();
    expect(await ended).toEqual({ kind: 'stopped', forwarded: 1 });
    expect((await deliveriesOf(url, found.destinationId))[0]).toMatchObject({ state: 'delivered', last_status: 200 });
  });

  test('ends if its key is permanently refused', async () => {
    const { url } = await sandboxFor();
    const { ended, notices } = await listeningTo(url, { client: { url, key: `${KEY}-unknown` } });
    expect(await ended).toEqual({ kind: 'not-let-in', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('401') });
  });
});
