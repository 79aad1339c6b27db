import { useState } from 'preact/hooks';
import { formatPlural, formatRoundMoney } from '../../format/money.ts';
import { HealthBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Distance } from '../../parts/time.tsx';
import { type FleetRow, sortFleet } from './fleet-data.ts';
import { IncidentCount } from './incident-count.tsx';

/** Tiles are drawn in steps, because each is larger than a row. */
const STEP = 120;

export function FleetTiles({
  rows,
  onOpen,
}: {
  readonly rows: readonly FleetRow[];
  readonly onOpen: (id: string) => void;
}) {
  const [limit, setLimit] = useState(STEP);
  const sorted = sortFleet(rows, 'health', false);
  return (
    <div class="panel-body stack">
      <div class="fleet-tiles">
        {sorted.slice(0, limit).map(({ terminal, incidents }) => (
          <button
            key={terminal.terminal_id}
            type="button"
            class="fleet-tile"
            onClick={() => onOpen(terminal.terminal_id)}
          >
            <span class="row-tight between">
              <strong>{terminal.terminal_id}</strong>
              <HealthBadge health={terminal.health} />
            </span>
            <span class="name truncate muted small">{terminal.name}</span>
            <span class="row-tight between">
              <span class="fleet-tile-cash">{formatRoundMoney(terminal.amount_remaining)}</span>
              <span class="muted small">
                {terminal.last_heartbeat_at === null ? 'No heartbeat' : <Distance at={terminal.last_heartbeat_at} />}
              </span>
            </span>
            {incidents?.length === 0 ? null : <IncidentCount incidents={incidents} />}
          </button>
        ))}
      </div>
      {sorted.length > limit ? (
        <Button onPress={() => setLimit((before) => before + STEP)}>
          Show more of {formatPlural(sorted.length, 'terminal')}
        </Button>
      ) : null}
    </div>
  );
}
