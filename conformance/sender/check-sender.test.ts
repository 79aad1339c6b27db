import fc, { constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, test } from 'vitest';
import { FOREIGN_CANARY } from '../lab/sender-faults/event-faults.ts';
import { sampleEvents, sampleTestEvent } from '../lab/sender-faults/events.ts';
import type { SenderFault } from '../lab/sender-faults/fault.ts';
import { senderFaults } from '../lab/sender-faults/faults.ts';
import { oldSecretIsDropped } from '../lab/sender-faults/request-faults.ts';
import { correctSender, recordDeliveries, type SenderRun } from '../lab/sender-faults/sender.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { observingPlan, passivePlan } from './answer-plan.ts';
import { checkSender, type SenderCheck } from './check-sender.ts';
import { judges } from './judges/index.ts';
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

/** What the kit says of a sender after it was listened to for 400 seconds. */
function said(delivering: Partial<SenderRun> = {}, check: Partial<SenderCheck> = {}): SenderResult {
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

/** A sender with a fault, and the plan under which it shows. */
const sendingWith = ({ behaviour: decisions, kills }: SenderFault): Partial<SenderRun> => ({
  behaviour: { ...correctSender, ...decisions },
  plan: kills.includes('retries/gone-is-final') ? untilGone : everything,
});

const having = ({ results }: SenderResult, ...outcomes: string[]) =>
  results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
const alarms = (result: SenderResult) => having(result, 'fail', 'warning', 'error');

describe('a correct sender', () => {
  test.each(schemes.map((scheme) => [scheme.name, scheme] as const))('raises no alarm under %s', (_name, scheme) => {
    const result = said({ scheme }, { isStrict: true, canaries: [FOREIGN_CANARY] });
    expect(alarms(result)).toEqual([]);
    expect(having(result, 'untestable', 'inconclusive')).toEqual([]);
    expect([result.exitCode, result.exitReason]).toEqual([0, 'every rule that must be kept was kept']);
  });

  test('passes every question that can be asked of it, with a secret being replaced', () => {
    const result = said({ secrets: [SECRET, OLD_SECRET] }, { isStrict: true, canaries: [FOREIGN_CANARY] });
    expect(having(result, 'not-applicable')).toEqual(['events/tests-marked', 'retries/gone-is-final']);
    expect(having(result, 'pass')).toHaveLength(judges.length - 2);
    expect(having(said({ plan: untilGone }), 'pass')).toContain('retries/gone-is-final');
    const samples = said({ events: [sampleTestEvent] }, { areTests: true });
    expect(having(samples, 'pass')).toContain('events/tests-marked');
    expect(alarms(samples)).toEqual([]);
  });

  test('may try the destination with a name of its own', () => {
    const [first] = sampleEvents;
    const ping = { ...first, id: 'evt_ping', type: 'destination.ping', families: [], timestamp: '', incident: null };
    const result = said({ events: [ping, ...sampleEvents] });
    expect(alarms(result)).toEqual([]);
    expect(result.observations).toContain('"destination.ping" taken for a sample, not for an event');
  });

  test.each([
    ['standardwebhooks', (id: string, at: Date, body: string) => new Webhook(SECRET).sign(id, at, body)],
    ['svix', (id: string, at: Date, body: string) => new SvixWebhook(SECRET).sign(id, at, body)],
  ])('that signs with the library %s raises no alarm', (_library, signed) => {
    const decisions: typeof correctSender = {
      ...correctSender,
      makeSignatureHeaders: (_signing, id, seconds, body) => [
        ['webhook-id', id],
        ['webhook-timestamp', String(seconds)],
        ['webhook-signature', signed(id, new Date(seconds * 1000), body)],
      ],
    };
    expect(alarms(said({ behaviour: decisions }, { isStrict: true }))).toEqual([]);
    expect(having(said({ behaviour: decisions }), 'pass')).toContain('signature/verifies');
  });

  test('of another shape raises no alarm', () => {
    const decisions: typeof correctSender = {
      ...correctSender,
      makeBody: ({ event }) =>
        JSON.stringify({ event: { name: event.type, families: ['Anything'] }, about: event.data }),
    };
    const given = { eventNameAt: '/event/name', contract: 'none' } as const;
    const result = said({ behaviour: decisions, scheme: SCHEMES.github }, given);
    expect(alarms(result)).toEqual([]);
    expect(having(result, 'pass')).toEqual(
      expect.arrayContaining(['events/name', 'retries/happen', 'retries/same-id']),
    );
    expect(result.exitCode).toBe(0);
  });

  test('raises no alarm, whatever is asked of it and however long anybody listens', () => {
    const delivering = record({
      scheme: constantFrom(...schemes),
      events: shuffledSubarray([...sampleEvents, sampleTestEvent]),
      plan: constantFrom(everything, untilGone, passivePlan, observingPlan(), observingPlan({ retryAfterSeconds: 2 })),
      listenMs: integer({ min: 0, max: 3_000_000 }),
      startMs: integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }),
    });
    fc.assert(
      property(delivering, (given) => {
        const result = said(given, { isStrict: true });
        expect(alarms(result)).toEqual([]);
        for (const { outcome, evidence } of result.results) if (outcome === 'pass') expect(evidence).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a sender that', () => {
  test.each(senderFaults.map((fault) => [fault.title, fault] as const))(
    '%s is found, and nothing else',
    (_title, fault) => {
      const result = said(sendingWith(fault), fault.extraInput);
      expect(alarms(result)).toEqual(fault.kills);
      for (const id of fault.kills) {
        const found = result.results.find((one) => one.id === id);
        expect(found?.evidence).not.toEqual([]);
        expect(found?.saw).toMatch(/\w/);
      }
    },
  );

  test(`${oldSecretIsDropped.title} is found, and nothing else`, () => {
    const decisions = { ...correctSender, ...oldSecretIsDropped.behaviour };
    const result = said({ secrets: [SECRET, OLD_SECRET], behaviour: decisions });
    expect(alarms(result)).toEqual(oldSecretIsDropped.kills);
    expect(result.exitCode).toBe(0);
    expect(said({ secrets: [SECRET, OLD_SECRET], behaviour: decisions }, { isStrict: true }).exitCode).toBe(1);
  });

  test('has any of these faults is refused under --strict, and for what is documented without it', () => {
    for (const fault of senderFaults) {
      const { kills, extraInput: given } = fault;
      const delivering = sendingWith(fault);
      const isDocumented = kills.some((id) => judges.find((judge) => judge.id === id)?.level === 'must');
      expect(said(delivering, { ...given, isStrict: true }).exitCode).toBe(1);
      expect(said(delivering, given).exitCode === 1).toBe(isDocumented);
    }
  });
});

test('without deliveries nothing is verified', () => {
  const result = checkSender({ records: [], secrets: [SECRET] });
  expect(having(result, 'pass', 'fail', 'warning')).toEqual([]);
  expect([result.exitCode, result.exitReason]).toEqual([4, expect.stringContaining('nothing was received')]);
});

test('one attempt shows nothing of retries, and what would is said', () => {
  const result = said({ plan: passivePlan });
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

test('who listens too briefly is told so, and accuses nobody', () => {
  const result = said({ behaviour: { ...correctSender, pauseAfter: () => undefined }, listenMs: 20_000 });
  expect(alarms(result)).toEqual([]);
  expect(result.results.find(({ id }) => id === 'retries/happen')?.reason).toMatch(/19\.\d s .*--for/);
});

test('waits for the retry of a withheld answer from the moment when the sender gave up', () => {
  const slow = { ...correctSender, timeoutMs: 28_000 };
  const result = said({ behaviour: slow, listenMs: 32_600 }); // the fifth delivery, 1.6 s after the first, is due again at 34.6 s
  expect(result.results.find(({ id }) => id === 'retries/after-silence')?.outcome).toBe('inconclusive');
  const observed = said({ behaviour: slow, listenMs: 40_000 });
  expect(observed.results.find(({ id }) => id === 'retries/after-silence')?.outcome).toBe('pass');
});

test('a long pause is no proof that Retry-After was read', () => {
  const slow = { ...correctSender, pauseAfter: () => 60_000 };
  const result = said({ behaviour: slow });
  expect(result.results.find(({ id }) => id === 'retries/retry-after')).toMatchObject({
    outcome: 'untestable',
    reason: 'it waited 60.0 s, perhaps by itself; ask for more with --retry-after',
  });
});

test('a signature that does not verify comes with the way in which it would', () => {
  const saw = (id: string) => {
    const fault = senderFaults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    return said(sendingWith(fault)).results.find((one) => one.id === 'signature/verifies')?.saw;
  };
  expect(saw('signed-body-alone')).toMatch(/; it would be right over the body alone$/);
  expect(saw('signed-by-another')).not.toContain('it would be right');
});

test('a secret that does not suit the scheme is refused without being repeated', () => {
  expect(() => checkSender({ records: [], secrets: ['no base64!'] })).toThrow(/^(?!.*no base64).*base64/);
});

test('every judge is seen to fail', () => {
  const killed = new Set([...senderFaults, oldSecretIsDropped].flatMap(({ kills }) => kills));
  expect(judges.filter(({ id }) => !killed.has(id)).map(({ id }) => id)).toEqual([]);
});

test('the ids of judges are distinct', () => {
  expect(new Set(judges.map(({ id }) => id)).size).toBe(judges.length);
});
