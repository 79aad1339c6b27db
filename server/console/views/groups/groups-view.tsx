import { type Group, readGroups } from '../../api/resources.ts';
import { portal } from '../../api/session.ts';
import type { PortalTerminal } from '../../api/types.ts';
import { formatCount, formatRoundMoney } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { AccountName } from '../../parts/names/account-name.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, linkToItem, linkWith } from '../../state/route.ts';

/** The groups of the visible terminals. */
export function GroupsView() {
  const groups = useResource('groups', readGroups);
  return (
    <>
      <PageHead title="Groups">Terminals by region, affiliate, chain and route. A terminal may be in several.</PageHead>
      <Loaded of={groups}>
        {(rows) => (
          <ListDetail
            title="Groups"
            noun="group"
            rows={rows}
            columns={columns(rows)}
            rowKey={({ group_id: id }) => id}
            nameOf={({ name }) => name}
            empty={<EmptyList icon="group" title="This user sees no group" />}
            detail={(group) => <GroupDetail group={group} groups={rows} />}
          />
        )}
      </Loaded>
    </>
  );
}

const findName = (groups: readonly Group[], id: string): string =>
  groups.find(({ group_id: one }) => one === id)?.name ?? id;

const columns = (groups: readonly Group[]): readonly Column<Group>[] => [
  { title: 'Group', cell: ({ group_id: id, name }) => <ItemLink id={id}>{name}</ItemLink> },
  { title: 'Kind', cell: ({ group_kind: kind }) => toWords(kind) },
  {
    title: 'Part of',
    isWideOnly: true,
    cell: ({ parent_group_id: id }) => (id === null ? '–' : <span class="name">{findName(groups, id)}</span>),
  },
  { title: 'Account', isWideOnly: true, cell: ({ account_id: id }) => <AccountName id={id} /> },
  { title: 'Terminals', isNumber: true, cell: ({ terminal_count: count }) => formatCount(count) },
];

function GroupDetail({ group, groups }: { readonly group: Group; readonly groups: readonly Group[] }) {
  const { group_id: id, parent_group_id: parentId, terminal_ids: ids } = group;
  const members = new Set(ids);
  const terminals = (portal.value?.terminals ?? []).filter(({ terminal_id: one }) => members.has(one));
  const parts = groups.filter(({ parent_group_id: parent }) => parent === id);
  return (
    <>
      <Pairs
        pairs={[
          ['Kind', toWords(group.group_kind)],
          [
            'Part of',
            parentId === null ? (
              'No other group'
            ) : (
              <a key="parent" class="name" href={linkWith({ id: parentId })}>
                {findName(groups, parentId)}
              </a>
            ),
          ],
          ...(parts.length === 0
            ? []
            : [
                [
                  'Contains',
                  parts.map(({ group_id: part, name }) => (
                    <div key={part}>
                      <a class="name" href={linkWith({ id: part })}>
                        {name}
                      </a>
                    </div>
                  )),
                ] as const,
              ]),
          ['Created', <Instant key="created" at={group.created_at} />],
          [
            'Transactions',
            <a key="rows" href={linkToItem(['transactions'], { group: id })}>
              Rows of this group
            </a>,
          ],
        ]}
      />
      {terminals.length === 0 ? (
        <EmptyList icon="group" title="No visible terminal is in this group" />
      ) : (
        <Table
          label={`Terminals of ${group.name}`}
          columns={terminalColumns}
          rows={terminals}
          rowKey={(row) => row.terminal_id}
        />
      )}
    </>
  );
}

const terminalColumns: readonly Column<PortalTerminal>[] = [
  {
    title: 'Terminal',
    cell: ({ terminal_id: id, name }) => (
      <span class="cell-two">
        <a class="cell-link" href={linkTo('fleet', id)}>
          {id}
        </a>
        <small class="name truncate">{name}</small>
      </span>
    ),
  },
  { title: 'Attention', cell: ({ health }) => <StateBadge state={health} /> },
  { title: 'Cash', isNumber: true, cell: ({ amount_remaining: amount }) => formatRoundMoney(amount) },
];
