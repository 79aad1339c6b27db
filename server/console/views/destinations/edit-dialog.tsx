import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Destination } from '../../api/types.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { reloadNow } from '../../state/live.ts';
import { notify } from '../../state/notices.ts';
import { useSubmission } from '../../state/submission.ts';
import { parseHeaderLines } from './header-lines.ts';
import { RETRY_OPTIONS } from './retry-words.ts';
import { SubscriptionEditor } from './subscription-editor.tsx';

export interface EditDialogProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}

/** Changes a destination. Its subscriptions change at once, the other members with *Save*. */
export function EditDialog({ destination, onClose }: EditDialogProps) {
  const { destination_id: id, kind, header_names: headerNames } = destination;
  const [name, setName] = useState(destination.name);
  const [url, setUrl] = useState(destination.url ?? '');
  const [profile, setProfile] = useState<string>(destination.retry_profile);
  const [headerText, setHeaderText] = useState('');
  const [removesHeaders, setRemovesHeaders] = useState(false);
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/name', '/url', '/headers']);
  const headers = removesHeaders ? {} : parseHeaderLines(headerText);
  const changes = {
    ...(name === destination.name ? {} : { name }),
    ...(kind !== 'url' || url === destination.url ? {} : { url }),
    ...(profile === destination.retry_profile ? {} : { retry_profile: profile }),
    ...(removesHeaders || headerText.trim() !== '' ? { headers } : {}),
  };
  const isChanged = Object.keys(changes).length > 0;
  const save = (): Promise<void> =>
    submit(async () => {
      await request(`/sandbox/destinations/${id}`, { method: 'PATCH', body: changes });
      notify('done', `${name} is changed.`);
      reloadNow();
      onClose();
    });
  return (
    <FormDialog
      title="Edit destination"
      isWide
      action="Save"
      isDisabled={isBusy || !isChanged || headers === undefined}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      <TextField label="Name" value={name} error={faultOf('/name')} onChange={setName} />
      {kind === 'url' ? (
        <TextField label="Address" type="url" value={url} error={faultOf('/url')} onChange={setUrl} />
      ) : null}
      <SelectField label="Retries" value={profile} options={RETRY_OPTIONS} onChange={setProfile} />
      {kind === 'listener' ? null : (
        <>
          <TextArea
            label="Additional request headers"
            hint={
              headerNames.length === 0
                ? 'One per line, such as X-Gateway-Key: value. Values are stored, and not shown again.'
                : `Now: ${headerNames.join(', ')}. Lines here replace all of them.`
            }
            value={headerText}
            error={
              headers === undefined
                ? 'Expected one header per line, such as X-Gateway-Key: value.'
                : faultOf('/headers')
            }
            rows={3}
            onChange={setHeaderText}
          />
          {headerNames.length === 0 ? null : (
            <label class="row-tight">
              <input
                type="checkbox"
                checked={removesHeaders}
                onChange={({ currentTarget }) => setRemovesHeaders(currentTarget.checked)}
              />
              Remove all additional headers
            </label>
          )}
        </>
      )}
      <SubscriptionEditor destination={destination} />
    </FormDialog>
  );
}
