import type { EventType } from '../../../spec/index.ts';
import type { FleetEvent } from '../../world/events/events.ts';
import type { IncidentTurn } from '../../world/state/destinations.ts';

export interface EventChoice {
  readonly id?: string;
  readonly type?: EventType;
  readonly accountId?: string;
  readonly terminalId?: string | null;
  readonly turn?: IncidentTurn | null;
  readonly timestamp?: string;
}

/** Returns an event of a terminal of Northway, unless other values are chosen. */
export function createFleetEvent(choice: EventChoice = {}): FleetEvent {
  const { accountId = 'acct_northway_east', terminalId = 'NW1', timestamp = '2026-11-02T13:40:12Z' } = choice;
  const known = { incident_id: 'inc_1', sequence: 1, dedupe_key: 'k', opened_at: timestamp };
  const open = { resolved_at: null, resolution: null };
  const incidents = {
    triggered: { ...known, ...open, state: 'triggered' },
    escalated: { ...known, ...open, state: 'escalated' },
    resolved: { ...known, state: 'resolved', resolved_at: timestamp, resolution: 'recovered' },
  } as const;
  return {
    id: choice.id ?? 'evt_a',
    type: choice.type ?? 'cash_low',
    timestamp,
    api_version: 'v1',
    level: terminalId === null ? 'account' : 'terminal',
    account_id: accountId,
    terminal_id: terminalId,
    families: [],
    severity: 'medium',
    incident: choice.turn === null ? null : incidents[choice.turn ?? 'triggered'],
    data: { text: 'Zürich 💶' },
  };
}
