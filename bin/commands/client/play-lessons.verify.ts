import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ClientResult } from '../../../conformance/client/core/result.ts';
import { TASKS, type TaskName } from '../../../conformance/client/core/tasks.ts';
import { lessons } from '../../../conformance/client/lessons/index.ts';
import { playLessons } from './play-lessons.ts';
import { readSkeleton } from './skeleton-file.ts';
import { clientFaults } from './testing/faulty-clients.ts';

const skeleton = readSkeleton('node/client.ts');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-faulty-clients-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Choices {
  readonly only?: readonly string[];
  readonly tasks?: readonly TaskName[];
  readonly isObserved?: boolean;
  readonly timeoutMs?: number;
}

/** Plays lessons against a program of Node.js. */
const play = (args: readonly string[], { only, tasks = TASKS, isObserved = false, timeoutMs = 20_000 }: Choices = {}) =>
  playLessons({
    program: {
      command: [process.execPath, ...args],
      limits: { timeoutMs, memoryMegabytes: 2048 },
      isObserved,
      signal: new AbortController().signal,
    },
    lessons: only === undefined ? lessons : lessons.filter(({ id }) => only.includes(id)),
    ...{ tasks, concurrency: 4, timeLimitMs: 600_000, onPlayed: () => undefined },
  });

let files = 0;
function writeClient(text: string): string {
  files += 1;
  const file = join(folder, `client-${files}.mjs`);
  writeFileSync(file, stripTypeScriptTypes(text)); // here, because each process would load the parser for it
  return file;
}

const listOutcomes = ({ lessons: results }: ClientResult): readonly string[] =>
  results.map(({ lesson, verdict }) => `${lesson.id} ${verdict.outcome}`);

test('the skeleton passes every lesson', { timeout: 180_000 }, async () => {
  const only = lessons.map(({ id }) => id);
  const result = await play([writeClient(skeleton)], { only });
  expect(listOutcomes(result)).toEqual(only.map((id) => `${id} passed`));
  expect(result.exitCode).toBe(0);
});

describe('each lesson fails for', () => {
  const answer = JSON.stringify({
    ...{ terminal_ids: ['AB100001'], count: 60, with_emv: 50, linked: 2, amount: '120.00', transaction_ids: ['txn_1'] },
    ...{ dispute_id: 'dsp_1', batch_ids: ['ach_1'], net_payout: '10.00', items: [{ guid: 'g', title: 't' }] },
    ...{ event_ids: ['evt_1'], open_incidents: ['inc_1'] },
  });

  test.each([
    ['a client that does nothing', '', []],
    ['a client that answers a constant', `console.log(${JSON.stringify(answer)})`, []],
    [
      'a client that always reports an error, also before a connection with TLS',
      `console.log('{"error":"no"}'); process.exit(1)`,
      ['conduct/untrusted-certificate'],
    ],
  ])('%s', { timeout: 180_000 }, async (_, program, notShown: readonly string[]) => {
    const only = lessons.map(({ id }) => id);
    const result = await play(['-e', program], { only });
    expect(listOutcomes(result)).toEqual(only.map((id) => `${id} ${notShown.includes(id) ? 'not-shown' : 'failed'}`));
    expect(result.exitCode).toBe(3);
  });
});

describe('a client that', () => {
  const cases = clientFaults;

  test.concurrent.each(cases.map((fault) => [fault.name, fault] as const))(
    '%s fails its lesson',
    { timeout: 120_000 },
    async (_, { lesson, changes }) => {
      const text = changes.reduce((before, [from, to]) => {
        expect(before.split(from)).toHaveLength(2);
        return before.replace(from, () => to);
      }, skeleton);
      const [tested] = lessons.filter(({ id }) => id === lesson);
      // Lessons about all evidence judge that of other lessons.
      const others = ['completeness/pages', 'values/dispute', 'values/derivation'];
      const only = tested?.isOverall === true ? [lesson, ...others] : [lesson];
      const result = await play([writeClient(text)], { only, timeoutMs: 9000 });
      expect(listOutcomes(result)).toContain(`${lesson} failed`);
    },
  );

  test('covers every lesson', () => {
    expect([...new Set(clientFaults.map(({ lesson }) => lesson))].toSorted()).toEqual(
      lessons.map(({ id }) => id).toSorted(),
    );
  });
});

test('a lesson whose task is not listed is not shown', { timeout: 60_000 }, async () => {
  const result = await play([writeClient(skeleton)], {
    tasks: ['list_terminals'],
    only: ['completeness/pages', 'values/decimals'],
  });
  expect(result.lessons.map(({ verdict }) => verdict)).toEqual([
    { outcome: 'passed' },
    { outcome: 'not-shown', reason: 'the client does not implement sum_withdrawn' },
  ]);
  expect(result.exitCode).toBe(0);
});

test('an observed program is graded by its traffic only', { timeout: 60_000 }, async () => {
  const program = `
    const get = () => fetch(process.env.FLEETKIT_URL + '/v1/locations', { headers: { 'X-API-Key': process.env.FLEETKIT_KEY } });
    let response = await get();
    if (response.status === 429) response = await get();`;
  const result = await play(['--input-type=module', '-e', program], {
    isObserved: true,
    only: ['completeness/pages', 'conduct/wait-seconds', 'conduct/forbidden', 'conduct/lost-response'],
  });
  expect(listOutcomes(result)).toEqual([
    'completeness/pages not-shown',
    'conduct/wait-seconds failed',
    'conduct/forbidden passed',
    'conduct/lost-response not-shown',
  ]);
});

describe('stops a client that', () => {
  test.each([
    {
      title: 'does not end',
      program: 'setInterval(() => {}, 1000)',
      received: 'the program did not end within 2 s',
      timeoutMs: 2000,
    },
    {
      title: 'prints megabytes',
      program: "for (;;) require('fs').writeSync(1, 'x'.repeat(65536))",
      received: 'the program printed more than 16 MB',
      timeoutMs: 60_000,
    },
  ])('$title', { timeout: 120_000 }, async ({ program, received, timeoutMs }) => {
    const { lessons: results } = await play(['-e', program], { only: ['completeness/pages'], timeoutMs });
    expect(results[0]?.verdict).toMatchObject({ outcome: 'failed', received });
  });
});
