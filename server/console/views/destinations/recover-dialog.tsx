import { useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { Destination } from '../../api/types.ts';
import { formatPlural } from '../../format/money.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { sandboxNow } from '../../parts/time.tsx';
import { notify } from '../../state/notices.ts';
import { actOn } from './destination-actions.ts';

type Recovered = SandboxSchemas['RecoveredDestination'];

const HOUR_MS = 3_600_000;

const SPANS = [
  { value: '1', text: 'The last hour' },
  { value: '24', text: 'The last day' },
  { value: '168', text: 'The last week' },
];

const CHOICES = [
  { value: 'skipped,exhausted', text: 'Skipped and failed deliveries' },
  { value: 'missed', text: 'Events from before the subscription' },
  { value: 'delivered', text: 'Deliveries that succeeded' },
];

/** Queues past deliveries again. */
export function RecoverDialog({
  destination,
  onClose,
}: {
  readonly destination: Destination;
  readonly onClose: () => void;
}) {
  const [hours, setHours] = useState('24');
  const [states, setStates] = useState('skipped,exhausted');
  const [counted, setCounted] = useState<Recovered>();
  const run = (isDryRun: boolean): Promise<Recovered | undefined> =>
    actOn<Recovered>(destination, 'recover', {
      since: new Date(sandboxNow.value - Number(hours) * HOUR_MS).toISOString(),
      states: states.split(','),
      dry_run: isDryRun,
    });
  const recover = async (): Promise<void> => {
    const result = await run(false);
    if (result === undefined) return;
    notify('done', `${formatPlural(countQueued(result), 'delivery')} queued.`);
    onClose();
  };
  return (
    <Dialog
      title="Recover deliveries"
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => void run(true).then(setCounted)}>Count them</Button>
          <Button kind="primary" onPress={() => void recover()}>
            Send again
          </Button>
        </>
      }
    >
      <SelectField label="From" value={hours} options={SPANS} onChange={setHours} />
      <SelectField label="Kind" value={states} options={CHOICES} onChange={setStates} />
      {counted === undefined ? null : <Hint>{formatPlural(countQueued(counted), 'delivery')} would be queued.</Hint>}
    </Dialog>
  );
}

const countQueued = ({ queued }: Recovered): number => Object.values(queued).reduce((sum, count) => sum + count, 0);
