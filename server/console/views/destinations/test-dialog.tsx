import { useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { Destination } from '../../api/types.ts';
import { DELIVERED_TYPE_OPTIONS } from '../../format/delivered-types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { runningAction } from '../../state/actions.ts';
import { AttemptView } from '../events/attempt-view.tsx';
import { actOn } from './destination-actions.ts';

type Tested = SandboxSchemas['TestedDestination'];

const VERDICTS: Readonly<Record<Tested['verdict'], string>> = {
  delivered: 'The receiver accepted the sample.',
  refused: 'The receiver answered, but did not accept the sample.',
  no_answer: 'The receiver did not answer.',
  not_allowed: 'The sample was not sent, because the address is not allowed.',
};

/** Sends a sample of any event, and shows what the response means. */
export function TestDialog({
  destinations,
  initialType = '',
  onClose,
}: {
  /** Those that a person can choose from; at least one. */
  readonly destinations: readonly Destination[];
  readonly initialType?: string;
  readonly onClose: () => void;
}) {
  const [type, setType] = useState(initialType);
  const [destinationId, setDestinationId] = useState(destinations[0]?.destination_id ?? '');
  const destination = destinations.find(({ destination_id: id }) => id === destinationId);
  const [terminalId, setTerminalId] = useState('');
  const [tested, setTested] = useState<Tested>();
  const send = async (): Promise<void> => {
    const terminal = terminalId.trim();
    const body = { ...(type === '' ? {} : { type }), ...(terminal === '' ? {} : { terminal_id: terminal }) };
    if (destination !== undefined) setTested(await actOn<Tested>(destination, 'test', body));
  };
  const attempt = tested?.delivery.attempts.at(-1);
  return (
    <Dialog title="Test" isWide onClose={onClose}>
      <form
        class="row form-row"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {destinations.length < 2 ? null : (
          <SelectField
            label="Destination"
            value={destinationId}
            options={destinations.map(({ destination_id: value, name }) => ({ value, text: name }))}
            onChange={setDestinationId}
          />
        )}
        <SelectField
          label="Event"
          value={type}
          options={[{ value: '', text: 'The first of its subscriptions' }, ...DELIVERED_TYPE_OPTIONS]}
          onChange={setType}
        />
        <TextField
          label="Terminal id"
          hint="Empty: the first terminal of the account."
          value={terminalId}
          placeholder="NW104310"
          onChange={setTerminalId}
        />
        <Button kind="primary" isDisabled={runningAction.value !== undefined} onPress={() => void send()}>
          Send a sample
        </Button>
      </form>
      <p class="muted small">
        A sample has the form of the event and no data of the fleet. Its member is_test is true.
      </p>
      {tested === undefined ? null : (
        <>
          <Hint tone={tested.verdict === 'delivered' ? 'good' : 'bad'}>
            <strong>{VERDICTS[tested.verdict]}</strong>
            {tested.hints.map((hint) => (
              <p key={hint}>{hint}</p>
            ))}
          </Hint>
          {attempt === undefined ? null : (
            <AttemptView attempt={attempt} previous={undefined} body={tested.delivery.body} />
          )}
        </>
      )}
    </Dialog>
  );
}
