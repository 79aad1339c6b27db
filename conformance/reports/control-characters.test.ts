import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutants } from '../../lab/mutants/index.ts';
import { senderFaults } from '../../lab/sender-faults/faults.ts';
import { clauses, gaps } from '../../spec/index.ts';
import { comparisons } from '../baseline/format-comparison.ts';
import { checks } from '../checks/index.ts';
import type { CheckResult } from '../index.ts';
import { controlProbe, probes } from '../receiver/all-probes.ts';
import { receiverReports } from '../receiver/reports/index.ts';
import { checkInMemory, respondWith } from '../receiver/testing/in-memory.ts';
import { checkSender } from '../sender/check-sender.ts';
import { senderChecks } from '../sender/checks/index.ts';
import { senderReports } from '../sender/reports/index.ts';
import { createRun, failedCheck, passedCheck, untestableCheck } from '../testing/made-up-results.ts';
import { reports } from './index.ts';

/** Control characters except line feeds, and characters that change how text is displayed. */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const findActingCharacters = (text: string): string[] =>
  [...text.replaceAll('\n', '')].filter((character) => ACTING.test(character));

/** The texts of the kit that do not depend on a target. */
const published: readonly (readonly [name: string, value: unknown])[] = [
  ['the probes of receivers', [controlProbe, ...probes]],
  ['the checks', checks],
  ['the checks of senders', senderChecks],
  ['the mutants', mutants.map(({ id, title, kills }) => ({ id, title, kills }))],
  ['the sender faults', senderFaults.map(({ id, title }) => ({ id, title }))],
  ['the rules', [clauses, gaps]],
];

test.each(published)('%s contains no control characters', (_name, value) => {
  const texts = listTexts(value);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => findActingCharacters(text).length > 0)).toEqual([]);
});

const ROOT = join(import.meta.dirname, '../..');
const files = ['docs', 'conformance']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /^docs\/.*\.(md|json|mjs|py|go)$|\/golden\/.*\.\w+$/.test(name))
  .concat('README.md', 'CHANGELOG.md');

test('guides and golden reports contain no control characters', () => {
  expect(files.length).toBeGreaterThan(30);
  const acting = files.filter((name) =>
    /[\p{Cc}\u2028\u2029]/u.test(readFileSync(join(ROOT, name), 'utf8').replaceAll(/[\n\t]/g, '')),
  );
  expect(acting).toEqual([]);
});

/** A backspace, an escape sequence, a mark of direction, a C1 control, a NUL, a line that speaks to a CI server. */
const HOSTILE = ' \u0008\u001b[2J\u202e\u009b\u0000\n::error::x';

const ENUMERATED =
  /^(outcome|level|kind|origin|contract|confidence|from|gap|expects|state|list|startedAt|firstAtMs|sentAt|expires|fate)$/;

/** The value with hostile characters at the end of every text but those that the code branches on. */
function addHostileText<Value>(value: Value, name?: string): Value;
function addHostileText(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ENUMERATED.test(name) ? value : value + HOSTILE;
  if (Array.isArray(value)) return value.map((one) => addHostileText(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, addHostileText(one, key)]));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const ofReceiver = await checkInMemory(({ isGenuine, body }) =>
  respondWith(
    isGenuine ? (body.includes('cassette_polished') ? 422 : 204) : body.includes('acct_somebody') ? 204 : 500,
  ),
);
const unjudged = await checkInMemory(() => respondWith(403, { text: 'no' }));
const ofSender = checkSender({
  records: [
    {
      receivedAtMs: 1_800_000_000_000,
      method: 'POST',
      path: '/',
      headers: [['content-type', 'text/plain']],
      body: Buffer.from('{"type":"cash_gone"}'),
      sentBytes: 20,
      isWhole: true,
      answer: { status: 500 },
    },
  ],
});
const broken: CheckResult = { ...failedCheck, id: 'limit/advice', outcome: 'warning', decides: false };
const erred: CheckResult = { ...untestableCheck, id: 'limit/erred', outcome: 'error', reason: 'it threw' };
const known: CheckResult = {
  ...failedCheck,
  id: 'limit/known',
  known: { reason: 'it is known', owner: 'us', expires: '2027-01-31', isExpired: false },
};
const ofTarget = {
  ...createRun(passedCheck, failedCheck, untestableCheck, broken, erred, known),
  stopped: 'it stopped',
  choices: [{ id: 'limit.zero', title: 'Its reading', gap: 'lists.order' as const, reading: 'rows', evidence: [] }],
};
const comparison = {
  before: { target: 'http://one', startedAt: '2026-11-02T15:00:00Z', exitCode: 0 },
  after: { target: 'http://two', startedAt: '2026-11-02T15:00:00Z', exitCode: 1 },
  changes: [
    {
      kind: 'regressed' as const,
      id: 'a/b',
      title: 't',
      level: 'must' as const,
      decides: true,
      before: 'pass' as const,
      after: 'fail' as const,
      says: 's',
      isKnown: false,
      isWorse: true,
    },
  ],
  newlyVerified: ['a.b'],
  noLongerVerified: ['c.d'],
  unchanged: 3,
  caveats: ['they differ'],
  exitCode: 1 as const,
};

const written: readonly (readonly [name: string, write: () => string])[] = [
  ...Object.entries(receiverReports).flatMap(([format, write]) => [
    [`receiver ${format}`, () => write(addHostileText(ofReceiver))] as const,
    [`receiver ${format}, not judged`, () => write(addHostileText(unjudged))] as const,
  ]),
  ...Object.entries(senderReports).map(
    ([format, write]) => [`sender ${format}`, () => write(addHostileText(ofSender))] as const,
  ),
  ...Object.entries(reports).map(
    ([format, write]) => [`conform ${format}`, () => write(addHostileText(ofTarget), {})] as const,
  ),
  ...Object.entries(comparisons).map(
    ([format, write]) => [`compare ${format}`, () => write(addHostileText(comparison))] as const,
  ),
];

describe('control characters are shown as code points in the report', () => {
  test.each(written)('%s', (_name, write) => {
    const text = write();
    expect(text).toMatch(/U\+0008|\\u0008|&#8;|U\+001B|\\u001b/i);
    expect(findActingCharacters(text)).toEqual([]);
    expect(text).not.toMatch(/^::error::x/m);
  });
});
