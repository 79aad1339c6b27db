import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, listDifferences, type OutcomeClient, openOutcomeClient } from '../testing/outcome-client.ts';

/* Outcomes of commands and provisioning jobs, in every resource that shows them. */

let client: OutcomeClient;
beforeEach(() => {
  client = openOutcomeClient();
});

const TERMINAL = 'NW104310';
const paths = [`/v1/terminals/${TERMINAL}/commands`, `/v1/terminals/${TERMINAL}/provisioning-payload`] as const;

const readCommand = async (id: string): Promise<Body> =>
  (await client.request('get', `/v1/terminals/${TERMINAL}/commands`)).data.find(
    ({ command_id: one }: Body) => one === id,
  );
const listEvents = async (type: string): Promise<readonly Body[]> =>
  (await client.request('get', `/sandbox/events?type=${type}&terminal_id=${TERMINAL}&limit=500`)).data;
const readFeed = (): Promise<string> => client.readText(`/v1/feeds/terminals/${TERMINAL}.xml`);

describe.each([
  ['command_completed', {}, { state: 'completed', result_code: 'ok', attempt_count: 1 }],
  ['command_run_failed', {}, { state: 'failed', result_code: 'device_error', attempt_count: 1 }],
  [
    'command_run_failed',
    { result_code: 'timeout_no_ack' },
    { state: 'failed', attempt_count: 3, acknowledged_at: null },
  ],
  ['command_rejected', { result_code: 'not_supported' }, { state: 'rejected', result_code: 'not_supported' }],
  ['command_expired', {}, { state: 'expired', result_code: 'expired', attempt_count: 0 }],
  ['command_retried', { lost_attempts: 2 }, { state: 'completed', result_code: 'ok', attempt_count: 3 }],
  ['command_canceled', {}, { state: 'canceled', result_code: 'canceled_by_user', sent_at: null }],
])('%s %o', (outcome, parameters, expected) => {
  test('queues a command that gets this outcome', async () => {
    const body = { outcome, terminal_id: TERMINAL, parameters: { command_type: 'status_poll', ...parameters } };
    const triggered = await client.trigger(body);
    expect(triggered).toMatchObject({ subject: 'command', state: expected.state });
    await client.advance(1);
    expect(await readCommand(triggered.id)).toMatchObject({ state: 'queued', command_type: 'status_poll' });
    await client.advance(triggered.happens_after_seconds - 1);
    const command = await readCommand(triggered.id);
    expect(command).toMatchObject(expected);
    const instants = [command.queued_at, command.sent_at, command.acknowledged_at, command.completed_at];
    const reached = instants.filter((at) => at !== null);
    expect(reached).toEqual(reached.toSorted());

    const events = (await listEvents('command_failed')).filter(({ data }) => data.command_id === triggered.id);
    const isFailure = ['failed', 'rejected', 'expired'].includes(expected.state);
    expect(events.map(({ data }) => data.final_state)).toEqual(isFailure ? [expected.state] : []);
    expect(await readFeed()).toContain(triggered.id);
    const { recent_commands: recent } = await client.request('get', '/v1/portal');
    expect(recent).toContainEqual(command);
    await client.advance(3 * 86_400);
    expect(await readCommand(triggered.id)).toEqual(command);
  });
});

test('a command in progress gets another outcome, which its state must allow', async () => {
  const started = await client.trigger({ outcome: 'command_expired', terminal_id: TERMINAL });
  await client.advance(600);
  const { id } = started;
  expect(await readCommand(id)).toMatchObject({ state: 'queued' });
  const given = { outcome: 'command_run_failed', id, parameters: { command_type: 'reboot' } };
  expect((await client.trigger(given, { status: 422 })).errors).toMatchObject([
    { pointer: '/parameters/command_type', code: 'out_of_range' },
  ]);
  const { state } = await client.reach({ outcome: 'command_run_failed', id });
  expect(state).toBe('failed');
  expect(await readCommand(id)).toMatchObject({ state: 'failed', result_code: 'device_error' });
  expect(await client.trigger({ outcome: 'command_completed', id }, { status: 409 })).toMatchObject({
    code: 'wrong_state',
    detail: `The command ${id} is failed. The outcome needs one that is queued or sent or acknowledged.`,
  });
  await client.expectSameAfterReplay(...paths);
});

test('a terminal without a line gets no new command, except one that expires', async () => {
  const cut = { event_type: 'heartbeat_stale', terminal_id: TERMINAL };
  await client.request('post', '/sandbox/causes', { body: cut });
  await client.advance(60);
  const refused = await client.trigger({ outcome: 'command_completed', terminal_id: TERMINAL }, { status: 422 });
  expect(refused.errors).toMatchObject([{ pointer: '/terminal_id', code: 'cannot_serve' }]);
  expect(await client.trigger({ outcome: 'command_expired', terminal_id: TERMINAL })).toMatchObject({
    state: 'expired',
  });
});

test('without a terminal, queues the command at one that fetches it', async () => {
  const { id, causes } = await client.reach({ outcome: 'command_completed' });
  const { terminal_id: terminalId } = causes[0];
  const { data } = await client.request('get', `/v1/terminals/${terminalId}/commands`);
  expect(data[0]).toMatchObject({ command_id: id, command_type: 'reboot', state: 'completed' });
});

describe.each([
  ['validation', 'failed', 'invalid_payload'],
  ['delivery', 'failed', 'timeout_no_ack'],
  ['apply', 'failed', 'not_supported'],
  ['host_handshake', 'failed', 'host_handshake_failed'],
  ['key_load', 'rolled_back', 'key_exchange_failed'],
  ['test_transaction', 'rolled_back', 'test_transaction_failed'],
])('provisioning_job_failed at %s', (stage, state, resultCode) => {
  test('starts a job that fails there', async () => {
    const payload = () => client.request('get', `/v1/terminals/${TERMINAL}/provisioning-payload`);
    const before = await payload();
    const body = { outcome: 'provisioning_job_failed', terminal_id: TERMINAL, parameters: { stage } };
    const { id } = await client.reach(body);
    expect(await payload()).toMatchObject({ payload_version: before.payload_version + 1, job: { job_id: id, state } });
    const [event] = (await listEvents('provisioning_failed')).filter(({ data }) => data.job_id === id);
    expect(event?.data).toMatchObject({
      failure_stage: stage,
      result_code: resultCode,
      rolled_back_to_version: state === 'rolled_back' ? before.payload_version : null,
    });
    expect(await readFeed()).toContain(id);
    await client.advance(3 * 86_400);
    expect(await payload()).toMatchObject({ job: { job_id: id, state } });
  });
});

test('a provisioning job completes or is canceled, and a job in progress can still fail', async () => {
  const before = await client.readAll(...paths);
  const payload = () => client.request('get', `/v1/terminals/${TERMINAL}/provisioning-payload`);
  const { payload_version: version } = await payload();
  const completed = await client.reach({ outcome: 'provisioning_job_completed', terminal_id: TERMINAL });
  expect(await payload()).toMatchObject({
    payload_version: version + 1,
    job: { job_id: completed.id, state: 'completed' },
  });
  const canceled = await client.reach({ outcome: 'provisioning_job_canceled', terminal_id: TERMINAL });
  expect(await payload()).toMatchObject({
    payload_version: version + 2,
    job: { job_id: canceled.id, state: 'canceled' },
  });

  const { id } = await client.trigger({ outcome: 'provisioning_job_completed', terminal_id: TERMINAL });
  await client.advance(5);
  const failure = { outcome: 'provisioning_job_failed', id, parameters: { stage: 'key_load' } };
  expect(await client.reach(failure)).toMatchObject({ id, state: 'rolled_back' });
  expect(await payload()).toMatchObject({ payload_version: version + 3, job: { job_id: id, state: 'rolled_back' } });
  expect(await client.trigger(failure, { status: 409 })).toMatchObject({ code: 'wrong_state' });
  await client.expectSameAfterReplay(...paths);
  await client.request('post', '/sandbox/reset', { caller: 'operator' });
  expect(listDifferences(await client.readAll(...paths), before)).toEqual([]);
});

test('a job that is being delivered can no longer fail at its validation', async () => {
  const { id } = await client.trigger({ outcome: 'provisioning_job_completed', terminal_id: TERMINAL });
  let state = '';
  while (state !== 'delivering') {
    await client.advance(10);
    state = (await client.request('get', `/v1/terminals/${TERMINAL}/provisioning-payload`)).job.state;
  }
  const body = { outcome: 'provisioning_job_failed', id, parameters: { stage: 'validation' } };
  expect(await client.trigger(body, { status: 409 })).toMatchObject({
    code: 'wrong_state',
    detail: `The provisioning job ${id} is delivering, so that it can no longer fail at validation.`,
  });
});
