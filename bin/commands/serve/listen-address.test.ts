import { expect, test } from 'vitest';
import { parseListenAddress } from './listen-address.ts';

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
])('parses %s', (text, address) => {
  expect(parseListenAddress(text)).toEqual(address);
});

test.each(['', 'metrics', '65536', ':9464', '::1:9464', '127.0.0.1:', 'a b:1', 'http://127.0.0.1:9464', '-1'])(
  'rejects "%s" with the expected form',
  (text) => {
    expect(() => parseListenAddress(text)).toThrow('Expected a port, or a host and a port');
  },
);
