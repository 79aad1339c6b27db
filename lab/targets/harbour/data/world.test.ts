import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isResolved, type User, type World } from './model.ts';
import { drawWorld, listTransactionsAt } from './world.ts';

const forSeeds = (holds: (world: World) => void) =>
  assert(
    property(integer(), (seed) => holds(drawWorld(seed))),
    { numRuns: 50 },
  );

/** Returns each user with its view. */
const listUserViews = ({ customers }: World) =>
  customers.flatMap((customer) =>
    customer.users.map((user: User) => {
      const isSeen = ({ terminalId }: { readonly terminalId: string }) => user.terminalIds.has(terminalId);
      return {
        user,
        customer,
        rows: customer.transactions.filter(isSeen),
        cases: customer.cases.filter(isSeen),
        commands: customer.commands.filter(isSeen),
      };
    }),
  );

describe('the world of any seed', () => {
  it('has two customers with five to seven terminals in nested groups, and 80 to 200 transactions each', () =>
    forSeeds(({ customers }) => {
      expect(customers).toHaveLength(2);
      for (const { terminals, groups, transactions, connectors } of customers) {
        expect(terminals.length).toBeGreaterThanOrEqual(5);
        expect(terminals.length).toBeLessThanOrEqual(7);
        expect(groups.filter(({ parentId }) => parentId !== null)).toHaveLength(1);
        expect(new Set(terminals.map(({ groupId }) => groupId)).size).toBe(3);
        expect(new Set(terminals.map(({ connectorId }) => connectorId)).size).toBe(connectors.length);
        expect(transactions.length).toBeGreaterThanOrEqual(80);
        expect(transactions.length).toBeLessThanOrEqual(200);
      }
    }));

  it('shows each user equal amounts, and amounts whose lexical order differs from their numeric order', () =>
    forSeeds((world) => {
      for (const { rows } of listUserViews(world)) {
        const amounts = rows.map(({ completedCents }) => completedCents);
        expect(new Set(amounts).size).toBeLessThan(amounts.length);
        expect(amounts).toContain(6000);
        expect(amounts).toContain(10_000);
        expect(amounts).toContain(0);
        expect(
          rows.some(({ requestedCents, completedCents }) => completedCents > 0 && completedCents < requestedCents),
        ).toBe(true);
        expect(new Set(rows.map(({ type }) => type)).size).toBe(5);
        expect(new Set(rows.map(({ emv }) => emv !== undefined)).size).toBe(2);
      }
    }));

  it('shows each user more rows than a page has, and a filter that matches only some of them', () =>
    forSeeds((world) => {
      for (const { user, rows } of listUserViews(world)) {
        expect(rows.length).toBeGreaterThan(20);
        for (const terminal of user.terminalIds) {
          const cached = rows.filter(({ terminalId }) => terminalId === terminal);
          expect(cached.length).toBeGreaterThan(9);
          expect(cached.length).toBeLessThan(rows.length);
        }
      }
    }));

  it('shows each user open and resolved cases, and queued and completed commands', () =>
    forSeeds((world) => {
      for (const { cases, commands } of listUserViews(world)) {
        expect(new Set(cases.map(isResolved)).size).toBe(2);
        expect(new Set(commands.map(({ completedAtMs }) => completedAtMs === undefined)).size).toBe(2);
      }
    }));

  it('has a clerk who sees only some terminals, groups, connectors and batches', () =>
    forSeeds(({ customers: [pier] }) => {
      const clerk = pier?.users.find(({ role }) => role === 'clerk');
      const seen = pier?.terminals.filter(({ id }) => clerk?.terminalIds.has(id)) ?? [];
      expect(seen).toHaveLength(3);
      expect(new Set(seen.map(({ connectorId }) => connectorId)).size).toBe(1);
      const hidden = pier?.terminals.filter(({ id }) => !clerk?.terminalIds.has(id)) ?? [];
      expect(hidden.some(({ siteId }) => seen.some((one) => one.siteId === siteId))).toBe(true);
      const dayBatches = new Set(pier?.batches.map(({ groupId }) => groupId));
      expect(dayBatches.size).toBe(3);
    }));

  it('has unique ids', () =>
    forSeeds(({ customers }) => {
      const ids = customers.flatMap((one) =>
        [
          one.terminals,
          one.groups,
          one.sites,
          one.connectors,
          one.users,
          one.transactions,
          one.batches,
          one.cases,
          one.commands,
        ]
          .flat()
          .map(({ id }) => id),
      );
      expect(new Set(ids).size).toBe(ids.length);
    }));

  it('adds arrivals only as newest rows', () =>
    forSeeds((world) => {
      for (const customer of world.customers) {
        const [few, more] = [listTransactionsAt(customer, world.seed, 3), listTransactionsAt(customer, world.seed, 5)];
        expect(more.slice(2)).toEqual(few);
        expect(more.map(({ atMs }) => atMs)).toEqual(more.map(({ atMs }) => atMs).sort((a, b) => b - a));
        expect(new Set(more.map(({ id }) => id)).size).toBe(customer.transactions.length + 5);
      }
    }));
});
