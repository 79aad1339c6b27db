import { formatIsoDay, type Terminal } from '../data/model.ts';
import { json, type LedgerlineHandler, type ViewExtent } from '../http/request.ts';
import { listVisibleGroups, presentGroup } from './groups.ts';
import { findSite, listVisibleConnectors, presentCommand, presentConnector } from './terminals.ts';
import { compareNewestFirst, presentRecord } from './transactions.ts';

const LATEST = 8;

/** `GET /v1/portal`: the snapshot of everything that the caller sees. */
export const portal: LedgerlineHandler = (request) => {
  const { data, view, hasFault } = request;
  const { user, customer } = view;
  const extent: ViewExtent = hasFault('scope-portal-shows-all-terminals') ? 'customer' : 'own';
  const terminals = data.terminals.filter(({ id }) => view.sees(id, extent));
  const shown = hasFault('portal-misses-silent-terminals')
    ? terminals.filter(({ condition }) => condition !== 'silent')
    : terminals;
  const records = data.records.filter(({ terminalId }) => view.sees(terminalId)).sort(compareNewestFirst);
  const commandReach: ViewExtent = hasFault('scope-portal-shows-all-commands') ? 'customer' : 'own';
  const commands = data.commands
    .filter(({ terminalId }) => view.sees(terminalId, commandReach))
    .sort((a, b) => b.askedAtMs - a.askedAtMs || (a.id < b.id ? -1 : 1));
  const flagsLie = hasFault('portal-flags-lie-to-readers') && user.role === 'reader';
  return json({
    me: {
      user: { id: user.id, name: user.name, role: user.role },
      customer: { id: customer.id, name: customer.name, since: '2019-04-01' },
    },
    brand: {
      look: { title: customer.name, accent: '#1f5f8b' },
      domain: { host: customer.webHost, records: 'verified' },
    },
    may: { deriveSettlements: user.mayDerive || flagsLie, openDisputes: user.mayDispute || flagsLie },
    people: data.users
      .filter(({ id, customerId }) => {
        if (hasFault('scope-portal-shows-all-people')) return true;
        return user.role === 'owner' ? customerId === customer.id : id === user.id;
      })
      .map(({ id, name, role }) => ({ id, name, role })),
    fleet: {
      terminals: shown.map((terminal) => presentTerminal(terminal, findSite(request, terminal)?.name ?? '')),
      groups: listVisibleGroups(request).map((group) => presentGroup(group, request)),
      lines: listVisibleConnectors(request).map(presentConnector),
    },
    latest: {
      transactions: records.slice(0, LATEST).map((row) => presentRecord(row, request)),
      commands: commands.slice(0, LATEST).map(presentCommand),
      forms: [
        {
          name: 'Change of address',
          sentOn: formatIsoDay(terminals[0]?.lastHeartbeatMs ?? 0),
          remark: hasFault('card-track-in-forms') ? ';4111111111111111=27121010000012300?' : 'nothing to add',
        },
      ],
    },
    reports: [
      { name: 'Cash by terminal', every: 'day' },
      { name: 'Fees by group', every: 'month' },
    ],
    compliance: { vault: [{ name: 'Licence', endsOn: '2026-06-30' }], onboarding: { step: 'done' } },
    library: {
      documents: [{ name: 'Operator handbook' }],
      ...(hasFault('portal-lacks-the-videos') ? {} : { videos: [{ name: 'Loading cassettes', minutes: 6 }] }),
    },
  });
};

const presentTerminal = ({ id, serial, groupId, condition }: Terminal, siteName: string) => ({
  id,
  name: siteName,
  serial,
  group: groupId,
  condition,
});
