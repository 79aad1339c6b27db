import { readDestinations } from '../../api/deliveries.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo } from '../../state/route.ts';
import { TestDialog } from '../destinations/test-dialog.tsx';

interface SendTestProps {
  readonly type: string;
  readonly onClose: () => void;
}

/** Sends a sample of an event to a destination of the user. */
export function SendTest({ type, onClose }: SendTestProps) {
  const destinations = useResource('destinations of the catalog', readDestinations);
  if (destinations.data !== undefined && destinations.data.length > 0)
    return <TestDialog destinations={destinations.data} initialType={type} onClose={onClose} />;
  return (
    <Dialog title="Test" onClose={onClose}>
      <Loaded of={destinations}>
        {() => (
          <Empty
            icon="destination"
            title="No destination yet"
            actions={
              <a class="button button-primary" href={linkTo('destinations')}>
                Create a destination
              </a>
            }
          >
            A sample needs a destination. The sandbox can create an inbox that receives it.
          </Empty>
        )}
      </Loaded>
    </Dialog>
  );
}
