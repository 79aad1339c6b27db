import { expect, it } from 'vitest';
import { createFleetProgress } from './fleet-progress.ts';

function createScreen(isTTY: boolean) {
  const written: string[] = [];
  return {
    written,
    isTTY,
    write(text: string | Uint8Array) {
      written.push(String(text));
      return true;
    },
  };
}

it('shows the share that is done, and removes the line at the end', () => {
  const screen = createScreen(true);
  let nowMs = 0;
  const show = createFleetProgress(screen, () => nowMs);
  show?.({ done: 5000, total: 20_000 });
  nowMs = 100; // too early for a further line
  show?.({ done: 6000, total: 20_000 });
  nowMs = 300;
  show?.({ done: 20_000, total: 20_000 });
  show?.(undefined);
  show?.(undefined);
  expect(screen.written).toEqual([
    '\r\u001b[KComputing the fleet [######..................] 25 %',
    '\r\u001b[KComputing the fleet [########################] 100 %',
    '\r\u001b[K',
  ]);
});

it('shows nothing for a computation without parts, or if the output is no terminal', () => {
  const screen = createScreen(true);
  createFleetProgress(screen)?.({ done: 0, total: 0 });
  expect(screen.written).toEqual([]);
  expect(createFleetProgress(createScreen(false))).toBeUndefined();
});
