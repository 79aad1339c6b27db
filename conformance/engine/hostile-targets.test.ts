import { describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../spec/testing/depth.ts';
import { checks } from '../checks/index.ts';
import type { Transport, TransportResponse } from '../http/client.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { selfSigned } from '../testing/certificate.ts';
import { hostileServers } from '../testing/hostile-servers.ts';
import { type Served, served, servedRaw } from '../testing/served.ts';
import { run } from './runner.ts';

/*
 * Servers on loopback that no client should have to bear. Whatever they do, the run ends by itself, with an exit code and
 * one sentence.
 */

/** Judges a target, and closes it. The times allowed are short, and what they allow is waited for. */
async function judged(target: Served, more: Partial<Parameters<typeof run>[0]> = {}) {
  const result = await run({
    target: target.url,
    keys: HONEST_KEYS,
    checks,
    timeoutMs: 400,
    wait: async () => undefined,
    ...more,
  });
  await target.close();
  return result;
}

describe('behind a server that', () => {
  test.each(sample(hostileServers, 8).map((server) => [server.name, server] as const))(
    '%s, the run ends with 3 and a sentence',
    async (_, server) => {
      const { exitCode, stopped, results } = await judged(await servedRaw(server.talk));
      expect(stopped).toMatch(server.says);
      expect(stopped).not.toMatch(/k-(east|clerk|west)-0/);
      expect([exitCode, results]).toEqual([3, []]);
    },
  );

  test('there are enough of them', () => expect(hostileServers.length).toBeGreaterThan(25));
});

describe('TLS', () => {
  const DAY = 86_400_000;
  const now = Date.now();
  const good = selfSigned({ from: new Date(now - DAY), until: new Date(now + DAY) });
  const expired = selfSigned({ from: new Date(now - 2 * DAY), until: new Date(now - DAY) });
  const judgedBy = async (certificate: typeof good, tls?: object) =>
    judged(await served(honestTarget(), certificate), {
      timeoutMs: 5000,
      checks: checks.filter(({ id }) => id === 'portal/holds-the-documented-groups'),
      ...(tls === undefined ? {} : { network: { tls } }),
    });

  test('a certificate that nobody known has signed is refused, with both ways out', async () => {
    const { exitCode, stopped } = await judgedBy(good);
    expect(exitCode).toBe(3);
    expect(stopped).toMatch(/not signed by a trusted authority.*--ca FILE.*--insecure/);
  });

  test('it is accepted from an authority that is named, and the report says nothing of it', async () => {
    const { exitCode, options } = await judgedBy(good, { ca: good.cert });
    expect([exitCode, options.insecure]).toEqual([0, false]);
  });

  test('an expired one is refused, though its authority is named', async () => {
    expect(await judgedBy(expired, { ca: expired.cert })).toMatchObject({
      exitCode: 3,
      stopped: expect.stringContaining('has expired'),
    });
  });

  test('everything is accepted when nothing is checked, and the result says so', async () => {
    const { exitCode, options } = await judgedBy(expired, { isUnchecked: true });
    expect([exitCode, options.insecure]).toEqual([0, true]);
  });

  test('a server without it is told from one that is not there', async () => {
    const target = await served(honestTarget());
    const { stopped } = await judged({ ...target, url: target.url.replace('http:', 'https:') });
    expect(stopped).toContain('does not use TLS');
    expect((await judged(target)).stopped).toContain('connection refused');
  });
});

/** The honest target, with the bodies that some paths answer made hostile, whatever their length. */
const spoilt =
  (path: RegExp, answer: (honest: TransportResponse) => Partial<TransportResponse>): Transport =>
  async (request) => {
    const honest = await honestTarget()(request);
    const isSpoilt = request.method === 'GET' && honest.status === 200 && path.test(new URL(request.url).pathname);
    const headers = honest.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return isSpoilt ? { ...honest, headers, ...answer(honest) } : honest;
  };

const text = (body: string) => () => ({ body: Buffer.from(body) });

/** The document of the honest target with these schemas, of which the one called `Row` is that of every transaction list. */
const publishing = (schemas: object, more: object = {}) =>
  spoilt(/openapi\.json$/, ({ body }) => {
    const document = JSON.parse(Buffer.from(body).toString());
    const list = document.paths['/v1/transactions'].get.responses['200'].content['application/json'];
    list.schema = { $ref: '#/components/schemas/Row' };
    return { body: Buffer.from(JSON.stringify({ ...document, components: { schemas }, ...more })) };
  });

const PUBLISHED = 'contract/responses-keep-the-published-document';

describe('a target whose', () => {
  test.each<[string, Transport, string, string, RegExp]>([
    [
      'document holds a pattern that takes for ever',
      publishing({
        Row: {
          properties: { data: { items: { properties: { transaction_id: { pattern: '^(((((.)+)+)+)+)+ $' } } } } },
        },
      }),
      PUBLISHED,
      'inconclusive',
      /takes longer than 2 s/,
    ],
    [
      'document refers to itself in a circle',
      publishing({ Row: { $ref: '#/components/schemas/Row' } }),
      PUBLISHED,
      'fail',
      /cannot be used/,
    ],
    [
      'document refers to another machine',
      publishing({ Row: { $ref: 'http://169.254.169.254/latest/meta-data' } }),
      PUBLISHED,
      'untestable',
      /refers to http:\/\/169.254.169.254\/latest\/meta-data.*fetches nothing/,
    ],
    [
      'document refers to a file',
      publishing({ Row: { $ref: 'file:///etc/passwd' } }),
      PUBLISHED,
      'untestable',
      /fetches nothing/,
    ],
    [
      'document has names that no address can hold',
      publishing({ Row: { $ref: '#/components/schemas/%ZZ' } }, { 'x-odd': { '\ud800': 1 } }),
      PUBLISHED,
      'fail',
      /cannot be used/,
    ],
    [
      'document has two schemas of one name',
      publishing({ Row: { $id: 'urn:x' }, Other: { $id: 'urn:x', type: 'object' } }),
      PUBLISHED,
      'fail',
      /cannot be used/,
    ],
    [
      'document names another server',
      publishing({ Row: {} }, { servers: [{ url: 'https://elsewhere.test/v1' }] }),
      PUBLISHED,
      'pass',
      /^$/,
    ],
    [
      'document is nested without end',
      spoilt(/openapi.json$/, text(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)),
      PUBLISHED,
      'inconclusive',
      /nested too deep/,
    ],
    [
      'feeds hold a bomb of entities',
      spoilt(
        /\.xml$/,
        text(
          '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title></channel></rss>',
        ),
      ),
      'feeds/are-well-formed',
      'fail',
      /document type/,
    ],
    [
      'feeds are nested without end',
      spoilt(/\.xml$/, text('<a>'.repeat(50_000))),
      'feeds/are-well-formed',
      'fail',
      /nested too deep/,
    ],
    [
      'ids are no text that an address can hold',
      spoilt(/transactions$/, ({ body }) => ({
        body: Buffer.from(Buffer.from(body).toString().replaceAll('txn_', '\\ud800')),
      })),
      'transactions/rows-carry-the-columns',
      'pass',
      /^$/,
    ],
    [
      'one list is too large to read',
      spoilt(/disputes$/, () => ({ body: Buffer.alloc(17 * 2 ** 20, ' ') })),
      'disputes/reviewer-only-when-resolved',
      'inconclusive',
      /larger than 16777216 bytes/,
    ],
  ])('%s is judged all the same', async (_, transport, id, outcome, says) => {
    const { results, exitCode, stopped } = await judged(await served(transport), {
      timeoutMs: 5000,
      // The published document is judged with what other checks read.
      checks: isThorough ? checks : checks.filter((one) => one.id === id || /^(public|catalog)\//.test(one.id)),
    });
    expect(stopped).toBeUndefined();
    expect(results.filter((one) => one.outcome === 'error').map(({ reason }) => reason)).toEqual([]);
    expect(isThorough ? [1, 4] : [0, 1, 4]).toContain(exitCode);
    const found = results.find((one) => one.id === id);
    expect(found?.outcome).toBe(outcome);
    expect(found?.reason ?? found?.saw ?? '').toMatch(says);
  });
});
