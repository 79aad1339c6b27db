import { describe, expect, test } from 'vitest';
import type { Timers } from '../../../base/timers.ts';
import { createStorageError } from '../../storage/testing/storage-faults.ts';
import { computePauseMs, StorageRetry } from './storage-retry.ts';

/** A retry whose pauses the test ends, with a disk that is full at first. */
function createRetryOnFullDisk() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const timers: Timers = { set: (end, ms) => pauses.push({ ms, end }), clear: () => undefined };
  const faults: unknown[] = [];
  const disk = { isFull: true, writes: 0 };
  const write = async (): Promise<string> => {
    disk.writes += 1;
    if (disk.isFull) throw createStorageError();
    return 'written';
  };
  return { retry: new StorageRetry({ timers, onFault: (fault) => faults.push(fault) }), pauses, faults, disk, write };
}

const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a write that the storage rejects', () => {
  test('retries a write after growing pauses until it succeeds', async () => {
    const { retry, pauses, disk, write } = createRetryOnFullDisk();
    const written = retry.run(write);
    for (let n = 0; n < 7; n += 1) {
      await waitOneTurn();
      pauses.at(-1)?.end();
    }
    await waitOneTurn();
    disk.isFull = false;
    pauses.at(-1)?.end();
    expect(await written).toBe('written');
    expect(pauses.map(({ ms }) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(disk.writes).toBe(9);
  });

  test('reports a fault once per pause for any number of waiting writes', async () => {
    const { retry, pauses, faults, disk, write } = createRetryOnFullDisk();
    const written = Promise.all(Array.from({ length: 8 }, () => retry.run(write)));
    await waitOneTurn();
    expect([faults.length, pauses.length, disk.writes]).toEqual([1, 1, 8]);
    disk.isFull = false;
    pauses.at(-1)?.end();
    expect(await written).toHaveLength(8);
    expect(disk.writes).toBe(16);
  });

  test('starts again with the shortest pause after a success', async () => {
    const { retry, pauses, disk, write } = createRetryOnFullDisk();
    for (let n = 0; n < 2; n += 1) {
      disk.isFull = true;
      const written = retry.run(write);
      await waitOneTurn();
      disk.isFull = false;
      pauses.at(-1)?.end();
      await written;
    }
    expect(pauses.map(({ ms }) => ms)).toEqual([computePauseMs(1), computePauseMs(1)]);
  });

  test('tries a write once more on closing, then gives up', async () => {
    const { retry, disk, write } = createRetryOnFullDisk();
    const written = retry.run(write);
    await waitOneTurn();
    retry.end();
    await expect(written).rejects.toThrow('disk is full');
    expect(disk.writes).toBe(2);
    await expect(retry.run(write)).rejects.toThrow('disk is full');
  });
});

test('does not retry after a fault that is not a storage fault', async () => {
  const { retry, faults } = createRetryOnFullDisk();
  await expect(retry.run(() => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(faults).toEqual([]);
});
