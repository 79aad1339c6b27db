import type { ComponentChildren } from 'preact';
import { request } from '../../api/request.ts';
import { isOperator, mayManage } from '../../api/session.ts';
import type { Delivery, DeliveryDetail, Destination, Page } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { FilterSelect, SearchField } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { attempts } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import { changeParameters, navigate, segments, useParameter, useTypedParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { type InjectedCause, readCauses } from './causes.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { EventList } from './event-list.tsx';
import { mergeDeliveries } from './merge-deliveries.ts';

/** Events and their deliveries, as they happen. */
export function EventsView() {
  const [chosen, setTab] = useParameter('tab', 'deliveries');
  const tab = chosen === 'events' ? chosen : 'deliveries';
  return (
    <>
      <PageHead
        title="Events & deliveries"
        actions={
          isOperator.value && mayManage.value ? (
            <Button
              icon="arrow"
              isDisabled={runningAction.value !== undefined}
              onPress={() => void advanceClock({ to_next_attempt: true })}
            >
              Skip to next attempt
            </Button>
          ) : undefined
        }
      >
        From the cause to the response: open a line to see each request, its signature and why it failed.
      </PageHead>
      {mayManage.value ? (
        <Tabs
          label="Events and deliveries"
          tabs={[
            { id: 'deliveries', title: 'Deliveries' },
            { id: 'events', title: 'All events' },
          ]}
          selected={tab}
          onSelect={setTab}
        >
          {tab === 'deliveries' ? <DeliveryList /> : <EventList />}
        </Tabs>
      ) : (
        <NoAccess what="see events and deliveries" />
      )}
    </>
  );
}

const DELIVERY_ID = /^dlv_\w+$/;

/** How many deliveries are listed. Older ones are opened by their id. */
const MAX_LISTED = 200;

interface Loadable {
  readonly deliveries: readonly Delivery[];
  /** Whether there are older deliveries. */
  readonly hasOlder: boolean;
  readonly destinations: readonly Destination[];
  readonly causes: readonly InjectedCause[];
}

async function readDeliveries(): Promise<Loadable> {
  const [deliveries, destinations, causes] = await Promise.all([
    request<Page<Delivery>>(`/sandbox/deliveries?limit=${MAX_LISTED}`),
    request<Page<Destination>>('/sandbox/destinations'),
    readCauses(),
  ]);
  return { deliveries: deliveries.data, hasOlder: deliveries.page.has_more, destinations: destinations.data, causes };
}

const STATES = [
  { value: '', text: 'Any state' },
  { value: 'delivered', text: 'Delivered' },
  { value: 'pending', text: 'Pending' },
  { value: 'exhausted', text: 'Exhausted' },
  { value: 'skipped', text: 'Skipped' },
];

function DeliveryList() {
  const [search, setSearch] = useTypedParameter('search');
  const [state, setState] = useParameter('state');
  const [, linkedId] = segments.value;
  const [openId] = useParameter('id', linkedId);
  const closed = linkedId === undefined ? '' : 'none';
  const loaded = useResource('deliveries', readDeliveries);
  const reported = attempts.value.map(({ delivery }) => delivery);
  return (
    <Panel isFlush>
      <Loaded of={loaded}>
        {({ deliveries: listed, hasOlder, destinations, causes }) => {
          const deliveries = mergeDeliveries(listed, reported);
          if (deliveries.length === 0) return <NoDeliveries hasDestination={destinations.length > 0} />;
          const found = deliveries.filter((one) => isWanted(one, { search, state }));
          const isListed = (id: string): boolean => deliveries.some(({ delivery_id: one }) => one === id);
          const wantedId = [search.trim(), openId].find((id) => DELIVERY_ID.test(id));
          const olderId = wantedId === undefined || isListed(wantedId) ? undefined : wantedId;
          const toLine = (delivery: Delivery) => (
            <DeliveryLine
              key={delivery.delivery_id}
              delivery={delivery}
              destination={destinations.find(({ destination_id: id }) => id === delivery.destination_id)}
              causes={causes}
              isOpen={openId === delivery.delivery_id}
              onToggle={() =>
                changeParameters({ id: openId === delivery.delivery_id ? closed : delivery.delivery_id, attempt: '' })
              }
            />
          );
          return (
            <>
              <div class="panel-filters filters">
                <SearchField label="Search type, terminal or id" value={search} onChange={setSearch} />
                <FilterSelect label="State" value={state} options={STATES} onChange={setState} />
              </div>
              {hasOlder ? (
                <div class="panel-filters">
                  <Hint>
                    Only the latest {MAX_LISTED} deliveries are listed and searched. To open an older one, enter its
                    whole id: <code>dlv_…</code>
                  </Hint>
                </div>
              ) : null}
              {olderId === undefined ? null : <OlderDelivery key={olderId} id={olderId} toLine={toLine} />}
              {found.length === 0 && olderId === undefined ? <Empty icon="search" title="No delivery matches" /> : null}
              <ul class="chains">{found.map(toLine)}</ul>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** A delivery that is not among the listed ones, in its line. */
function OlderDelivery({ id, toLine }: { readonly id: string; readonly toLine: (one: Delivery) => ComponentChildren }) {
  const path = `/sandbox/deliveries/${encodeURIComponent(id)}`;
  const detail = useResource(path, () => request<DeliveryDetail>(path));
  return <Loaded of={detail}>{(delivery) => <ul class="chains">{toLine(delivery)}</ul>}</Loaded>;
}

function isWanted(delivery: Delivery, { search, state }: { readonly search: string; readonly state: string }): boolean {
  const { type, terminal_id, event_id, delivery_id, incident_id } = delivery;
  const text = [type, type.replaceAll('_', ' '), terminal_id, event_id, delivery_id, incident_id]
    .join(' ')
    .toLowerCase();
  return (state === '' || delivery.state === state) && text.includes(search.trim().toLowerCase());
}

function NoDeliveries({ hasDestination }: { readonly hasDestination: boolean }) {
  return hasDestination ? (
    <Empty
      icon="events"
      title="Waiting for the first delivery"
      actions={
        <Button kind="primary" icon="bolt" onPress={() => navigate('trigger')}>
          Trigger an event
        </Button>
      }
    >
      A destination is registered. Trigger an event, and its delivery appears here at once.
    </Empty>
  ) : (
    <Empty
      icon="destination"
      title="No destination yet"
      actions={
        <Button kind="primary" icon="plus" onPress={() => navigate('destinations')}>
          Create a destination
        </Button>
      }
    >
      Webhooks need a receiver. The sandbox has one: an inbox, in one click.
    </Empty>
  );
}
