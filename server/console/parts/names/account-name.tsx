import { portal, users } from '../../api/session.ts';

/** Returns the name of an account; undefined if the user cannot read it. The operator knows the accounts of all users. */
const findName = (id: string): string | undefined => {
  const own = portal.value?.account;
  return own?.account_id === id ? own.name : users.value.find(({ account_id: one }) => one === id)?.account_name;
};

/** An account by its name, or by its id if the user cannot read the name. */
export function AccountName({ id }: { readonly id: string }) {
  const name = findName(id);
  return name === undefined ? (
    <span class="mono wrap">{id}</span>
  ) : (
    <span class="name wrap" title={id}>
      {name}
    </span>
  );
}
