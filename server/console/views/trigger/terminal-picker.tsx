import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { portal } from '../../api/session.ts';
import type { TerminalStatus } from '../../api/types.ts';
import { formatRoundMoney } from '../../format/money.ts';
import { HealthBadge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { SearchField } from '../../parts/fields.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo } from '../../state/route.ts';
import { CassetteDrawing } from '../terminal/cash-panel.tsx';

/** Shows the chosen terminal, and a list to choose another one. */
export function TerminalPicker({ terminalId, onPick }: TerminalPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const terminal = portal.value?.terminals.find(({ terminal_id: id }) => id === terminalId);
  if (terminal === undefined) return null;
  return (
    <Panel>
      <div class="row between">
        <div class="grow">
          <a class="cell-link" href={linkTo('fleet', terminalId)}>
            {terminalId}
          </a>
          <p class="name truncate muted small">{terminal.name}</p>
        </div>
        <Button size="small" onPress={() => setOpen(true)}>
          Change
        </Button>
      </div>
      <div class="row picked">
        <HealthBadge health={terminal.health} />
        <StateBadge state={terminal.operational_state} />
        <span class="figure">{formatRoundMoney(terminal.amount_remaining)}</span>
      </div>
      <Cassettes terminalId={terminalId} />
      {isOpen ? (
        <PickerDialog
          onClose={() => setOpen(false)}
          onPick={(id) => {
            setOpen(false);
            onPick(id);
          }}
        />
      ) : null}
    </Panel>
  );
}

function Cassettes({ terminalId }: { readonly terminalId: string }) {
  const path = `/v1/terminals/${encodeURIComponent(terminalId)}/status-monitoring`;
  const status = useResource(path, () => request<TerminalStatus>(path));
  const cassettes = status.data?.cash?.cassettes ?? [];
  if (cassettes.length === 0) return null;
  return (
    <div class="cassettes picked">
      {cassettes.map((cassette) => (
        <CassetteDrawing key={cassette.position} cassette={cassette} />
      ))}
    </div>
  );
}

interface TerminalPickerProps {
  readonly terminalId: string;
  readonly onPick: (terminalId: string) => void;
}

const MAX_SHOWN = 60;

function PickerDialog({ onClose, onPick }: { readonly onClose: () => void; readonly onPick: (id: string) => void }) {
  const [search, setSearch] = useState('');
  const found = (portal.value?.terminals ?? []).filter(({ terminal_id: id, name }) =>
    `${id} ${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Dialog title="Choose a terminal" onClose={onClose}>
      <SearchField label="Search id or name" value={search} onChange={setSearch} />
      <div class="user-list">
        {found.slice(0, MAX_SHOWN).map((terminal) => (
          <button
            key={terminal.terminal_id}
            type="button"
            class="user-choice"
            onClick={() => onPick(terminal.terminal_id)}
          >
            <span class="row between">
              {terminal.terminal_id} <HealthBadge health={terminal.health} />
            </span>
            <span class="muted small name truncate">{terminal.name}</span>
          </button>
        ))}
        {found.length > MAX_SHOWN ? <p class="muted small">Search to see the others.</p> : null}
      </div>
    </Dialog>
  );
}
