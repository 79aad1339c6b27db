import { useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { request } from '../../api/request.ts';
import type { Destination } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { runAction } from '../../state/actions.ts';
import { notify } from '../../state/notices.ts';
import { actOn } from './destination-actions.ts';

/** The fingerprint of the secret. The secret itself is shown on request. */
export function SecretRow({ destination }: { readonly destination: Destination }) {
  const [secret, setSecret] = useState<string>();
  const path = `/sandbox/destinations/${destination.destination_id}/secret`;
  const reveal = async (): Promise<void> => {
    const revealed = await runAction('secret', () => request<SandboxSchemas['RevealedSecrets']>(path));
    setSecret(revealed?.secret);
  };
  const rotate = async (): Promise<void> => {
    const rotated = await actOn(destination, 'secret/rotate');
    setSecret(undefined);
    if (rotated !== undefined)
      notify('done', 'For a day of the sandbox clock, deliveries are signed with both secrets.');
  };
  const { fingerprint, previous } = destination.secret;
  return (
    <div class="stack-tight">
      <span class="row-tight">
        <span class="muted small">fingerprint</span>
        <code>{fingerprint}</code>
        {previous.length === 0 ? null : <span class="muted small">and {previous.length} older</span>}
        <Button kind="quiet" size="small" onPress={() => (secret === undefined ? void reveal() : setSecret(undefined))}>
          {secret === undefined ? 'Show' : 'Hide'}
        </Button>
        <Button kind="quiet" size="small" onPress={() => void rotate()}>
          Rotate
        </Button>
      </span>
      {secret === undefined ? null : (
        <span class="row-tight">
          <code class="wrap">{secret}</code>
          <CopyButton text={secret} label="Copy secret" />
        </span>
      )}
    </div>
  );
}
