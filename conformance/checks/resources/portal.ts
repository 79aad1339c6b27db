import type { SlotOfKind } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import { formatNames } from '../../engine/reading.ts';
import { fail, pass, untestable } from '../../engine/verdict.ts';
import { isSuccess } from '../../http/client.ts';
import { findEntries, findTexts, findValue } from '../../oracles/pointers.ts';
import { subtract } from '../../oracles/set-relations.ts';

/** The groups of data that the document lists for the snapshot, in document order. */
const SECTIONS: readonly (readonly [name: string, slot: SlotOfKind<'pointer'>])[] = [
  ['principal profile', 'portal.principal_profile'],
  ['account profile', 'portal.account_profile'],
  ['organization branding', 'portal.organization_branding'],
  ['DNS state', 'portal.dns_state'],
  ['access flags', 'portal.access_flags'],
  ['visible users', 'portal.visible_users'],
  ['visible terminals', 'portal.visible_terminals'],
  ['visible groups', 'portal.visible_groups'],
  ['visible connectors', 'portal.visible_connectors'],
  ['recent transactions', 'portal.recent_transactions'],
  ['recent commands', 'portal.recent_commands'],
  ['recent forms', 'portal.recent_forms'],
  ['report catalog', 'portal.report_catalog'],
  ['compliance vault', 'portal.compliance_vault'],
  ['onboarding', 'portal.onboarding'],
  ['documents', 'portal.documents'],
  ['videos', 'portal.videos'],
];

export const portalHoldsTheGroups = check({
  id: 'portal/holds-the-documented-groups',
  title: 'The portal snapshot contains every documented group of data',
  clause: 'portal.get',
  covers: [
    'portal.safe_first_call',
    'portal.principal',
    'portal.organization',
    'portal.access_flags',
    'portal.users',
    'portal.terminals',
    'portal.groups_connectors',
    'portal.recent',
    'portal.report_catalog',
    'compliance.portal_only',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return fail({ expected: 'a snapshot', actual: portal });
    const isAbsent = (slot: SlotOfKind<'pointer'>) => {
      const pointer = bindings.find(slot);
      return pointer !== undefined && findValue(portal.json, pointer) === undefined;
    };
    const absent = SECTIONS.filter(([, slot]) => isAbsent(slot)).map(([name]) => name);
    if (absent.length > 0)
      return fail({ expected: `${SECTIONS.length} groups of data`, actual: portal, saw: `no ${formatNames(absent)}` });
    for (const [, slot] of SECTIONS) bindings.need(slot);
    return pass(portal);
  },
});

export const portalShowsWhatListsShow = check({
  id: 'portal/shows-the-terminals-of-the-lists',
  title: 'The portal lists every terminal whose transactions the key can read',
  clause: 'scope.portal_rules',
  covers: ['auth.visibility_rules'],
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const id = bindings.need('portal.terminal_id');
    const terminals = findEntries(portal.json, bindings.need('portal.terminal_rows'));
    const shown = new Set(terminals.flatMap(({ value, key }) => findTexts(value, id, key)));
    const read = new Set(reader.sees.transactions.flatMap(({ terminals }) => terminals));
    if (read.size === 0) return untestable('needs transactions', portal);
    const absent = subtract(read, shown);
    if (absent.size === 0) return pass(portal);
    return fail({
      expected: 'every terminal that occurs in the lists',
      actual: portal,
      saw: `no ${formatNames(absent)}`,
    });
  },
});
