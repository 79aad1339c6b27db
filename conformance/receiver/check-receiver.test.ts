import { assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { SCHEMES } from '../webhooks/scheme.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { probes } from './all-probes.ts';
import { checkReceiver } from './check-receiver.ts';
import type { ReceiverResult } from './core/result.ts';
import { SAMPLE_SECRETS } from './probes/signatures/public-secrets.ts';
import type { DeliveryResponse } from './sending/delivery-response.ts';
import { listProbeIds, SECRET } from './testing/check-one.ts';
import { checkInMemory, type InMemoryRequest, NOW_MS, respondWith } from './testing/in-memory.ts';

const correct = ({ isGenuine, method }: InMemoryRequest): DeliveryResponse =>
  respondWith(method !== 'POST' ? 405 : isGenuine ? 204 : 401);

const EFFECT_PROBES = probes.filter(({ effects }) => effects !== undefined).map(({ id }) => id);

/** The clock of these tests does not advance. */
const UNTESTED = probes.map(({ id }) => id).filter((id) => EFFECT_PROBES.includes(id) || id === 'clock-moves');

const findProbe = ({ probes }: ReceiverResult, id: string) => probes.find((probe) => probe.id === id);

test('a correct receiver passes every probe except those that count effects', async () => {
  const result = await checkInMemory(correct);
  expect(listProbeIds(result, 'fail')).toEqual([]);
  expect(listProbeIds(result, 'skipped')).toEqual(UNTESTED);
  expect([result.exitCode, result.exitReason]).toEqual([
    0,
    expect.stringMatching(/^every required probe that was sent passed; \d+ were skipped$/),
  ]);
});

test('a correct receiver passes with any seed', async () => {
  const seeds = asyncProperty(integer({ min: 0, max: 999_999_999 }), async (seed) => {
    expect(listProbeIds(await checkInMemory(correct, { seed }), 'fail')).toEqual([]);
  });
  await assert(seeds, { numRuns: chooseRuns(3, 25) });
});

test('advice does not affect the exit code', async () => {
  const result = await checkInMemory((came) => (came.body.includes('+02:00') ? respondWith(400) : correct(came)));
  expect(listProbeIds(result, 'fail')).toEqual(['time-offset']);
  expect(result.exitCode).toBe(0);
});

test.each([
  [301, /URL redirects/],
  [410, /disables the destination/],
  [429, /limits the request rate/],
  [500, /does not catch an exception/],
])('status %i is not a rejection, and the report names its cause', async (status, words) => {
  const result = await checkInMemory((came) => (came.isGenuine ? correct(came) : respondWith(status)));
  const found = findProbe(result, 'wrong-secret');
  expect(found?.failure?.usual.words).toMatch(words);
  expect([found?.outcome, found?.failure?.matters]).toEqual(['fail', null]);
  expect(result.exitCode).toBe(1);
});

test('the report explains an accepted forged delivery with the cause of the probe', async () => {
  const result = await checkInMemory((came) =>
    came.body.includes('acct_somebody_else') ? respondWith(200) : correct(came),
  );
  expect(findProbe(result, 'tampered-body')?.failure).toMatchObject({
    expected: '4xx',
    came: '200 for another account',
  });
  expect(findProbe(result, 'tampered-body')?.failure?.usual.line).toContain('verify(req)');
  expect(listProbeIds(result, 'fail')).toEqual(['tampered-body', 'forged-repeat']);
});

test('a failure names the deliveries with a wrong response', async () => {
  const result = await checkInMemory((came) =>
    /"type":"cash_(low|out)"/.test(came.body) ? respondWith(500) : correct(came),
  );
  expect(findProbe(result, 'every-type')?.failure?.came).toBe(
    '500 for cash_low resolved, cash_low resolved (superseded), cash_low triggered, cash_low escalated, cash_out resolved, cash_out triggered',
  );
});

test('the report summarises a receiver that stops responding in one common cause', async () => {
  let isGone = false;
  const result = await checkInMemory((came) => {
    isGone ||= !came.headers.some(([name]) => name === 'webhook-signature');
    return isGone ? { kind: 'unreachable', words: 'nothing listens there' } : correct(came);
  });
  expect(result.commonCauses).toHaveLength(1);
  expect(result.commonCauses[0]?.description).toMatch(/^The receiver accepted nothing after the probe \w[\w-]*: /);
  expect(result.commonCauses[0]?.probes).toEqual(listProbeIds(result, 'fail'));
});

test('the option only selects probes and always sends the control', async () => {
  const sent: string[] = [];
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async (delivery) => {
      sent.push(delivery.method);
      return respondWith(204);
    },
    secret: SECRET,
    only: ['get'],
    now: () => NOW_MS,
  });
  expect(result.probes.map(({ id }) => id)).toEqual(['valid', 'get']);
  expect(sent).toEqual(['POST', 'GET']);
});

test('probes of effects are not verified, with the reason, if effects cannot be counted', async () => {
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async () => respondWith(204),
    secret: SECRET,
    only: ['one-effect'],
    effects: () => Promise.reject(new Error('the URL is gone; expected a number')),
  });
  const found = findProbe(result, 'one-effect');
  expect([found?.outcome, found?.reason]).toEqual(['unverified', 'the URL is gone; expected a number']);
  expect(result.exitCode).toBe(4);
});

test('a receiver whose effects can be read before the events, and no longer afterwards, fails one probe', async () => {
  let deliveries = 0;
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async () => {
      deliveries += 1;
      return respondWith(204);
    },
    secret: SECRET,
    only: ['one-effect', 'effect-at-all'],
    effects: async () => {
      if (deliveries > 0) throw new Error('the response has another form');
      return [];
    },
    wait: async () => undefined,
  });
  expect(findProbe(result, 'one-effect')).toMatchObject({
    outcome: 'fail',
    level: 'must',
    failure: { expected: 'effects that can be read, as before the first event', came: 'the response has another form' },
  });
  expect(findProbe(result, 'effect-at-all')?.outcome).toBe('unverified');
  expect(result.exitCode).toBe(1);
});

test('an effect counter that fails once is read again', async () => {
  let reads = 0;
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async () => respondWith(204),
    secret: SECRET,
    only: ['one-effect'],
    effects: async () => {
      reads += 1;
      if (reads % 7 === 3) throw new Error('busy');
      return [];
    },
    wait: async () => undefined,
  });
  expect(findProbe(result, 'one-effect')?.reason).toMatch(/^no ordinary event, of any type, had an effect/);
});

test.each([
  [409, 'must', 1],
  [500, 'must', 1],
])('a response of %i to a duplicate fails at level %s', async (status, level, exitCode) => {
  const seen = new Set<string>();
  const result = await checkInMemory((came) => {
    const [, id = ''] = came.headers.find(([name]) => name === 'webhook-id') ?? [];
    const isRepeat = seen.has(id);
    if (came.isGenuine) seen.add(id);
    return came.isGenuine && isRepeat ? respondWith(status) : correct(came);
  });
  expect(findProbe(result, 'same-id-twice')).toMatchObject({ outcome: 'fail', level });
  expect(result.exitCode).toBe(exitCode);
});

test('an invalid secret is rejected before any delivery and is not in the message', async () => {
  const options = {
    url: 'https://hooks.example',
    send: () => Promise.reject(new Error('expected no delivery')),
    secret: 'not base64!',
  };
  await expect(checkReceiver(options)).rejects.toThrow(/^the secret has the wrong format/);
  await expect(checkReceiver(options)).rejects.not.toThrow('not base64!');
});

test('an invalid URL is rejected before any delivery', async () => {
  await expect(checkReceiver({ url: 'hooks', secret: SECRET })).rejects.toThrow(TypeError);
});

test('a lock-out after bad deliveries is one finding, and later probes are skipped', async () => {
  let rejected = 0;
  const result = await checkInMemory((came) => {
    if (rejected >= 10) return respondWith(429);
    if (!came.isGenuine) rejected += 1;
    return correct(came);
  });
  const [finding, ...others] = listProbeIds(result, 'fail');
  expect([others, result.exitCode]).toEqual([[], 1]);
  expect(findProbe(result, 'still-there')).toMatchObject({
    outcome: 'skipped',
    reason: `the receiver responds with 429 since the probe ${finding}`,
  });
});

test.each([
  { title: 'a correct one', rejection: 401, found: [], exitCode: 4 },
  { title: 'one that accepts everything', rejection: 204, found: ['tampered-body', 'wrong-secret'], exitCode: 1 },
])('the check of a slow receiver, $title, ends at the time limit with its findings', async (expected) => {
  let nowMs = NOW_MS;
  let genuine = 0;
  const result = await checkReceiver({
    url: 'https://hooks.example',
    secret: SECRET,
    maxRunMs: 60_000,
    only: ['tampered-body', 'wrong-secret', 'same-connection', 'still-there'],
    now: () => nowMs,
    send: async ({ headers, pieces }) => {
      const signed = { headers, body: Buffer.concat(pieces), secrets: [SECRET], nowMs, toleranceSeconds: 300 };
      const { kind } = verifySignature(SCHEMES['standard-webhooks'], signed);
      if (kind !== 'valid') return respondWith(expected.rejection);
      genuine += 1;
      if (genuine > 1) nowMs += 40_000;
      return respondWith(204);
    },
  });
  expect([listProbeIds(result, 'fail'), result.exitCode]).toEqual([expected.found, expected.exitCode]);
  expect(findProbe(result, 'still-there')).toMatchObject({
    outcome: 'unverified',
    reason: 'the run reached its time limit of 60 s',
  });
  expect(result.durationMs).toBe(80_000);
});

test.each([
  { title: 'an echoed header', headers: [['X-Injected-By-A-Text', '1']], text: '' },
  {
    title: 'a page with markup',
    headers: [['Content-Type', 'text/html']],
    text: '<p><img src=x onerror=alert(1)></p>',
  },
] as const)('a response that contains a hostile text, $title, fails', async ({ headers, text }) => {
  const result = await checkInMemory((came) =>
    came.isGenuine && /onerror/.test(came.body) ? { ...respondWith(200, { text }), headers } : correct(came),
  );
  expect(listProbeIds(result, 'fail')).toEqual(['hostile-text']);
});

test('a response that repeats a hostile text as JSON does no harm', async () => {
  const result = await checkInMemory((came) =>
    came.isGenuine
      ? { ...respondWith(200, { text: came.body }), headers: [['Content-Type', 'application/json']] }
      : correct(came),
  );
  expect(listProbeIds(result, 'fail')).toEqual(['get', 'signed-get', 'other-methods']);
});

/** Returns a number that rises. */
const countRequest = (() => {
  let requests = 0;
  return (): number => {
    requests += 1;
    return requests;
  };
})();

const readSignature = ({ headers }: InMemoryRequest): string =>
  headers.find(([name]) => name === 'webhook-signature')?.[1] ?? '';

test.each([
  ['repeats the signature', (came: InMemoryRequest) => `${readSignature(came)} is wrong`],
  ['repeats the beginning of the signature', (came: InMemoryRequest) => `${readSignature(came).slice(0, 12)} is wrong`],
  ['repeats the end of the signature', (came: InMemoryRequest) => `${readSignature(came).slice(-9)} is wrong`],
  ['contains a number that rises', () => `request ${countRequest()}`],
])('a rejection that %s does not show where a signature differs', async (_, write) => {
  const result = await checkInMemory((came) =>
    came.isGenuine || came.method !== 'POST' ? correct(came) : respondWith(401, { text: write(came) }),
  );
  expect(findProbe(result, 'equal-refusals')?.outcome).toBe('pass');
});

test('a receiver may accept or reject signed bodies that are no event', async () => {
  for (const status of [204, 400, 422]) {
    const result = await checkInMemory((came) =>
      came.isGenuine && !/"incident"/.test(came.body) ? respondWith(status) : correct(came),
    );
    expect(findProbe(result, 'signed-non-event')?.outcome).toBe('pass');
  }
});

test('the secret of a documentation is no forgery for a receiver that has it', async () => {
  for (const secret of Object.values(SAMPLE_SECRETS)) {
    const result = await checkReceiver({
      url: 'https://hooks.example',
      secret,
      only: ['public-secret'],
      now: () => NOW_MS,
      send: async ({ headers, pieces }) => {
        const signed = {
          headers,
          body: Buffer.concat(pieces),
          secrets: [secret],
          nowMs: NOW_MS,
          toleranceSeconds: 300,
        };
        return respondWith(verifySignature(SCHEMES['standard-webhooks'], signed).kind === 'valid' ? 204 : 401);
      },
    });
    expect(findProbe(result, 'public-secret')?.outcome).toBe('pass');
  }
});

test('the number of deliveries includes those that were sent again', async () => {
  const result = await checkReceiver({
    url: 'https://hooks.example',
    secret: SECRET,
    only: ['unknown-type'],
    send: async () => ({ ...respondWith(204), transmissions: 2 }),
  });
  expect(result.deliveries).toBe(8);
  expect(result.probes.flatMap(({ steps }) => steps.map(({ transmissions }) => transmissions))).toEqual([2, 2, 2, 2]);
});

test('forged deliveries that were not sent are not reported as accepted', async () => {
  let nowMs = NOW_MS;
  const result = await checkReceiver({
    url: 'https://hooks.example',
    secret: SECRET,
    maxRunMs: 60_000,
    only: ['valid', 'tampered-body', 'wrong-secret', 'no-signature'],
    now: () => nowMs,
    send: async () => {
      nowMs += 61_000;
      return respondWith(204);
    },
  });
  expect([result.commonCauses, result.exitCode]).toEqual([[], 4]);
});

test('a run whose time ends at any delivery to a receiver that limits the rate has a result', async () => {
  const outcomes = new Set<string | undefined>();
  for (let late = 1; late <= 20; late += 1) {
    let nowMs = NOW_MS;
    let sent = 0;
    const result = await checkReceiver({
      url: 'https://hooks.example',
      secret: SECRET,
      maxRunMs: 60_000,
      only: ['unknown-type', 'charset'],
      now: () => nowMs,
      wait: async () => undefined,
      send: async () => {
        sent += 1;
        if (sent === late) nowMs += 100_000;
        return respondWith(sent === 1 ? 204 : 429);
      },
    });
    for (const { outcome } of result.probes) outcomes.add(outcome);
  }
  expect(outcomes).toEqual(new Set(['pass', 'fail', 'skipped', 'unverified']));
});
