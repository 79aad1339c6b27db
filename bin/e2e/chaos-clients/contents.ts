import assert from 'node:assert/strict';
import { get } from 'node:http';
import {
  assertAllLocations,
  type Clients,
  HttpError,
  KEY,
  LOCATION_COUNT,
  LOCATIONS,
  type Row,
  read,
  readJson,
  readPages,
  retry,
  send,
  statusPath,
  TERMINALS,
  urlOf,
} from './client.ts';

const EMPTY = { data: [], page: { next_cursor: null } };

/** Mistakes in what a client makes of a response, or of none. */
export const CONTENT_BUGS: Clients = {
  'treats a cut body as an empty list': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, (path) =>
        retry(async () => {
          const response = await send(path);
          if (!response.ok) throw new HttpError(response);
          return await response.json().catch(() => EMPTY);
        }),
      ),
    ),
  'keeps the rows of a cut body': async () => {
    const rows = new Set<string>();
    for (let index = 0; index < 8; index += 1) {
      await retry(async () => {
        const response = await send('/v1/locations?limit=48');
        if (!response.ok) throw new HttpError(response);
        let text = '';
        try {
          for await (const chunk of response.body as ReadableStream<Uint8Array>) text += Buffer.from(chunk).toString();
        } catch {}
        const found = new Set(text.match(/"location_id":"[^"]+"/g));
        assert.equal(found.size, LOCATION_COUNT);
        for (const id of found) rows.add(id);
      });
    }
    assert.equal(rows.size, LOCATION_COUNT);
  },
  'adds the amounts of a cut body twice': async () => {
    let found = 0;
    for (let index = 0; index < 6; index += 1) {
      await retry(async () => {
        const response = await send('/v1/locations?limit=48');
        if (!response.ok) throw new HttpError(response);
        let rest = '';
        for await (const chunk of response.body as ReadableStream<Uint8Array>) {
          rest += Buffer.from(chunk).toString();
          found += rest.match(/"location_id":"[^"]+"/g)?.length ?? 0;
          rest = rest.slice(rest.lastIndexOf('"location_id":"') + 15);
        }
      });
    }
    assert.equal(found, 6 * LOCATION_COUNT);
  },
  'loses the page at which a read failed': async () => {
    let cursor = '';
    const lost: Row[] = [];
    for (;;) {
      // biome-ignore lint/suspicious/noExplicitAny: see readJson.
      let page: any;
      try {
        page = await readJson(await send(`${LOCATIONS}${cursor}`));
        lost.push(...page.data);
      } catch {
        page = await read(`${LOCATIONS}${cursor}`); // for the next cursor only
      }
      if (page.page.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.page.next_cursor)}`;
    }
    assertAllLocations(lost);
  },
  'begins again at the first page and keeps the rows': async () => {
    const rows: Row[] = [];
    const readOnce = async (path: string): Promise<unknown> => await readJson(await send(path));
    await retry(
      async () => {
        await readPages(LOCATIONS, async (path) => {
          // biome-ignore lint/suspicious/noExplicitAny: see readJson.
          const page = (await retry(() => readOnce(path), { attempts: 2 })) as any;
          rows.push(...page.data);
          return page;
        });
      },
      { attempts: 30 },
    );
    assertAllLocations(rows);
  },
  'takes a failed page as the end of the list': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, async (path) => {
        if (!path.includes('cursor')) return await read(path);
        return await read(path, { attempts: 1 }).catch(() => EMPTY);
      }),
    ),
  'takes 503 as maintenance without data': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, (path) =>
        retry(async () => {
          const response = await send(path);
          return response.status === 503 ? EMPTY : await readJson(response);
        }),
      ),
    ),
  'reads the rows without a look at the status': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, (path) =>
        retry(async () => {
          const response = await send(path);
          if (response.status >= 500) throw new HttpError(response);
          // biome-ignore lint/suspicious/noExplicitAny: see readJson.
          const body = (await response.json()) as any;
          return { data: body.data ?? [], page: body.page ?? { next_cursor: null } };
        }),
      ),
    ),
  'reports a terminal as offline when a read fails': async () => {
    const offline: string[] = [];
    for (const terminal of TERMINALS) {
      await read(statusPath(terminal), { attempts: 1 }).catch(() => offline.push(terminal));
    }
    assert.deepEqual(offline, []);
  },
  'stores the tag before the body is complete': async () => {
    const cache = { tag: '', rows: -1 };
    for (let reads = 0; reads < 8; reads += 1) {
      await retry(async () => {
        const response = await send('/v1/connectors', { headers: { 'If-None-Match': cache.tag || '"none"' } });
        if (response.status === 304) return;
        if (!response.ok) throw new HttpError(response);
        cache.tag = response.headers.get('etag') ?? '';
        // biome-ignore lint/suspicious/noExplicitAny: see readJson.
        const body = (await response.json()) as any;
        cache.rows = body.data.length;
      });
      assert.ok(cache.rows > 0, 'uses a list that it never read');
      if (reads % 2 === 1) Object.assign(cache, { tag: '', rows: -1 });
    }
  },
  'caches a failure': async () => {
    const cache = new Map<string, unknown>();
    const readCached = async (path: string): Promise<unknown> => {
      if (!cache.has(path)) cache.set(path, await readJson(await send(path)).catch(() => EMPTY));
      return cache.get(path);
    };
    await readPages(LOCATIONS, readCached);
    assertAllLocations(await readPages(LOCATIONS, readCached));
  },
  'keeps the rejected promise of a shared read': async () => {
    const running = new Map<string, Promise<unknown>>();
    const readShared = (path: string): Promise<unknown> => {
      if (!running.has(path)) running.set(path, send(path).then(readJson));
      return running.get(path) as Promise<unknown>;
    };
    assertAllLocations(await readPages(LOCATIONS, (path) => retry(() => readShared(path))));
  },
  'moves its watermark although the read failed': async () => {
    const seen: string[] = [];
    let from = '2026-10-20';
    for (const until of ['2026-10-22', '2026-10-24', '2026-10-26', '2026-10-28', '2026-10-30']) {
      try {
        const { data } = await readJson(
          await send(`/v1/settlements?limit=50&from_business_date=${from}&to_business_date=${until}`),
        );
        seen.push(...data.map(({ batch_id }: { batch_id: string }) => batch_id));
      } catch {}
      const next = new Date(`${until}T00:00:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      from = next.toISOString().slice(0, 10);
    }
    const { page } = await read('/v1/settlements?limit=1&from_business_date=2026-10-20&to_business_date=2026-10-30');
    assert.equal(new Set(seen).size, page.matched);
  },
  'does not notice that a connection was closed early (node:http)': async () => {
    for (let reads = 0; reads < 6; reads += 1) {
      const text = await new Promise<string>((resolve) => {
        const attempt = (): void => {
          get(urlOf('/v1/feeds/account.xml'), { headers: { 'X-API-Key': KEY } }, (response) => {
            if (response.statusCode !== 200) {
              response.resume();
              setTimeout(attempt, 5);
              return;
            }
            let got = '';
            response.on('data', (chunk) => {
              got += chunk;
            });
            response.on('error', () => undefined);
            response.on('close', () => resolve(got));
          }).on('error', () => setTimeout(attempt, 5));
        };
        attempt();
      });
      assert.ok(text.trimEnd().endsWith('</rss>'), 'a feed without its end');
    }
  },
  'does not listen for errors of the socket (node:http)': async () => {
    for (const terminal of TERMINALS) {
      await new Promise<void>((resolve) => {
        const attempt = (): void => {
          get(urlOf(statusPath(terminal)), { headers: { 'X-API-Key': KEY } }, (response) => {
            response.resume();
            response.on('error', () => setTimeout(attempt, 5));
            response.on('end', () => (response.statusCode === 200 ? resolve() : setTimeout(attempt, 5)));
          });
        };
        attempt();
      });
    }
  },
};
