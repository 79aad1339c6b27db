import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readCodeHash } from './code-hash.ts';
import { hashSources } from './hash-sources.ts';

it('changes with each source of fleets, and with no test', () => {
  const root = mkdtempSync(join(tmpdir(), 'hash-sources-'));
  const hash = (path: string, text: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return hashSources(pathToFileURL(`${root}/`));
  };
  const first = hash('fixtures/cash/ledger.ts', 'one');
  expect(hash('fixtures/cash/ledger.ts', 'other')).not.toBe(first);
  expect(hash('fixtures/cash/ledger.ts', 'one')).toBe(first);
  expect(hash('fixtures/cash/ledger.test.ts', 'a test')).toBe(first);
  expect(hash('server/http/app.ts', 'an answer')).toBe(first);
  expect(hash('server/world/books/views.ts', 'rows')).not.toBe(first);
  rmSync(root, { recursive: true });
});

it('is the hash of this checkout', () => {
  expect(readCodeHash()).toBe(hashSources(new URL('../../', import.meta.url)));
});
