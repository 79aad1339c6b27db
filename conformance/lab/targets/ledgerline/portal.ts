import { type Handler, json, type Reach } from './ask.ts';
import { groupsSeen, presentGroup } from './groups.ts';
import { dayOf, type Terminal } from './records.ts';
import { connectorsSeen, presentCommand, presentConnector, siteOf } from './terminals.ts';
import { newestFirst, presentMovement } from './transactions.ts';

const LATEST = 8;

/** `GET /v1/portal`: the snapshot of everything that the caller sees. */
export const portal: Handler = (ask) => {
  const { books, view, broken } = ask;
  const { user, customer } = view;
  const reach: Reach = broken('scope-portal-shows-all-terminals') ? 'customer' : 'own';
  const terminals = books.terminals.filter(({ id }) => view.sees(id, reach));
  const shown = broken('portal-misses-silent-terminals')
    ? terminals.filter(({ condition }) => condition !== 'silent')
    : terminals;
  const movements = books.movements.filter(({ terminalId }) => view.sees(terminalId)).sort(newestFirst);
  const commandReach: Reach = broken('scope-portal-shows-all-commands') ? 'customer' : 'own';
  const commands = books.commands
    .filter(({ terminalId }) => view.sees(terminalId, commandReach))
    .sort((a, b) => b.askedAtMs - a.askedAtMs || (a.id < b.id ? -1 : 1));
  const flagsLie = broken('portal-flags-lie-to-readers') && user.role === 'reader';
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
    people: books.users
      .filter(({ id, customerId }) => {
        if (broken('scope-portal-shows-all-people')) return true;
        return user.role === 'owner' ? customerId === customer.id : id === user.id;
      })
      .map(({ id, name, role }) => ({ id, name, role })),
    fleet: {
      terminals: shown.map((terminal) => presentTerminal(terminal, siteOf(ask, terminal)?.name ?? '')),
      groups: groupsSeen(ask).map((group) => presentGroup(group, ask)),
      lines: connectorsSeen(ask).map(presentConnector),
    },
    latest: {
      transactions: movements.slice(0, LATEST).map((row) => presentMovement(row, ask)),
      commands: commands.slice(0, LATEST).map(presentCommand),
      forms: [
        {
          name: 'Change of address',
          sentOn: dayOf(terminals[0]?.lastHeartbeatMs ?? 0),
          remark: broken('card-track-in-forms') ? ';4111111111111111=27121010000012300?' : 'nothing to add',
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
      ...(broken('portal-lacks-the-videos') ? {} : { videos: [{ name: 'Loading cassettes', minutes: 6 }] }),
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
