import { useState } from 'preact/hooks';
import { describeError } from '../../api/request.ts';
import { arePublishedKeysValid, signOutReason } from '../../api/session.ts';
import { BrandMark } from '../../parts/brand-mark.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { addressedInbox } from '../../state/route.ts';
import { signInAsOperator, signInWithKey } from '../../state/sign-in.ts';

/** Keys that the documentation publishes. The data of every sandbox is made up. */
const PUBLISHED = [
  { key: 'sbx-northway-admin', name: 'Northway', role: 'Administrator: fleet, events and webhooks' },
  { key: 'sbx-redline-admin', name: 'Redline', role: 'Administrator: fleet, events and webhooks' },
  { key: 'sbx-northway-tech', name: 'Northway', role: 'Technician: a part of the fleet' },
  { key: 'sbx-cashco-vault', name: 'CashCo', role: 'Vault cash: terminals and their cash' },
];

/** Operator tokens of a sandbox on loopback begin with this. */
const TOKEN_PREFIX = 'opr-';

export function SignInView() {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const signIn = async (text: string, isKey = false): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await signInWithSecret(text.trim(), isKey);
    } catch (failure) {
      setError(describeError(failure));
    }
    setBusy(false);
  };
  const message = error ?? signOutReason.value;
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <div class="brand">
          <BrandMark />
          <span>fleetkit console</span>
        </div>
        <h1>{addressedInbox === undefined ? 'Sign in to the sandbox' : 'Sign in to see this inbox'}</h1>
        <p class="secondary">
          {addressedInbox === undefined
            ? 'See a fleet of payment terminals at work, and its webhooks as they are delivered.'
            : 'Its requests are shown to the operator, and to administrators of the account that it belongs to.'}
        </p>
        {message === undefined ? null : <Hint tone="bad">{message}</Hint>}
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void signIn(secret);
          }}
        >
          <TextField
            label="Operator token or API key"
            hint={`${arePublishedKeysValid() ? 'The sandbox prints the token when it starts.' : 'All keys of this sandbox are private. Its operator issues them.'} With the token you can act as any user and move the clock. It stays in this tab.`}
            type="password"
            value={secret}
            onChange={setSecret}
          />
          <button type="submit" class="button button-primary button-large" disabled={isBusy || secret.trim() === ''}>
            {isBusy ? 'Signing in' : 'Sign in'}
          </button>
        </form>
        {arePublishedKeysValid() ? <PublishedKeys isBusy={isBusy} onChoose={(key) => void signIn(key, true)} /> : null}
      </div>
    </main>
  );
}

function PublishedKeys({ isBusy, onChoose }: { readonly isBusy: boolean; readonly onChoose: (key: string) => void }) {
  return (
    <div class="stack-tight">
      <h2>Or use a published key</h2>
      <p class="secondary small">
        A key sees what its user may see. Only the operator can also move the clock, play scenarios and run the guided
        demo.
      </p>
      <div class="sign-in-keys">
        {PUBLISHED.map(({ key, name, role }) => (
          <button key={key} type="button" class="user-choice" disabled={isBusy} onClick={() => onChoose(key)}>
            <span class="name truncate">{name}</span>
            <span class="muted small">{role}</span>
          </button>
        ))}
      </div>
      <p class="muted small">
        Run <code>npx fleetkit console</code> for a link that signs in as the operator.
      </p>
    </div>
  );
}

/** Signs in with a key or a token. Only the sandbox knows which of both a text is, so both are tried. */
async function signInWithSecret(text: string, isKey: boolean): Promise<void> {
  if (isKey) return signInWithKey(text);
  if (text.startsWith(TOKEN_PREFIX)) return signInAsOperator(text);
  try {
    await signInWithKey(text);
  } catch (failure) {
    await signInAsOperator(text).catch(() => {
      throw failure;
    });
  }
}
