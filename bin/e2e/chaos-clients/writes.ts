import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type Clients,
  control,
  HttpError,
  isTransient,
  KEY,
  type RetryOptions,
  read,
  readJson,
  retry,
  send,
  urlOf,
} from './client.ts';

export interface Claim {
  transaction_id: string;
  reason_code: string;
  amount: string;
  description?: string;
}

/** Returns claims about paid withdrawals without a case. */
export async function findClaims(count = 6): Promise<Claim[]> {
  const { data } = await read('/v1/terminals/NW104310/transactions?limit=50');
  const paid = data.filter((row: Record<string, string>) => row.dispense_status === 'full_dispense');
  assert.ok(paid.length >= count);
  return paid.slice(0, count).map((row: Record<string, string>) => ({
    transaction_id: row.transaction_id,
    reason_code: 'cash_not_dispensed',
    amount: row.amt_comp,
  }));
}

export const createDispute = async (claim: Claim, key?: string) =>
  await readJson(
    await send('/v1/disputes', { method: 'POST', body: claim, ...(key && { headers: { 'Idempotency-Key': key } }) }),
  );

/** Asserts that each claim has exactly one case, and that the client knows which claims have one. */
export async function assertCases(claims: readonly Claim[], believed: Iterable<string>): Promise<void> {
  const { data } = await read('/v1/disputes?limit=50&terminal_id=NW104310');
  const wanted = new Set(claims.map(({ transaction_id }) => transaction_id));
  const cases = data.map((row: Claim) => row.transaction_id).filter((id: string) => wanted.has(id));
  assert.deepEqual([...cases].sort(), [...believed].sort());
}

/** Creates a case for each claim and compares the result with that of the service. */
async function createAll(create: (claim: Claim, index: number) => Promise<unknown>): Promise<void> {
  const claims = await findClaims();
  for (const [index, claim] of claims.entries()) await create(claim, index);
  await assertCases(
    claims,
    claims.map(({ transaction_id }) => transaction_id),
  );
}

/** Derives the batches of several days. Asserts that each was derived once. */
export async function deriveDays(keyOf: (day: number) => string | undefined, options?: RetryOptions): Promise<void> {
  for (let day = 0; day < 5; day += 1) {
    const key = keyOf(day);
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    const { batches } = await retry(
      async () => await readJson(await send('/v1/settlements/derive', { method: 'POST', body: {}, headers })),
      options,
    );
    for (const batch of batches) assert.equal(batch.revision, 1);
    await control('clock/advance', { by: 'P1D' });
  }
}

/** Mistakes in requests that change something. */
export const WRITE_BUGS: Clients = {
  'repeats a write without an idempotency key': () => createAll((claim) => retry(() => createDispute(claim))),
  'sends another idempotency key with each attempt': () =>
    createAll((claim) => retry(() => createDispute(claim, randomUUID()))),
  'changes the body between attempts': () =>
    createAll((claim, index) =>
      retry((attempt) => createDispute({ ...claim, description: `Attempt ${attempt}` }, `claim-${index}`)),
    ),
  'sends an empty body when it repeats': () =>
    createAll((claim, index) => {
      const parts = [JSON.stringify(claim)]; // consumed by the first attempt, as a stream is
      return retry(async () =>
        readJson(
          await fetch(urlOf('/v1/disputes'), {
            method: 'POST',
            headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json', 'Idempotency-Key': `claim-${index}` },
            body: parts.splice(0).join(''),
          }),
        ),
      );
    }),
  'takes a lost response as not created': async () => {
    const claims = await findClaims();
    const created: string[] = [];
    for (const claim of claims) {
      const answered = await retry(() => createDispute(claim, claim.transaction_id), {
        isRetryable: (error) => error instanceof HttpError && isTransient(error),
      }).catch(() => undefined);
      if (answered !== undefined) created.push(claim.transaction_id);
    }
    await assertCases(claims, created);
  },
  'takes a failure as created': async () => {
    const claims = await findClaims();
    for (const claim of claims) await createDispute(claim, claim.transaction_id).catch(() => undefined);
    await assertCases(
      claims,
      claims.map(({ transaction_id }) => transaction_id),
    );
  },
  'adds the amount to its sum before each attempt': async () => {
    const claims = await findClaims();
    let cents = 0;
    for (const claim of claims) {
      await retry(() => {
        cents += Math.round(Number(claim.amount) * 100);
        return createDispute(claim, claim.transaction_id);
      });
    }
    assert.equal(
      cents,
      claims.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
    );
  },
  'derives a batch again when it repeats': () => deriveDays(() => undefined),
};

const SLO_MS = 1000;

/** Asserts that the work ends in time. */
async function withinLimit(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('late'), SLO_MS);
  assert.notEqual(await Promise.race([work.then(() => 'done'), promise]), 'late');
  clearTimeout(timer);
}

/** Sends each attempt of several reads, and asserts that none of the attempts lasts too long. */
async function readInTime(attempt: (signal: AbortSignal, stop: () => void) => Promise<unknown>): Promise<void> {
  await read('/v1/connectors');
  for (let reads = 0; reads < 12; reads += 1) {
    await retry(async () => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 600);
      await withinLimit(attempt(controller.signal, () => clearTimeout(timer))).finally(() => clearTimeout(timer));
    });
  }
}

const readConnectors = (signal?: AbortSignal): Promise<Response> =>
  fetch(urlOf('/v1/connectors'), { headers: { 'X-API-Key': KEY }, ...(signal && { signal }) });

/** Mistakes in time limits. */
export const TIME_BUGS: Clients = {
  'has no time limit': () => readInTime(async () => await readJson(await readConnectors())),
  'limits the time of the head only': () =>
    readInTime(async (signal, stop) => {
      const response = await readConnectors(signal);
      stop();
      return await readJson(response);
    }),
  'uses one time limit for all attempts': async () => {
    await read('/v1/connectors');
    for (let reads = 0; reads < 12; reads += 1) {
      const signal = AbortSignal.timeout(600);
      await retry(async () => await readJson(await readConnectors(signal)));
    }
  },
};

export const readWithShortLimit = (): Promise<void> =>
  readInTime(async (signal) => await readJson(await readConnectors(signal)));
