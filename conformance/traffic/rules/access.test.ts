import { expect, test } from 'vitest';
import { createTrafficJudge } from '../index.ts';

const SERVICE = 'https://portal.example';
const ROWS = Array.from({ length: 6 }, (_, index) => ({
  id: `T-4711-${index}`,
  label: `Station ${index}`,
  city: 'Ulm',
}));

type Sent = readonly [key: string | undefined, path: string, status: number, json?: unknown];

function judge(sent: readonly Sent[], areCredentialsComplete = true): string[] {
  const opened = createTrafficJudge({ service: SERVICE, areCredentialsComplete, showValues: true });
  return sent.flatMap(([key, path, status, json = status === 200 ? { rows: ROWS } : { error: 'no' }], index) =>
    opened
      .observe({
        method: 'GET',
        url: SERVICE + path,
        requestHeaders: key === undefined ? [] : [['X-API-Key', key]],
        startedMs: 1_800_000_000_000 + index * 1000,
        tookMs: 5,
        status,
        responseHeaders: [['Content-Type', 'application/json']],
        body: Buffer.from(JSON.stringify(json)),
      })
      .map(({ rule }) => rule),
  );
}

const [ONE, TWO] = ['k-one-0001', 'k-two-0002'];

test.each<[string, readonly Sent[], string]>([
  [
    'data without a key',
    [
      [ONE, '/v1/locations', 200],
      [undefined, '/v1/locations', 200],
    ],
    'traffic/keys-are-required',
  ],
  [
    'data without a key before a key gets them',
    [
      [undefined, '/v1/locations', 200],
      [ONE, '/v1/locations', 200],
    ],
    'traffic/keys-are-required',
  ],
  [
    'data for a key that other paths refuse',
    [
      [TWO, '/v1/portal', 401],
      [TWO, '/v1/locations', 200],
      [TWO, '/v1/portal', 401],
    ],
    'traffic/unknown-keys-are-refused',
  ],
  [
    'a public path that needs a key',
    [
      [ONE, '/v1/locations', 200],
      [undefined, '/v1/public/branding-status', 401],
    ],
    'traffic/public-paths-need-no-key',
  ],
  [
    'a documented read without a route',
    [
      [ONE, '/v1/locations', 200],
      [ONE, '/v1/connectors', 405],
      [ONE, '/v1/connectors', 405],
    ],
    'traffic/documented-reads-exist',
  ],
  [
    'a portal that two keys do not get, before other paths serve them',
    [
      [ONE, '/v1/portal', 404],
      [ONE, '/v1/locations', 200],
      [TWO, '/v1/portal', 404],
      [TWO, '/v1/locations', 200],
    ],
    'traffic/documented-reads-exist',
  ],
  [
    'a public path that is missing before other paths respond',
    [
      [undefined, '/v1/public/branding-status', 404],
      [ONE, '/v1/locations', 200],
    ],
    'traffic/public-paths-need-no-key',
  ],
])('accuses %s', (_, sent, rule) => {
  expect(judge(sent)).toEqual([rule]);
});

test.each<[string, readonly Sent[], boolean?]>([
  [
    'a refusal with status 200 to everyone',
    [
      [TWO, '/v1/locations', 200, { error: 'denied' }],
      [undefined, '/v1/locations', 200, { error: 'denied' }],
    ],
  ],
  [
    'data of a request whose credentials were not recorded',
    [
      [ONE, '/v1/locations', 200],
      [undefined, '/v1/locations', 200],
    ],
    false,
  ],
  [
    'a key that became valid',
    [
      [TWO, '/v1/portal', 401],
      [TWO, '/v1/locations', 200],
      [TWO, '/v1/portal', 200],
    ],
  ],
  [
    'a public path that responds after it was missing, before others',
    [
      [undefined, '/v1/public/branding-status', 404],
      [undefined, '/v1/public/branding-status', 200],
      [ONE, '/v1/locations', 200],
    ],
  ],
  [
    'a key that the portal refuses, as all other paths do',
    [
      [ONE, '/v1/portal', 404],
      [ONE, '/v1/locations', 404],
      [TWO, '/v1/portal', 404],
    ],
  ],
  [
    'a path that a role may not use',
    [
      [ONE, '/v1/locations', 200],
      [ONE, '/v1/settlements', 403],
      [ONE, '/v1/settlements', 404],
    ],
  ],
])('does not accuse %s', (_, sent, areCredentialsComplete) => {
  expect(judge(sent, areCredentialsComplete)).toEqual([]);
});
