import { readSight, type UserSight } from '../../api/resources.ts';
import { portal, users } from '../../api/session.ts';
import { formatCount } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { SelectField } from '../../parts/fields.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useResource } from '../../state/resource.ts';
import { useParameter } from '../../state/route.ts';
import { obtainKey } from '../../state/sign-in.ts';

/** The data of two users, side by side. */
export function Comparison() {
  const active = users.value.filter(({ key_state: state }) => state === 'active');
  const [left, setLeft] = useParameter('a', portal.value?.principal.user_id ?? '');
  const account = active.find(({ user_id: id }) => id === left)?.account_id;
  const other = active.find(({ user_id: id, account_id: one }) => id !== left && one === account) ?? active[0];
  const [right, setRight] = useParameter('b', other?.user_id ?? '');
  const options = active.map(({ user_id: id, display_name: name, role, account_name: of }) => ({
    value: id,
    text: `${name}, ${toWords(role)}, ${of}`,
  }));
  const read = async (id: string): Promise<UserSight> => {
    const user = active.find(({ user_id: one }) => one === id);
    if (user === undefined) throw new Error(`This sandbox has no user ${id} with a valid key.`);
    return readSight(await obtainKey(user));
  };
  const sights = useResource(`sights ${left} ${right}`, () => Promise.all([read(left), read(right)]));
  return (
    <Panel title="Compare two users" isFlush>
      <div class="panel-filters columns">
        <SelectField label="One user" value={left} options={options} onChange={setLeft} />
        <SelectField label="Another user" value={right} options={options} onChange={setRight} />
      </div>
      <Loaded of={sights}>{([one, another]) => <Differences one={one} another={another} />}</Loaded>
    </Panel>
  );
}

interface Row {
  readonly name: string;
  readonly values: readonly [string, string];
}

function Differences({ one, another }: { readonly one: UserSight; readonly another: UserSight }) {
  const rows = listRows(one, another);
  const cell = (index: 0 | 1) => (row: Row) => (
    <span class={row.values[0] === row.values[1] ? 'name' : 'name value-differs'}>{row.values[index]}</span>
  );
  return (
    <Table
      label="Data of the two users"
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          title: 'May see or do',
          cell: ({ name, values: [left, right] }) => (
            <span class="row between differs-row">
              {name}
              {left === right ? null : <small class="differs small">Differs</small>}
            </span>
          ),
        },
        { title: `1: ${one.portal.principal.display_name}`, cell: cell(0) },
        { title: `2: ${another.portal.principal.display_name}`, cell: cell(1) },
      ]}
    />
  );
}

function listRows(one: UserSight, another: UserSight): readonly Row[] {
  const row = (name: string, read: (sight: UserSight) => string): Row => ({ name, values: [read(one), read(another)] });
  const count = (value: number | undefined): string => (value === undefined ? 'No access' : formatCount(value));
  const flags = Object.keys(one.portal.access_flags) as (keyof typeof one.portal.access_flags)[]; // its own members
  return [
    row('Role', ({ portal: { principal } }) => toWords(principal.role)),
    row('Account', ({ portal: { account } }) => account.name),
    row('Terminals', ({ portal: { terminals } }) => count(terminals.length)),
    row('Groups', ({ portal: { groups } }) => count(groups.length)),
    row('Connectors', ({ portal: { connectors } }) => count(connectors.length)),
    row('Other users', ({ portal: { users: some } }) => count(some.length)),
    row('Transactions', ({ transactions }) => count(transactions)),
    row('Settlement batches', ({ batches }) => count(batches)),
    row('Disputes', ({ disputes }) => count(disputes)),
    row('Reports', ({ portal: { report_catalog: reports } }) => count(reports.length)),
    ...flags.map((flag) =>
      row(toWords(flag.replace(/^(can|is)_/, '')), (sight) => (sight.portal.access_flags[flag] ? 'Yes' : 'No')),
    ),
  ];
}
