import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ProvisioningExport } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { readProvisioning } from '../../world/telemetry/provisioning.ts';
import { bodyOf, schemaFault, scopeOf } from '../testing/scope-of-key.ts';
import { spreadsheetText } from './installer-sheet.ts';
import { canonicalJson, getProvisioningExport, getProvisioningPayload } from './provisioning.ts';

const owners = [
  'sbx-northway-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-meridian-admin',
  'sbx-redline-admin',
];

const askPayload = (key: string, terminalId: string, nowMs?: number) =>
  getProvisioningPayload(scopeOf(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined });
const payloadFor = (...asked: Parameters<typeof askPayload>) => bodyOf(askPayload(...asked));
const exportFor = (key: string, terminalId: string, nowMs?: number) =>
  bodyOf(getProvisioningExport(scopeOf(key, nowMs), { path: { terminal_id: terminalId }, query: {}, body: undefined }));

const textsOf = ({ sections, install_checklist: steps }: ProvisioningExport): string[] => [
  ...sections.flatMap(({ title, items }) => [title, ...items.flatMap(({ label, value }) => [label, value])]),
  ...steps,
];
const lineCalled = ({ sections }: ProvisioningExport, label: string): string | undefined =>
  sections.flatMap(({ items }) => items).find((item) => item.label === label)?.value;

test('a provisioned terminal: its job, its hosts, its fee, its cassettes', () => {
  expect(payloadFor('sbx-northway-admin', 'NW104233')).toMatchObject({
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

test('a delivery that is stuck is told, with its keys still to come', () => {
  expect(payloadFor('sbx-meridian-admin', 'MR000900')).toMatchObject({
    payload_version: 1,
    job: { state: 'delivering', completed_at: null },
    keys: { status: 'pending', loaded_at: null },
  });
});

test('a job that was rolled back leaves the keys of the one before', () => {
  const payload = payloadFor('sbx-harbor-admin', 'HB200355');
  expect(payload).toMatchObject({ job: { state: 'rolled_back' }, keys: { status: 'loaded' } });
  expect(payload.keys.loaded_at ?? '').not.toBe('');
  expect(Date.parse(payload.keys.loaded_at ?? '')).toBeLessThan(Date.parse('2026-10-27T14:30:00Z'));
});

test('before the first job it is version 0 of nothing delivered, and still whole', () => {
  const scope = scopeOf('sbx-meridian-admin');
  const never: Scope = { ...scope, provisioningOf: (terminal) => readProvisioning(terminal, [], scope.nowMs) };
  const asked = { path: { terminal_id: 'MR000900' }, query: {}, body: undefined };
  const payload = bodyOf(getProvisioningPayload(never, asked));
  expect(payload).toMatchObject({ payload_version: 0, job: null, keys: { status: 'not_loaded', loaded_at: null } });
  expect(schemaFault('ProvisioningPayload', payload)).toBeUndefined();
  expect(bodyOf(getProvisioningExport(never, asked))).toMatchObject({ payload_version: 0, checksum: payload.checksum });
});

test('a terminal that reads stripes only has no card applications, one on the telephone no TLS', () => {
  expect(payloadFor('sbx-delgado-owner', 'DG000202').emv.aids).not.toEqual([]);
  expect(payloadFor('sbx-delgado-owner', 'DG000101').emv).toEqual({
    contact_kernel: null,
    contactless_enabled: false,
    fallback_allowed: false,
    aids: [],
  });
  expect(payloadFor('sbx-meridian-admin', 'MR000707').host.tls).toEqual({
    enabled: false,
    min_version: null,
    server_name: null,
    trust_anchor_ref: null,
  });
});

test('no button offers more than may be withdrawn', () => {
  const scope = scopeOf('sbx-northway-admin');
  const modest: Scope = {
    ...scope,
    terminal(terminalId) {
      const terminal = scope.terminal(terminalId);
      return terminal && { ...terminal, fixture: { ...terminal.fixture, maxWithdrawalCents: 10_000 } };
    },
  };
  const asked = { path: { terminal_id: 'NW104233' }, query: {}, body: undefined };
  const { limits } = bodyOf(getProvisioningPayload(modest, asked));
  expect(limits).toMatchObject({ max_withdrawal: '100.00', fast_cash: ['20.00', '40.00', '60.00', '100.00'] });
});

describe('payload and export', () => {
  const pairs = owners.flatMap((key) =>
    scopeOf(key).terminals.map(({ terminalId }) => ({
      payload: payloadFor(key, terminalId),
      sheet: exportFor(key, terminalId),
    })),
  );

  test('agree on version, checksum and what they say', () => {
    expect(pairs).toHaveLength(80);
    for (const { payload, sheet } of pairs) {
      expect(sheet.payload_version).toBe(payload.payload_version);
      expect(sheet.checksum).toBe(payload.checksum);
      expect(lineCalled(sheet, 'Terminal ID')).toBe(payload.terminal_id);
      expect(lineCalled(sheet, 'Primary host')).toBe(`${payload.host.primary.address}:${payload.host.primary.port}`);
    }
  });

  test('keep the contract', () => {
    expect(pairs.flatMap(({ payload }) => schemaFault('ProvisioningPayload', payload) ?? [])).toEqual([]);
    expect(pairs.flatMap(({ sheet }) => schemaFault('ProvisioningExport', sheet) ?? [])).toEqual([]);
    expect(schemaFault('ProvisioningPayload', { ...pairs[0]?.payload, master_key: '00' })).toBeDefined();
  });

  test('differ in checksum from terminal to terminal', () => {
    expect(new Set(pairs.map(({ payload }) => payload.checksum)).size).toBe(80);
  });

  test('hold nothing like a key, a password or a card number', () => {
    const whole = JSON.stringify(pairs);
    expect(whole).toContain('No sheet ever holds it');
    const outsideChecksums = whole.replaceAll(/sha256:[0-9a-f]{64}/g, '');
    expect(outsideChecksums).not.toMatch(/password|private|BEGIN |\b[0-9A-F]{32,}\b/i);
    const beyondApplications = outsideChecksums.replaceAll(/"aid":"[0-9A-F]+"/g, '');
    expect(beyondApplications).not.toMatch(/\b\d{13,19}\b/);
  });
});

describe('the checksum', () => {
  const asOf = (clock: string) => payloadFor('sbx-northway-admin', 'NW104233', Date.parse(`2026-10-22T${clock}Z`));

  test('is that of the configuration, without the progress of its delivery', () => {
    const { checksum, generated_at: _at, job: _job, keys, ...rest } = payloadFor('sbx-northway-admin', 'NW104233');
    const { status: _status, loaded_at: _loaded, ...keySetup } = keys;
    const digest = createHash('sha256')
      .update(canonicalJson({ ...rest, keys: keySetup }))
      .digest('hex');
    expect(checksum).toBe(`sha256:${digest}`);
  });

  test('stays while a job goes on, and changes with the version', () => {
    const [before, begun, done] = [asOf('15:24:59'), asOf('15:25:00'), asOf('23:59:00')];
    expect([begun?.job?.state, done?.job?.state]).toEqual(['draft', 'completed']);
    expect(done?.checksum).toBe(begun?.checksum);
    expect(begun?.payload_version).toBe((before?.payload_version ?? 0) + 1);
    expect(begun?.checksum).not.toBe(before?.checksum);
  });

  test('does not depend on the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }));
  });

  test('is the same for everybody who may read it', () => {
    const seen = ['sbx-northway-admin', 'sbx-northway-tech', 'sbx-northway-audit'].map((key) =>
      payloadFor(key, 'NW104233'),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe('a spreadsheet works nothing out', () => {
  test('what begins like a formula is prefixed, and only that', () => {
    expect(['=1+1', '+1', '-1', '@SUM', '\t=1', 'a=1', "'x", ''].map(spreadsheetText)).toEqual([
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

  test('also in the export of the site that is named like one', () => {
    const sheets = scopeOf('sbx-hostile-admin').terminals.map(({ terminalId }) =>
      exportFor('sbx-hostile-admin', terminalId),
    );
    const texts = sheets.flatMap(textsOf);
    expect(texts.some((text) => text.startsWith("'=HYPERLINK"))).toBe(true);
    expect(texts.filter((text) => /^[=+\-@]/.test(text))).toEqual([]);
    const names = scopeOf('sbx-hostile-admin').terminals.map(({ fixture }) => fixture.location.name);
    expect(names.some((name) => name.startsWith('='))).toBe(true);
  });
});

test("a stranger's terminal is answered like none", () => {
  expect(askPayload('sbx-pine-admin', 'HB200355')).toEqual(askPayload('sbx-pine-admin', 'NOSUCH00'));
  expect(askPayload('sbx-harbor-admin', 'HB200355')).toMatchObject({ status: 200 });
});
