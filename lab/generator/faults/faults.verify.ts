import { describe, expect, it } from 'vitest';
import { createService } from '../service/service.ts';
import { createShape } from '../shape.ts';
import { findDifference, type ProbeLine, probeService } from '../testing/probe.ts';
import { FAULTS } from './index.ts';

const readClock = () => Date.UTC(2026, 5, 1);
const CALM = {
  liveData: 'still',
  readLag: 'at-once',
  replicas: 'one',
  keysPerUser: 'two',
  emptyScope: 'empty-lists',
  tieOrder: 'stable',
  terminalCounts: 'few',
  keysGiven: 'administrators-and-restricted',
};
const PLENTY = {
  ...CALM,
  idUniqueness: 'global',
  transactionVolume: 'usual',
  writers: 'administrator',
  feedCount: 'all',
  paging: 'offset',
  pageSize: '10',
  amountVariety: 'notes',
  connectorCount: 'three',
  commandsPresent: 'some',
  incidentsPresent: 'some',
  declines: 'some',
  twinTenants: 'apart',
  deriveReply: '200-list',
  pageTotal: 'shown',
};
const SHAPES = [
  createShape(0, { only: [], set: PLENTY }),
  createShape(4, { set: PLENTY }),
  createShape(9, { set: PLENTY }),
  createShape(14, { set: CALM }),
];

describe('the faults', () => {
  it('has at least eighty faults with distinct ids and a documented rule', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(FAULTS.map((fault) => fault.id)).size).toBe(FAULTS.length);
    for (const fault of FAULTS) expect(fault.rule.length, fault.id).toBeGreaterThan(10);
  });

  it('changes at least one reply of a sample of shapes', { timeout: 120_000 }, () => {
    const right = new Map<number, readonly ProbeLine[]>();
    for (const [at, shape] of SHAPES.entries()) right.set(at, probeService(createService(shape, { readClock })));
    const unnoticed = FAULTS.filter(
      (fault) =>
        !SHAPES.some(
          (shape, at) =>
            fault.isApplicable(shape) &&
            findDifference(right.get(at) ?? [], createService(shape, { fault, readClock })) !== undefined,
        ),
    );
    expect(unnoticed.map((fault) => fault.id)).toEqual([]);
  });
});
