import { expect, test } from 'vitest';
import type { AccessEntry } from '../../../server/http/request/1-start/access-log.ts';
import { formatAccessEntry } from './access-log.ts';

const entry: AccessEntry = {
  requestId: 'req_1',
  method: 'GET',
  path: '/v1/portal',
  operationId: 'getPortal',
  userId: 'usr_nw_admin',
  isOperator: false,
  status: 200,
  isAborted: false,
  durationMs: 1.26,
  problem: undefined,
  misbehaviours: [],
  defect: undefined,
};

const prefix = { time: '2026-11-02T15:00:00.000Z', level: 'info', event: 'request' };

test('writes the method, path, caller and result of a request as one text line', () => {
  expect(formatAccessEntry('text', entry, prefix)).toEqual(['200 GET  /v1/portal  1.3 ms  usr_nw_admin  req_1']);
  const left = { ...entry, status: 499, isAborted: true, userId: null, misbehaviours: ['late'] };
  expect(formatAccessEntry('text', left, prefix)).toEqual([
    '499 GET  /v1/portal  1.3 ms  no key  req_1  aborted  misbehaved on purpose: late',
  ]);
  expect(formatAccessEntry('off', left, prefix)).toEqual([]);
});

test('includes is_aborted in a JSON line only if it is true', () => {
  expect(JSON.parse(formatAccessEntry('json', entry, prefix)[0] ?? '')).not.toHaveProperty('is_aborted');
  expect(JSON.parse(formatAccessEntry('json', { ...entry, isAborted: true }, prefix)[0] ?? '')).toMatchObject({
    is_aborted: true,
  });
});

test.each(['text', 'json', 'off'] as const)('writes no control characters in the format %s', (form) => {
  const hostile = 'Error: \u001b[2J\u0007\u009b1m\u2028\r\n200 GET  /forged\n    at x';
  const lines = formatAccessEntry(form, { ...entry, path: '/a\nb\u007f', defect: hostile }, prefix);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(lines.filter((line) => line.startsWith('200 GET')).length).toBeLessThan(2);
  if (form === 'json') expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/a\nb\u007f', defect: hostile });
});
