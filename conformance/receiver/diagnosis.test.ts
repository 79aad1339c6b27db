import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveHttp } from '../testing/serve.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { verifySignature } from '../webhooks/signature.ts';
import type { ReceiverOptions } from './options.ts';
import type { ReceiverResult } from './result.ts';
import { checkOne, SECRET } from './testing/check-one.ts';

/** What is said of a receiver that answers so. */
async function said(
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

const answering =
  (status: number, headers: Record<string, string> = {}, text = '') =>
  (incoming: IncomingMessage, outgoing: ServerResponse) => {
    incoming.resume();
    outgoing.writeHead(status, headers).end(text);
  };

const findingsOf = ({ diagnosis }: ReceiverResult): string => diagnosis?.findings.join('\n') ?? 'none';

test('a receiver that refuses everything is told so, and nothing else is concluded', async () => {
  const result = await said(answering(401));
  expect(findingsOf(result)).toContain('was answered with 401');
  expect(findingsOf(result)).toContain('whatever else was tried was refused as well');
  expect([result.exitCode, result.probes, result.diagnosis?.kind]).toEqual([3, [], 'refused']);
});

test.each([
  [404, /nothing is at this path/],
  [405, /nothing takes a POST/],
  [410, /gone for good/],
  [413, /too large/],
  [415, /media type/],
  [429, /limits how fast/],
])('%i is told apart, without trying anything else', async (status, words) => {
  const result = await said(answering(status));
  expect(findingsOf(result)).toMatch(words);
  expect(result.deliveries).toBe(1);
});

test('a redirect is not followed, and said', async () => {
  const result = await said(answering(301, { Location: 'https://elsewhere.example/hooks/' }));
  expect(findingsOf(result)).toContain('it leads on to https://elsewhere.example/hooks/');
  expect(result.deliveries).toBe(1);
});

test('a receiver that never answers is silent, and one that is not there unreachable', async () => {
  const silent = await said(() => undefined, { timeoutMs: 60 });
  expect([silent.exitCode, silent.diagnosis?.kind, findingsOf(silent)]).toEqual([
    3,
    'silent',
    'no complete response within 0.06 s',
  ]);
  const absent = await checkOne('http://127.0.0.1:9/hooks');
  expect([absent.exitCode, absent.diagnosis?.kind]).toEqual([3, 'unreachable']);
  expect(findingsOf(absent)).toContain('connection refused');
});

test('an answer that never ends is no answer', async () => {
  const result = await said(
    (_, outgoing) => {
      outgoing.writeHead(200).write('and ');
    },
    { timeoutMs: 60 },
  );
  expect(result.diagnosis?.kind).toBe('silent');
});

test('an answer without bounds is given up', async () => {
  const result = await said(answering(200, {}, 'x'.repeat(100_000)));
  expect(findingsOf(result)).toContain('larger than 65536 bytes');
});

test('a clock that is off is noticed', async () => {
  const late = new Date(Date.now() + 3_600_000).toUTCString();
  expect(findingsOf(await said(answering(401, { Date: late })))).toMatch(/its clock is 3\d{3} s ahead: .* too old/);
  expect(findingsOf(await said(answering(401)))).not.toContain('its clock');
});

test('what it said is shown, without the secret, the query and more than a few words', async () => {
  const result = await said(answering(400, {}, `bad secret ${SECRET}, ${'very '.repeat(200)}bad`));
  expect(result.diagnosis?.said).toMatch(/^bad secret \[secret\], very /);
  expect(result.diagnosis?.said?.length).toBeLessThanOrEqual(300);
  expect(result.url).toMatch(/\/hooks$/);
  expect(JSON.stringify(result)).not.toContain(SECRET.slice('whsec_'.length));
});

/** A receiver that verifies in a scheme, as long as the body and the type suit it. */
const verifying =
  (scheme: SignatureScheme, suits: (type: string) => boolean = () => true): RequestListener =>
  async (incoming, outgoing) => {
    if (incoming.method !== 'POST') return void outgoing.writeHead(405).end();
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
    const verdict = verifySignature(scheme, {
      headers,
      body,
      secrets: [SECRET],
      nowMs: Date.now(),
      toleranceSeconds: 300,
    });
    const isGood = verdict.kind === 'valid' && suits(JSON.parse(body.toString()).type);
    outgoing.writeHead(isGood ? 204 : 400).end();
  };

const standard = SCHEMES['standard-webhooks'];

test.each([
  [SCHEMES.svix, 'it expects the scheme svix: --scheme svix'],
  [SCHEMES.stripe, 'it expects the scheme stripe: --scheme stripe'],
  [SCHEMES.github, 'it expects the scheme github: --scheme github'],
  [{ ...SCHEMES.stripe, secretForm: 'whsec' } as const, 'headers of the scheme stripe, with this secret decoded'],
  [{ ...standard, encoding: 'base64url' } as const, 'base64 of URLs'],
  [{ ...standard, hash: 'sha512' } as const, 'SHA-512'],
  [{ ...standard, prefix: '' } as const, 'compares the whole header'],
  [{ ...standard, signedContent: '{timestamp}.{body}' } as const, 'without the id'],
  [{ ...standard, signedContent: '{id}.{body}' } as const, 'without the time'],
])('%o is recognised', async (scheme, words) => {
  expect(findingsOf(await said(verifying(scheme)))).toContain(words);
});

test('a receiver that takes only some event types is recognised', async () => {
  const result = await said(verifying(standard, (type) => type === 'cash_out'));
  expect(findingsOf(result)).toContain('it takes cash_out and refuses ');
});

test.each(Object.values<SignatureScheme>(SCHEMES).map((scheme) => [scheme.name, scheme] as const))(
  'a correct receiver of the scheme %s passes what fits the scheme',
  async (_, scheme) => {
    const result = await said(verifying(scheme), { scheme });
    expect(result.probes.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(result.probes.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThanOrEqual(20);
    const why = result.probes.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason);
    expect(why.every((reason) => /^(the scheme |effects do not show)/.test(reason ?? ''))).toBe(true);
  },
);
