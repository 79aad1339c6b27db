import { MAX_SHOWN, readLatestEvents } from '../../api/past.ts';
import type { WebhookEvent } from '../../api/types.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Code } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { AccountName } from '../../parts/names/account-name.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, useParameter } from '../../state/route.ts';

/** All events of the fleet, also those that no destination received. */
export function EventList() {
  const [shownId, setShown] = useParameter('event');
  const events = useResource('events', readLatestEvents);
  const columns: readonly Column<WebhookEvent>[] = [
    { title: 'Time', cell: ({ timestamp }) => <Instant at={timestamp} /> },
    {
      title: 'Event',
      cell: (event) => (
        <button type="button" class="link cell-link" onClick={() => setShown(event.id)}>
          {toWords(event.type)}
        </button>
      ),
    },
    { title: 'State', cell: (event) => <EventState event={event} /> },
    {
      title: 'Severity',
      isWideOnly: true,
      cell: ({ severity }) => <Badge tone={toneOf(severity)}>{toWords(severity)}</Badge>,
    },
    {
      title: 'Subject',
      cell: ({ terminal_id: id, account_id: account }) =>
        id === null ? <AccountName id={account} /> : <a href={linkTo('fleet', id)}>{id}</a>,
    },
  ];
  return (
    <Panel isFlush foot="The latest 1,000 events of this user's scope, with or without a delivery.">
      <Loaded of={events}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon="events" title="No events yet" />
          ) : (
            <Table label="Events" columns={columns} rows={list} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {shownId === '' || events.data === undefined ? null : (
        <ShownEvent event={events.data.find(({ id }) => id === shownId)} onClose={() => setShown('')} />
      )}
    </Panel>
  );
}

function ShownEvent({ event, onClose }: { readonly event: WebhookEvent | undefined; readonly onClose: () => void }) {
  return (
    <Dialog title={event === undefined ? 'Event not found' : toWords(event.type)} isWide onClose={onClose}>
      {event === undefined ? (
        <p>
          None of the latest {MAX_SHOWN} events of this user has this id. It may be older, of another workspace, or
          outside of what the user may see.
        </p>
      ) : (
        <>
          <p class="secondary">The event as subscribers receive it:</p>
          <Code text={JSON.stringify(event, null, 2)} label="event" />
        </>
      )}
    </Dialog>
  );
}

function EventState({ event }: { readonly event: WebhookEvent }) {
  const state = 'incident' in event ? event.incident?.state : undefined;
  return state === undefined ? <span class="muted">Single event</span> : <StateBadge state={state} />;
}
