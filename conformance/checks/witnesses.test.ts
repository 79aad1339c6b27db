import { expect, test } from 'vitest';
import { type Json, parseJsonBody, readDataRows, replaceJsonBody } from '../../lab/mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { run } from '../engine/runner.ts';
import type { Transport } from '../http/client.ts';
import { checks } from './index.ts';

/** Removes the witness of a check from a list, so that the remaining rows cannot prove the rule. */
type Thinning = (rows: readonly Json[]) => readonly Json[];

const ROWS = /transactions$/;
const DISPUTES = /disputes$/;
const BATCHES = /settlements$/;
const GROUPS = /terminal-groups$/;
const ALL_BUT_ROWS = /(settlements|disputes|locations|\d\/transactions)$/;
const LISTS = /(settlements|disputes|locations|connectors|terminal-groups|commands)$/;

const keepNone: Thinning = () => [];
const keepFirst =
  (count: number): Thinning =>
  (rows) =>
    rows.slice(0, count);
const changeEach =
  (changes: Json): Thinning =>
  (rows) =>
    rows.map((row) => ({ ...row, ...changes }));
const keepOneTerminal: Thinning = (rows) => rows.filter(({ terminal_id }) => /1$|7$/.test(String(terminal_id)));
const removeEmv: Thinning = (rows) => rows.map(({ emv: _, ...row }) => row);
const keepStatus =
  (status: string): Thinning =>
  (rows) =>
    rows.filter((row) => row.status === status);

const WITHOUT: readonly (readonly [check: string, path: RegExp, thin: Thinning, names: RegExp])[] = [
  ['limit/restricts-the-rows', ROWS, keepFirst(1), /at least 3 transactions/],
  ['limit/keeps-the-top-rows', ROWS, keepFirst(1), /at least 3 transactions/],
  ['limit/odd-values-do-not-fail', ROWS, keepFirst(1), /2 transactions/],
  ['sort/amt-comp-descends', ROWS, keepFirst(1), /at least 3 transactions/],
  ['sort/amt-comp-ascends', ROWS, keepFirst(1), /at least 3 transactions/],
  ['sort/is-stable', ROWS, keepFirst(1), /2 transactions/],
  ['sort/unknown-values-do-not-fail', ROWS, keepFirst(1), /2 transactions/],
  ['filters/terminal-id-keeps-just-its-rows', ROWS, keepOneTerminal, /rows of two terminals/],
  ['filters/terminal-id-is-compared-whole', ROWS, keepNone, /needs transactions/],
  ['filters/an-unknown-terminal-matches-nothing', ROWS, keepNone, /no key sees a transaction/],
  ['filters/group-id-keeps-just-its-rows', ROWS, keepNone, /no key sees a transaction/],
  ['filters/odd-values-do-not-fail', ROWS, keepNone, /2 transactions/],
  ['lists/no-row-twice', ROWS, keepFirst(1), /at least 3 transactions/],
  ['lists/pages-make-the-whole', ROWS, keepFirst(1), /more than one page/],
  ['lists/nothing-stands-twice', LISTS, keepFirst(1), /fewer than two rows/],
  ['lists/any-combination-is-of-the-whole-list', ROWS, keepNone, /no key sees a transaction/],
  ['terminals/transactions-are-of-the-terminal', ROWS, keepNone, /no key sees a transaction/],
  ['transactions/emv-only-when-available', ROWS, removeEmv, /with an EMV/],
  ['disputes/resolved-cases-show-their-reviewer', DISPUTES, keepStatus('open'), /a resolved dispute/],
];

const removeData =
  (path: RegExp, thin: Thinning): Transport =>
  async (request) => {
    const response = await honestTarget()(request);
    if (!path.test(new URL(request.url).pathname) || response.status !== 200) return response;
    return replaceJsonBody(response, { ...parseJsonBody(response), data: thin(readDataRows(parseJsonBody(response))) });
  };

const runOne = async (id: string, transport: Transport) => {
  const only = checks.filter((one) => one.id === id);
  const { results } = await run({ target: 'http://target.test', keys: HONEST_KEYS, checks: only, transport });
  expect(results).toHaveLength(1);
  return results[0];
};

for (const [id, path, thin, names] of WITHOUT) {
  test(`${id} is untestable without its witness in ${path}, and the reason names the witness`, async () => {
    expect(await runOne(id, honestTarget())).toMatchObject({ outcome: 'pass' });
    expect(await runOne(id, removeData(path, thin))).toMatchObject({
      outcome: 'untestable',
      reason: expect.stringMatching(names),
    });
  });
}

const NOT_APPLICABLE: typeof WITHOUT = [
  ['transactions/emv-only-when-available', ROWS, changeEach({ emv: 'chip' }), /each transaction has an EMV/],
  ['settlements/batches-carry-the-members', BATCHES, keepNone, /listSettlements is empty/],
  ['settlements/net-is-credit-minus-debit', BATCHES, keepNone, /listSettlements is empty/],
  [
    'settlements/net-is-credit-minus-debit',
    BATCHES,
    changeEach({ debit_total: '0.00', net_payout: '100.00' }),
    /no batch has debits/,
  ],
  ['disputes/cases-carry-the-members', DISPUTES, keepNone, /listDisputes is empty/],
  ['disputes/reviewer-only-when-resolved', DISPUTES, keepStatus('open'), /no dispute is resolved/],
  ['disputes/reviewer-only-when-resolved', DISPUTES, keepStatus('resolved'), /each dispute is resolved/],
  ['disputes/terminal-is-that-of-the-transaction', DISPUTES, keepNone, /listDisputes is empty/],
  ['filters/group-id-keeps-just-its-rows', GROUPS, keepNone, /list of groups is empty/],
  ['limit/means-the-same-on-every-list', ALL_BUT_ROWS, keepFirst(1), /no other list supports/],
];

for (const [id, path, thin, expectedText] of NOT_APPLICABLE) {
  test(`${id} is not applicable without such items in ${path}`, async () => {
    expect(await runOne(id, removeData(path, thin))).toMatchObject({
      outcome: 'not-applicable',
      reason: expect.stringMatching(expectedText),
    });
  });
}
