import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { describeClockChange } from './clock-change.ts';

const createClock = (now: string, speed: number | null = null): SandboxSchemas['SandboxClock'] => ({
  now: `2026-11-02T${now}Z`,
  state: speed === null ? 'frozen' : 'running',
  speed,
  started_at: '2026-11-02T15:00:00Z',
  latest_at: '2027-11-02T15:00:00Z',
});

interface Change {
  readonly before: SandboxSchemas['SandboxClock'];
  readonly after: SandboxSchemas['SandboxClock'];
  readonly expected: string | undefined;
}

test.each<[string, Change]>([
  [
    'a move forward',
    {
      before: createClock('15:00:00'),
      after: createClock('16:30:05'),
      expected: 'The clock was moved 1h30m5s forward.',
    },
  ],
  ['a start', { before: createClock('15:00:00'), after: createClock('15:00:00', 1), expected: 'The clock runs.' }],
  [
    'another speed',
    {
      before: createClock('15:00:00', 1),
      after: createClock('15:00:09', 60),
      expected: 'The clock runs, 60 times as fast as real time.',
    },
  ],
  [
    'a stop',
    { before: createClock('15:00:00', 60), after: createClock('15:01:00'), expected: 'The clock was stopped.' },
  ],
  ['no change', { before: createClock('15:00:00'), after: createClock('15:00:00'), expected: undefined }],
  [
    'a reset, which has its own notice',
    { before: createClock('16:00:00'), after: createClock('15:00:00'), expected: undefined },
  ],
])('describes %s', (_, { before, after, expected }) => {
  expect(describeClockChange(before, after)).toBe(expected);
});
