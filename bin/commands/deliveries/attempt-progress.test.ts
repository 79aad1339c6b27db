import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import { createAttemptReporter } from './attempt-progress.ts';

type Delivery = SandboxSchemas['Delivery'];

const NOW = '2026-11-02T15:01:00Z';
const ID = 'dlv_01M6ECE9Z0V2SBADQDCF095KWS';

/** Returns a delivery with one attempt per status, and the replies of the sandbox about it. Null: no response. */
function createReplies(statuses: readonly (number | null)[]) {
  const attempts = statuses.map((status, index) => ({
    number: index + 1,
    response: status === null ? null : { status, status_text: `${status} X`, headers: {}, body: '', truncated: false },
    error:
      status === 200 ? null : { code: status === null ? 'connect_refused' : 'status', message: 'It failed\u001b[31m.' },
    timings_ms: { dns: null, connect: null, tls: null, first_byte: null, total: 2 },
    next_attempt: status === 200 ? null : { clock: 'sandbox', at: '2026-11-02T15:06:05Z' },
  }));
  const call = createCall(async ({ path }) => (path === 'clock' ? { now: NOW } : { attempts }));
  const delivery = {
    delivery_id: ID,
    attempt_count: statuses.length,
    last_error: attempts.at(-1)?.error?.message ?? null,
  } as Delivery; // the members that the reporter reads
  return { call, delivery };
}

async function listLines(
  looks: readonly (readonly (number | null)[])[],
  isFromNowOn = false,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let latest = createReplies([]);
  const report = createAttemptReporter((...given) => latest.call(...given), {
    isFromNowOn,
    write: (line) => lines.push(line),
  });
  for (const statuses of looks) {
    latest = createReplies(statuses);
    await report([latest.delivery]);
  }
  return lines;
}

const FIRST = 'CF095KWS  attempt 1: answered 503 in 2 ms. It failed\ufffd[31m. Next in 5m5s.';
const SECOND = 'CF095KWS  attempt 2: connect_refused after 2 ms. It failed\ufffd[31m. Next in 5m5s.';
const THIRD = 'CF095KWS  attempt 3: answered 200 in 2 ms.';

test('reports each attempt once, with the reason and the next attempt', async () => {
  expect(await listLines([[], [503], [503], [503, null], [503, null, 200]])).toEqual([FIRST, SECOND, THIRD]);
});

test('reports all attempts between two polls', async () => {
  expect(await listLines([[], [503, null, 200]])).toEqual([FIRST, SECOND, THIRD]);
});

test('does not report a success at the first attempt', async () => {
  expect(await listLines([[], [200]])).toEqual([]);
});

test('does not report attempts before the first poll if isFromNowOn is set', async () => {
  expect(await listLines([[503], [503, null]], true)).toEqual([SECOND]);
});
