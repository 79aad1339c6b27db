import { useState } from 'preact/hooks';
import { FormDialog } from '../../parts/dialog.tsx';
import { Segmented, SelectField, TextField } from '../../parts/fields.tsx';
import { createDestination } from './destination-actions.ts';
import { EventTypesField } from './event-types-field.tsx';
import { RETRY_OPTIONS } from './retry-words.ts';

/** The form to register a destination. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState('inbox');
  const [url, setUrl] = useState('http://127.0.0.1:3000/hooks');
  const [name, setName] = useState('');
  const [profile, setProfile] = useState('fast');
  const [terminalId, setTerminalId] = useState('');
  const [types, setTypes] = useState<readonly string[]>([]);
  const create = async (): Promise<void> => {
    const subscription = {
      ...(types.length === 0 ? {} : { types }),
      ...(terminalId.trim() === '' ? {} : { terminal_id: terminalId.trim() }),
    };
    const created = await createDestination({
      ...(kind === 'inbox' ? { inbox: true } : { url }),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      retry_profile: profile,
      subscriptions: [subscription],
    });
    if (created !== undefined) onClose();
  };
  return (
    <FormDialog title="New destination" action="Create" onClose={onClose} onSubmit={() => void create()}>
      <Segmented
        label="Kind"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'inbox', text: 'Inbox in the sandbox' },
          { value: 'url', text: 'My own address' },
        ]}
      />
      {kind === 'url' ? <TextField label="Address" type="url" value={url} onChange={setUrl} /> : null}
      <TextField label="Name" value={name} placeholder={kind === 'inbox' ? 'Inbox' : 'My handler'} onChange={setName} />
      <SelectField label="Retries" value={profile} options={RETRY_OPTIONS} onChange={setProfile} />
      <TextField
        label="Only this terminal"
        hint="Empty: all terminals of the account."
        value={terminalId}
        placeholder="NW104310"
        onChange={setTerminalId}
      />
      <EventTypesField types={types} onChange={setTypes} />
    </FormDialog>
  );
}
