import type { ComponentChildren } from 'preact';
import { type Connector, type ConnectorStatus, type Group, readConnectorStatus } from '../../api/resources.ts';
import { formatCount, formatPlural } from '../../format/money.ts';
import { formatMilliseconds } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import { Distance, Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkToItem, linkWith } from '../../state/route.ts';

interface ConnectorDetailProps {
  readonly connector: Connector;
  readonly connectors: readonly Connector[];
  readonly groups: readonly Group[];
}

/** One connector: its status, its traffic, and what depends on it. */
export function ConnectorDetail({ connector, connectors, groups }: ConnectorDetailProps) {
  const id = connector.connector_id;
  const status = useResource(`connector ${id}`, () => readConnectorStatus(id));
  const failover = connectors.find(({ connector_id: one }) => one === connector.failover_connector_id);
  const protects = connectors.filter(({ failover_connector_id: one }) => one === id);
  return (
    <>
      <Loaded of={status}>{(data) => <Status status={data} />}</Loaded>
      <section class="stack-tight">
        <h3>Depends on it</h3>
        <Pairs
          pairs={[
            ['Terminals', formatCount(connector.terminal_count)],
            [
              'Groups',
              connector.group_ids.length === 0
                ? 'None'
                : connector.group_ids.map((one) => (
                    <div key={one}>
                      <a class="name" href={linkToItem(['groups'], { id: one })}>
                        {groups.find(({ group_id: group }) => group === one)?.name ?? one}
                      </a>
                    </div>
                  )),
            ],
            ['Takes over', <Others key="failover" connectors={failover === undefined ? [] : [failover]} />],
            ['Takes over for', <Others key="protects" connectors={protects} />],
          ]}
        />
      </section>
      <section class="stack-tight">
        <h3>Kind</h3>
        <Pairs
          pairs={[
            ['Type', toWords(connector.connector_type)],
            ['Direction', toWords(connector.direction)],
            ['Protocol', `${toWords(connector.protocol)} over ${connector.transport}`],
            ['Role', connector.is_primary ? 'Primary' : 'Reserve'],
            ['Created', <Instant key="created" at={connector.created_at} />],
          ]}
        />
      </section>
    </>
  );
}

function Others({ connectors }: { readonly connectors: readonly Connector[] }) {
  if (connectors.length === 0) return <>None</>;
  return (
    <>
      {connectors.map(({ connector_id: id, name, status }) => (
        <div key={id} class="row-tight">
          <a class="name" href={linkWith({ id })}>
            {name}
          </a>
          <StateBadge state={status} />
        </div>
      ))}
    </>
  );
}

function Status({ status }: { readonly status: ConnectorStatus }) {
  const { echo, tls, tunnel, key_exchange: exchange, traffic_5m: traffic } = status;
  const at = (instant: string | null): ComponentChildren => (instant === null ? 'Never' : <Distance at={instant} />);
  return (
    <>
      {status.status_reason === null ? null : <Hint tone="warn">{status.status_reason}</Hint>}
      <section class="stack-tight">
        <h3>Status</h3>
        <Pairs
          pairs={[
            ['Now', <StateBadge key="status" state={status.status} />],
            ['Since', status.since === null ? 'Unknown' : <Instant key="since" at={status.since} />],
            ['Checked', at(status.checked_at)],
            [
              'Echo',
              echo.round_trip_ms === null
                ? `No answer, ${formatCount(echo.consecutive_failures)} failures in a row`
                : `${formatMilliseconds(echo.round_trip_ms)}, ${formatCount(echo.consecutive_failures)} failures in a row`,
            ],
            ['Affected terminals', formatCount(status.affected_terminal_count)],
            ...(tls === null
              ? []
              : [
                  [
                    'TLS',
                    `${tls.min_version} or later; the certificate expires in ${tls.days_to_expiry} days`,
                  ] as const,
                ]),
            ...(tunnel === null ? [] : [['Tunnel', <StateBadge key="tunnel" state={tunnel.state} />] as const]),
            ...(exchange.scheme === 'not_applicable'
              ? []
              : [
                  [
                    'Key exchange',
                    <>
                      {exchange.scheme.toUpperCase()}, {at(exchange.last_ok_at)}
                    </>,
                  ] as const,
                ]),
            ...(status.open_incident_id === null
              ? []
              : [
                  [
                    'Incident',
                    <a
                      key="incident"
                      class="mono wrap"
                      href={linkToItem(['events'], { tab: 'events', search: status.open_incident_id })}
                    >
                      {status.open_incident_id}
                    </a>,
                  ] as const,
                ]),
          ]}
        />
      </section>
      <section class="stack-tight">
        <h3>Traffic of the last five minutes</h3>
        {traffic === null ? <p class="secondary">Not measured for this connector.</p> : <Traffic traffic={traffic} />}
      </section>
    </>
  );
}

function Traffic({ traffic }: { readonly traffic: NonNullable<ConnectorStatus['traffic_5m']> }) {
  const parts = [
    { name: 'Approved', count: traffic.approved, tone: 'good' },
    { name: 'Declined by the issuer', count: traffic.business_declines, tone: 'info' },
    { name: 'Technical declines', count: traffic.technical_declines, tone: 'warn' },
    { name: 'Timed out', count: traffic.timeouts, tone: 'bad' },
  ];
  if (traffic.requests === 0) return <p class="secondary">No requests.</p>;
  const slowest = traffic.p95_ms === null ? '' : `, 95% of them within ${formatMilliseconds(traffic.p95_ms)}`;
  return (
    <>
      <p class="secondary">
        {formatPlural(traffic.requests, 'request')}
        {slowest}.
      </p>
      <div class="share" aria-hidden="true">
        {parts.map(({ name, count, tone }) =>
          count === 0 ? null : <i key={name} class={`share-${tone}`} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul class="share-names">
        {parts.map(({ name, count, tone }) => (
          <li key={name}>
            <i class={`share-${tone}`} aria-hidden="true" /> {name}: {formatCount(count)}
          </li>
        ))}
      </ul>
    </>
  );
}
