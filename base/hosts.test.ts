import { expect, test } from 'vitest';
import { isInternalHost, isLoopbackHost } from './hosts.ts';

test.each([
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0:0:0:0:0:0:0:1'],
])('%s is this machine', (host) => {
  expect([isLoopbackHost(host), isInternalHost(host)]).toEqual([true, true]);
});

test.each([
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['[fc00::1]', 'fd12:3456::1', '[fe80::1]', '[::]', '[::ffff:10.0.0.1]'],
  ...['portal.internal', 'portal.svc', 'db.corp.', 'printer.lan', 'router.home.arpa', 'mac.local'],
])('%s is inside, and not this machine', (host) => {
  expect([isLoopbackHost(host), isInternalHost(host)]).toEqual([false, true]);
});

test.each([
  ...['fc.example.com', 'fdic.example', 'fc00.example.com', 'fd.io', 'localhosting.com', 'localhost.example.com'],
  ...[
    '127.0.0.1.example.com',
    '10.example.com',
    '127.1.example',
    'internal.example',
    'local',
    'svc',
    '127.300.1.1',
    '',
  ],
  ...['172.15.0.1', '172.32.0.1', '192.169.1.1', '11.0.0.1', '100.63.0.1', '8.8.8.8', '[2001:db8::1]', '[fe00::1]'],
])('%s is outside', (host) => {
  expect([isLoopbackHost(host), isInternalHost(host)]).toEqual([false, false]);
});
