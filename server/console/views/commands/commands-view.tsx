import { type Command, readCommands } from '../../api/resources.ts';
import { portal } from '../../api/session.ts';
import { formatCount } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { TextField } from '../../parts/fields.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo, useParameter, useTypedParameter } from '../../state/route.ts';
import { NoAccess } from '../no-access.tsx';
import { CommandDetail } from './command-detail.tsx';
import { InstallerSheet, Payload } from './provisioning.tsx';

/** Commands to terminals, and what terminals are provisioned with. */
export function CommandsView() {
  const [terminalId, setTerminalId] = useTypedParameter('terminal');
  const id = terminalId.trim();
  const isVisible = portal.value?.terminals.some(({ terminal_id: one }) => one === id) === true;
  const flags = portal.value?.access_flags;
  return (
    <>
      <PageHead title="Commands & provisioning">
        What was sent to terminals, how it ended, and the configuration that a terminal receives.
      </PageHead>
      <Panel>
        <div class="narrow">
          <TextField
            label="Terminal id"
            value={terminalId}
            placeholder={portal.value?.terminals[0]?.terminal_id ?? ''}
            hint="Empty: the latest commands of all visible terminals."
            error={id === '' || isVisible ? undefined : 'Expected the id of a visible terminal.'}
            onChange={setTerminalId}
          />
        </div>
      </Panel>
      {flags?.can_view_commands !== true && flags?.can_view_provisioning !== true ? (
        <NoAccess what="see commands and provisioning" />
      ) : isVisible ? (
        <OfTerminal terminalId={id} />
      ) : (
        <RecentCommands />
      )}
    </>
  );
}

function RecentCommands() {
  if (portal.value?.access_flags.can_view_commands !== true) return <NoAccess what="see commands" />;
  const rows = portal.value.recent_commands;
  return (
    <ListDetail
      title="Latest commands"
      noun="command"
      note={`the latest ${rows.length} of all visible terminals`}
      rows={rows}
      columns={columns}
      rowKey={({ command_id: id }) => id}
      nameOf={({ command_type: type }) => toWords(type)}
      empty={
        <EmptyList icon="command" title="No recent commands">
          Older ones are listed by terminal.
        </EmptyList>
      }
      detail={(command) => <CommandDetail command={command} />}
    />
  );
}

function OfTerminal({ terminalId }: { readonly terminalId: string }) {
  const flags = portal.value?.access_flags;
  const [chosen, setTab] = useParameter('tab', 'commands');
  const tabs = [
    ...(flags?.can_view_commands === true ? [{ id: 'commands', title: 'Commands' }] : []),
    ...(flags?.can_view_provisioning === true
      ? [
          { id: 'payload', title: 'Provisioning payload' },
          { id: 'sheet', title: 'Installer sheet' },
        ]
      : []),
  ];
  const tab = tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id ?? '';
  return (
    <Tabs label="Of this terminal" tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'commands' ? <CommandsOf key={terminalId} terminalId={terminalId} /> : null}
      {tab === 'payload' ? <Payload key={terminalId} terminalId={terminalId} /> : null}
      {tab === 'sheet' ? <InstallerSheet key={terminalId} terminalId={terminalId} /> : null}
    </Tabs>
  );
}

function CommandsOf({ terminalId }: { readonly terminalId: string }) {
  const list = useResource(`commands ${terminalId}`, () => readCommands(terminalId));
  return (
    <Loaded of={list}>
      {({ rows, isComplete }) => (
        <>
          {isComplete ? null : (
            <Hint tone="warn">Only the {formatCount(rows.length)} commands that were queued last are listed.</Hint>
          )}
          <ListDetail
            title="Commands"
            noun="command"
            rows={rows}
            columns={columns.filter(({ title }) => title !== 'Terminal')}
            rowKey={({ command_id: id }) => id}
            nameOf={({ command_type: type }) => toWords(type)}
            empty={
              <EmptyList icon="command" title="No commands">
                Nothing was sent to this terminal.
              </EmptyList>
            }
            detail={(command) => <CommandDetail command={command} />}
          />
        </>
      )}
    </Loaded>
  );
}

const columns: readonly Column<Command>[] = [
  { title: 'Command', cell: ({ command_id: id, command_type: type }) => <ItemLink id={id}>{toWords(type)}</ItemLink> },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Terminal', cell: ({ terminal_id: id }) => <a href={linkTo('fleet', id)}>{id}</a> },
  { title: 'Queued', isWideOnly: true, cell: ({ queued_at: at }) => <Instant at={at} /> },
  {
    title: 'Requested by',
    isWideOnly: true,
    cell: ({ requested_by: by }) => <span class="name">{by.display_name}</span>,
  },
];
