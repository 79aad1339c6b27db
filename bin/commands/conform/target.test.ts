import { expect, test } from 'vitest';
import { parseHeaders, parseTarget, readProxyFromEnvironment } from './target.ts';

const refuse = (message: string): never => {
  throw new Error(message);
};

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://portal.example', { https_proxy: 'p:1' }, 'http://p:1'],
  ['https://portal.example', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://portal.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example' }, undefined],
  ['https://a.portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x, .portal.example' }, undefined],
  ['https://a.portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.portal.example' }, undefined],
  ['https://notportal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example' }, 'http://p:1'],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example:8443' }, 'http://p:1'],
  ['https://portal.example:8443', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'portal.example:8443' }, undefined],
  ['https://portal.example', { HTTPS_PROXY: 'http://p:1', no_proxy: '*' }, undefined],
  ['http://127.0.0.1:4400', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://localhost', { HTTP_PROXY: 'http://p:1' }, undefined],
])('%s with %j is reached through %s', (target, environment, proxy) => {
  expect(readProxyFromEnvironment(target, environment)).toBe(proxy);
});

test.each([
  ['https://portal.example/', 'https://portal.example'],
  ['https://portal.example/v1', 'https://portal.example'],
  ['https://portal.example/api/v1/', 'https://portal.example/api'],
])('%s begins at %s', (given, target) => {
  expect(parseTarget(given, refuse)).toBe(target);
});

test('headers have a name and a value, and headers that the kit sets are rejected', () => {
  expect(parseHeaders(['X-Gate: a: b', 'x-b:c'], refuse)).toEqual([
    ['X-Gate', 'a: b'],
    ['x-b', 'c'],
  ]);
  for (const name of ['x-api-key', 'Host', 'Content-Length', 'Transfer-Encoding'])
    expect(() => parseHeaders([`${name}: 1`], refuse)).toThrow('is set by the kit');
  expect(() => parseHeaders(['X-A: b\r\nX-C: d'], refuse)).toThrow("'Name: value'");
});
