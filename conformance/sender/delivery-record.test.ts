import fc, { array, constantFrom, integer, oneof, property, record, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeaderPair } from '../http/client.ts';
import { type DeliveryRecord, lastLineOf, lineOf, parseRecording } from './delivery-record.ts';

const recordingIn = (text: string) => {
  const read = parseRecording(text, 'came.jsonl');
  if ('problem' in read) throw new Error(read.problem);
  return read.recording;
};
const problemIn = (text: string) => {
  const read = parseRecording(text, 'came.jsonl');
  return 'problem' in read ? read.problem : 'none';
};

const AT = 1_800_000_000_000;
const SHORT = { received_at_ms: AT, headers: [['Webhook-Id', 'evt_1']], body_base64: 'e30=' };
const line = (change: object = {}) => JSON.stringify({ ...SHORT, ...change });

test('what is written is read back', () => {
  const text = string();
  const came = record({
    receivedAtMs: integer({ min: 0, max: AT }),
    method: constantFrom('POST', 'PUT', 'GET'),
    path: text,
    headers: array(record({ name: string({ maxLength: 5 }).map((name) => name.toLowerCase()), text }), {
      maxLength: 4,
    }).map((pairs) => pairs.map(({ name, text: value }): HeaderPair => [name, value])),
    body: uint8Array().map((bytes): Uint8Array => Buffer.from(bytes)),
    sentBytes: integer({ min: 0, max: 1e9 }),
    isWhole: constantFrom(true, false),
    answer: oneof(
      record({ status: constantFrom(200, 500, null) }),
      record({ status: constantFrom(503), retryAfterSeconds: integer({ min: 0, max: 100 }) }),
      record({ status: constantFrom(302), location: text }),
      record({
        status: constantFrom(null),
        ended: record({ by: constantFrom('sender', 'inbox'), afterMs: integer({ min: 0, max: 60_000 }) }),
      }),
    ),
  });
  fc.assert(
    property(array(came), (records) => {
      const inOrder: DeliveryRecord[] = records.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
      const text = [...inOrder.map(lineOf), lastLineOf(AT)].join('\n');
      expect(recordingIn(`${text}\n`)).toEqual({ records: inOrder, listenedUntilMs: AT });
    }),
  );
});

test('a line needs little, and names of headers are read in any case', () => {
  expect(recordingIn(line())).toEqual({
    records: [
      {
        receivedAtMs: AT,
        method: 'POST',
        path: '/',
        headers: [['webhook-id', 'evt_1']],
        body: Buffer.from('{}'),
        sentBytes: 2,
        isWhole: true,
        answer: { status: 200 },
      },
    ],
    listenedUntilMs: AT,
  });
});

test('a recording that is too long is refused where it becomes so', () => {
  expect(problemIn(`${line()}\n`.repeat(50_001))).toBe('came.jsonl:50001: a recording has at most 50000 requests');
});

test('requests are put in the order in which they came', () => {
  const { records } = recordingIn([line({ received_at_ms: 5 }), '', line({ received_at_ms: 3 })].join('\n'));
  expect(records.map(({ receivedAtMs }) => receivedAtMs)).toEqual([3, 5]);
});

describe('refuses', () => {
  test.each([
    ['no json', 'came.jsonl:2: a line takes one JSON object'],
    ['[]', 'came.jsonl:2: a line takes one JSON object'],
    [line({ received_at_ms: '2027-01-14' }), 'came.jsonl:2: received_at_ms takes whole milliseconds'],
    [line({ headers: { 'webhook-id': 'evt_1' } }), 'came.jsonl:2: headers takes a list of pairs'],
    [line({ headers: [['webhook-id']] }), 'came.jsonl:2: headers takes a list of pairs'],
    [line({ body_base64: '{}' }), 'came.jsonl:2: body_base64 takes the bytes of the body in base64'],
    [line({ body: '{}' }), 'came.jsonl:2: there is no member "body" here; there are received_at_ms, method'],
    [line({ is_whole: 'yes' }), 'came.jsonl:2: is_whole takes true or false'],
    [line({ answer: 200 }), 'came.jsonl:2: answer takes an object'],
    [line({ answer: { status: 42 } }), 'came.jsonl:2: status of answer takes a number from 100 to 599'],
    [line({ answer: { status: 503, retry_after_seconds: 1.5 } }), 'came.jsonl:2: retry_after_seconds of answer takes'],
    [
      line({ answer: { status: null, ended_by: 'me', ended_after_ms: 1 } }),
      'ended_by of answer takes "sender" or "inbox"',
    ],
    [line({ answer: { status: null, ended_by: 'inbox' } }), 'ended_after_ms of answer takes whole milliseconds'],
    ['{"listened_until_ms":"now"}', 'came.jsonl:2: listened_until_ms takes whole milliseconds'],
  ])('%s', (text, message) => {
    expect(problemIn(`${line()}\n${text}\n`)).toContain(message);
  });
});
