import fc, { array, constantFrom, integer, oneof, property, record, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeaderPair } from '../../http/client.ts';
import { type DeliveryRecord, formatEndLine, formatRecordLine, parseRecording } from './delivery-record.ts';

const parseValid = (text: string) => {
  const read = parseRecording(text, 'came.jsonl');
  if ('problem' in read) throw new Error(read.problem);
  return read.recording;
};
const parseProblem = (text: string) => {
  const read = parseRecording(text, 'came.jsonl');
  return 'problem' in read ? read.problem : 'none';
};

const AT = 1_800_000_000_000;
const SHORT = { received_at_ms: AT, headers: [['Webhook-Id', 'evt_1']], body_base64: 'e30=' };
const formatLine = (change: object = {}) => JSON.stringify({ ...SHORT, ...change });

test('a written recording parses to the same records', () => {
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
      const text = [...inOrder.map(formatRecordLine), formatEndLine(AT)].join('\n');
      expect(parseValid(`${text}\n`)).toEqual({ records: inOrder, listenedUntilMs: AT });
    }),
  );
});

test('a line has defaults, and header names are case-insensitive', () => {
  expect(parseValid(formatLine())).toEqual({
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

test('a recording with too many requests is rejected with the line number', () => {
  expect(parseProblem(`${formatLine()}\n`.repeat(50_001))).toBe('came.jsonl:50001: expected at most 50000 requests');
});

test('requests are sorted by time of arrival', () => {
  const { records } = parseValid([formatLine({ received_at_ms: 5 }), '', formatLine({ received_at_ms: 3 })].join('\n'));
  expect(records.map(({ receivedAtMs }) => receivedAtMs)).toEqual([3, 5]);
});

describe('parseRecording rejects', () => {
  test.each([
    ['no json', 'came.jsonl:2: expected one JSON object per line'],
    ['[]', 'came.jsonl:2: expected one JSON object per line'],
    [formatLine({ received_at_ms: '2027-01-14' }), 'came.jsonl:2: received_at_ms: expected whole milliseconds'],
    [formatLine({ headers: { 'webhook-id': 'evt_1' } }), 'came.jsonl:2: headers: expected a list of pairs'],
    [formatLine({ headers: [['webhook-id']] }), 'came.jsonl:2: headers: expected a list of pairs'],
    [formatLine({ body_base64: '{}' }), 'came.jsonl:2: body_base64: expected the bytes of the body in base64'],
    [formatLine({ body: '{}' }), 'came.jsonl:2: unknown member "body"; expected received_at_ms, method'],
    [formatLine({ is_whole: 'yes' }), 'came.jsonl:2: is_whole: expected true or false'],
    [formatLine({ answer: 200 }), 'came.jsonl:2: answer: expected an object'],
    [formatLine({ answer: { status: 42 } }), 'came.jsonl:2: answer.status: expected a number from 100 to 599'],
    [
      formatLine({ answer: { status: 503, retry_after_seconds: 1.5 } }),
      'came.jsonl:2: answer.retry_after_seconds: expected',
    ],
    [
      formatLine({ answer: { status: null, ended_by: 'me', ended_after_ms: 1 } }),
      'answer.ended_by: expected "sender" or "inbox"',
    ],
    [formatLine({ answer: { status: null, ended_by: 'inbox' } }), 'answer.ended_after_ms: expected whole milliseconds'],
    ['{"listened_until_ms":"now"}', 'came.jsonl:2: listened_until_ms: expected whole milliseconds'],
  ])('%s', (text, message) => {
    expect(parseProblem(`${formatLine()}\n${text}\n`)).toContain(message);
  });
});
