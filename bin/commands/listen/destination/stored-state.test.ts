import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../testing/listener.ts';
import { readStoredDestination, storeDestination, UnreportedResponses } from './stored-state.ts';

const route = { server: 'http://127.0.0.1:4400', forwardTo: 'http://127.0.0.1:3000/', accountId: undefined };
const kept = { destinationId: 'dst_1', secret: 'whsec_x' };
const answer = { status: 200, total_ms: 1 };

test('stores a destination by sandbox, URL and account', () => {
  const folder = createTestFolder();
  expect(readStoredDestination(folder, route)).toBeUndefined();
  storeDestination(folder, route, kept);
  expect(readStoredDestination(folder, route)).toEqual(kept);
  expect(readStoredDestination(folder, { ...route, forwardTo: 'http://127.0.0.1:3001/' })).toBeUndefined();
  expect(readStoredDestination(folder, { ...route, accountId: 'acct_northway' })).toBeUndefined();
  expect(readStoredDestination(folder, { ...route, server: 'http://127.0.0.1:4401' })).toBeUndefined();
});

test('stores responses across processes until they are reported, in a file that only the user can read', () => {
  const folder = createTestFolder();
  const unreported = new UnreportedResponses(folder, route.server, 'dst_1');
  unreported.add('dlv_1', 1, answer);
  unreported.add('dlv_2', 3, { error: 'Nothing listens there.', total_ms: 2 });
  const again = new UnreportedResponses(folder, route.server, 'dst_1');
  expect(again.find('dlv_1', 1)).toEqual(answer);
  expect(again.find('dlv_2', 3)).toEqual({ error: 'Nothing listens there.', total_ms: 2 });
  expect(again.find('dlv_1', 2)).toBeUndefined();
  expect(new UnreportedResponses(folder, route.server, 'dst_2').find('dlv_1', 1)).toBeUndefined();
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);

  again.remove('dlv_1');
  expect(new UnreportedResponses(folder, route.server, 'dst_1').find('dlv_1', 1)).toBeUndefined();
  expect(new UnreportedResponses(folder, route.server, 'dst_1').find('dlv_2', 3)).toBeDefined();
  again.clear();
  expect(readdirSync(folder)).toEqual([]);
});

test('ignores an unreadable file and refuses a folder that other users can open', () => {
  const folder = createTestFolder();
  storeDestination(folder, route, kept);
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), '{"destinationId":"dst_');
  expect(readStoredDestination(folder, route)).toBeUndefined();

  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  expect(() => storeDestination(open, route, kept)).toThrow('is accessible to others');
  expect(readStoredDestination(join(folder, 'absent'), route)).toBeUndefined();
});
