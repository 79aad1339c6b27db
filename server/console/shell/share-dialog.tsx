import { useState } from 'preact/hooks';
import { basePath } from '../api/base-path.ts';
import { type IssuedKeyState, issueKey, readKeys, revokeKey } from '../api/resources.ts';
import { isGuest, isOperator, portal } from '../api/session.ts';
import { formatDistance } from '../format/time.ts';
import { Button } from '../parts/button.tsx';
import { Code } from '../parts/code.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { SelectField } from '../parts/fields.tsx';
import { Hint, Loaded } from '../parts/states.tsx';
import { realNow } from '../parts/time.tsx';
import { runAction } from '../state/actions.ts';
import { overlay } from '../state/overlay.ts';
import { type Resource, useResource } from '../state/resource.ts';
import { useSubmission } from '../state/submission.ts';

const LIFETIMES = [
  { value: '3600', text: 'An hour' },
  { value: '86400', text: 'A day' },
  { value: '604800', text: 'A week' },
  { value: '2592000', text: '30 days' },
];

/** Links to the present state of the view: for people who can sign in, and for guests. */
export function ShareDialog() {
  return (
    <Dialog
      title="Share this view"
      onClose={() => {
        overlay.value = undefined;
      }}
    >
      <div class="stack">
        <section class="stack-tight">
          <h3>For people who can sign in</h3>
          <p class="secondary">
            The address contains the view, the opened item, filters and order, and no credentials.
          </p>
          <Code text={location.href} label="link to this view" />
        </section>
        {isOperator.value ? <GuestLinks /> : <Hint>{explainGuestLinks()}</Hint>}
      </div>
    </Dialog>
  );
}

const explainGuestLinks = (): string =>
  isGuest.value
    ? 'You use a link for guests, and only the operator creates these. People without an account need the link that you received.'
    : 'The operator can also create links for guests, who need no account.';

function GuestLinks() {
  const [lifetime, setLifetime] = useState('86400');
  const [link, setLink] = useState<string>();
  const { isBusy, otherFailure, submit } = useSubmission([]);
  const keys = useResource('guest links', readKeys);
  const principal = portal.value?.principal;
  const create = async (): Promise<void> => {
    const { api_key: key } = await issueKey({
      user_id: principal?.user_id ?? '',
      read_only: true,
      expires_in_seconds: Number(lifetime),
    });
    setLink(`${location.origin}${basePath}/#guest=${key}&to=${encodeURIComponent(location.hash)}`);
    keys.reload();
  };
  return (
    <section class="stack-tight">
      <h3>For a guest</h3>
      <p class="secondary">
        Everyone who has the link reads the fleet as <span class="name">{principal?.display_name}</span> sees it, until
        it expires or you revoke it. A guest changes nothing, and sees no events, deliveries, secrets, keys,
        provisioning data, documents or bank accounts.
      </p>
      {link === undefined ? (
        <>
          <SelectField label="Valid for, in real time" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
          <div class="row">
            <Button kind="primary" icon="key" isDisabled={isBusy} onPress={() => void submit(create)}>
              Create a guest link
            </Button>
          </div>
        </>
      ) : (
        <>
          <Code text={link} label="guest link" />
          <p class="secondary">The page cannot show this link again.</p>
        </>
      )}
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
      <Loaded of={keys}>{({ data }) => <GuestList keys={data} onChange={keys.reload} />}</Loaded>
    </section>
  );
}

interface GuestListProps {
  readonly keys: readonly IssuedKeyState[];
  readonly onChange: Resource<unknown>['reload'];
}

function GuestList({ keys, onChange }: GuestListProps) {
  const guests = keys.filter(({ read_only: isReadOnly, key_state: state }) => isReadOnly && state === 'active');
  if (guests.length === 0) return null;
  const revoke = async (id: string): Promise<void> => {
    await revokeKey(id);
    onChange();
  };
  return (
    <>
      <h3>Valid guest links</h3>
      <ul class="stack-tight">
        {guests.map(({ key_id: id, user_id: user, expires_at: expiresAt }) => (
          <li key={id} class="row">
            <code>{id}</code>
            <span class="muted small grow">
              {user}, expires {formatDistance(expiresAt ?? realNow.value, realNow.value)}
            </span>
            <ConfirmButton
              text="Revoke"
              question="Make this link invalid now?"
              onConfirm={() => void runAction('revoke a guest link', () => revoke(id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
