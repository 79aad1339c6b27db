import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AuditFile } from './audit-file.ts';

function createPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fleetkit-audit-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'audit.log');
}

function openFile(path: string): AuditFile {
  const file = new AuditFile(path);
  onTestFinished(() => file.close());
  return file;
}

describe('audit file', () => {
  it('appends to a file that only its owner can read', () => {
    const path = createPath();
    writeFileSync(path, 'before\n');
    chmodSync(path, 0o644);
    openFile(path).append('one');
    openFile(path).append('two');
    expect(readFileSync(path, 'utf8')).toBe('before\none\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('begins a new file after the present one was renamed', () => {
    const path = createPath();
    const file = openFile(path);
    file.append('one');
    renameSync(path, `${path}.1`);
    file.append('two');
    expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['one\n', 'two\n']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('names a file that cannot be written', () => {
    const path = createPath();
    expect(() => new AuditFile(join(path, 'absent', 'audit.log'))).toThrow(
      /absent\/audit\.log cannot be written: ENOENT/,
    );
    expect(() => new AuditFile(tmpdir())).toThrow('Choose another file with --audit-log.');
    expect(() => new AuditFile('/dev/null')).toThrow('it is not a regular file');
  });
});
