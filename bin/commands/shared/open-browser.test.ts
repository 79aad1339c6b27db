import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowser } from './open-browser.ts';

const isElsewhere = process.platform === 'darwin' || process.platform === 'win32'; // they have other openers
const { PATH } = process.env;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit-browser-'));
  process.env.PATH = folder;
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true, force: true });
});

const writeOpener = (script: string): void =>
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test.skipIf(isElsewhere)('passes the address to the opener of the system', async () => {
  writeOpener(`echo "$1" > ${folder}/opened`);
  expect(await openBrowser('http://127.0.0.1:4400/#a=b')).toBe(true);
  expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe('http://127.0.0.1:4400/#a=b\n');
});

test.skipIf(isElsewhere)('returns false if there is no opener, or if it finds no browser', async () => {
  expect(await openBrowser('http://127.0.0.1:4400/')).toBe(false);
  writeOpener('exit 3');
  expect(await openBrowser('http://127.0.0.1:4400/')).toBe(false);
});

test.skipIf(isElsewhere)('returns true if the opener keeps running, as a browser does', async () => {
  writeOpener('exec /bin/sleep 1');
  expect(await openBrowser('http://127.0.0.1:4400/', 50)).toBe(true);
});
