import type { Connector, Group } from '../../api/resources.ts';
import { formatPlural } from '../../format/money.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { linkToItem, linkWith } from '../../state/route.ts';

const NODE = { width: 280, height: 54 } as const;
const COLUMN_X = [0, 370, 740] as const;
const COLUMN_TITLES = ['Groups', 'Between terminals and hosts', 'From hosts to networks and banks'] as const;
const ROW_HEIGHT = 66;
const TOP = 30;
const WIDTH = COLUMN_X[2] + NODE.width;
const MOST_LETTERS = 29;

interface ConnectorMapProps {
  readonly connectors: readonly Connector[];
  readonly groups: readonly Group[];
}

interface Node {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly tone: string;
  readonly link: string;
  readonly column: 0 | 1 | 2;
  readonly row: number;
}

/** Groups, the connectors that their terminals use, and those of the hosts. Dashed lines lead to the connector that takes over. */
export function ConnectorMap({ connectors, groups }: ConnectorMapProps) {
  const isOfTerminals = ({ direction }: Connector): boolean => direction.includes('terminal');
  const used = new Set(connectors.flatMap(({ group_ids: ids }) => ids));
  const groupNodes = groups
    .filter(({ group_id: id }) => used.has(id))
    .map(
      (group, row): Node => ({
        id: group.group_id,
        name: group.name,
        note: formatPlural(group.terminal_count, 'terminal'),
        tone: 'muted',
        link: linkToItem(['groups'], { id: group.group_id }),
        column: 0,
        row,
      }),
    );
  const toNodes = (members: readonly Connector[], column: 1 | 2): readonly Node[] =>
    members.map((one, row) => ({
      id: one.connector_id,
      name: one.name,
      note: `${toWords(one.status)} · ${toWords(one.connector_type)}`,
      tone: toneOf(one.status),
      link: linkWith({ id: one.connector_id }),
      column,
      row,
    }));
  const nodes = [
    ...groupNodes,
    ...toNodes(connectors.filter(isOfTerminals), 1),
    ...toNodes(
      connectors.filter((one) => !isOfTerminals(one)),
      2,
    ),
  ];
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const height = TOP + ROW_HEIGHT * (1 + Math.max(0, ...nodes.map(({ row }) => row)));
  return (
    <section class="map" aria-label="Map of the connectors">
      <NarrowMap connectors={connectors} nodes={nodes} />
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        class="map-drawing"
        style={{ maxWidth: `${WIDTH * 1.25}px` }}
        role="group"
        aria-label="Groups and connectors"
      >
        {COLUMN_TITLES.map((title, column) => (
          <text key={title} x={COLUMN_X[column]} y={14} class="map-title">
            {title}
          </text>
        ))}
        {connectors.flatMap((connector) => {
          const node = nodesById.get(connector.connector_id);
          return [
            ...connector.group_ids.map((id) => <Edge key={id} from={nodesById.get(id)} to={node} />),
            <Edge key="failover" from={node} to={nodesById.get(connector.failover_connector_id ?? '')} isFailover />,
          ];
        })}
        {nodes.map((node) => (
          <NodeBox key={node.id} node={node} />
        ))}
      </svg>
    </section>
  );
}

/** The same as lists, where the window has no space for columns beside each other. */
function NarrowMap({ connectors, nodes }: Pick<ConnectorMapProps, 'connectors'> & { readonly nodes: readonly Node[] }) {
  const nameOf = (id: string | null): string | undefined => nodes.find((node) => node.id === id)?.name;
  const list = (ids: readonly string[]): string =>
    ids
      .map(nameOf)
      .filter((name) => name !== undefined)
      .join(', ');
  const describe = (id: string): readonly string[] => {
    const connector = connectors.find((one) => one.connector_id === id);
    const groups = list(connector?.group_ids ?? []);
    const successor = nameOf(connector?.failover_connector_id ?? null);
    return [
      ...(groups === '' ? [] : [`Used by ${groups}`]),
      ...(successor === undefined ? [] : [`${successor} takes over`]),
    ];
  };
  return (
    <div class="map-lists">
      {COLUMN_TITLES.slice(1).map((title, index) => (
        <section key={title} class="stack-tight">
          <h3>{title}</h3>
          <ul class="map-list">
            {nodes
              .filter(({ column }) => column === index + 1)
              .map(({ id, name, note, tone, link }) => (
                <li key={id}>
                  <a href={link} class="name wrap">
                    <i class={`map-dot map-${tone}`} />
                    {name}
                  </a>
                  <small>{note}</small>
                  {describe(id).map((text) => (
                    <small key={text} class="name wrap">
                      {text}
                    </small>
                  ))}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const toPlace = ({ column, row }: Node) => ({ x: COLUMN_X[column], y: TOP + row * ROW_HEIGHT });

function NodeBox({ node }: { readonly node: Node }) {
  const { x, y } = toPlace(node);
  const shown = node.name.length > MOST_LETTERS ? `${node.name.slice(0, MOST_LETTERS - 1)}…` : node.name;
  return (
    <a href={node.link} class="map-node">
      <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={9} />
      <circle cx={x + 17} cy={y + 20} r={4.5} class={`map-${node.tone}`} />
      <text x={x + 31} y={y + 24} class="map-name">
        {shown}
      </text>
      <text x={x + 31} y={y + 42} class="map-note">
        {node.note}
      </text>
    </a>
  );
}

interface EdgeProps {
  readonly from: Node | undefined;
  readonly to: Node | undefined;
  readonly isFailover?: boolean;
}

function Edge({ from, to, isFailover = false }: EdgeProps) {
  if (from === undefined || to === undefined) return null;
  const start = toPlace(from);
  const end = toPlace(to);
  const middle = NODE.height / 2;
  const path = isFailover
    ? `M${start.x + NODE.width} ${start.y + middle} h18 V${end.y + middle} h-18`
    : `M${start.x + NODE.width} ${start.y + middle} C${start.x + NODE.width + 52} ${start.y + middle} ${end.x - 52} ${end.y + middle} ${end.x} ${end.y + middle}`;
  return <path d={path} class={isFailover ? 'map-edge map-failover' : 'map-edge'} />;
}
