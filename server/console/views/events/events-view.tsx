import { isOperator, mayManage } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { useParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EventList } from './event-list.tsx';

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
