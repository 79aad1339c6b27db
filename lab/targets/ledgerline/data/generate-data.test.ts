import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allRows,
  type ListedBatch,
  type ListedDispute,
  type ListedGroup,
  type ListedTransaction,
  type PortalSnapshot,
  readAllItems,
  readBody,
  readTerminalIds,
} from '../testing/read-lists.ts';
import { createRequestSender, type RequestSender } from '../testing/send-request.ts';

const RUNS = { numRuns: 50 };
const eachSeed = (judge: (send: RequestSender) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => judge(createRequestSender(seed))),
    RUNS,
  );

/** Runs the same test for every role. */
const eachReader = async (judge: (role: string) => Promise<void>): Promise<void> => {
  for (const role of ['owner', 'branch', 'reader', 'neighbour']) await judge(role);
};

const values = <Key extends keyof ListedTransaction>(
  rows: readonly ListedTransaction[],
  key: Key,
): Set<ListedTransaction[Key]> => new Set(rows.map((row) => row[key]));
const texts = (amounts: readonly number[]): string[] => [...amounts].map(String).sort();

test('every seed has transactions that show a wrong order, limit or filter', () =>
  eachSeed((send) =>
    eachReader(async (role) => {
      const rows = await allRows(send, role);
      const amounts = [...values(rows, 'dispensedCents')].sort((a, b) => a - b);
      expect(rows.length).toBeGreaterThan(role === 'branch' ? 45 : 79);
      expect(rows.length).toBeLessThanOrEqual(200);
      expect(amounts.map(String)).not.toEqual(texts(amounts));
      expect(values(rows, 'dispensedCents').size).toBeLessThan(rows.length);
      expect(
        rows.some(({ requestedCents, dispensedCents }) => dispensedCents > 0 && dispensedCents < requestedCents),
      ).toBe(true);
      expect(rows.some(({ outcome, dispensedCents }) => outcome === 'declined' && dispensedCents === 0)).toBe(true);
      expect(rows.some(({ feeRequestedCents, feeTakenCents }) => feeTakenCents < feeRequestedCents)).toBe(true);
      expect(rows.some(({ chip }) => chip === undefined) && rows.some(({ chip }) => chip !== undefined)).toBe(true);
      expect([...values(rows, 'kind')]).toEqual(expect.arrayContaining(['cash', 'transfer', 'reversal']));
      for (const terminal of await readTerminalIds(send, role)) {
        const own = rows.filter((row) => row.terminal === terminal);
        const of = [...values(own, 'dispensedCents')];
        expect(own.length).toBeGreaterThan(15);
        expect(of.sort((a, b) => a - b).map(String)).not.toEqual(texts(of));
      }
    }),
  ));

test('every seed has groups that contain some rows but not all, and one nested group', () =>
  eachSeed(async (send) => {
    await eachReader(async (role) => {
      const terminals = await readTerminalIds(send, role);
      const groups = await readAllItems<ListedGroup>(send, role, '/v1/terminal-groups');
      expect(groups.length).toBeGreaterThan(1);
      for (const group of groups) {
        expect(group.terminals.length).toBeGreaterThan(0);
        expect(group.terminals.length).toBeLessThan(terminals.length);
      }
    });
    const ofOwner = await readAllItems<ListedGroup>(send, 'owner', '/v1/terminal-groups');
    expect(ofOwner.filter(({ within }) => ofOwner.some(({ id }) => id === within))).toHaveLength(1);
  }));

test('every seed has different scopes: a branch sees a part, also of one group, and another customer nothing of it', () =>
  eachSeed(async (send) => {
    const [owner, branch, reader, neighbour] = await Promise.all(
      ['owner', 'branch', 'reader', 'neighbour'].map(async (role) => new Set(await readTerminalIds(send, role))),
    );
    expect(reader).toEqual(owner);
    expect(branch?.size).toBe(3);
    expect([...(branch ?? [])].filter((id) => !owner?.has(id))).toEqual([]);
    expect([...(neighbour ?? [])].filter((id) => owner?.has(id))).toEqual([]);
    for (const one of [owner, neighbour]) expect(one?.size).toBeGreaterThanOrEqual(5);
    for (const one of [owner, neighbour]) expect(one?.size).toBeLessThanOrEqual(7);
    const [whole, part] = await Promise.all(
      ['owner', 'branch'].map((role) => readAllItems<ListedGroup>(send, role, '/v1/terminal-groups')),
    );
    const inPart = part?.filter(
      ({ id, terminals }) => terminals.length < (whole?.find((group) => group.id === id)?.terminals.length ?? 0),
    );
    expect(inPart).toHaveLength(1);
  }));

test('every seed has a terminal whose id is a prefix of another id, and a silent terminal', () =>
  eachSeed(async (send) => {
    for (const role of ['owner', 'neighbour']) {
      const { terminals } = (await readBody<PortalSnapshot>(send, role, '/v1/portal')).fleet;
      const ids = terminals.map(({ id }) => id);
      expect(ids.filter((id) => ids.some((other) => other !== id && other.startsWith(id)))).toHaveLength(1);
      expect(terminals.some(({ condition }) => condition === 'silent')).toBe(true);
    }
  }));

test('every seed has open and closed disputes, and batches with debits', () =>
  eachSeed((send) =>
    eachReader(async (role) => {
      const disputes = await readAllItems<ListedDispute>(send, role, '/v1/disputes');
      const states = disputes.map(({ state }) => state);
      expect(states).toEqual(expect.arrayContaining(['new', 'underReview', 'closedWon', 'closedLost']));
      const batches = await readAllItems<ListedBatch>(send, role, '/v1/settlements');
      expect(batches.length).toBeGreaterThan(1);
      expect(batches.some(({ totals }) => totals.debit > 0 && totals.payout > 0)).toBe(true);
    }),
  ));

test('every seed has queued, completed and failed commands', () =>
  eachSeed(async (send) => {
    for (const terminal of await readTerminalIds(send, 'branch')) {
      const commands = await readAllItems<{ phase: string }>(send, 'branch', `/v1/terminals/${terminal}/commands`);
      expect(new Set(commands.map(({ phase }) => phase))).toEqual(new Set(['queued', 'completed', 'failed']));
    }
  }));
