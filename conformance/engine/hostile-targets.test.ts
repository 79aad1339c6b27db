import { describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import type { Transport, TransportResponse } from '../http/client.ts';
import { createSelfSignedCertificate } from '../testing/certificate.ts';
import { hostileServers } from '../testing/hostile-servers.ts';
import { type RunningServer, serveRaw, serveTransport } from '../testing/serve.ts';
import { run } from './runner.ts';

/*
 * Runs against hostile servers on loopback. Every run must end with an exit code and one sentence.
 */

/** Runs the checks against a target with short timeouts, and closes it. */
async function runAgainst(target: RunningServer, more: Partial<Parameters<typeof run>[0]> = {}) {
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

describe('a run against a server that', () => {
  /** Each request takes much processor time: in `npm test`, single responses end so, below and in `content-coding.test.ts`. */
  const isLong = ({ name }: (typeof hostileServers)[number]) =>
    !isThorough && ['sends 20 megabytes', 'sends a gzip bomb'].includes(name);
  const servers = sample(
    hostileServers.filter((server) => !isLong(server)),
    8,
  );

  test.each(servers.map((server) => [server.name, server] as const))(
    '%s exits 3 with a sentence',
    async (_, server) => {
      const timeoutMs = server.expectedMessage.source.includes('no complete response') ? 400 : 5000;
      const { exitCode, stopped, results } = await runAgainst(await serveRaw(server.respond), { timeoutMs });
      expect(stopped).toMatch(server.expectedMessage);
      expect(stopped).not.toMatch(/k-(east|clerk|west)-0/);
      expect([exitCode, results]).toEqual([3, []]);
    },
  );

  test('covers more than 25 such servers', () => expect(hostileServers.length).toBeGreaterThan(25));
});

describe('TLS', () => {
  const DAY = 86_400_000;
  const now = Date.now();
  const good = createSelfSignedCertificate({ from: new Date(now - DAY), until: new Date(now + DAY) });
  const expired = createSelfSignedCertificate({ from: new Date(now - 2 * DAY), until: new Date(now - DAY) });
  const judgedBy = async (certificate: typeof good, tls?: object) =>
    runAgainst(await serveTransport(honestTarget(), certificate), {
      timeoutMs: 5000,
      checks: checks.filter(({ id }) => id === 'portal/holds-the-documented-groups'),
      ...(tls === undefined ? {} : { network: { tls } }),
    });

  test('rejects a self-signed certificate, and suggests --ca and --insecure', async () => {
    const { exitCode, stopped } = await judgedBy(good);
    expect(exitCode).toBe(3);
    expect(stopped).toMatch(/not signed by a trusted authority.*--ca FILE.*--insecure/);
  });

  test('accepts a certificate of an authority given with --ca, and reports the run as secure', async () => {
    const { exitCode, options } = await judgedBy(good, { ca: good.cert });
    expect([exitCode, options.insecure]).toEqual([0, false]);
  });

  test('rejects an expired certificate of an authority given with --ca', async () => {
    expect(await judgedBy(expired, { ca: expired.cert })).toMatchObject({
      exitCode: 3,
      stopped: expect.stringContaining('has expired'),
    });
  });

  test('accepts any certificate without verification, and reports the run as insecure', async () => {
    const { exitCode, options } = await judgedBy(expired, { isUnchecked: true });
    expect([exitCode, options.insecure]).toEqual([0, true]);
  });

  test('distinguishes a server without TLS from one that refuses connections', async () => {
    const target = await serveTransport(honestTarget());
    const { stopped } = await runAgainst({ ...target, url: target.url.replace('http:', 'https:') });
    expect(stopped).toContain('does not use TLS');
    expect((await runAgainst(target)).stopped).toContain('connection refused');
  });
});

/** Wraps the honest target: replaces its successful responses to GET requests for paths that match. */
const replaceResponses =
  (path: RegExp, answer: (honest: TransportResponse) => Partial<TransportResponse>): Transport =>
  async (request) => {
    const honest = await honestTarget()(request);
    const isSpoilt = request.method === 'GET' && honest.status === 200 && path.test(new URL(request.url).pathname);
    const headers = honest.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return isSpoilt ? { ...honest, headers, ...answer(honest) } : honest;
  };

const respondWithText = (body: string) => () => ({ body: Buffer.from(body) });

/** Replaces the schemas in the published document. The schema `Row` describes the transaction list. */
const publishSchemas = (schemas: object, more: object = {}) =>
  replaceResponses(/openapi\.json$/, ({ body }) => {
    const document = JSON.parse(Buffer.from(body).toString());
    const list = document.paths['/v1/transactions'].get.responses['200'].content['application/json'];
    list.schema = { $ref: '#/components/schemas/Row' };
    return { body: Buffer.from(JSON.stringify({ ...document, components: { schemas }, ...more })) };
  });

/** The check that decides about a hostile target, its outcome, and what it reports. */
interface Expected {
  readonly id: string;
  readonly outcome: string;
  readonly reason: RegExp;
}

const PUBLISHED = 'contract/responses-keep-the-published-document';

describe('a target whose', () => {
  const targets: readonly [string, Transport, Expected][] = [
    [
      'document contains a pattern with exponential matching time',
      publishSchemas({
        Row: {
          properties: { data: { items: { properties: { transaction_id: { pattern: '^(((((.)+)+)+)+)+ $' } } } } },
        },
      }),
      { id: PUBLISHED, outcome: 'inconclusive', reason: /takes longer than 2 s/ },
    ],
    [
      'document contains a circular reference',
      publishSchemas({ Row: { $ref: '#/components/schemas/Row' } }),
      { id: PUBLISHED, outcome: 'untestable', reason: /cannot be used/ },
    ],
    [
      'document refers to another machine',
      publishSchemas({ Row: { $ref: 'http://169.254.169.254/latest/meta-data' } }),
      {
        id: PUBLISHED,
        outcome: 'untestable',
        reason: /refers to http:\/\/169.254.169.254\/latest\/meta-data.*fetches nothing/,
      },
    ],
    [
      'document refers to a file',
      publishSchemas({ Row: { $ref: 'file:///etc/passwd' } }),
      { id: PUBLISHED, outcome: 'untestable', reason: /fetches nothing/ },
    ],
    [
      'document has names that cannot be encoded in a URL',
      publishSchemas({ Row: { $ref: '#/components/schemas/%ZZ' } }, { 'x-odd': { '\ud800': 1 } }),
      { id: PUBLISHED, outcome: 'untestable', reason: /cannot be used/ },
    ],
    [
      'document has two schemas with the same $id',
      publishSchemas({ Row: { $id: 'urn:x' }, Other: { $id: 'urn:x', type: 'object' } }),
      { id: PUBLISHED, outcome: 'untestable', reason: /cannot be used/ },
    ],
    [
      'document names another server',
      publishSchemas({ Row: {} }, { servers: [{ url: 'https://elsewhere.test/v1' }] }),
      { id: PUBLISHED, outcome: 'pass', reason: /^$/ },
    ],
    [
      'document is nested 9,000 levels deep',
      replaceResponses(/openapi.json$/, respondWithText(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)),
      { id: PUBLISHED, outcome: 'inconclusive', reason: /nested too deep/ },
    ],
    [
      'feeds contain an entity expansion attack',
      replaceResponses(
        /\.xml$/,
        respondWithText(
          '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title></channel></rss>',
        ),
      ),
      { id: 'feeds/are-well-formed', outcome: 'inconclusive', reason: /entity "b" of its document type declaration/ },
    ],
    [
      'feeds are nested 50,000 levels deep',
      replaceResponses(/\.xml$/, respondWithText('<a>'.repeat(50_000))),
      { id: 'feeds/are-well-formed', outcome: 'inconclusive', reason: /nested deeper than the 200 levels/ },
    ],
    [
      'ids cannot be encoded in a URL',
      replaceResponses(/transactions$/, ({ body }) => ({
        body: Buffer.from(Buffer.from(body).toString().replaceAll('txn_', '\\ud800')),
      })),
      { id: 'transactions/rows-carry-the-columns', outcome: 'pass', reason: /^$/ },
    ],
    [
      'disputes response is larger than the limit',
      replaceResponses(/disputes$/, () => ({ body: Buffer.alloc(17 * 2 ** 20, ' ') })),
      { id: 'disputes/reviewer-only-when-resolved', outcome: 'inconclusive', reason: /larger than 8388608 bytes/ },
    ],
  ];

  /** The first one computes for seconds: in `npm test`, `schema-budget.test.ts` ends such a pattern. */
  test.each(targets.slice(isThorough ? 0 : 1))('%s gets a verdict', async (_, transport, { id, outcome, reason }) => {
    const { results, exitCode, stopped } = await runAgainst(await serveTransport(transport), {
      timeoutMs: 5000,
      // The check of the published document needs the responses that other checks read.
      checks: isThorough ? checks : checks.filter((one) => one.id === id || /^(public|catalog)\//.test(one.id)),
    });
    expect(stopped).toBeUndefined();
    expect(results.filter((one) => one.outcome === 'error').map(({ reason }) => reason)).toEqual([]);
    expect(isThorough ? [1, 4] : [0, 1, 4]).toContain(exitCode);
    const found = results.find((one) => one.id === id);
    expect(found?.outcome).toBe(outcome);
    expect(found?.reason ?? found?.saw ?? '').toMatch(reason);
  });
});
