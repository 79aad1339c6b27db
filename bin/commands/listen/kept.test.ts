import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepDestination, keptDestination, Unreported } from './kept.ts';
import { folderFor } from './testing/scene.ts';

const route = { server: 'http://127.0.0.1:4400', forwardTo: 'http://127.0.0.1:3000/', accountId: undefined };
const kept = { destinationId: 'dst_1', secret: 'whsec_x' };
const answer = { status: 200, total_ms: 1 };

test('a destination is remembered for its sandbox, place and account', () => {
  const folder = folderFor();
  expect(keptDestination(folder, route)).toBeUndefined();
  keepDestination(folder, route, kept);
  expect(keptDestination(folder, route)).toEqual(kept);
  expect(keptDestination(folder, { ...route, forwardTo: 'http://127.0.0.1:3001/' })).toBeUndefined();
  expect(keptDestination(folder, { ...route, accountId: 'acct_northway' })).toBeUndefined();
  expect(keptDestination(folder, { ...route, server: 'http://127.0.0.1:4401' })).toBeUndefined();
});

test('answers are remembered beyond a process until they are reported, in a file of their user alone', () => {
  const folder = folderFor();
  const unreported = new Unreported(folder, route.server, 'dst_1');
  unreported.add('dlv_1', 1, answer);
  unreported.add('dlv_2', 3, { error: 'Nothing listens there.', total_ms: 2 });
  const again = new Unreported(folder, route.server, 'dst_1');
  expect(again.find('dlv_1', 1)).toEqual(answer);
  expect(again.find('dlv_2', 3)).toEqual({ error: 'Nothing listens there.', total_ms: 2 });
  expect(again.find('dlv_1', 2)).toBeUndefined();
  expect(new Unreported(folder, route.server, 'dst_2').find('dlv_1', 1)).toBeUndefined();
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);

  again.remove('dlv_1');
  expect(new Unreported(folder, route.server, 'dst_1').find('dlv_1', 1)).toBeUndefined();
  expect(new Unreported(folder, route.server, 'dst_1').find('dlv_2', 3)).toBeDefined();
  again.clear();
  expect(readdirSync(folder)).toEqual([]);
});

test('what cannot be read counts as nothing, and a folder that others may open is not used', () => {
  const folder = folderFor();
  keepDestination(folder, route, kept);
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), '{"destinationId":"dst_');
  expect(keptDestination(folder, route)).toBeUndefined();

  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  expect(() => keepDestination(open, route, kept)).toThrow('is accessible to others');
  expect(keptDestination(join(folder, 'absent'), route)).toBeUndefined();
});
