import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { serveHttp } from '../../testing/serve.ts';
import { SCHEMES, type SignatureScheme } from '../../webhooks/scheme.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import type { ReceiverOptions } from '../core/options.ts';
import type { ReceiverResult } from '../core/result.ts';
import { checkOne, SECRET } from '../testing/check-one.ts';
import { parseEvent } from '../testing/parse-event.ts';

/** Checks a receiver with this listener. */
async function checkListener(
  listener: RequestListener,
  options: Partial<ReceiverOptions> & { readonly timeoutMs?: number } = {},
): Promise<ReceiverResult> {
  const target = await serveHttp(listener);
  try {
    return await checkOne(`${target.url}/hooks?token=t0ken`, options);
  } finally {
    await target.close();
  }
}

const respondWith =
  (status: number, headers: Record<string, string> = {}, text = '') =>
  (incoming: IncomingMessage, outgoing: ServerResponse) => {
    incoming.resume();
    outgoing.writeHead(status, headers).end(text);
  };

const formatFindings = ({ diagnosis }: ReceiverResult): string => diagnosis?.findings.join('\n') ?? 'none';

test('a receiver that rejects everything gets no further findings', async () => {
  const result = await checkListener(respondWith(401));
  expect(formatFindings(result)).toContain('signed with this secret, was 401');
  expect(formatFindings(result)).toContain('the receiver also rejected all variants');
  expect([result.exitCode, result.probes, result.diagnosis?.kind]).toEqual([3, [], 'refused']);
});

test.each([
  [404, /path was not found/],
  [405, /does not accept POST/],
  [410, /gone permanently/],
  [413, /too large/],
  [415, /media type/],
  [500, /fails at every delivery/],
  [429, /limits the request rate/],
])('status %i is explained', async (status, words) => {
  const result = await checkListener(respondWith(status));
  expect(formatFindings(result)).toMatch(words);
  expect(result.exitCode).toBe([413, 415, 500].includes(status) ? 1 : 3);
});

test.each([405, 429, 501])('status %i is explained without further deliveries', async (status) => {
  expect((await checkListener(respondWith(status))).deliveries).toBeLessThanOrEqual(2);
});

test('a receiver that accepts a retry after a failure fails the control and is checked', async () => {
  let received = 0;
  const result = await checkListener((incoming, outgoing) => {
    received += 1;
    respondWith(received === 1 ? 503 : 204)(incoming, outgoing);
  });
  expect(result.probes[0]).toMatchObject({ id: 'valid', outcome: 'fail' });
  expect(result.probes.length).toBeGreaterThan(20);
});

test('a receiver that rejects genuine and forged deliveries in different ways is at fault', async () => {
  const result = await checkListener(createVerifyingReceiver(standard, () => false));
  expect(formatFindings(result)).not.toContain('recognises');
  const distinct = await checkListener(createVerifyingReceiver(standard, () => false, 422));
  expect(formatFindings(distinct)).toContain('it recognises the signature');
  expect([result.exitCode, distinct.exitCode]).toEqual([3, 1]);
});

test('a receiver that needs another genuine delivery is at fault', async () => {
  const result = await checkListener((incoming, outgoing) =>
    respondWith(/^[0-9a-f]{8}-/.test(String(incoming.headers['webhook-id'])) ? 204 : 400)(incoming, outgoing),
  );
  expect(formatFindings(result)).toContain('it accepts an id that is a UUID');
  expect([result.exitCode, result.probes.map(({ id, outcome }) => `${id} ${outcome}`)]).toEqual([1, ['valid fail']]);
});

test('a receiver that never accepts a delivery is blocked from further ones after missing responses', async () => {
  let received = 0;
  const result = await checkListener(
    (incoming, outgoing) => {
      received += 1;
      if (received === 1) respondWith(401)(incoming, outgoing);
    },
    { timeoutMs: 60 },
  );
  expect([result.exitCode, result.deliveries <= 8]).toEqual([3, true]);
});

test('a redirect is reported and not followed', async () => {
  const result = await checkListener(respondWith(301, { Location: 'https://elsewhere.example/hooks/' }));
  expect(formatFindings(result)).toContain('it redirects to https://elsewhere.example/hooks/');
  expect(result.deliveries).toBe(1);
});

test('a receiver without a response is silent, and one without a connection is unreachable', async () => {
  const silent = await checkListener(() => undefined, { timeoutMs: 60 });
  expect([silent.exitCode, silent.diagnosis?.kind, formatFindings(silent)]).toEqual([
    1,
    'silent',
    'no complete response within 0.06 s',
  ]);
  const absent = await checkOne('http://127.0.0.1:9/hooks');
  expect([absent.exitCode, absent.diagnosis?.kind]).toEqual([3, 'unreachable']);
  expect(formatFindings(absent)).toContain('connection refused');
});

test('a response that never ends counts as no response', async () => {
  const result = await checkListener(
    (_, outgoing) => {
      outgoing.writeHead(200).write('and ');
    },
    { timeoutMs: 60 },
  );
  expect(result.diagnosis?.kind).toBe('silent');
});

test('a response is read up to the size limit, and counts', async () => {
  const result = await checkListener(respondWith(200, {}, 'x'.repeat(100_000)), { only: ['get'] });
  expect([result.diagnosis, result.probes[0]?.outcome]).toEqual([undefined, 'pass']);
});

test('a wrong clock is reported', async () => {
  const late = new Date(Date.now() + 3_600_000).toUTCString();
  expect(formatFindings(await checkListener(respondWith(401, { Date: late })))).toMatch(
    /its clock is 3\d{3} s fast, .* too old/,
  );
  expect(formatFindings(await checkListener(respondWith(401)))).not.toContain('its clock');
});

test('the start of the response body is reported, without the secret and the query', async () => {
  const result = await checkListener(respondWith(400, {}, `bad secret ${SECRET}, ${'very '.repeat(200)}bad`));
  expect(result.diagnosis?.responseBody).toMatch(/^bad secret \[secret\], very /);
  expect(result.diagnosis?.responseBody?.length).toBeLessThanOrEqual(300);
  expect(result.url).toMatch(/\/hooks$/);
  expect(JSON.stringify(result)).not.toContain(SECRET.slice('whsec_'.length));
});

/** A receiver that verifies signatures of a scheme and accepts the event types that suit. */
const createVerifyingReceiver =
  (scheme: SignatureScheme, suits: (type: string) => boolean = () => true, otherwise = 400): RequestListener =>
  async (incoming, outgoing) => {
    if (incoming.method !== 'POST') return void outgoing.writeHead(405).end();
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece);
    } catch {
      return void outgoing.destroy(); // the sender closed the connection
    }
    const body = Buffer.concat(pieces);
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const verdict = verifySignature(scheme, {
      headers,
      body,
      secrets: [SECRET],
      nowMs: Date.now(),
      toleranceSeconds: 300,
    });
    const event = parseEvent(body);
    const isGood = verdict.kind === 'valid' && event !== undefined && suits(event.type);
    outgoing.writeHead(isGood ? 204 : verdict.kind === 'valid' ? otherwise : 400).end();
  };

const standard = SCHEMES['standard-webhooks'];

test.each([
  [SCHEMES.svix, 'it expects the scheme svix: --scheme svix'],
  [SCHEMES.stripe, 'it expects the scheme stripe: --scheme stripe'],
  [SCHEMES.github, 'it expects the scheme github: --scheme github'],
  [{ ...SCHEMES.stripe, secretForm: 'whsec' } as const, 'headers of the scheme stripe, with this secret decoded'],
  [{ ...standard, encoding: 'base64url' } as const, 'base64url'],
  [{ ...standard, hash: 'sha512' } as const, 'SHA-512'],
  [{ ...standard, prefix: '' } as const, 'compares the whole header'],
  [{ ...standard, signedContent: '{timestamp}.{body}' } as const, 'without the id'],
  [{ ...standard, signedContent: '{id}.{body}' } as const, 'without the timestamp'],
])('a receiver with the scheme %o is recognised', async (scheme, words) => {
  expect(formatFindings(await checkListener(createVerifyingReceiver(scheme)))).toContain(words);
});

test('a receiver that accepts only some event types is recognised', async () => {
  const result = await checkListener(createVerifyingReceiver(standard, (type) => type === 'cash_out'));
  expect(formatFindings(result)).toContain('it accepts cash_out resolved and rejects ');
});

const schemes = Object.values<SignatureScheme>(SCHEMES).map((scheme) => [scheme.name, scheme] as const);

test.concurrent.each(sample(schemes, 1))(
  'a correct receiver passes every probe that applies to the scheme %s',
  async (_, scheme) => {
    const result = await checkListener(createVerifyingReceiver(scheme), { scheme });
    expect(result.probes.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(result.probes.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThanOrEqual(20);
    const why = result.probes.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason);
    expect(
      why.every((reason) => /^(the scheme |effects cannot be observed|the receiver does not limit)/.test(reason ?? '')),
    ).toBe(true);
  },
);
