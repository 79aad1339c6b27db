import { useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type ConformanceRun, startReceiverCheck } from '../../api/conformance.ts';
import { request } from '../../api/request.ts';
import type { Destination, Page } from '../../api/types.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { useSubmission } from '../../state/submission.ts';

interface ReceiverDialogProps {
  readonly onClose: () => void;
  readonly onStarted: (run: ConformanceRun) => void;
}

/** The form that checks a receiver: its URL and secret, also those of a destination. */
export function ReceiverDialog({ onClose, onStarted }: ReceiverDialogProps) {
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [destinationId, setDestinationId] = useState('');
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/url', '/secret']);
  const destinations = useResource('destinations of receivers', readReceivers);
  const choose = async (id: string): Promise<void> => {
    setDestinationId(id);
    const chosen = destinations.data?.find(({ destination_id: one }) => one === id);
    if (chosen === undefined) return;
    setUrl(chosen.url ?? '');
    setSecret(await readSecret(id));
  };
  const start = async (): Promise<void> =>
    onStarted(await startReceiverCheck({ url: url.trim(), secret: secret.trim() }));
  return (
    <FormDialog
      title="Check a receiver"
      action="Start"
      isDisabled={isBusy}
      onClose={onClose}
      onSubmit={() => void submit(start)}
    >
      <p class="secondary">
        The kit sends valid, forged, old, repeated and unusual deliveries, and checks the responses. The events are
        marked as samples.
      </p>
      {destinations.data === undefined || destinations.data.length === 0 ? null : (
        <SelectField
          label="URL and secret of"
          value={destinationId}
          options={[
            { value: '', text: 'No destination: enter them below' },
            ...destinations.data.map(({ destination_id: id, name, url: address }) => ({
              value: id,
              text: `${name}, ${address}`,
            })),
          ]}
          onChange={(id) => void submit(() => choose(id))}
        />
      )}
      <TextField
        label="URL of the receiver"
        type="url"
        placeholder="http://127.0.0.1:3000/hooks"
        hint="Without a query. Addresses inside the network of this server may not be allowed."
        error={faultOf('/url')}
        value={url}
        onChange={setUrl}
      />
      <TextField
        label="Secret"
        type="password"
        placeholder="whsec_…"
        hint="The secret with which the receiver verifies signatures. It is kept for the run only."
        error={faultOf('/secret')}
        value={secret}
        onChange={setSecret}
      />
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}

/** Returns the destinations of the user with a receiver outside the sandbox. */
async function readReceivers(): Promise<readonly Destination[]> {
  const { data } = await request<Page<Destination>>('/sandbox/destinations');
  return data.filter(({ url }) => url !== null && !/\/sandbox\/inbox\//.test(url));
}

const readSecret = async (id: string): Promise<string> =>
  (await request<SandboxSchemas['RevealedSecrets']>(`/sandbox/destinations/${encodeURIComponent(id)}/secret`)).secret;
