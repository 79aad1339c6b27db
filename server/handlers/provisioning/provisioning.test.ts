import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ProvisioningExport } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { readProvisioning } from '../../world/telemetry/provisioning.ts';
import { findSchemaFault, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { escapeFormula } from './installer-sheet.ts';
import { getProvisioningExport, getProvisioningPayload, toCanonicalJson } from './provisioning.ts';

const owners = [
  'sbx-northway-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-meridian-admin',
  'sbx-redline-admin',
];

const requestPayload = (key: string, terminalId: string, nowMs?: number) =>
  getProvisioningPayload(openTestScope(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined });
const getPayload = (...input: Parameters<typeof requestPayload>) => unwrapBody(requestPayload(...input));
const getExport = (key: string, terminalId: string, nowMs?: number) =>
  unwrapBody(
    getProvisioningExport(openTestScope(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined }),
  );

const listTexts = ({ sections, install_checklist: steps }: ProvisioningExport): string[] => [
  ...sections.flatMap(({ title, items }) => [title, ...items.flatMap(({ label, value }) => [label, value])]),
  ...steps,
];
const findLine = ({ sections }: ProvisioningExport, label: string): string | undefined =>
  sections.flatMap(({ items }) => items).find((item) => item.label === label)?.value;

test('returns job, hosts, fee and cassettes of a provisioned terminal', () => {
  expect(getPayload('sbx-northway-admin', 'NW104233')).toMatchObject({
    terminal_id: 'NW104233',
    job: { state: 'completed' },
    identity: { city: 'Gloucester', region: 'MA', country: 'US', timezone: 'America/New_York', currency: 'USD' },
    host: {
      primary: { connector_id: 'con_tritonhost_east' },
      backup: { connector_id: 'con_tritonhost_west' },
      protocol: 'triton_standard',
      tls: { enabled: true, min_version: '1.2' },
    },
    monitoring: { heartbeat_interval_seconds: 300, rms_enabled: true, rms_check_interval_minutes: 15 },
    keys: { load_method: 'remote', scheme: 'tr34', status: 'loaded' },
    surcharge: { mode: 'flat', amount: '3.00', percent: null, disclosure_screen: true },
    limits: {
      max_withdrawal: '400.00',
      min_withdrawal: '20.00',
      fast_cash: ['20.00', '40.00', '60.00', '100.00', '200.00'],
    },
    cassettes: [{ position: 'A', denomination: '20.00', low_threshold_notes: 100 }],
    receipt: { header: [expect.stringMatching(/^HARBOR STREET/), 'GLOUCESTER MA'] },
  });
});

test('shows a stuck delivery with pending keys', () => {
  expect(getPayload('sbx-meridian-admin', 'MR000900')).toMatchObject({
    payload_version: 1,
    job: { state: 'delivering', completed_at: null },
    keys: { status: 'pending', loaded_at: null },
  });
});

test('keeps the keys of the previous job after a rollback', () => {
  const payload = getPayload('sbx-harbor-admin', 'HB200355');
  expect(payload).toMatchObject({ job: { state: 'rolled_back' }, keys: { status: 'loaded' } });
  expect(payload.keys.loaded_at ?? '').not.toBe('');
  expect(Date.parse(payload.keys.loaded_at ?? '')).toBeLessThan(Date.parse('2026-10-27T14:30:00Z'));
});

test('returns version 0 and a valid payload before the first job', () => {
  const scope = openTestScope('sbx-meridian-admin');
  const never: Scope = { ...scope, getProvisioning: (terminal) => readProvisioning(terminal, [], scope.nowMs) };
  const input = { path: { terminal_id: 'MR000900' }, query: {}, body: undefined };
  const payload = unwrapBody(getProvisioningPayload(never, input));
  expect(payload).toMatchObject({ payload_version: 0, job: null, keys: { status: 'not_loaded', loaded_at: null } });
  expect(findSchemaFault('ProvisioningPayload', payload)).toBeUndefined();
  expect(unwrapBody(getProvisioningExport(never, input))).toMatchObject({
    payload_version: 0,
    checksum: payload.checksum,
  });
});

test('omits card applications for a magnetic-stripe terminal, and TLS for a dial-up terminal', () => {
  expect(getPayload('sbx-delgado-owner', 'DG000202').emv.aids).not.toEqual([]);
  expect(getPayload('sbx-delgado-owner', 'DG000101').emv).toEqual({
    contact_kernel: null,
    contactless_enabled: false,
    fallback_allowed: false,
    aids: [],
  });
  expect(getPayload('sbx-meridian-admin', 'MR000707').host.tls).toEqual({
    enabled: false,
    min_version: null,
    server_name: null,
    trust_anchor_ref: null,
  });
});

test('offers no fast-cash amount above the withdrawal limit', () => {
  const scope = openTestScope('sbx-northway-admin');
  const modest: Scope = {
    ...scope,
    terminal(terminalId) {
      const terminal = scope.terminal(terminalId);
      return terminal && { ...terminal, fixture: { ...terminal.fixture, maxWithdrawalCents: 10_000 } };
    },
  };
  const input = { path: { terminal_id: 'NW104233' }, query: {}, body: undefined };
  const { limits } = unwrapBody(getProvisioningPayload(modest, input));
  expect(limits).toMatchObject({ max_withdrawal: '100.00', fast_cash: ['20.00', '40.00', '60.00', '100.00'] });
});

describe('payload and export', () => {
  const pairs = owners.flatMap((key) =>
    openTestScope(key).terminals.map(({ terminalId }) => ({
      payload: getPayload(key, terminalId),
      sheet: getExport(key, terminalId),
    })),
  );

  test('agree on version, checksum and values', () => {
    expect(pairs).toHaveLength(80);
    for (const { payload, sheet } of pairs) {
      expect(sheet.payload_version).toBe(payload.payload_version);
      expect(sheet.checksum).toBe(payload.checksum);
      expect(findLine(sheet, 'Terminal ID')).toBe(payload.terminal_id);
      expect(findLine(sheet, 'Primary host')).toBe(`${payload.host.primary.address}:${payload.host.primary.port}`);
    }
  });

  test('are valid', () => {
    expect(pairs.flatMap(({ payload }) => findSchemaFault('ProvisioningPayload', payload) ?? [])).toEqual([]);
    expect(pairs.flatMap(({ sheet }) => findSchemaFault('ProvisioningExport', sheet) ?? [])).toEqual([]);
    expect(findSchemaFault('ProvisioningPayload', { ...pairs[0]?.payload, master_key: '00' })).toBeDefined();
  });

  test('have a different checksum for each terminal', () => {
    expect(new Set(pairs.map(({ payload }) => payload.checksum)).size).toBe(80);
  });

  test('contain no key, password or card number', () => {
    const whole = JSON.stringify(pairs);
    expect(whole).toContain('The sheet never contains it');
    const outsideChecksums = whole.replaceAll(/sha256:[0-9a-f]{64}/g, '');
    expect(outsideChecksums).not.toMatch(/password|private|BEGIN |\b[0-9A-F]{32,}\b/i);
    const beyondApplications = outsideChecksums.replaceAll(/"aid":"[0-9A-F]+"/g, '');
    expect(beyondApplications).not.toMatch(/\b\d{13,19}\b/);
  });
});

describe('the checksum', () => {
  const getPayloadAt = (clock: string) =>
    getPayload('sbx-northway-admin', 'NW104233', Date.parse(`2026-10-22T${clock}Z`));

  test('covers the configuration without the delivery progress', () => {
    const { checksum, generated_at: _at, job: _job, keys, ...rest } = getPayload('sbx-northway-admin', 'NW104233');
    const { status: _status, loaded_at: _loaded, ...keySetup } = keys;
    const digest = createHash('sha256')
      .update(toCanonicalJson({ ...rest, keys: keySetup }))
      .digest('hex');
    expect(checksum).toBe(`sha256:${digest}`);
  });

  test('is unchanged during a job, and changes with the version', () => {
    const [before, begun, done] = [getPayloadAt('15:24:59'), getPayloadAt('15:25:00'), getPayloadAt('23:59:00')];
    expect([begun?.job?.state, done?.job?.state]).toEqual(['draft', 'completed']);
    expect(done?.checksum).toBe(begun?.checksum);
    expect(begun?.payload_version).toBe((before?.payload_version ?? 0) + 1);
    expect(begun?.checksum).not.toBe(before?.checksum);
  });

  test('does not depend on the order of members', () => {
    expect(toCanonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(toCanonicalJson({ b: 1, a: 2 })).toBe(toCanonicalJson({ a: 2, b: 1 }));
  });

  test('is the same for every reader', () => {
    const seen = ['sbx-northway-admin', 'sbx-northway-tech', 'sbx-northway-audit'].map((key) =>
      getPayload(key, 'NW104233'),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe('protection against formulas in spreadsheets', () => {
  test('prefixes only text that begins like a formula', () => {
    expect(['=1+1', '+1', '-1', '@SUM', '\t=1', 'a=1', "'x", ''].map(escapeFormula)).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM",
      "'\t=1",
      'a=1',
      "'x",
      '',
    ]);
  });

  test('prefixes the name of a hostile location', () => {
    const sheets = openTestScope('sbx-hostile-admin').terminals.map(({ terminalId }) =>
      getExport('sbx-hostile-admin', terminalId),
    );
    const texts = sheets.flatMap(listTexts);
    expect(texts.some((text) => text.startsWith("'=HYPERLINK"))).toBe(true);
    expect(texts.filter((text) => /^[=+\-@]/.test(text))).toEqual([]);
    const names = openTestScope('sbx-hostile-admin').terminals.map(({ fixture }) => fixture.location.name);
    expect(names.some((name) => name.startsWith('='))).toBe(true);
  });
});

test('returns the same reply for a foreign and an unknown terminal', () => {
  expect(requestPayload('sbx-pine-admin', 'HB200355')).toEqual(requestPayload('sbx-pine-admin', 'NOSUCH00'));
  expect(requestPayload('sbx-harbor-admin', 'HB200355')).toMatchObject({ status: 200 });
});
