import { useState } from 'preact/hooks';
import {
  type InjectedCause,
  readCauses,
  readDelivery,
  readDeliveryPage,
  readDestinations,
} from '../../api/deliveries.ts';
import type { Delivery, Destination, Page } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { zone } from '../../parts/time.tsx';
import { attempts } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import { changeParameters, linkToItem, linkWith, navigate, parameters, segments } from '../../state/route.ts';
import { type DeliveryFilter, NO_FILTERS, readDeliveryFilter } from './delivery-filter.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { mergeDeliveries } from './merge-deliveries.ts';
import { ReplayDialog } from './replay-dialog.tsx';

/** Data of the lines and the filters, apart from the deliveries. */
interface Surroundings {
  readonly destinations: readonly Destination[];
  readonly causes: readonly InjectedCause[];
}

async function readSurroundings(): Promise<Surroundings> {
  const [destinations, causes] = await Promise.all([readDestinations(), readCauses()]);
  return { destinations, causes };
}

/** All deliveries, in pages that the server filters. */
export function DeliveryList() {
  const loaded = useResource('delivery surroundings', readSurroundings);
  return (
    <Loaded of={loaded}>
      {(surroundings) => (
        <>
          <Failing destinations={surroundings.destinations} />
          <Panel isFlush>
            <Deliveries {...surroundings} />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

/** Names the destinations that get no deliveries, because the deliveries do not show the reason. */
function Failing({ destinations }: Pick<Surroundings, 'destinations'>) {
  const failing = destinations.filter(({ status, health }) => status === 'disabled' || health.failing_since !== null);
  if (failing.length === 0) return null;
  return (
    <Hint tone="warn">
      {failing.map(({ destination_id: id, name, status, health }) => (
        <p key={id}>
          <a href={linkToItem(['destinations'], { id })}>{name}</a>{' '}
          {status === 'disabled' ? 'is disabled: its events are skipped.' : `fails: ${health.last_error ?? ''}`}
        </p>
      ))}
    </Hint>
  );
}

const PAGE_SIZE = 50;

function Deliveries({ destinations, causes }: Surroundings) {
  const given = parameters.value;
  const filter = readDeliveryFilter(given, { zone: zone.value, causes });
  const cursor = given.after ?? '';
  const [isReplaying, setReplaying] = useState(false);
  const key = JSON.stringify([filter.query, filter.deliveryId ?? '', cursor]);
  const loaded = useResource(`deliveries ${key}`, () => readPage(filter, cursor));
  const isFiltered = Object.keys(NO_FILTERS).some((name) => (given[name] ?? '') !== '');
  const isUnfiltered = !isFiltered && cursor === '';
  return (
    <>
      <DeliveryFilters
        filter={filter}
        destinations={destinations}
        causes={causes}
        actions={
          <Button size="small" icon="refresh" onPress={() => setReplaying(true)}>
            Replay in bulk
          </Button>
        }
      />
      <Loaded of={loaded}>
        {(page) => {
          const reported = attempts.value.map(({ delivery }) => delivery);
          const deliveries = isUnfiltered ? mergeDeliveries(page.data, reported).slice(0, PAGE_SIZE) : page.data;
          if (deliveries.length === 0 && isUnfiltered && findLinkedId() === undefined)
            return <NoDeliveries hasDestination={destinations.length > 0} />;
          return (
            <>
              <Lines deliveries={deliveries} destinations={destinations} causes={causes} />
              {deliveries.length === 0 ? <Empty icon="search" title="No delivery matches" /> : null}
              <Pages page={page} cursor={cursor} />
            </>
          );
        }}
      </Loaded>
      {isReplaying ? (
        <ReplayDialog filter={filter} destinations={destinations} onClose={() => setReplaying(false)} />
      ) : null}
    </>
  );
}

const NO_PAGE = { has_more: false, next_cursor: null };

async function readPage({ query, deliveryId }: DeliveryFilter, cursor: string): Promise<Page<Delivery>> {
  if (deliveryId !== undefined) return { data: [await readDelivery(deliveryId)], page: NO_PAGE };
  return readDeliveryPage(query, { cursor, limit: PAGE_SIZE });
}

/** Returns the id of the delivery in the address. */
const findLinkedId = (): string | undefined => parameters.value.id ?? segments.value[1];

interface LinesProps extends Surroundings {
  readonly deliveries: readonly Delivery[];
}

/** The lines of a page. The delivery of the address is first if it is not among them. */
function Lines({ deliveries, destinations, causes }: LinesProps) {
  const [, linkedId] = segments.value;
  const openId = findLinkedId();
  const closed = linkedId === undefined ? '' : 'none';
  const isListed = deliveries.some(({ delivery_id: id }) => id === openId);
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
      {openId?.startsWith('dlv_') === true && !isListed ? (
        <LinkedDelivery key={openId} id={openId} toLine={toLine} />
      ) : null}
      <ul class="chains">{deliveries.map(toLine)}</ul>
    </>
  );
}

interface LinkedDeliveryProps {
  readonly id: string;
  readonly toLine: (one: Delivery) => ReturnType<typeof DeliveryLine>;
}

function LinkedDelivery({ id, toLine }: LinkedDeliveryProps) {
  const detail = useResource(`delivery ${id}`, () => readDelivery(id));
  return <Loaded of={detail}>{(delivery) => <ul class="chains">{toLine(delivery)}</ul>}</Loaded>;
}

function Pages({ page: { page }, cursor }: { readonly page: Page<Delivery>; readonly cursor: string }) {
  if (cursor === '' && page.next_cursor === null) return null;
  return (
    <nav class="panel-foot row between" aria-label="Pages of deliveries">
      {cursor === '' ? (
        <span>The newest deliveries</span>
      ) : (
        <a href={linkWith({ after: '', id: '' })}>Newest deliveries</a>
      )}
      {page.next_cursor === null ? (
        <span>These are the oldest ones.</span>
      ) : (
        <a href={linkWith({ after: page.next_cursor, id: '' })}>Older deliveries</a>
      )}
    </nav>
  );
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
