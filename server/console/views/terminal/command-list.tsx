import type { Schemas } from '../../../../spec/index.ts';
import { request } from '../../api/request.ts';
import type { Page } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';

type Command = Schemas['TerminalCommand'];

const columns: readonly Column<Command>[] = [
  { title: 'Queued', cell: (command) => <Instant at={command.queued_at} /> },
  { title: 'Command', cell: (command) => toWords(command.command_type) },
  { title: 'State', cell: (command) => <StateBadge state={command.state} /> },
  {
    title: 'Requested by',
    isWideOnly: true,
    cell: (command) => <span class="name">{command.requested_by?.display_name ?? 'The platform'}</span>,
  },
  { title: 'Result', isWideOnly: true, cell: (command) => command.result_detail ?? '–' },
];

export function CommandList({ terminalId }: { readonly terminalId: string }) {
  const path = `/v1/terminals/${encodeURIComponent(terminalId)}/commands?limit=100`;
  const list = useResource(path, () => request<Page<Command>>(path));
  return (
    <Panel isFlush>
      <Loaded of={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="fleet" title="No commands" />
          ) : (
            <Table label="Commands" columns={columns} rows={data} rowKey={(command) => command.command_id} />
          )
        }
      </Loaded>
    </Panel>
  );
}
