import fc, { constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { FOREIGN_CANARY } from '../../lab/sender-faults/event-faults.ts';
import { sampleEvents, sampleTestEvent } from '../../lab/sender-faults/events.ts';
import type { SenderFault } from '../../lab/sender-faults/fault.ts';
import { senderFaults } from '../../lab/sender-faults/faults.ts';
import { oldSecretIsDropped } from '../../lab/sender-faults/request-faults.ts';
import { correctSender, recordDeliveries, type SenderRun } from '../../lab/sender-faults/sender.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { checkSender, type SenderCheckOptions } from './check-sender.ts';
import { senderChecks } from './checks/index.ts';
import { observingPlan, passivePlan } from './core/response-plan.ts';
import type { SenderResult } from './sender-result.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;
const STANDARD = SCHEMES['standard-webhooks'];
const START = Date.UTC(2027, 0, 14, 9, 30);
const everything = observingPlan({ withholdMs: 40_000 });
const untilGone = observingPlan({ allowGone: true });

const CUSTOM: SignatureScheme = {
  ...STANDARD,
  name: 'acme',
  idHeader: 'x-acme-id',
  timestampHeader: 'x-acme-time',
  timestampUnit: 'ms',
  signatureHeader: 'x-acme-signature',
  prefix: '',
  separator: ';',
  encoding: 'hex',
  hash: 'sha512',
  signedContent: '{timestamp}:{body}',
  secretForm: 'text',
};
const schemes: readonly SignatureScheme[] = [...Object.values(SCHEMES), CUSTOM];

/** Checks a sender after 400 seconds of recording. */
function checkSending(delivering: Partial<SenderRun> = {}, check: Partial<SenderCheckOptions> = {}): SenderResult {
  const { scheme = STANDARD, secrets = [SECRET] } = delivering;
  const recording = recordDeliveries({
    scheme,
    secrets,
    events: sampleEvents,
    plan: everything,
    behaviour: correctSender,
    startMs: START,
    listenMs: 400_000,
    ...delivering,
  });
  return checkSender({ ...recording, scheme, secrets, ...check });
}

/** A sender with a fault, and the plan that reveals it. */
const createFaultyRun = ({ behaviour: decisions, kills }: SenderFault): Partial<SenderRun> => ({
  behaviour: { ...correctSender, ...decisions },
  plan: kills.includes('retries/gone-is-final') ? untilGone : everything,
});

const listIds = ({ results }: SenderResult, ...outcomes: string[]) =>
  results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
const listFailures = (result: SenderResult) => listIds(result, 'fail', 'warning', 'error');

describe('a correct sender', () => {
  test.each(schemes.map((scheme) => [scheme.name, scheme] as const))('passes with the scheme %s', (_name, scheme) => {
    const result = checkSending({ scheme }, { isStrict: true, canaries: [FOREIGN_CANARY] });
    expect(listFailures(result)).toEqual([]);
    expect(listIds(result, 'untestable', 'inconclusive')).toEqual([]);
    expect([result.exitCode, result.exitReason]).toEqual([0, 'the sender follows every required rule']);
  });

  test('passes every applicable check during a secret rotation', () => {
    const result = checkSending({ secrets: [SECRET, OLD_SECRET] }, { isStrict: true, canaries: [FOREIGN_CANARY] });
    expect(listIds(result, 'not-applicable')).toEqual(['events/tests-marked', 'retries/gone-is-final']);
    expect(listIds(result, 'pass')).toHaveLength(senderChecks.length - 2);
    expect(listIds(checkSending({ plan: untilGone }), 'pass')).toContain('retries/gone-is-final');
    const samples = checkSending({ events: [sampleTestEvent] }, { areTests: true });
    expect(listIds(samples, 'pass')).toContain('events/tests-marked');
    expect(listFailures(samples)).toEqual([]);
  });

  test('passes with an undocumented event name for tests of the destination', () => {
    const [first] = sampleEvents;
    const ping = { ...first, id: 'evt_ping', type: 'destination.ping', families: [], timestamp: '', incident: null };
    const result = checkSending({ events: [ping, ...sampleEvents] });
    expect(listFailures(result)).toEqual([]);
    expect(result.observations).toContain('"destination.ping" treated as a sample, not as an event');
  });

  test.each([
    ['standardwebhooks', (id: string, at: Date, body: string) => new Webhook(SECRET).sign(id, at, body)],
    ['svix', (id: string, at: Date, body: string) => new SvixWebhook(SECRET).sign(id, at, body)],
  ])('passes if it signs with the library %s', (_library, signed) => {
    const decisions: typeof correctSender = {
      ...correctSender,
      makeSignatureHeaders: (_signing, { id, timestampSeconds, body }) => [
        ['webhook-id', id],
        ['webhook-timestamp', String(timestampSeconds)],
        ['webhook-signature', signed(id, new Date(timestampSeconds * 1000), body)],
      ],
    };
    expect(listFailures(checkSending({ behaviour: decisions }, { isStrict: true }))).toEqual([]);
    expect(listIds(checkSending({ behaviour: decisions }), 'pass')).toContain('signature/verifies');
  });

  test('passes with bodies of another shape', () => {
    const decisions: typeof correctSender = {
      ...correctSender,
      makeBody: ({ event }) =>
        JSON.stringify({ event: { name: event.type, families: ['Anything'] }, about: event.data }),
    };
    const given = { eventNameAt: '/event/name', contract: 'none' } as const;
    const result = checkSending({ behaviour: decisions, scheme: SCHEMES.github }, given);
    expect(listFailures(result)).toEqual([]);
    expect(listIds(result, 'pass')).toEqual(
      expect.arrayContaining(['events/name', 'retries/happen', 'retries/same-id']),
    );
    expect(result.exitCode).toBe(0);
  });

  test('passes with any plan, scheme and recording time', () => {
    const delivering = record({
      scheme: constantFrom(...schemes),
      events: shuffledSubarray([...sampleEvents, sampleTestEvent]),
      plan: constantFrom(everything, untilGone, passivePlan, observingPlan(), observingPlan({ retryAfterSeconds: 2 })),
      listenMs: integer({ min: 0, max: 3_000_000 }),
      startMs: integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }),
    });
    fc.assert(
      property(delivering, (given) => {
        const result = checkSending(given, { isStrict: true });
        expect(listFailures(result)).toEqual([]);
        for (const { outcome, evidence } of result.results) if (outcome === 'pass') expect(evidence).not.toEqual([]);
      }),
      { numRuns: chooseRuns(10, 100) },
    );
  });
});

describe('a faulty sender that', () => {
  test.each(senderFaults.map((fault) => [fault.title, fault] as const))(
    '%s fails the named checks and no others',
    (_title, fault) => {
      const result = checkSending(createFaultyRun(fault), fault.extraInput);
      expect(listFailures(result)).toEqual(fault.kills);
      for (const id of fault.kills) {
        const found = result.results.find((one) => one.id === id);
        expect(found?.evidence).not.toEqual([]);
        expect(found?.saw).toMatch(/\w/);
      }
    },
  );

  test(`${oldSecretIsDropped.title} fails the named checks and no others`, () => {
    const decisions = { ...correctSender, ...oldSecretIsDropped.behaviour };
    const result = checkSending({ secrets: [SECRET, OLD_SECRET], behaviour: decisions });
    expect(listFailures(result)).toEqual(oldSecretIsDropped.kills);
    expect(result.exitCode).toBe(0);
    expect(checkSending({ secrets: [SECRET, OLD_SECRET], behaviour: decisions }, { isStrict: true }).exitCode).toBe(1);
  });

  test('has any of these faults fails with --strict, and without it if the rule is documented', () => {
    for (const fault of senderFaults) {
      const { kills, extraInput: given } = fault;
      const delivering = createFaultyRun(fault);
      const isDocumented = kills.some((id) => senderChecks.find((one) => one.id === id)?.level === 'must');
      expect(checkSending(delivering, { ...given, isStrict: true }).exitCode).toBe(1);
      expect(checkSending(delivering, given).exitCode === 1).toBe(isDocumented);
    }
  });
});

test('a recording without deliveries verifies nothing', () => {
  const result = checkSender({ records: [], secrets: [SECRET] });
  expect(listIds(result, 'pass', 'fail', 'warning')).toEqual([]);
  expect([result.exitCode, result.exitReason]).toEqual([4, expect.stringContaining('no requests were received')]);
});

test('checks of retries need more than one attempt, and the reason names the option', () => {
  const result = checkSending({ plan: passivePlan });
  const open = result.results.filter(({ outcome }) => outcome === 'untestable');
  expect(open.map(({ id }) => id)).toEqual([
    'retries/happen',
    'retries/retry-after',
    'retries/redirect-not-followed',
    'retries/same-id',
    'retries/same-bytes',
    'retries/new-timestamp',
  ]);
  for (const { reason } of open) expect(reason).toContain('without --passive');
});

test('a recording that is too short is inconclusive and names the option', () => {
  const result = checkSending({ behaviour: { ...correctSender, pauseAfter: () => undefined }, listenMs: 20_000 });
  expect(listFailures(result)).toEqual([]);
  expect(result.results.find(({ id }) => id === 'retries/happen')?.reason).toMatch(/19\.\d s; .*--for/);
});

test('the wait for the retry of a withheld response starts when the sender closes the connection', () => {
  const slow = { ...correctSender, timeoutMs: 28_000 };
  const result = checkSending({ behaviour: slow, listenMs: 32_600 }); // the fifth delivery, 1.6 s after the first, is due again at 34.6 s
  expect(result.results.find(({ id }) => id === 'retries/after-silence')?.outcome).toBe('inconclusive');
  const observed = checkSending({ behaviour: slow, listenMs: 40_000 });
  expect(observed.results.find(({ id }) => id === 'retries/after-silence')?.outcome).toBe('pass');
});

test('a long pause does not prove that the sender uses Retry-After', () => {
  const slow = { ...correctSender, pauseAfter: () => 60_000 };
  const result = checkSending({ behaviour: slow });
  expect(result.results.find(({ id }) => id === 'retries/retry-after')).toMatchObject({
    outcome: 'untestable',
    reason: 'it waited 60.0 s, which may be its usual pause; give a longer --retry-after',
  });
});

test('the report of an invalid signature names the way of signing that verifies', () => {
  const saw = (id: string) => {
    const fault = senderFaults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`no fault ${id}`);
    return checkSending(createFaultyRun(fault)).results.find((one) => one.id === 'signature/verifies')?.saw;
  };
  expect(saw('signed-body-alone')).toMatch(/; it verifies over the body alone$/);
  expect(saw('signed-by-another')).not.toContain('it verifies');
});

test('an invalid secret is rejected, and the message does not contain it', () => {
  expect(() => checkSender({ records: [], secrets: ['no base64!'] })).toThrow(/^(?!.*no base64).*base64/);
});

test('every check fails for some fault', () => {
  const killed = new Set([...senderFaults, oldSecretIsDropped].flatMap(({ kills }) => kills));
  expect(senderChecks.filter(({ id }) => !killed.has(id)).map(({ id }) => id)).toEqual([]);
});

test('the ids of checks are distinct', () => {
  expect(new Set(senderChecks.map(({ id }) => id)).size).toBe(senderChecks.length);
});
