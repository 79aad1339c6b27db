import assert from 'node:assert/strict';
import {
  assertAllLocations,
  type Clients,
  HttpError,
  isTransient,
  KEY,
  LOCATIONS,
  OTHER_KEY,
  type RetryOptions,
  read,
  readJson,
  readPages,
  retry,
  send,
  statusPath,
  TERMINALS,
  waitMsFor,
} from './client.ts';

const readAll = async (options: RetryOptions): Promise<void> =>
  assertAllLocations(await readPages(LOCATIONS, (path) => read(path, options)));

const statusOf = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

/** Reads all locations, and asserts that no repetition came before the time that the service requested. */
async function readPolitely(waitMs: (error: unknown, attempt: number) => number): Promise<void> {
  const readPage = (path: string) => {
    let notBefore = 0;
    return retry(
      async () => {
        assert.ok(Date.now() >= notBefore, 'repeated too early');
        try {
          return await readJson(await send(path));
        } catch (error) {
          if (error instanceof HttpError && error.retryAfter) notBefore = Date.now() + waitMsFor(error, 1) - 50;
          throw error;
        }
      },
      { waitMs },
    );
  };
  assertAllLocations(await readPages(LOCATIONS, readPage));
}

/** Mistakes in when and how often a request is repeated. */
export const RETRY_BUGS: Clients = {
  'never repeats a request': () => readAll({ attempts: 1 }),
  'repeats a request once only': () => readAll({ attempts: 2 }),
  'does not repeat after 503': () => readAll({ isRetryable: (error) => isTransient(error) && statusOf(error) !== 503 }),
  'treats 429 as an error of the caller': () =>
    readAll({ isRetryable: (error) => isTransient(error) && statusOf(error) !== 429 }),
  'repeats after statuses only': () =>
    readAll({ isRetryable: (error) => error instanceof HttpError && isTransient(error) }),
  'reads the body outside of the repetition': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, async (path) => {
        const response = await retry(async () => {
          const got = await send(path);
          if (!got.ok) throw new HttpError(got);
          return got;
        });
        return await response.json();
      }),
    ),
  'ignores Retry-After': () => readPolitely(() => 5),
  'reads Retry-After as milliseconds': () => readPolitely((error) => Number((error as HttpError).retryAfter ?? 5)),
  'ignores Retry-After as a date': () =>
    readPolitely((error, attempt) => {
      const seconds = Number((error as HttpError).retryAfter ?? Number.NaN);
      return Number.isNaN(seconds) ? 10 : waitMsFor(error, attempt);
    }),
  'requires Retry-After on each failure': async () =>
    readAll({
      waitMs: (error) => {
        const text = (error as HttpError).retryAfter as string;
        return error instanceof HttpError ? Math.min(5, Number(text.trim())) : 5;
      },
    }),
  'stops for good after one failure (circuit breaker)': async () => {
    let isOpen = false;
    const readPage = (path: string) => {
      if (isOpen) throw new Error('the circuit is open');
      return retry(async (attempt) => {
        if (attempt > 1) isOpen = true;
        return await readJson(await send(path));
      });
    };
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
  'never resets its backoff': async () => {
    let delayMs = 10;
    const readPage = (path: string) =>
      read(path, {
        waitMs: () => {
          delayMs *= 8;
          assert.ok(delayMs <= 1000, 'waits too long');
          return 1;
        },
      });
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
  'does not return the result of the repetition': async () => {
    const readPage = async (path: string): Promise<unknown> => {
      try {
        return await readJson(await send(path));
      } catch {
        setTimeout(() => void readPage(path), 5);
        return undefined;
      }
    };
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
  'repeats without the query': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, (path) =>
        retry(async (attempt) => await readJson(await send(attempt === 1 ? path : (path.split('?')[0] as string)))),
      ),
    ),
  'repeats without its key': async () =>
    assertAllLocations(
      await readPages(LOCATIONS, (path) =>
        retry(
          async (attempt) => await readJson(await send(path, { headers: { 'X-API-Key': attempt === 1 ? KEY : '' } })),
        ),
      ),
    ),
  'uses the key of another account after 429': async () => {
    let key = KEY;
    const count = await retry(async () => {
      for (const terminal of TERMINALS) {
        await retry(async () => {
          const response = await send(statusPath(terminal), { headers: { 'X-API-Key': key } });
          if (response.status === 429) key = OTHER_KEY;
          return await readJson(response);
        });
      }
      return TERMINALS.length;
    });
    assert.equal(count, TERMINALS.length);
  },
  'expects the parts of a validation problem in every problem': async () => {
    const readPage = (path: string) =>
      retry(
        async () => {
          const response = await send(path);
          if (response.ok) return await response.json();
          // biome-ignore lint/suspicious/noExplicitAny: this client assumes the form of a problem.
          const problem: any = await response.json().catch(() => ({}));
          throw new Error(`refused: ${problem.errors[0].code}`);
        },
        {
          isRetryable: (error) =>
            !(error instanceof TypeError && error.message.includes('errors')) && !`${error}`.includes("reading '0'"),
        },
      );
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
  'parses a page of HTML as JSON': async () => {
    const readPage = (path: string) =>
      retry(
        async () => {
          const response = await send(path);
          const text = await response.text();
          const body = JSON.parse(text);
          if (!response.ok) throw new HttpError(response);
          return body;
        },
        { isRetryable: (error) => !(error instanceof SyntaxError) },
      );
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
  'follows redirects with its key to any host': async () => {
    const readPage = (path: string) =>
      retry(async () => {
        const response = await fetch(new URL(path, process.env.FLEETKIT_URL), {
          headers: { 'X-API-Key': KEY },
          redirect: 'manual',
        });
        const location = response.headers.get('location');
        if (location !== null && response.status >= 300 && response.status < 400) {
          const target = new URL(location, response.url);
          assert.equal(target.origin, new URL(response.url).origin, 'would send the key to another host');
        }
        return await readJson(response);
      });
    assertAllLocations(await readPages(LOCATIONS, readPage));
  },
};
