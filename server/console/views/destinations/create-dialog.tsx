import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { Segmented, SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { useSubmission } from '../../state/submission.ts';
import { registerDestination } from './destination-actions.ts';
import { EventTypesField } from './event-types-field.tsx';
import { RETRY_OPTIONS } from './retry-words.ts';

/** The form to register a destination. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState('url');
  const [url, setUrl] = useState('http://127.0.0.1:3000/hooks');
  const [name, setName] = useState('');
  const [profile, setProfile] = useState('fast');
  const [terminalId, setTerminalId] = useState('');
  const [types, setTypes] = useState<readonly string[]>([]);
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/url', '/name', '/subscriptions/0/terminal_id']);
  const create = async (): Promise<void> => {
    const subscription = {
      ...(types.length === 0 ? {} : { types }),
      ...(terminalId.trim() === '' ? {} : { terminal_id: terminalId.trim() }),
    };
    await registerDestination({
      ...(kind === 'inbox' ? { inbox: true } : { url }),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      retry_profile: profile,
      subscriptions: [subscription],
    });
    onClose();
  };
  return (
    <FormDialog
      title="New destination"
      action="Create"
      onClose={onClose}
      isDisabled={isBusy}
      onSubmit={() => void submit(create)}
    >
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      <Segmented
        label="Kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'url', text: 'My own address' },
          { value: 'inbox', text: 'Inbox in the sandbox' },
        ]}
      />
      {kind === 'url' ? (
        <TextField label="Address" type="url" value={url} error={faultOf('/url')} onChange={setUrl} />
      ) : null}
      <TextField
        label="Name"
        value={name}
        error={faultOf('/name')}
        placeholder={kind === 'inbox' ? 'Inbox' : 'My handler'}
        onChange={setName}
      />
      <SelectField label="Retries" value={profile} options={RETRY_OPTIONS} onChange={setProfile} />
      <TextField
        label="Only this terminal"
        hint="Empty: all terminals of the account."
        error={faultOf('/subscriptions/0/terminal_id')}
        value={terminalId}
        placeholder="NW104310"
        onChange={setTerminalId}
      />
      <EventTypesField types={types} onChange={setTypes} />
    </FormDialog>
  );
}
