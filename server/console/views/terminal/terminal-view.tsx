import { request } from '../../api/request.ts';
import { mayManage, portal } from '../../api/session.ts';
import type { Incident, Page, TerminalStatus } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icons.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Distance, sandboxNow } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, segments, useParameter } from '../../state/route.ts';
import { CashPanel } from './cash-panel.tsx';
import { CommandList } from './command-list.tsx';
import { DevicePanel } from './device-panel.tsx';
import { IncidentList } from './incident-list.tsx';
import { TerminalFeed } from './terminal-feed.tsx';
import { TransactionList } from './transaction-list.tsx';

/** Everything about the terminal of the route. */
export function TerminalView() {
  const [, terminalId = ''] = segments.value;
  const path = `/v1/terminals/${encodeURIComponent(terminalId)}/status-monitoring`;
  const status = useResource(path, () => request<TerminalStatus>(path));
  const terminal = portal.value?.terminals.find(({ terminal_id: id }) => id === terminalId);
  return (
    <>
      <PageHead
        title={terminal?.name ?? terminalId}
        actions={
          mayManage.value ? (
            <a class="button button-primary" href={linkTo('trigger', terminalId)}>
              <Icon name="bolt" /> Trigger an event
            </a>
          ) : undefined
        }
      >
        <span class="mono">{terminalId}</span>
      </PageHead>
      <Loaded of={status}>{(data) => <TerminalContent terminalId={terminalId} status={data} />}</Loaded>
    </>
  );
}

interface TerminalContentProps {
  readonly terminalId: string;
  readonly status: TerminalStatus;
}

function TerminalContent({ terminalId, status }: TerminalContentProps) {
  const [tab, setTab] = useParameter('tab', 'transactions');
  const flags = portal.value?.access_flags;
  const incidents = useResource(`incidents ${terminalId}`, () => readIncidents(terminalId));
  const openCount = incidents.data?.filter(({ resolved_at: at }) => at === null).length;
  const tabs = [
    ...(flags?.can_view_transactions === true ? [{ id: 'transactions', title: 'Transactions' }] : []),
    ...(mayManage.value ? [{ id: 'incidents', title: 'Incidents', count: openCount }] : []),
    ...(flags?.can_view_commands === true ? [{ id: 'commands', title: 'Commands' }] : []),
    { id: 'feed', title: 'Feed' },
  ];
  const selected = tabs.some(({ id }) => id === tab) ? tab : (tabs[0]?.id ?? 'feed');
  return (
    <>
      <StatusTiles status={status} />
      <div class="columns">
        {status.cash === null ? null : <CashPanel terminalId={terminalId} cash={status.cash} />}
        <DevicePanel status={status} />
      </div>
      <Tabs label="Details of the terminal" tabs={tabs} selected={selected} onSelect={setTab}>
        {selected === 'transactions' ? <TransactionList terminalId={terminalId} /> : null}
        {selected === 'incidents' ? <IncidentList incidents={incidents} /> : null}
        {selected === 'commands' ? <CommandList terminalId={terminalId} /> : null}
        {selected === 'feed' ? <TerminalFeed terminalId={terminalId} /> : null}
      </Tabs>
    </>
  );
}

async function readIncidents(terminalId: string): Promise<readonly Incident[]> {
  if (!mayManage.value) return [];
  const query = new URLSearchParams({ terminal_id: terminalId, limit: '500' });
  const { data } = await request<Page<Incident>>(`/sandbox/incidents?${query}`);
  return data.toReversed();
}

function StatusTiles({ status }: { readonly status: TerminalStatus }) {
  const { operational_state: state, health, comms, uptime, cash } = status;
  const emptyAt = cash?.estimated_empty_at ?? null;
  const isEmpty = emptyAt !== null && Date.parse(emptyAt) <= sandboxNow.value;
  return (
    <div class="tiles-box">
      <dl class="tiles">
        <div class="tile">
          <dt>State</dt>
          <dd class="tile-badge">
            <StateBadge state={state} />
          </dd>
        </div>
        <div class="tile">
          <dt>Attention</dt>
          <dd class="tile-badge">
            <StateBadge state={health} />
          </dd>
        </div>
        <div class="tile">
          <dt>Line</dt>
          <dd class="tile-badge">
            <StateBadge state={comms.state} />
            <small>{toWords(comms.link_type)}</small>
          </dd>
        </div>
        <div class="tile">
          <dt>Last heartbeat</dt>
          <dd class="tile-text">
            {comms.last_heartbeat_at === null ? 'None' : <Distance at={comms.last_heartbeat_at} />}
          </dd>
        </div>
        <div class="tile">
          <dt>Uptime, 30 days</dt>
          <dd class="tile-text">{uptime === null ? '–' : `${uptime.last_30d_percent}%`}</dd>
        </div>
        <div class="tile">
          <dt>{isEmpty ? 'Empty since' : 'Empty at'}</dt>
          <dd class="tile-text">{emptyAt === null ? 'Unknown' : <Distance at={emptyAt} />}</dd>
        </div>
      </dl>
    </div>
  );
}
