import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../../fixtures/cash/ledger.ts';
import { tenants } from '../../../../fixtures/index.ts';
import type { MaintenanceFixture, TenantFixture } from '../../../../fixtures/model/model.ts';
import { createSampleSource } from '../../../../fixtures/testing/sample-source.ts';
import { HOUR_MS, MINUTE_MS, parseInstantMs } from '../../../../fixtures/time/calendar.ts';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import { listAccountEvents, listTerminalEvents } from '../../testing/evaluate-span.ts';
import type { TerminalStreams } from '../input/streams.ts';
import { defaultPolicy, getPolicy } from './default-policy.ts';

const span = { fromMs: parseInstantMs('2026-11-02T00:00:00Z'), toMs: EPOCH_MS };

/** Returns a terminal whose line is cut from 06:00 to 08:00, with these maintenance periods. */
function cutLine(maintenance: readonly MaintenanceFixture[], tenant: Partial<TenantFixture> = {}): TerminalStreams {
  const source = createSampleSource({
    tenant: { maintenance, ...tenant },
    terminal: {
      edges: {
        lineCuts: [{ from: '2026-11-02T06:00:00Z', to: '2026-11-02T08:00:00Z' }],
        commands: [
          {
            commandType: 'reboot',
            queuedAt: '2026-11-02T07:10:00Z',
            requestedBy: 'usr_sample_ops',
            outcome: 'canceled',
          },
        ],
      },
    },
  });
  return { source, ledger: openLedger(source) };
}

const createWindow = (from: string, to: string, terminalIds: readonly string[] | null = null): MaintenanceFixture => ({
  terminalIds,
  from: `2026-11-02T${from}:00Z`,
  to: `2026-11-02T${to}:00Z`,
});
const listStaleIncidents = (streams: TerminalStreams) =>
  listTerminalEvents(streams, span).incidents.filter(({ type }) => type === 'heartbeat_stale');

describe('maintenance', () => {
  it('delays incidents that begin in it, and drops those that end before its end', () => {
    expect(listStaleIncidents(cutLine([]))).toHaveLength(1);
    expect(listStaleIncidents(cutLine([createWindow('05:30', '09:00')]))).toEqual([]);
    expect(listStaleIncidents(cutLine([createWindow('05:30', '09:00', ['TT000000'])]))).toEqual([]);
    expect(listStaleIncidents(cutLine([createWindow('05:30', '09:00', ['TT000001'])]))).toHaveLength(1);
  });

  it('reports conditions that still hold at its end', () => {
    const [held] = listStaleIncidents(cutLine([createWindow('05:30', '07:00')]));
    expect(held?.openedAtMs).toBe(parseInstantMs('2026-11-02T07:00:00Z'));
    expect(held?.resolution).toBe('recovered');
  });

  it('ends open incidents when it begins, and opens them again at its end if they continue', () => {
    const [before, after, ...more] = listStaleIncidents(cutLine([createWindow('06:30', '07:30')]));
    expect(more).toEqual([]);
    expect(before).toMatchObject({
      resolution: 'maintenance',
      resolvedAtMs: parseInstantMs('2026-11-02T06:30:00Z'),
    });
    expect(before?.moments.at(-1)?.title).toMatch(/^Maintenance: No heartbeat/);
    expect(after).toMatchObject({ openedAtMs: parseInstantMs('2026-11-02T07:30:00Z'), resolution: 'recovered' });
  });

  it('suppresses incidents of a host only if it covers the whole fleet', () => {
    const redline = tenants.find(({ tenantId }) => tenantId === 'acct_redline') as TenantFixture;
    const night = { from: '2026-10-25T03:00:00Z', to: '2026-10-25T05:00:00Z' };
    const outages = (maintenance: readonly MaintenanceFixture[]) => {
      const tenant = { ...redline, maintenance };
      const terminals = redline.terminals.map((terminal) => {
        const source = { seed: 1, tenant, terminal };
        return { source, ledger: openLedger(source) };
      });
      const account = { seed: 1, tenant, accountId: 'acct_redline', terminals };
      const days = { fromMs: parseInstantMs('2026-10-24T00:00:00Z'), toMs: parseInstantMs('2026-10-26T00:00:00Z') };
      return listAccountEvents(account, days).incidents.filter(({ type }) => type === 'processor_outage');
    };
    expect(outages([])).toHaveLength(1);
    expect(outages([{ ...night, terminalIds: ['RL000101'] }])).toHaveLength(1);
    expect(outages([{ ...night, terminalIds: null }])).toEqual([]);
  });

  it('drops happenings', () => {
    const tenantWith = (maintenance: readonly MaintenanceFixture[]) =>
      createSampleSource({
        tenant: { maintenance },
        terminal: { edges: { provisioning: [{ startedAt: '2026-11-02T05:00:00Z', outcome: 'failed' }] } },
      });
    const emitted = (maintenance: readonly MaintenanceFixture[]) => {
      const source = tenantWith(maintenance);
      const { happenings } = listTerminalEvents({ source, ledger: openLedger(source) }, span);
      return happenings.filter(({ type }) => type === 'provisioning_failed');
    };
    expect(emitted([])).toHaveLength(1);
    expect(emitted([createWindow('04:00', '08:00')])).toEqual([]);
  });

  it('delays notices about compliance items', () => {
    const paper = {
      itemType: 'tls_certificate',
      issuedDate: '2025-11-09',
      expiresDate: '2026-11-09',
      reference: null,
    } as const;
    const openings = (maintenance: readonly MaintenanceFixture[]) => {
      const source = createSampleSource({ tenant: { maintenance }, terminal: { papers: [paper] } });
      const [incident] = listTerminalEvents({ source, ledger: openLedger(source) }, span).incidents.filter(
        ({ type }) => type === 'compliance_expiration',
      );
      return incident?.moments.at(-1)?.atMs;
    };
    expect(openings([])).toBe(parseInstantMs('2026-11-02T11:00:00Z'));
    expect(openings([createWindow('10:00', '12:30')])).toBe(parseInstantMs('2026-11-02T12:30:00Z'));
  });
});

describe('a policy of a tenant', () => {
  it('overrides its own values and keeps the defaults', () => {
    const { source } = cutLine([], {
      policy: { heartbeatStale: { triggerMinutes: 90 }, complianceExpiration: { daysBefore: [5] } },
    });
    const policy = getPolicy(source.tenant);
    expect(policy.heartbeatStale).toEqual({ ...defaultPolicy.heartbeatStale, triggerMinutes: 90 });
    expect(policy.complianceExpiration).toEqual({ ...defaultPolicy.complianceExpiration, daysBefore: [5] });
    expect(policy.cashLow).toEqual(defaultPolicy.cashLow);
    expect(getPolicy(cutLine([]).source.tenant)).toBe(defaultPolicy);
  });

  it('determines when an incident opens', () => {
    const [usual] = listStaleIncidents(cutLine([]));
    const [patient] = listStaleIncidents(cutLine([], { policy: { heartbeatStale: { triggerMinutes: 90 } } }));
    expect((patient?.openedAtMs ?? 0) - (usual?.openedAtMs ?? 0)).toBe(75 * MINUTE_MS);
    expect(
      listStaleIncidents(cutLine([], { policy: { heartbeatStale: { triggerMinutes: (3 * HOUR_MS) / MINUTE_MS } } })),
    ).toEqual([]);
  });
});
