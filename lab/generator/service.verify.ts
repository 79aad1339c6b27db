import { describe, expect, it } from 'vitest';
import { ALL_OPERATIONS } from './protocol/operations.ts';
import { createService } from './service/service.ts';
import { createShape } from './shape.ts';
import { checkInvariants } from './testing/invariants.ts';
import { probeService, sendRequest } from './testing/probe.ts';

const readClock = () => Date.UTC(2026, 5, 1);
const SEEDS = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55];
const SMALL = { terminalCounts: 'few', liveData: 'still' };

describe('a right service', () => {
  it.each(SEEDS)('answers equally for the same seed (%i)', (seed) => {
    const shape = createShape(seed, { set: SMALL });
    const [first, second] = [1, 2].map(() => probeService(createService(shape, { readClock })));
    expect(first).toEqual(second);
  });

  it.each(SEEDS)('serves every documented operation to some key (%i)', (seed) => {
    const shape = createShape(seed, {
      set: { ...SMALL, transactionVolume: 'usual', declines: 'some', connectorCount: 'three' },
    });
    const lines = probeService(createService(shape, { readClock }), 'all');
    const served = new Set(lines.filter((line) => line.status < 300).map((line) => line.operation));
    const writes = ['createDispute', 'deriveSettlements'];
    for (const { id } of ALL_OPERATIONS) {
      if (writes.includes(id) && shape.choices.writers === 'none-of-the-keys') continue;
      expect(served, id).toContain(id);
    }
    expect(lines.filter((line) => line.status >= 500)).toEqual([]);
  });

  it.each(SEEDS)('keeps the rules of the document (%i)', (seed) => {
    const service = createService(createShape(seed), { readClock });
    expect(checkInvariants(service)).toEqual([]);
    const written = createService(createShape(seed, { set: SMALL }), { readClock });
    probeService(written);
    expect(checkInvariants(written)).toEqual([]);
  });

  it('keeps what is written and shows it to others', () => {
    const service = createService(createShape(0, { only: [] }), { readClock });
    const read = () => sendRequest(service, { path: '/v1/disputes', key: service.world.users[1]?.apiKey }).reply;
    const before = read();
    const lines = probeService(service);
    expect(lines.some((line) => line.request.startsWith('POST /v1/disputes') && line.status === 201)).toBe(true);
    expect(read()).not.toBe(before);
  });

  it('has internal keys in no reply', () => {
    for (const seed of SEEDS.slice(0, 5)) {
      const shape = createShape(seed, { set: SMALL });
      for (const line of probeService(createService(shape, { readClock }))) {
        expect(line.reply).not.toMatch(/account-\d+\/(terminal|transaction|batch|dispute)-\d/);
      }
    }
  });
});
