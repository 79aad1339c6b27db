import { expect, test } from 'vitest';
import type { OrdinaryRequest } from './ordinary-request.ts';
import { RepeatedRequests } from './repeated-requests.ts';

const request = (url: string, changes: Partial<OrdinaryRequest> = {}): OrdinaryRequest => ({
  url,
  host: 'localhost',
  apiKey: 'sbx-northway-admin',
  accept: undefined,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
  ...changes,
});

test('recognises the second of two equal requests', () => {
  const repeated = new RepeatedRequests();
  const sent = [request('/v1/transactions'), request('/v1/transactions'), request('/v1/transactions')];
  expect(sent.map((each) => repeated.recognise(each))).toEqual([false, true, true]);
});

test('distinguishes requests with another URL, key or encoding', () => {
  const repeated = new RepeatedRequests();
  const others = [
    request('/v1/transactions?limit=1'),
    request('/v1/transactions?limit=2'),
    request('/v1/transactions?limit=1', { apiKey: 'sbx-northway-branch' }),
    request('/v1/transactions?limit=1', { acceptEncoding: 'gzip' }),
    request('/v1/transactions?limit=1', { apiKey: undefined }),
  ];
  expect(others.map((each) => repeated.recognise(each))).toEqual(others.map(() => false));
  expect(others.map((each) => repeated.recognise(each))).toEqual(others.map(() => true));
});

test('recognises a request after hundreds of others, and forgets it after many thousands', () => {
  const repeated = new RepeatedRequests();
  const countKnown = (count: number, path: string) => {
    let known = 0;
    for (let index = 0; index < count; index += 1) known += repeated.recognise(request(`${path}${index}`)) ? 1 : 0;
    return known;
  };
  expect(countKnown(300, '/v1/one/')).toBeLessThan(3);
  expect(countKnown(300, '/v1/one/')).toBeGreaterThan(250);
  expect(countKnown(40_000, '/v1/another/')).toBeLessThan(10);
  expect(countKnown(300, '/v1/one/')).toBeLessThan(10);
});
