import { request } from '../../api/request.ts';
import type { TerminalStatus } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useResource } from '../../state/resource.ts';
import { CassetteDrawing } from '../terminal/cash-panel.tsx';
import { Ahead } from './ahead.tsx';

export interface TerminalPanelProps {
  /** The terminal of the scenario; undefined for a scenario without one. */
  readonly terminalId: string | undefined;
  readonly accountName: string | undefined;
  /** Describes the content before the scenario chooses a terminal. */
  readonly ahead: string;
  /** The instant of an earlier step; undefined for the present state. */
  readonly asOf: string | undefined;
}

/** The terminal with its cassettes and open incidents. */
export function TerminalPanel({ terminalId, accountName, ahead, asOf }: TerminalPanelProps) {
  return (
    <section class="present-panel" aria-label="Terminal">
      <h2>{terminalId === undefined ? 'Fleet' : `Terminal ${terminalId}`}</h2>
      {terminalId === undefined ? (
        <>
          <p class="secondary name">{accountName}</p>
          <Ahead icon="fleet" title="The terminal appears here">
            {ahead}
          </Ahead>
        </>
      ) : (
        <Terminal id={terminalId} asOf={asOf} />
      )}
    </section>
  );
}

function Terminal({ id, asOf }: { readonly id: string; readonly asOf: string | undefined }) {
  const path = `/v1/terminals/${encodeURIComponent(id)}/status-monitoring`;
  const status = useResource(`${path} ${asOf ?? ''}`, () => request<TerminalStatus>(path, { asOf }));
  return (
    <Loaded of={status}>
      {({ operational_state: state, cash, open_alerts: alerts }) => (
        <>
          <p class="row-tight">
            <StateBadge state={state} />
          </p>
          <div class="cassettes">
            {(cash?.cassettes ?? []).map((cassette) => (
              <CassetteDrawing key={cassette.position} cassette={cassette} />
            ))}
          </div>
          <ul class="row-tight" aria-label="Open incidents">
            {alerts.map(({ incident_id: incident, type }) => (
              <li key={incident}>
                <Badge tone="bad">{toWords(type)}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
