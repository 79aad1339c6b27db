import { useState } from 'preact/hooks';
import { endSession, isOperator, portal, users } from '../api/session.ts';
import type { SandboxUser } from '../api/types.ts';
import { toWords } from '../format/words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { SearchField } from '../parts/fields.tsx';
import { Hint } from '../parts/states.tsx';
import { chooseUser } from '../state/address-user.ts';
import { overlay } from '../state/overlay.ts';

const close = (): void => {
  overlay.value = undefined;
};

/** Shows who is signed in. The operator can act as any user. */
export function UserDialog() {
  const principal = portal.value?.principal;
  return (
    <Dialog
      title="Signed in"
      onClose={close}
      actions={
        <Button kind="danger" onPress={() => endSession()}>
          Sign out
        </Button>
      }
    >
      <p>
        You see what <strong class="name">{principal?.display_name}</strong> ({toWords(principal?.role ?? '')} of{' '}
        <span class="name">{portal.value?.account.name}</span>) may see, with the rights of that API key.
      </p>
      {isOperator.value ? (
        <UserList />
      ) : (
        <Hint>To change the user, sign out and sign in with another key, or with the operator's token.</Hint>
      )}
    </Dialog>
  );
}

function UserList() {
  const [search, setSearch] = useState('');
  const current = portal.value?.principal.user_id;
  const found = users.value.filter(({ display_name, user_id, role, tenant_name, account_name }) =>
    [display_name, user_id, role, tenant_name, account_name].join(' ').toLowerCase().includes(search.toLowerCase()),
  );
  const byTenant = Map.groupBy(found, ({ tenant_name: name }) => name);
  const choose = ({ user_id: userId }: SandboxUser): void => {
    chooseUser(userId);
    close();
  };
  return (
    <div class="stack-tight">
      <p class="secondary">As the operator you can act as any user:</p>
      <SearchField label="Search users, roles and accounts" value={search} onChange={setSearch} />
      <div class="user-list">
        {[...byTenant].map(([tenant, members]) => (
          <section key={tenant}>
            <h3 class="name wrap">{tenant}</h3>
            {members.map((user) => (
              <button
                key={user.api_key ?? user.user_id}
                type="button"
                class="user-choice"
                disabled={user.key_state !== 'active'}
                aria-pressed={user.user_id === current}
                onClick={() => choose(user)}
              >
                <span class="name truncate">{user.display_name}</span>
                <span class="muted small truncate">
                  {toWords(user.role)} · <span class="name">{user.account_name}</span>
                  {user.key_state === 'active' ? '' : ` · key ${user.key_state}`}
                </span>
              </button>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
