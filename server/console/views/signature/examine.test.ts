import { expect, test } from 'vitest';
import { findDifference, formatBytes, readBytes } from './bytes.ts';
import { examine, type ReceivedDelivery } from './examine.ts';
import { createSample, type SampleId } from './samples.ts';

const NOW_MS = 1_793_631_600_000;

const receive = (id: SampleId, changes: Partial<ReceivedDelivery> = {}): ReceivedDelivery => {
  const { body, ...fields } = createSample(id, NOW_MS);
  return { ...fields, body: new TextEncoder().encode(body), nowMs: NOW_MS, ...changes };
};

const readCodes = (received: ReceivedDelivery): readonly string[] => {
  const result = examine(received);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return [...result.causes, ...result.ofComputed].map(({ code }) => code);
};

test.each([
  ['valid', []],
  ['serialised', ['spacing']],
  ['newline', ['trailing-newline']],
  ['charset', ['charset']],
  ['secret', ['secret-unknown']],
  ['undecoded', ['secret-not-decoded']],
  ['old', ['timestamp']],
] as const)('finds the mistake of the example %s', (id, codes) => {
  expect(readCodes(receive(id))).toEqual(codes);
});

test('finds a byte order mark, an encoded JSON string and another order of members', () => {
  const { body } = createSample('valid', NOW_MS);
  const withBody = (text: string) => readCodes(receive('valid', { body: new TextEncoder().encode(text) }));
  expect(withBody(`\ufeff${body}`)).toEqual(['byte-order-mark']);
  expect(withBody(JSON.stringify(body))).toEqual(['quoted']);
  expect(withBody('')).toEqual(['secret-unknown']);
});

test('reads a secret in another form, and names that', () => {
  const { secret } = createSample('valid', NOW_MS);
  const hex = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex');
  expect(readCodes(receive('valid', { secret: hex }))).toEqual(['secret-encoding']);
  expect(readCodes(receive('valid', { secret: ` "${secret}"\n` }))).toEqual(['secret-surrounded']);
});

test('names missing headers, and secrets that are none', () => {
  expect(examine(receive('valid', { headers: 'webhook-id: evt_1' }))).toMatchObject({
    faults: { headers: expect.stringContaining('Missing: webhook-timestamp, webhook-signature.') },
  });
  expect(examine(receive('valid', { secret: '!' }))).toMatchObject({ faults: { secret: expect.any(String) } });
});

test('reads headers as logs and commands print them', () => {
  const { headers } = createSample('valid', NOW_MS);
  const json = JSON.stringify(Object.fromEntries(headers.split('\n').map((line) => line.split(': '))));
  const verbose = headers.replaceAll(/^/gm, '< ').toUpperCase();
  expect(readCodes(receive('valid', { headers: json }))).toEqual([]);
  expect(examine(receive('valid', { headers: verbose }))).not.toHaveProperty('faults');
});

test('shows the bytes that differ', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const difference = findDifference(encode('{"a":1}'), encode('{"a": 1}\n'));
  expect(difference?.offset).toBe(5);
  expect(difference?.excerpts.map(({ changed }) => formatBytes(changed))).toEqual(['1}', ' 1}\\n']);
  expect(findDifference(encode('a'), encode('a'))).toBeUndefined();
});

test('reads bytes as text, base64 and hex', () => {
  expect([readBytes('e9', 'hex'), readBytes('6Q==', 'base64')]).toEqual([Uint8Array.of(0xe9), Uint8Array.of(0xe9)]);
  expect([readBytes('e', 'hex'), readBytes('*', 'base64')]).toEqual([
    { fault: expect.stringContaining('hex digits') },
    { fault: expect.stringContaining('base64') },
  ]);
});
