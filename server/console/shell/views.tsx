import { computed } from '@preact/signals';
import type { ComponentType } from 'preact';
import { isGuest } from '../api/session.ts';
import type { IconName } from '../parts/icons.tsx';

/** A view of the navigation. */
export interface View {
  readonly id: string;
  /** The section of the navigation. */
  readonly section: string;
  readonly title: string;
  readonly icon: IconName;
  /** Its page of the guides. */
  readonly guide: string;
  /** Its operation in a reference; empty if it has none. */
  readonly operation: string;
  /** Whether the view is only about operations that refuse guests. */
  readonly isClosedToGuests?: true;
  /** Loads the script of the view. Browsers load a script once. */
  readonly load: () => Promise<ComponentType>;
  /** Loads the script for one item of the route. Default: that of the view. */
  readonly loadItem?: () => Promise<ComponentType>;
}

export const views: readonly [View, ...View[]] = [
  {
    id: 'fleet',
    section: 'Fleet data',
    title: 'Fleet',
    icon: 'fleet',
    guide: 'console#views',
    operation: 'api#/terminals-locations-telemetry/getTerminalStatus',
    load: async () => (await import('../views/fleet/fleet-view.tsx')).FleetView,
    loadItem: async () => (await import('../views/terminal/terminal-view.tsx')).TerminalView,
  },
  {
    id: 'groups',
    section: 'Fleet data',
    title: 'Groups',
    icon: 'group',
    guide: 'console#views',
    operation: 'api#/terminals-locations-telemetry/listTerminalGroups',
    load: async () => (await import('../views/groups/groups-view.tsx')).GroupsView,
  },
  {
    id: 'connectors',
    section: 'Fleet data',
    title: 'Connectors',
    icon: 'connector',
    guide: 'console#views',
    operation: 'api#/rms-commands-connectors-provisioning/listConnectors',
    load: async () => (await import('../views/connectors/connectors-view.tsx')).ConnectorsView,
  },
  {
    id: 'commands',
    section: 'Fleet data',
    title: 'Commands',
    icon: 'command',
    guide: 'console#views',
    operation: 'api#/rms-commands-connectors-provisioning/listTerminalCommands',
    load: async () => (await import('../views/commands/commands-view.tsx')).CommandsView,
  },
  {
    id: 'transactions',
    section: 'Fleet data',
    title: 'Transactions',
    icon: 'cards',
    guide: 'outcomes',
    operation: 'api#/transactions-processor-activity/listTransactions',
    load: async () => (await import('../views/transactions/transactions-view.tsx')).TransactionsView,
  },
  {
    id: 'settlements',
    section: 'Fleet data',
    title: 'Settlements',
    icon: 'bank',
    guide: 'outcomes',
    operation: 'api#/settlements-payouts-disputes/listSettlements',
    load: async () => (await import('../views/settlements/settlements-view.tsx')).SettlementsView,
  },
  {
    id: 'disputes',
    section: 'Fleet data',
    title: 'Disputes',
    icon: 'scales',
    guide: 'outcomes',
    operation: 'api#/settlements-payouts-disputes/listDisputes',
    load: async () => (await import('../views/disputes/disputes-view.tsx')).DisputesView,
  },
  {
    id: 'feeds',
    section: 'Fleet data',
    title: 'Feeds',
    icon: 'feed',
    guide: 'console#views',
    operation: 'api#/account-fleet-snapshot/getAccountFeed',
    load: async () => (await import('../views/feeds/feeds-view.tsx')).FeedsView,
  },
  {
    id: 'trigger',
    section: 'Webhooks',
    title: 'Trigger',
    icon: 'bolt',
    guide: 'moving-time',
    operation: 'api/sandbox#/causes/provokeEvent',
    isClosedToGuests: true,
    load: async () => (await import('../views/trigger/trigger-view.tsx')).TriggerView,
  },
  {
    id: 'events',
    section: 'Webhooks',
    title: 'Events & deliveries',
    icon: 'events',
    guide: 'webhooks#inspect-deliveries',
    operation: 'api/sandbox#/deliveries/listDeliveries',
    isClosedToGuests: true,
    load: async () => (await import('../views/events/events-view.tsx')).EventsView,
  },
  {
    id: 'destinations',
    section: 'Webhooks',
    title: 'Destinations',
    icon: 'destination',
    guide: 'webhooks#destinations',
    operation: 'api/sandbox#/destinations/listDestinations',
    isClosedToGuests: true,
    load: async () => (await import('../views/destinations/destinations-view.tsx')).DestinationsView,
  },
  {
    id: 'signature',
    section: 'Webhooks',
    title: 'Signatures',
    icon: 'signature',
    guide: 'receiving-webhooks#verifying',
    operation: 'api/sandbox#/deliveries/explainDelivery',
    load: async () => (await import('../views/signature/signature-view.tsx')).SignatureView,
  },
  {
    id: 'clock',
    section: 'Sandbox',
    title: 'Clock',
    icon: 'clock',
    guide: 'moving-time',
    operation: 'api/sandbox#/clock/advanceClock',
    load: async () => (await import('../views/clock/clock-view.tsx')).ClockView,
  },
  {
    id: 'scenarios',
    section: 'Sandbox',
    title: 'Scenarios',
    icon: 'scenario',
    guide: 'scenarios',
    operation: 'api/sandbox#/causes/provokeEvent',
    isClosedToGuests: true,
    load: async () => (await import('../views/scenarios/scenarios-view.tsx')).ScenariosView,
  },
  {
    id: 'requests',
    section: 'Sandbox',
    title: 'Requests',
    icon: 'requests',
    guide: 'moving-time',
    operation: 'api/sandbox#/observation/listRequests',
    isClosedToGuests: true,
    load: async () => (await import('../views/requests/requests-view.tsx')).RequestsView,
  },
  {
    id: 'faults',
    section: 'Sandbox',
    title: 'Faults',
    icon: 'alert',
    guide: 'faults',
    operation: 'api/sandbox#/faults/listFaultRules',
    isClosedToGuests: true,
    load: async () => (await import('../views/faults/faults-view.tsx')).FaultsView,
  },
  {
    id: 'users',
    section: 'Sandbox',
    title: 'Users & roles',
    icon: 'user',
    guide: 'fleets',
    operation: 'api/sandbox#/console/listUsers',
    load: async () => (await import('../views/users/users-view.tsx')).UsersView,
  },
  {
    id: 'workspaces',
    section: 'Sandbox',
    title: 'Workspaces & keys',
    icon: 'key',
    guide: 'workspaces',
    operation: 'api/sandbox#/workspaces/listWorkspaces',
    isClosedToGuests: true,
    load: async () => (await import('../views/workspaces/workspaces-view.tsx')).WorkspacesView,
  },
  {
    id: 'catalog',
    section: 'Contract',
    title: 'Catalog',
    icon: 'catalog',
    guide: 'using-the-sandbox',
    operation: 'api#/account-fleet-snapshot/getIntegrationCatalog',
    load: async () => (await import('../views/catalog/catalog-view.tsx')).CatalogView,
  },
  {
    id: 'conformance',
    section: 'Contract',
    title: 'Conformance',
    icon: 'report',
    guide: 'judging-a-deployment',
    operation: 'api/sandbox#/conformance/listConformanceRuns',
    load: async () => (await import('../views/conformance/conformance-view.tsx')).ConformanceView,
  },
];

/** The views that the present user is offered. An address opens the others too, and they explain the missing right. */
export const offeredViews = computed((): readonly View[] =>
  isGuest.value ? views.filter(({ isClosedToGuests }) => isClosedToGuests !== true) : views,
);

/** One inbox. Its destination links to it, and its own address shows it. */
export const inboxView: View = {
  id: 'inbox',
  section: 'Webhooks',
  title: 'Inbox',
  icon: 'destination',
  guide: 'webhooks#the-inbox',
  operation: 'api/sandbox#/inbox/getInbox',
  load: async () => (await import('../views/inbox/inbox-view.tsx')).InboxView,
};

/** A scenario on a large screen. It has no navigation and no header. */
export const presentView: View = {
  id: 'present',
  section: 'Sandbox',
  title: 'Presentation',
  icon: 'scenario',
  guide: 'console#present-a-scenario',
  operation: 'api/sandbox#/causes/provokeEvent',
  load: async () => (await import('../views/present/present-view.tsx')).PresentView,
};
