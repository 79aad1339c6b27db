import assert from 'node:assert/strict';
import { get } from 'node:http';
import {
  assertAllLocations,
  type Clients,
  HttpError,
  KEY,
  LOCATIONS,
  read,
  readJson,
  readPages,
  retry,
  send,
  statusPath,
  TERMINALS,
  urlOf,
  waitMsFor,
} from './client.ts';
import { countOnce, receiveOnce } from './webhooks.ts';
import { assertCases, createDispute, deriveDays, findClaims, readWithShortLimit } from './writes.ts';

const polite = { waitMs: waitMsFor };

/** Reads a text with node:http. Rejects if the connection ends early or takes too long. */
const readText = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(urlOf(path), { headers: { 'X-API-Key': KEY }, timeout: 5000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () =>
        response.complete && response.statusCode === 200 ? resolve(text) : reject(new Error('incomplete')),
      );
    });
    request.on('timeout', () => request.destroy(new Error('too late')));
    request.on('error', reject);
  });

export const CORRECT: Clients = {
  'reads all pages': async () => assertAllLocations(await readPages(LOCATIONS, (path) => read(path, polite))),
  'reads in parallel': async () => {
    const statuses = await Promise.all(TERMINALS.map((terminal) => read(statusPath(terminal), polite)));
    assert.deepEqual(
      statuses.map(({ terminal_id }) => terminal_id),
      TERMINALS,
    );
  },
  'creates disputes with idempotency keys': async () => {
    const claims = await findClaims();
    for (const claim of claims) await retry(() => createDispute(claim, claim.transaction_id), polite);
    await assertCases(
      claims,
      claims.map(({ transaction_id }) => transaction_id),
    );
  },
  'derives batches with idempotency keys': () => deriveDays((day) => `day-${day}`, polite),
  'reads a feed to its end': async () => {
    for (let reads = 0; reads < 6; reads += 1) {
      const text = await retry(async () => {
        const response = await send('/v1/feeds/account.xml');
        if (!response.ok) throw new HttpError(response);
        return await response.text();
      }, polite);
      assert.ok(text.trimEnd().endsWith('</rss>'));
    }
  },
  'reads a list with conditional requests': async () => {
    const cache = { tag: '', rows: 0 };
    for (let reads = 0; reads < 8; reads += 1) {
      await retry(async () => {
        const response = await send('/v1/connectors', cache.tag ? { headers: { 'If-None-Match': cache.tag } } : {});
        if (response.status === 304) return;
        const body = await readJson(response);
        Object.assign(cache, { tag: response.headers.get('etag') ?? '', rows: body.data.length });
      }, polite);
      assert.ok(cache.rows > 0);
    }
  },
  'reads with node:http': async () => {
    for (const terminal of TERMINALS) {
      const text = await retry(() => readText(statusPath(terminal)), polite);
      assert.equal(JSON.parse(text).terminal_id, terminal);
    }
  },
  'reads with short time limits': readWithShortLimit,
  'counts each delivery once': countOnce,
  'works once for each event': receiveOnce,
};
