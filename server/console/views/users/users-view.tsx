import { isOperator, portal, users } from '../../api/session.ts';
import { formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SearchField } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { chooseUser } from '../../state/address-user.ts';
import { useTypedParameter } from '../../state/route.ts';
import { Comparison } from './comparison.tsx';

/** Who uses the sandbox, and what each of them may see. */
export function UsersView() {
  return (
    <>
      <PageHead title="Users & roles">
        A key shows exactly what its user may see: the terminals of the account, within the rights of the role.
      </PageHead>
      {isOperator.value ? (
        <Comparison />
      ) : (
        <Hint>Sign in as the operator to compare what two users see. Below are the users that you may see.</Hint>
      )}
      <UserList />
    </>
  );
}

interface User {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly account: string;
  readonly state: string;
}

/** All users for the operator, and otherwise those that the portal of the user contains. */
const listUsers = (): readonly User[] =>
  isOperator.value
    ? users.value.map((one) => ({
        id: one.user_id,
        name: one.display_name,
        role: one.role,
        account: one.account_name,
        state: one.key_state,
      }))
    : (portal.value?.users ?? []).map((one) => ({
        id: one.user_id,
        name: one.display_name,
        role: one.role,
        account: one.account_id,
        state: one.status,
      }));

function UserList() {
  const [search, setSearch] = useTypedParameter('search');
  const all = listUsers();
  const found = all.filter((one) => Object.values(one).join(' ').toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Panel title="Users" note={formatPlural(found.length, 'user')} isFlush>
      <div class="panel-filters filters">
        <SearchField label="Search name, id, role or account" value={search} onChange={setSearch} />
      </div>
      {found.length === 0 ? (
        <Empty icon="search" title={all.length === 0 ? 'This user sees no other users' : 'No user matches'} />
      ) : (
        <Table label="Users" columns={columns()} rows={found} rowKey={({ id, state }) => `${id} ${state}`} />
      )}
    </Panel>
  );
}

const columns = (): readonly Column<User>[] => [
  {
    title: 'User',
    cell: ({ id, name }) => (
      <span class="cell-two">
        <span class="name">{name}</span>
        <small class="mono">{id}</small>
      </span>
    ),
  },
  { title: 'Role', cell: ({ role }) => toWords(role) },
  { title: 'Account', isWideOnly: true, cell: ({ account }) => <span class="name">{account}</span> },
  { title: isOperator.value ? 'Key' : 'State', isWideOnly: true, cell: ({ state }) => <StateBadge state={state} /> },
  ...(isOperator.value
    ? [
        {
          title: 'Act as',
          cell: ({ id, state }: User) =>
            id === portal.value?.principal.user_id ? (
              <Badge tone="info">You see this user's data</Badge>
            ) : (
              <Button size="small" isDisabled={state !== 'active'} onPress={() => chooseUser(id)}>
                Act as
              </Button>
            ),
        },
      ]
    : []),
];
