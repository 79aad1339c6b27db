import { type Connector, readConnectors, readGroups } from '../../api/resources.ts';
import { portal } from '../../api/session.ts';
import { formatCount } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { useResource } from '../../state/resource.ts';
import { NoAccess } from '../no-access.tsx';
import { ConnectorDetail } from './connector-detail.tsx';
import { ConnectorMap } from './connector-map.tsx';

/** The connections of the platform: between terminals, hosts, networks and banks. */
export function ConnectorsView() {
  const mayView = portal.value?.access_flags.can_view_connectors === true;
  return (
    <>
      <PageHead title="Connectors">
        The connections between terminals, hosts, networks and banks, and what depends on them.
      </PageHead>
      {mayView ? <Connectors /> : <NoAccess what="see connectors" />}
    </>
  );
}

function Connectors() {
  const loaded = useResource('connectors', async () => {
    const [connectors, groups] = await Promise.all([readConnectors(), readGroups()]);
    return { connectors, groups };
  });
  return (
    <Loaded of={loaded}>
      {({ connectors, groups }) => (
        <>
          {connectors.length === 0 ? null : (
            <Panel title="Dependencies" note="groups and the connectors that their terminals use">
              <ConnectorMap connectors={connectors} groups={groups} />
            </Panel>
          )}
          <ListDetail
            title="Connectors"
            noun="connector"
            rows={connectors}
            columns={columns}
            rowKey={({ connector_id: id }) => id}
            nameOf={({ name }) => name}
            empty={<EmptyList icon="connector" title="This user sees no connector" />}
            detail={(connector) => <ConnectorDetail connector={connector} connectors={connectors} groups={groups} />}
          />
        </>
      )}
    </Loaded>
  );
}

const columns: readonly Column<Connector>[] = [
  { title: 'Connector', cell: ({ connector_id: id, name }) => <ItemLink id={id}>{name}</ItemLink> },
  { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'Type', isWideOnly: true, cell: ({ connector_type: type }) => toWords(type) },
  { title: 'Direction', isWideOnly: true, cell: ({ direction }) => toWords(direction) },
  { title: 'Terminals', isNumber: true, cell: ({ terminal_count: count }) => formatCount(count) },
];
