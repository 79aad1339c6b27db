import { describe, expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { NoResponse, type Transport, type TransportResponse } from '../http/client.ts';
import { run } from './runner.ts';

const PAGE: TransportResponse = {
  status: 403,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>'),
};

const tried = checks;

/** Runs checks against the honest target behind an intermediary. */
async function runBehind(intercept: (turn: number) => TransportResponse | NoResponse | undefined) {
  const honest = honestTarget();
  let turn = 0;
  const transport: Transport = async (request) => {
    turn += 1;
    const answer = intercept(turn);
    if (answer instanceof NoResponse) throw answer;
    return answer ?? honest(request);
  };
  const wait = async () => undefined;
  const result = await run({ target: 'http://target.test', keys: HONEST_KEYS, checks: tried, transport, wait });
  return { ...result, received: turn };
}

const FAILURES: readonly (TransportResponse | NoResponse)[] = [
  {
    status: 502,
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from('<html><title>502 Bad Gateway</title></html>'),
  },
  { status: 503, headers: [['Retry-After', '1']], body: Buffer.from('') },
  { status: 429, headers: [], body: Buffer.from('') },
  new NoResponse('cut', 'the connection closed before the response was complete'),
  new NoResponse('undecodable', 'its body cannot be decompressed as gzip'),
];

describe('a run behind a proxy', () => {
  const turns = Array.from({ length: 300 }, (_, index) => index + 1);
  test.each(turns.map((turn, index) => [turn, FAILURES[index % FAILURES.length]] as const))(
    'has the same verdicts if request %i fails once',
    async (failing, failure) => {
      const [disturbed, undisturbed] = [
        await runBehind((turn) => (turn === failing ? failure : undefined)),
        await honestRun,
      ];
      expect(disturbed.results.map(({ id, outcome }) => [id, outcome])).toEqual(
        undisturbed.results.map(({ id, outcome }) => [id, outcome]),
      );
      expect(disturbed.requests).toBe(disturbed.received);
      expect(disturbed.sentAgain).toEqual([{ cause: expect.any(String), requests: 1 }]);
      expect([undisturbed.requests, undisturbed.sentAgain]).toEqual([undisturbed.received, undefined]);
    },
  );

  test.each([40, 41, 60, 90, 150])(
    'accuses nothing if a challenge page answers everything after request %i',
    async (last) => {
      const { results, exitCode, stopped, counts } = await runBehind((turn) => (turn > last ? PAGE : undefined));
      expect(results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
      expect([counts.fail, counts.warning, counts.error, exitCode]).toEqual([0, 0, 0, 3]);
      expect(stopped).toMatch(/an HTML page \(403, "Just a moment..."\).*a firewall, a proxy or a login portal/);
    },
  );
});

/** Runs the check of combined parameters, and some others, against a target that refuses such requests with a page. */
async function runWithRefusedFilters(formatErrors: (response: TransportResponse) => TransportResponse) {
  const honest = honestTarget();
  const transport: Transport = async (request) => {
    const { searchParams } = new URL(request.url);
    const isRefused = searchParams.has('terminal_id') && searchParams.has('group_id');
    const response = isRefused ? PAGE : await honest(request);
    return response.status >= 400 ? formatErrors(response) : response;
  };
  const among = checks.filter(({ id }) =>
    /^(auth\/missing|auth\/unknown|lists\/any-combination|scope\/foreign)/.test(id),
  );
  const wait = async () => undefined;
  const { results } = await run({ target: 'http://target.test', keys: HONEST_KEYS, checks: among, transport, wait });
  return results.find(({ id }) => id === 'lists/any-combination-is-of-the-whole-list');
}

test('does not accuse a target whose firewall refuses some requests with a page', async () => {
  expect(await runWithRefusedFilters((response) => response)).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringMatching(
      /an HTML page \(403, "Just a moment..."\); a firewall, a proxy or a login portal may have/,
    ),
  });
});

test('accuses a target that refuses a documented request with a page, as it does all its errors', async () => {
  const asPage = ({ status }: TransportResponse) => ({ ...PAGE, status });
  expect(await runWithRefusedFilters(asPage)).toMatchObject({ outcome: 'fail' });
});

const honestRun = runBehind(() => undefined);
