import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icons.tsx';
import { ClockView } from '../views/clock/clock-view.tsx';
import { ConformanceView } from '../views/conformance/conformance-view.tsx';
import { DestinationsView } from '../views/destinations/destinations-view.tsx';
import { EventsView } from '../views/events/events-view.tsx';
import { FleetView } from '../views/fleet/fleet-view.tsx';
import { InboxView } from '../views/inbox/inbox-view.tsx';
import { RequestsView } from '../views/requests/requests-view.tsx';
import { ScenariosView } from '../views/scenarios/scenarios-view.tsx';
import { TriggerView } from '../views/trigger/trigger-view.tsx';

/** A view of the navigation, in the order of a demonstration. */
export interface View {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly component: ComponentType;
}

export const views: readonly [View, ...View[]] = [
  { id: 'fleet', title: 'Fleet', icon: 'fleet', component: FleetView },
  { id: 'trigger', title: 'Trigger', icon: 'bolt', component: TriggerView },
  { id: 'events', title: 'Events & deliveries', icon: 'events', component: EventsView },
  { id: 'destinations', title: 'Destinations', icon: 'destination', component: DestinationsView },
  { id: 'clock', title: 'Clock', icon: 'clock', component: ClockView },
  { id: 'requests', title: 'Requests', icon: 'requests', component: RequestsView },
  { id: 'scenarios', title: 'Scenarios', icon: 'scenario', component: ScenariosView },
  { id: 'conformance', title: 'Conformance', icon: 'report', component: ConformanceView },
];

/** One inbox. Its destination links to it, and its own address shows it. */
export const inboxView: View = { id: 'inbox', title: 'Inbox', icon: 'destination', component: InboxView };
