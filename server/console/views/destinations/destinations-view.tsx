import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { mayManage } from '../../api/session.ts';
import type { Destination, Page } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { runningAction } from '../../state/actions.ts';
import { useResource } from '../../state/resource.ts';
import { linkWith, useParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { createInbox } from './destination-actions.ts';
import { DestinationCard } from './destination-card.tsx';

/** The receivers of webhooks. */
export function DestinationsView() {
  const [isCreating, setCreating] = useState(false);
  const isBusy = runningAction.value !== undefined;
  return (
    <>
      <PageHead
        title="Destinations"
        actions={
          mayManage.value ? (
            <>
              <Button icon="destination" isDisabled={isBusy} onPress={() => void createInbox()}>
                Add an inbox
              </Button>
              <Button kind="primary" icon="plus" onPress={() => setCreating(true)}>
                New destination
              </Button>
            </>
          ) : undefined
        }
      >
        Receivers of signed events: your own address, or an inbox inside the sandbox that answers by a plan.
      </PageHead>
      {mayManage.value ? <DestinationList /> : <NoAccess what="manage destinations" />}
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function DestinationList() {
  const list = useResource('destinations', () => request<Page<Destination>>('/sandbox/destinations'));
  const [shownId] = useParameter('id');
  const isShown = ({ destination_id: id }: Destination): boolean => shownId === '' || id === shownId;
  return (
    <Loaded of={list}>
      {({ data }) =>
        data.length === 0 ? (
          <Panel isFlush>
            {shownId === '' ? null : <Hint tone="warn">No destination here has the id {shownId}.</Hint>}
            <Empty
              icon="destination"
              title="No destinations"
              actions={
                <Button kind="primary" icon="destination" onPress={() => void createInbox()}>
                  Add an inbox
                </Button>
              }
            >
              An inbox receives every event of this account, verifies each signature, and answers as you choose.
            </Empty>
          </Panel>
        ) : (
          <div class="stack">
            {shownId === '' ? null : (
              <Hint>
                {data.some(isShown) ? 'One destination is shown.' : `No destination here has the id ${shownId}.`}{' '}
                <a href={linkWith({ id: '' })}>Show all</a>
              </Hint>
            )}
            {data.filter(isShown).map((destination) => (
              <DestinationCard key={destination.destination_id} destination={destination} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
