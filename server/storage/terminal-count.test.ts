import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDataDirectory } from './data-directory.ts';
import { resolveTerminalCount } from './terminal-count.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

it('stores the first number of terminals, and rejects any other', () => {
  const directory = mkdtempSync(join(tmpdir(), 'fleetkit-terminals-'));
  directories.push(directory);
  const data = openDataDirectory(directory);
  try {
    expect(resolveTerminalCount(data, undefined)).toBeUndefined();
    expect(resolveTerminalCount(data, 200)).toBe(200);
    expect(resolveTerminalCount(data, undefined)).toBe(200);
    expect(resolveTerminalCount(data, 200)).toBe(200);
    expect(() => resolveTerminalCount(data, 201)).toThrow(/200 terminals, not 201/);
  } finally {
    data.close();
  }
});
