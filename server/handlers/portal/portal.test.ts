import { describe, expect, it } from 'vitest';
import { getEnumValues, type PortalSnapshot } from '../../../spec/index.ts';
import { listTransactions } from '../ledger/transactions.ts';
import { findSchemaFault, openTestScope } from '../testing/test-scope.ts';
import { getPortal } from './portal.ts';

const input = { path: {}, query: {}, body: undefined };

function getSnapshot(key: string): PortalSnapshot {
  const reply = getPortal(openTestScope(key), input);
  if (reply.status !== 200) throw new Error('refused');
  return reply.body;
}

const keys = [
  'sbx-northway-admin',
  'sbx-northway-ops',
  'sbx-northway-finance',
  'sbx-northway-disputes',
  'sbx-northway-audit',
  'sbx-harbor-admin',
  'sbx-pine-admin',
  'sbx-northway-tech',
  'sbx-northway-store',
  'sbx-cashco-vault',
  'sbx-blank-admin',
  'sbx-delgado-owner',
  'sbx-hostile-admin',
  'sbx-meridian-admin',
  'sbx-redline-admin',
];

describe('getPortal', () => {
  it.each(keys)('returns a valid snapshot for %s without its key', (key) => {
    const snapshot = getSnapshot(key);
    expect(findSchemaFault('PortalSnapshot', snapshot)).toBeUndefined();
    expect(JSON.stringify(snapshot)).not.toContain(key);
    expect(key.startsWith(snapshot.principal.api_key.prefix)).toBe(true);
  });

  it('has one flag per privilege, and is_read_only', () => {
    const flags = getSnapshot('sbx-northway-audit').access_flags;
    const expected = [...getEnumValues('Privilege').map((privilege) => `can_${privilege}`), 'is_read_only'];
    expect(Object.keys(flags).sort()).toEqual(expected.sort());
    expect(flags).toMatchObject({ can_view_settlements: true, can_derive_settlements: false, is_read_only: true });
  });

  it('shows every section to an administrator', () => {
    const snapshot = getSnapshot('sbx-northway-admin');
    expect(snapshot.terminals.length).toBeGreaterThan(40);
    expect(snapshot.report_catalog).toHaveLength(14);
    for (const section of ['users', 'groups', 'connectors', 'recent_forms', 'documents', 'videos'] as const)
      expect([section, snapshot[section].length > 0]).toEqual([section, true]);
    expect(snapshot.compliance_vault?.items.length).toBeGreaterThan(0);
    expect(snapshot.onboarding?.steps).toHaveLength(9);
    expect(snapshot.account).toMatchObject({ parent_account_id: null, sub_account_count: 4 });
  });

  it('leaves sections empty that the role may not read', () => {
    const finance = getSnapshot('sbx-northway-finance');
    expect(finance).toMatchObject({
      connectors: [],
      recent_commands: [],
      compliance_vault: null,
      onboarding: null,
      documents: [],
    });
    expect(finance.recent_transactions).toHaveLength(25);
    expect(finance.report_catalog.map(({ title }) => title)).not.toContain('Compliance Expirations');
    const store = getSnapshot('sbx-northway-store');
    expect(store).toMatchObject({
      connectors: [],
      recent_commands: [],
      compliance_vault: null,
      onboarding: null,
      documents: [],
    });
    expect(store.account.parent_account_id).toBeNull();
  });

  it.each(['sbx-northway-tech', 'sbx-northway-store', 'sbx-cashco-vault'])('shows %s no other user', (key) => {
    const { users, principal, recent_forms } = getSnapshot(key);
    expect(users.map(({ user_id }) => user_id)).toEqual([principal.user_id]);
    for (const { submitted_by } of recent_forms) expect([null, principal.user_id]).toContain(submitted_by);
  });

  it('shows the latest 25 transactions and commands, as in the lists', () => {
    const scope = openTestScope('sbx-northway-admin');
    const snapshot = getSnapshot('sbx-northway-admin');
    const list = listTransactions(scope, { ...input, query: { limit: 25 } });
    expect(snapshot.recent_transactions).toEqual(list.status === 200 ? list.body.data : undefined);
    const queued = snapshot.recent_commands.map(({ queued_at }) => queued_at);
    expect(queued).toHaveLength(25);
    expect(queued).toEqual([...queued].sort().reverse());
  });

  it('counts the compliance items', () => {
    const vault = getSnapshot('sbx-northway-admin').compliance_vault;
    const counted = (status: string): number => vault?.items.filter((item) => item.status === status).length ?? 0;
    for (const status of ['compliant', 'expiring', 'expired', 'missing'] as const) {
      expect([status, vault?.counts[status]]).toEqual([status, counted(status)]);
      expect(counted(status)).toBeGreaterThan(0);
    }
    const days = vault?.items.map(({ days_to_expiry }) => days_to_expiry ?? Number.POSITIVE_INFINITY) ?? [];
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  it('shows an affiliate nothing of another affiliate', () => {
    const pine = JSON.stringify(getSnapshot('sbx-pine-admin'));
    const harbor = JSON.stringify(getSnapshot('sbx-harbor-admin'));
    expect(pine).toContain('Pinecrest');
    expect(pine).not.toContain('Harborline');
    expect(harbor).toContain('Harborline');
    expect(harbor).not.toContain('Pinecrest');
  });
});
