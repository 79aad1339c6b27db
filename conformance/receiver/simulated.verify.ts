import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Pace } from './core/pace.ts';
import type { ReceiverResult } from './core/result.ts';
import { exampleEvents } from './events/events.ts';
import { WAITING_DELIVERIES } from './measure-pace.ts';
import { respondWith } from './testing/in-memory.ts';
import { checkSimulated, type SimulatedDelivery, type SimulatedReceiver } from './testing/simulated.ts';

/* Receivers in memory that verify correctly, and use a freedom of receivers or have a fault in how they detect repeats. */

const failedMusts = ({ probes }: ReceiverResult): string[] =>
  probes.filter(({ outcome, level }) => outcome === 'fail' && level === 'must').map(({ id }) => id);

const findFailures = ({ probes }: ReceiverResult): string[] =>
  probes.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

/** Processes each key once. */
const withKey =
  (readKey: (delivery: SimulatedDelivery) => string, statusOfRepeat = 204): SimulatedReceiver['create'] =>
  ({ work }) => {
    const seen = new Set<string>();
    return (delivery) => {
      const key = readKey(delivery);
      if (delivery.event.is_test === true) return 204;
      if (seen.has(key)) return statusOfRepeat;
      seen.add(key);
      work(delivery.event.id);
      return 204;
    };
  };

/** Processes only events that are neither samples nor older than the newest of their incident. */
const inOrder =
  (create: SimulatedReceiver['create']): SimulatedReceiver['create'] =>
  (world) => {
    const process = create(world);
    const latest = new Map<string, number>();
    return (delivery) => {
      const { incident, is_test: isSample } = delivery.event;
      if (isSample === true) return 204;
      if (incident === null) return process(delivery);
      const before = latest.get(incident.incident_id) ?? 0;
      latest.set(incident.incident_id, Math.max(before, incident.sequence));
      return incident.sequence < before ? 204 : process(delivery);
    };
  };

/** Detects repeats, and has no effects any more after a certain event. */
const stopAfter =
  (isLast: (delivery: SimulatedDelivery) => boolean): SimulatedReceiver['create'] =>
  ({ work }) => {
    const seen = new Set<string>();
    let isStopped = false;
    return (delivery) => {
      const { id, is_test: isSample } = delivery.event;
      isStopped ||= isLast(delivery);
      if (!isStopped && !seen.has(id) && isSample !== true) work(id);
      seen.add(id);
      return 204;
    };
  };

const KNOWN_TYPES = new Set(exampleEvents.map(({ type }) => type));

/** Allows `burst` deliveries at once, and `perSecond` more in each second. */
const limitRate =
  (burst: number, perSecond: number, response = respondWith(429)): NonNullable<SimulatedReceiver['limit']> =>
  () => {
    let left = burst;
    let lastMs: number | undefined;
    return (nowMs) => {
      left = Math.min(burst, left + ((nowMs - (lastMs ?? nowMs)) / 1000) * perSecond);
      lastMs = nowMs;
      if (left < 1) return response;
      left -= 1;
      return undefined;
    };
  };

const correct: readonly SimulatedReceiver[] = [
  { title: 'detects repeats by the header', create: withKey(({ id }) => id) },
  { title: 'detects repeats by the id in the body', create: inOrder(withKey(({ event }) => event.id)), listsIds: true },
  {
    title: 'lists ids without their punctuation',
    create: inOrder(withKey(({ event }) => event.id)),
    listsIds: true,
    writeId: (id) => id.replaceAll(/\W|_/g, ''),
  },
  {
    title: 'detects repeats by the change of an incident',
    create: withKey(({ event }) =>
      event.incident ? `${event.incident.incident_id} ${event.incident.sequence}` : event.id,
    ),
  },
  {
    title: 'detects repeats by type, terminal, time and state',
    create: withKey(({ event: { type, terminal_id, timestamp, incident } }) =>
      [type, terminal_id, timestamp, incident?.state].join(' '),
    ),
  },
  { title: 'limits the rate with 429', create: withKey(({ id }) => id), limit: limitRate(20, 10) },
  {
    title: 'limits the rate with 503 and Retry-After',
    create: withKey(({ id }) => id),
    limit: limitRate(10, 20, { kind: 'answered', status: 503, headers: [['Retry-After', '1']], text: '', tookMs: 1 }),
  },
  {
    title: 'counts incidents',
    create: ({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        const key = event.incident?.incident_id ?? event.id;
        if (!seen.has(key) && event.is_test !== true) work(event.id);
        seen.add(key);
        return 200;
      };
    },
  },
  {
    title: 'ignores the end of an incident whose beginning it does not know',
    listsIds: true,
    create: inOrder(({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        const { incident_id: incident = event.id, state } = event.incident ?? {};
        if (seen.has(event.id) || (state === 'resolved' && !seen.has(incident))) return 200;
        for (const key of [event.id, incident]) seen.add(key);
        work(event.id, 70);
        return 200;
      };
    }),
  },
  {
    title: 'processes only settlement mismatches, slowly',
    create: ({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        if (event.type === 'settlement_mismatch' && !seen.has(event.id)) work(event.id, 800);
        seen.add(event.id);
        return 202;
      };
    },
  },
  {
    title: 'processes cash events, and of these only changes of the state, and lists ids',
    listsIds: true,
    create: inOrder(({ work }) => {
      const seen = new Set<string>();
      return ({ event: { id, type, incident } }) => {
        const key = incident ? `${incident.incident_id} ${incident.state}` : id;
        if (type.startsWith('cash_') && !seen.has(key)) work(id);
        seen.add(key);
        return 204;
      };
    }),
  },
];

describe('no required probe fails a correct receiver that', () => {
  test.each(correct)('$title', async (receiver) => {
    const result = await checkSimulated(receiver);
    expect([failedMusts(result), result.diagnosis, result.exitCode]).toEqual([[], undefined, 0]);
  });
});

/** The probes that a receiver without sequences fails. */
const PROCESSES_OLDER_EVENTS = [
  'older-event',
  'older-after-end',
  'older-after-older',
  'older-with-digits',
  'older-written-otherwise',
];

const EVERY_TYPE = [...KNOWN_TYPES];

const faulty: readonly (SimulatedReceiver & { readonly probe: string; readonly processes?: readonly string[] })[] = [
  {
    title: 'reads ids as numbers',
    probe: 'distinct-events',
    create: withKey(({ id }) => `${Number.parseInt(id.slice(4), 10)}`),
  },
  { title: 'detects repeats by the type', probe: 'distinct-events', create: withKey(({ event }) => event.type) },
  {
    title: 'detects repeats by the account',
    probe: 'distinct-events',
    create: withKey(({ event }) => event.account_id),
  },
  {
    title: 'compares the digits of ids',
    probe: 'distinct-events',
    create: withKey(({ id }) => id.replaceAll(/\D/g, '')),
  },
  {
    title: 'compares the beginning of ids',
    probe: 'distinct-events',
    listsIds: true,
    create: withKey(({ id }) => id.slice(0, 16)),
  },
  {
    title: 'detects repeats by the incident, and lists ids',
    probe: 'incident-changes',
    listsIds: true,
    create: withKey(({ event }) => event.incident?.incident_id ?? event.id),
  },
  { title: 'compares ids without regard to case', probe: 'id-forms', create: withKey(({ id }) => id.toLowerCase()) },
  {
    title: 'does nothing any more after an event of an unknown type',
    probe: 'effect-at-all',
    create: stopAfter(({ event }) => !KNOWN_TYPES.has(event.type)),
  },
  {
    title: 'does nothing any more after an event with a sequence of three digits',
    probe: 'later-effect',
    create: stopAfter(({ event }) => (event.incident?.sequence ?? 0) >= 100),
  },
  {
    title: 'does nothing any more after an event with a sequence of three digits, and lists ids',
    probe: 'later-effect',
    listsIds: true,
    create: inOrder(stopAfter(({ event }) => (event.incident?.sequence ?? 0) >= 100)),
  },
  {
    title: 'ignores further notices in the same state, and lists ids',
    probe: 'another-notice',
    listsIds: true,
    create: inOrder(
      withKey(({ event: { id, incident } }) => (incident ? `${incident.incident_id} ${incident.state}` : id)),
    ),
  },
  {
    title: 'processes the beginnings of incidents later than their other events, and lists ids',
    probe: 'newer-event',
    listsIds: true,
    create: inOrder(({ work }) => {
      const seen = new Set<string>();
      return ({ event: { id, incident } }) => {
        if (!seen.has(id)) work(id, incident?.state === 'triggered' ? 100 : 5);
        seen.add(id);
        return 202;
      };
    }),
  },
  {
    title: 'ignores the end of an unknown incident, and lists ids',
    probe: 'older-after-unknown-end',
    listsIds: true,
    processes: EVERY_TYPE,
    create: (world) => {
      const process = inOrder(withKey(({ event }) => event.id))(world);
      const known = new Set<string>();
      return (delivery) => {
        const { incident } = delivery.event;
        if (incident?.state === 'resolved' && !known.has(incident.incident_id)) return 204;
        if (incident) known.add(incident.incident_id);
        return process(delivery);
      };
    },
  },
  {
    title: 'detects duplicates by the sequence of incidents alone, and lists ids',
    probe: 'each-kind-twice',
    listsIds: true,
    create: inOrder(
      withKey(({ event: { incident }, nowMs }) =>
        incident ? `${incident.incident_id} ${incident.sequence}` : `${nowMs}`,
      ),
    ),
  },
  {
    title: 'loses each seventh event',
    probe: 'concurrent-events',
    create: ({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        if (!seen.has(event.id) && event.is_test !== true && seen.size % 7 !== 6) work(event.id);
        seen.add(event.id);
        return 204;
      };
    },
  },
  {
    title: 'forgets ids after three seconds',
    probe: 'late-repeat',
    create: ({ work }) => {
      const times = new Map<string, number>();
      return ({ event, nowMs }) => {
        if (nowMs - (times.get(event.id) ?? 0) > 3000) work(event.id);
        times.set(event.id, nowMs);
        return 204;
      };
    },
  },
];

describe('a required probe fails a receiver that', () => {
  test.each(faulty)('$title', async ({ probe, processes, ...receiver }) => {
    const result = await checkSimulated(receiver, omitUndefined({ processes }));
    expect([failedMusts(result), result.exitCode]).toEqual([expect.arrayContaining([probe]), 1]);
  });
});

test.each([
  [
    'by the incident',
    ({ event }: SimulatedDelivery) => event.incident?.incident_id ?? event.id,
    ['incident-changes', 'another-notice'],
  ],
  [
    'by terminal, type and state',
    ({ event }: SimulatedDelivery) => `${event.terminal_id} ${event.type} ${event.incident?.state}`,
    [
      ...['next-incident', 'each-kind-again', 'effect-of-null', 'effect-of-values', 'effect-of-unknown', 'each-level'],
      ...PROCESSES_OLDER_EVENTS,
      ...['another-notice', 'next-incident-of-subject'],
    ],
  ],
])('a receiver that detects repeats %s gets advice', async (_, readKey, advice) => {
  const result = await checkSimulated({ title: '', create: withKey(readKey) });
  expect([findFailures(result), result.exitCode]).toEqual([advice, 0]);
});

describe('a receiver that loses the events without an incident', () => {
  const receiver: SimulatedReceiver = {
    title: '',
    listsIds: true,
    create: inOrder((world) => {
      const process = withKey(({ event }) => event.id)(world);
      return (delivery) => (delivery.event.incident === null ? 204 : process(delivery));
    }),
  };

  test('gets the reason and no failure, because a receiver may ignore types', async () => {
    const { exitCode, probes } = await checkSimulated(receiver);
    expect(probes.find(({ id }) => id === 'each-kind')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringMatching(
        /none for .*command_failed.* if the receiver processes every type\. Use --processes/,
      ),
    });
    expect(exitCode).toBe(0);
  });

  test('fails if it must process the type', async () => {
    const result = await checkSimulated(receiver, { processes: ['cash_low', 'command_failed'] });
    expect([findFailures(result), result.exitCode]).toEqual([['each-kind'], 1]);
  });

  test('passes if it must process other types', async () => {
    const { exitCode, probes } = await checkSimulated(receiver, { processes: ['cash_low'] });
    expect([probes.find(({ id }) => id === 'each-kind')?.outcome, exitCode]).toEqual(['pass', 0]);
  });
});

describe('a receiver that acknowledges every event and loses it', () => {
  const receiver: SimulatedReceiver = { title: '', create: () => () => 200 };
  const findUnverified = ({ probes }: ReceiverResult) => probes.filter(({ outcome }) => outcome === 'unverified');

  test.each([false, true])('is not verified, with the reason (lists ids: %s)', async (listsIds) => {
    const result = await checkSimulated({ ...receiver, listsIds });
    expect([findFailures(result), result.exitCode]).toEqual([[], 4]);
    expect(result.exitReason).toMatch(/^no failures, but \d+ required probes could not be verified$/);
    expect(findUnverified(result).map(({ reason }) => reason)).toEqual(
      findUnverified(result).map(() => expect.stringMatching(/^no ordinary event, of any type, had an effect/)),
    );
    expect(findUnverified(result).length).toBeGreaterThan(30);
  });

  test('fails if it must process a type', async () => {
    const result = await checkSimulated(receiver, { processes: ['cash_low'] });
    expect([findFailures(result), result.exitCode]).toEqual([['effect-at-all'], 1]);
  });
});

describe('a receiver whose page lists all stored data', () => {
  const receiver: SimulatedReceiver = {
    title: '',
    listsIds: true,
    create: ({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        if (!seen.has(event.id)) work(event.id);
        seen.add(event.id);
        return 204;
      };
    },
  };
  const probeIds = [...PROCESSES_OLDER_EVENTS, 'older-after-unknown-end', 'sample-effect'].toSorted();

  test.each([true, false])('gets advice about older events and samples (lists ids: %s)', async (listsIds) => {
    const result = await checkSimulated({ ...receiver, listsIds });
    const expected = listsIds ? probeIds : probeIds.filter((id) => id !== 'older-after-unknown-end');
    expect([findFailures(result).toSorted(), failedMusts(result), result.exitCode]).toEqual([expected, [], 0]);
  });

  test('fails if it must process their types', async () => {
    const result = await checkSimulated(receiver, { processes: EVERY_TYPE });
    expect([failedMusts(result).toSorted(), result.exitCode]).toEqual([probeIds, 1]);
  });

  test('gets advice if it must process only other types', async () => {
    const result = await checkSimulated(receiver, { processes: ['settlement_mismatch'] });
    expect([failedMusts(result), result.exitCode]).toEqual([[], 0]);
  });
});

describe('a correct receiver that takes 1.5 s for each delivery', () => {
  const receiver: SimulatedReceiver = {
    title: '',
    listsIds: true,
    create: inOrder(withKey(({ id }) => id)),
  };

  test('is probed completely, in a time that follows from its ordinary response', async () => {
    const paces: Pace[] = [];
    const onPace = (pace: Pace) => void paces.push(pace);
    const result = await checkSimulated(receiver, { deliveryMs: 1500, isTimeLimited: true, onPace });
    expect(paces).toEqual([
      { isSlow: true, ordinaryMs: 1500, mostAtOnce: 5, independentAtOnce: 4, maxRunMs: WAITING_DELIVERIES * 1500 },
    ]);
    const undecided = result.probes.filter(({ outcome }) => outcome !== 'pass').map(({ id }) => id);
    expect([undecided, result.exitCode, result.ordinaryMs]).toEqual([['answers-fast'], 0, 1500]);
  });

  test('is not accused if the time is too short, and the report names what was not probed', async () => {
    const result = await checkSimulated(receiver, { deliveryMs: 1500, maxRunMs: 300_000 });
    const unverified = result.probes.filter(({ outcome }) => outcome === 'unverified');
    expect(result.commonCauses).toEqual([]);
    expect([failedMusts(result), result.exitCode]).toEqual([[], 4]);
    expect(unverified.map(({ id }) => id)).toEqual(expect.arrayContaining(['every-value', 'still-there']));
    expect(result.probes.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(50);
    expect(result.exitReason).toMatch(
      /^no failures, but 300 s were too short for \d+ required probes: an ordinary response takes 1\.5 s$/,
    );
  });
});

test('a receiver that lists each event twice gets advice', async () => {
  const listsIds = true;
  const create = inOrder((world) => {
    const process = withKey(({ event }) => event.id);
    return process({
      work: (id) => {
        world.work(id);
        world.work(id, 20);
      },
    });
  });
  const result = await checkSimulated({ title: '', listsIds, create });
  expect([findFailures(result), result.exitCode]).toEqual([['one-for-each'], 0]);
});

test('a receiver that responds to repeats with 409 fails', async () => {
  const result = await checkSimulated({
    title: '',
    create: ({ work }) => {
      const seen = new Set<string>();
      return ({ event }) => {
        if (seen.has(event.id)) return 409;
        seen.add(event.id);
        if (event.is_test !== true) work(event.id);
        return 204;
      };
    },
  });
  expect([findFailures(result), result.exitCode]).toEqual([
    ['same-id-twice', 'kept-connection', 'concurrent-repeat', 'retry-after-disconnect', ...PROCESSES_OLDER_EVENTS],
    1,
  ]);
});
