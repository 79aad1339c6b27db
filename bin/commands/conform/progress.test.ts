import { expect, test } from 'vitest';
import { type Check, defineCheck, fail, pass, runConformance } from '../../../conformance/index.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { createProgress } from './progress.ts';

const createPassingCheck = (id: string): Check =>
  defineCheck({
    id,
    title: 'The portal answers',
    clause: { text: 'It answers.' },
    level: 'must',
    needs: ['reader'],
    run: async ({ reader }) => pass(await reader.get('getPortal')),
  });
const failing: Check = defineCheck({
  id: 'house/fails',
  title: 'It fails',
  clause: { text: 'It fails.' },
  level: 'must',
  needs: ['reader'],
  run: async ({ reader }) => fail({ expected: 'x', actual: await reader.get('getPortal') }),
});

async function captureProgress(isTTY: boolean, form?: 'json'): Promise<string> {
  let written = '';
  const screen = {
    isTTY,
    columns: 60,
    write: (text: string) => {
      written += text;
    },
  };
  await runConformance({
    target: 'http://target.test',
    keys: new Map([...HONEST_KEYS].slice(0, 1)),
    transport: honestTarget(),
    checks: [createPassingCheck('house/a'), failing, createPassingCheck('yard/b')],
    onEvent: createProgress(screen, form),
  });
  return written;
}

test('prints one line per key, failure and topic to a log, without control characters', async () => {
  expect(await captureProgress(false)).toBe(
    'east: can read 18 operations, 3 terminals\nFAILED house/fails: It fails\nhouse: 1 passed, 1 failed\nyard: 1 passed\n',
  );
});

test('updates one line on a terminal, within its width, and clears it at the end', async () => {
  const lines = (await captureProgress(true)).split('\r\u001b[2K');
  expect(lines).toContain('█████████████░░░░░░░ 2/3, 1 failed  yard/b');
  expect(lines.every((line) => line.length < 60)).toBe(true);
  expect(lines.at(-1)).toBe('');
});

test('prints one event per line as JSON', async () => {
  const lines = (await captureProgress(true, 'json')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { type: 'started', checks: 3 },
    { type: 'check-started', check_id: 'house/a' },
    { type: 'check-finished', check_id: 'house/a', outcome: 'pass' },
    { type: 'check-started', check_id: 'house/fails' },
    { type: 'check-finished', check_id: 'house/fails', outcome: 'fail' },
    { type: 'check-started', check_id: 'yard/b' },
    { type: 'check-finished', check_id: 'yard/b', outcome: 'pass' },
  ]);
});
