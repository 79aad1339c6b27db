import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'checked-file-'));
  path = join(directory, 'file');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const CONTENT = {
  description: [{ name: 'first', at: null }],
  arrays: [
    new Uint8Array([1, 2, 3]),
    new Uint16Array([65_535]),
    new Uint32Array(0),
    new Float64Array([0.5, Number.NaN]),
    new Uint32Array([7]),
  ],
};

it('returns what was written', async () => {
  await writeCheckedFile(path, 'key', CONTENT);
  expect(readCheckedFile(path, 'key')).toEqual(CONTENT);
  await writeCheckedFile(path, 'key', { description: 'other', arrays: [] });
  expect(readCheckedFile(path, 'key')).toEqual({ description: 'other', arrays: [] });
  expect(readdirSync(directory)).toEqual(['file']);
});

it('reads nothing under another key, from an absent file or from a directory', async () => {
  await writeCheckedFile(path, 'key', CONTENT);
  expect(readCheckedFile(path, 'other')).toBeUndefined();
  expect(readCheckedFile(join(directory, 'absent'), 'key')).toBeUndefined();
  expect(readCheckedFile(directory, 'key')).toBeUndefined();
});

it('reads no file that was cut, extended or changed', async () => {
  await writeCheckedFile(path, 'key', CONTENT);
  const whole = readFileSync(path);
  const read = (bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    return readCheckedFile(path, 'key');
  };
  for (let length = 0; length < whole.length; length += 1) expect(read(whole.subarray(0, length))).toBeUndefined();
  expect(read(Buffer.concat([whole, Buffer.alloc(8)]))).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (place, difference) => {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ difference;
      expect(read(changed)).toBeUndefined();
    }),
    { numRuns: chooseRuns(100, 2000) },
  );
  expect(read(whole)).toEqual(CONTENT);
});

it('replaces the unfinished file of an interrupted process', async () => {
  writeFileSync(`${path}.new`, 'unfinished');
  await writeCheckedFile(path, 'key', CONTENT);
  expect(readCheckedFile(path, 'key')).toEqual(CONTENT);
  expect(readdirSync(directory)).toEqual(['file']);
});

it('keeps the earlier file and no unfinished one if it cannot write', async () => {
  await writeCheckedFile(path, 'key', CONTENT);
  mkdirSync(join(directory, 'folder'));
  await expect(writeCheckedFile(join(directory, 'folder'), 'key', CONTENT)).rejects.toThrow();
  await expect(writeCheckedFile(join(directory, 'absent', 'file'), 'key', CONTENT)).rejects.toThrow();
  expect(readdirSync(directory).toSorted()).toEqual(['file', 'folder']);
  expect(readCheckedFile(path, 'key')).toEqual(CONTENT);
});
