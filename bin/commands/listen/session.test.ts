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
  test('brings bytes and headers as they were signed, and the answer into the log', async () => {
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

  test('reports a failure, and brings the next attempt when it is due', async () => {
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

  test('reports why there is no answer, in words', async () => {
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

  test('takes samples and replays too, which have their marks', async () => {
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

describe('a connection that is lost', () => {
  test('is made again, and 200 events of the meantime arrive in order, once each', async () => {
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
    expect(kinds().filter((kind) => kind === 'lost').length).toBeLessThanOrEqual(2); // a reason is said once
  });

  test('does not have an attempt made twice whose answer could not be reported', async () => {
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

  test('nor when the listener ended before it could report', async () => {
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

  test('is made again when nothing is heard any more, too', async () => {
    const { url } = await sandboxFor();
    const { untilSaid, untilNotices } = await listeningTo(url, { silentMs: 1000 });
    await untilSaid('The connection was lost: no data for 1 s. Reconnecting.');
    await untilNotices('connected', 2);
  });
});

describe('a destination', () => {
  test('that a reset took away is registered again, with its secret and what came about since', async () => {
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

  test('of a sandbox that was started anew is registered again, and nothing of the new one is missed', async () => {
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

  test('that was deleted is registered again, and is sent what came about in between, and nothing twice', async () => {
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

  test('that was named and is gone ends it', async () => {
    const { url } = await sandboxFor();
    const { found, untilNotices, ended, notices } = await listeningTo(url, { findAgain: undefined } as object);
    await untilNotices('connected');
    await ask(url, 'DELETE', `destinations/${found.destinationId}`);
    expect(await ended).toEqual({ kind: 'gone', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('no longer exists') });
  });

  test('that another one listens for is left to it', async () => {
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

  test('that is paused, disabled and enabled again is said to be', async () => {
    const { url } = await sandboxFor();
    const { found, notices, untilNotices, untilAttempts } = await listeningTo(url);
    await untilNotices('connected');
    const path = `destinations/${found.destinationId}`;
    const said = async (operation: string, count: number) => {
      await ask(url, 'POST', `${path}/${operation}`, {});
      await untilNotices('destination', count);
      return notices.at(-1)?.message;
    };
    expect(await said('pause', 1)).toContain('is paused: deliveries wait until it is resumed');
    expect(await said('resume', 2)).toContain('is enabled again');
    expect(await said('disable', 3)).toContain('is disabled (by a user)');
    expect(await said('enable', 4)).toContain('is enabled again');
    await trigger(url);
    await untilAttempts(1);
  });

  test('whose secret was replaced is verified with the new one, and that is said once', async () => {
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

describe('its end', () => {
  test('comes after as many attempts as were wanted', async () => {
    const { url } = await sandboxFor();
    const { ended } = await listeningTo(url, { exitAfter: 2 });
    await trigger(url);
    await trigger(url, 'dispenser_fault');
    expect(await ended).toEqual({ kind: 'enough', forwarded: 2 });
  });

  test('waits for the delivery at hand, and its report', async () => {
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

  test('comes where its key is refused for good', async () => {
    const { url } = await sandboxFor();
    const { ended, notices } = await listeningTo(url, { client: { url, key: `${KEY}-no-more` } });
    expect(await ended).toEqual({ kind: 'not-let-in', forwarded: 0 });
    expect(notices.at(-1)).toMatchObject({ kind: 'ended', message: expect.stringContaining('401') });
  });
});
