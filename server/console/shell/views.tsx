import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icons.tsx';

/** A view of the navigation, in the order of a demonstration. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Loads the script of the view. Browsers load a script once. */
  readonly load: () => Promise<ComponentType>;
}

export const views: readonly [View, ...View[]] = [
  {
    id: 'fleet',
    title: 'Fleet',
    icon: 'fleet',
    load: async () => (await import('../views/fleet/fleet-view.tsx')).FleetView,
  },
  {
    id: 'transactions',
    title: 'Transactions',
    icon: 'cards',
    load: async () => (await import('../views/transactions/transactions-view.tsx')).TransactionsView,
  },
  {
    id: 'settlements',
    title: 'Settlements',
    icon: 'bank',
    load: async () => (await import('../views/settlements/settlements-view.tsx')).SettlementsView,
  },
  {
    id: 'disputes',
    title: 'Disputes',
    icon: 'scales',
    load: async () => (await import('../views/disputes/disputes-view.tsx')).DisputesView,
  },
  {
    id: 'trigger',
    title: 'Trigger',
    icon: 'bolt',
    load: async () => (await import('../views/trigger/trigger-view.tsx')).TriggerView,
  },
  {
    id: 'events',
    title: 'Events & deliveries',
    icon: 'events',
    load: async () => (await import('../views/events/events-view.tsx')).EventsView,
  },
  {
    id: 'destinations',
    title: 'Destinations',
    icon: 'destination',
    load: async () => (await import('../views/destinations/destinations-view.tsx')).DestinationsView,
  },
  {
    id: 'clock',
    title: 'Clock',
    icon: 'clock',
    load: async () => (await import('../views/clock/clock-view.tsx')).ClockView,
  },
  {
    id: 'requests',
    title: 'Requests',
    icon: 'requests',
    load: async () => (await import('../views/requests/requests-view.tsx')).RequestsView,
  },
  {
    id: 'scenarios',
    title: 'Scenarios',
    icon: 'scenario',
    load: async () => (await import('../views/scenarios/scenarios-view.tsx')).ScenariosView,
  },
  {
    id: 'conformance',
    title: 'Conformance',
    icon: 'report',
    load: async () => (await import('../views/conformance/conformance-view.tsx')).ConformanceView,
  },
];

/** One inbox. Its destination links to it, and its own address shows it. */
export const inboxView: View = {
  id: 'inbox',
  title: 'Inbox',
  icon: 'destination',
  load: async () => (await import('../views/inbox/inbox-view.tsx')).InboxView,
};
