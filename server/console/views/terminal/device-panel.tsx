import type { TerminalStatus } from '../../api/types.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Pairs } from '../../parts/fields.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Distance } from '../../parts/time.tsx';

/** The devices and the line of a terminal. */
export function DevicePanel({ status }: { readonly status: TerminalStatus }) {
  const { devices, comms, software } = status;
  return (
    <Panel title="Devices and line">
      <div class="stack">
        <ul class="devices">
          {devices.map((device) => (
            <li key={device.device}>
              <span>{toWords(device.device)}</span>
              <span class="row-tight">
                {device.error_text === null ? null : <span class="muted small">{device.error_text}</span>}
                {device.state === 'no_device' ? (
                  <Badge tone="muted">Not installed</Badge>
                ) : (
                  <Badge tone={toneOf(device.condition === 'ok' || device.condition === 'locked' ? 'ok' : 'failed')}>
                    {toWords(device.condition)}
                  </Badge>
                )}
              </span>
            </li>
          ))}
        </ul>
        <Pairs
          pairs={[
            ['Line', <StateBadge key="line" state={comms.state} />],
            ['Last message', comms.last_sm_at === null ? 'None' : <Distance key="sm" at={comms.last_sm_at} />],
            ['Round trip', comms.round_trip_ms === null ? 'Unknown' : `${comms.round_trip_ms} ms`],
            [
              'Model',
              software === null
                ? 'Unknown'
                : `${software.vendor} ${software.model}, version ${software.application_version}`,
            ],
          ]}
        />
      </div>
    </Panel>
  );
}
