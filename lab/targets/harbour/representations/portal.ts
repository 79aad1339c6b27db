import { isClerk, openCustomerView, openForeignViews, type ScopedRequest } from '../http/request.ts';
import { presentCodes, presentCommand, presentGroup, presentTransaction } from './resources.ts';

const REPORTS = ['Daily cash', 'Declines by hour', 'Surcharge income'];

/** Returns the snapshot of everything that the caller may see. */
export function presentPortal(request: ScopedRequest) {
  const { view, hasFault } = request;
  const { user, customer } = view;
  const mayWrite = user.role === 'owner';
  const mayLodge = mayWrite || (hasFault('portal-tells-clerks-they-may-lodge') && isClerk(user));
  const strangers = hasFault('scope-portal-shows-all-people')
    ? openForeignViews(request).flatMap(({ people }) => people)
    : [];
  const latest = hasFault('scope-portal-latest-is-the-customers')
    ? openCustomerView(request).transactions
    : view.transactions;
  const terminals = hasFault('portal-units-are-cut-short') ? view.terminals.slice(0, 2) : view.terminals;
  const hasFilms = !(hasFault('portal-films-missing-for-readers') && user.role === 'reader');
  return {
    You: { Code: user.id, Name: user.name, Role: user.role, Customer: customer.id },
    Customer: { Code: customer.id, LegalName: customer.name, Currency: customer.currency },
    Organisation: {
      Brand: { Title: customer.name, Colour: '#1d4f6b', State: 'Ready' },
      Names: [{ Host: 'fleet.harbour.example', Record: 'CNAME', State: 'Found' }],
    },
    Rights: { DeriveSettlements: mayWrite, LodgeDisputes: mayLodge, ReadReports: true },
    _embedded: {
      people: [...view.people, ...strangers].map(({ id, name, role }) => ({ Code: id, Name: name, Role: role })),
      units: terminals.map(({ id, model, groupId }) => ({ Code: id, Model: model, Group: groupId })),
      unitGroups: view.groups.map((group) => presentGroup(group, request)),
      hostLinks: view.connectors.map(({ id, name, kind }) => ({ Connector: { Code: id, Name: name }, Kind: kind })),
      latestTransactions: latest.slice(0, 12).map((row) => presentTransaction(row, request)),
      latestCommands: view.commands.slice(0, 8).map((command) => presentCommand(command, request)),
      latestForms: [{ Form: 'Site survey', Units: presentCodes(view.terminals.slice(0, 1)) }],
      reportShelf: REPORTS.map((title) => ({ Title: title, Format: 'CSV' })),
      vault: [{ Paper: 'Accessibility statement', State: 'Current' }],
      onboardingSteps: [{ Step: 'Bank account', State: 'Done' }],
      papers: [{ Title: 'Merchant agreement', Pages: 12 }],
      ...(hasFilms ? { films: [{ Title: 'Loading a cassette', Minutes: 4 }] } : {}),
    },
  };
}
