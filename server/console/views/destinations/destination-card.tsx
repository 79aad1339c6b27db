import { useState } from 'preact/hooks';
import type { Destination } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Address } from '../../parts/names/address.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint } from '../../parts/states.tsx';
import { Distance } from '../../parts/time.tsx';
import { runningAction } from '../../state/actions.ts';
import { actOn, deleteDestination, isRestorable } from './destination-actions.ts';
import { EditDialog } from './edit-dialog.tsx';
import { InboxPanel } from './inbox-panel.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RETRY_WORDS } from './retry-words.ts';
import { SecretRow } from './secret-row.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { describeSubscription } from './subscription-editor.tsx';
import { TestDialog } from './test-dialog.tsx';

type OpenDialog = 'test' | 'recover' | 'edit' | undefined;

export function DestinationCard({ destination }: { readonly destination: Destination }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const { name, status, health, kind } = destination;
  const close = (): void => setDialog(undefined);
  return (
    <Panel
      title={<span class="name wrap">{name}</span>}
      note={
        <span class="row-tight">
          <StateBadge state={status} />
          <Badge tone="muted">{toWords(kind)}</Badge>
        </span>
      }
      actions={<Actions destination={destination} onOpen={setDialog} />}
    >
      <div class="stack">
        {destination.disabled_reason === null ? null : (
          <Hint tone="bad">
            {DISABLED_REASONS[destination.disabled_reason] ?? toWords(destination.disabled_reason)} Enable it, then
            recover what was skipped.
          </Hint>
        )}
        {status === 'paused' ? (
          <Hint tone="warn">Paused: deliveries are queued, and sent when you resume it.</Hint>
        ) : null}
        {destination.url_advice === null ? null : <Hint tone="warn">{destination.url_advice}</Hint>}
        <div class="columns">
          <Pairs
            pairs={[
              ['Address', <Url key="url" destination={destination} />],
              ['Events', <Subscriptions key="events" destination={destination} />],
              ['Retries', RETRY_WORDS[destination.retry_profile]],
            ]}
          />
          <Pairs
            pairs={[
              ['Secret', <SecretRow key="secret" destination={destination} />],
              [
                'Last success',
                health.last_success_at === null ? 'None yet' : <Distance key="success" at={health.last_success_at} />,
              ],
              ...(health.last_error === null ? [] : ([['Last failure', health.last_error]] as const)),
            ]}
          />
        </div>
        <StatisticsPanel destination={destination} />
        {kind === 'inbox' ? <InboxPanel destination={destination} /> : null}
      </div>
      {dialog === 'test' ? <TestDialog destinations={[destination]} onClose={close} /> : null}
      {dialog === 'edit' ? <EditDialog destination={destination} onClose={close} /> : null}
      {dialog === 'recover' ? <RecoverDialog destination={destination} onClose={close} /> : null}
    </Panel>
  );
}

const DISABLED_REASONS: Readonly<Record<string, string>> = {
  user: 'A user disabled it.',
  gone: 'The receiver responded with 410, which ends deliveries.',
  failing: 'No delivery succeeded for too long.',
};

interface ActionsProps {
  readonly destination: Destination;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function Actions({ destination, onOpen }: ActionsProps) {
  const isBusy = runningAction.value !== undefined;
  const [isSure, setSure] = useState(false);
  const change = (operation: string) => () => void actOn(destination, operation);
  const states = {
    enabled: { operation: 'pause', text: 'Pause', icon: 'pause' },
    paused: { operation: 'resume', text: 'Resume', icon: 'play' },
    disabled: { operation: 'enable', text: 'Enable', icon: 'play' },
  } as const;
  const { operation, text, icon } = states[destination.status];
  return (
    <>
      <Button size="small" icon="check" isDisabled={isBusy} onPress={() => onOpen('test')}>
        Test
      </Button>
      <Button size="small" isDisabled={isBusy} onPress={() => onOpen('edit')}>
        Edit
      </Button>
      <Button size="small" icon={icon} isDisabled={isBusy} onPress={change(operation)}>
        {text}
      </Button>
      <Button size="small" icon="refresh" isDisabled={isBusy} onPress={() => onOpen('recover')}>
        Recover
      </Button>
      <Button
        size="small"
        kind="danger"
        isDisabled={isBusy}
        onPress={() => (isSure ? void deleteDestination(destination) : setSure(true))}
      >
        {isSure ? (isRestorable(destination) ? 'Delete now' : 'Delete for good') : 'Delete'}
      </Button>
    </>
  );
}

function Url({ destination: { url } }: { readonly destination: Destination }) {
  if (url === null) return <>Fetched by a listener: fleetkit listen</>;
  return (
    <span class="row-tight">
      <Address url={url} />
      <CopyButton text={url} label="Copy address" />
    </span>
  );
}

function Subscriptions({ destination }: { readonly destination: Destination }) {
  if (destination.subscriptions.length === 0) return <>None</>;
  return (
    <ul>
      {destination.subscriptions.map((subscription) => (
        <li key={subscription.subscription_id}>{describeSubscription(subscription)}</li>
      ))}
    </ul>
  );
}
