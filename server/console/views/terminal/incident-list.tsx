import type { Incident } from '../../api/types.ts';
import { toneOf, toWords } from '../../format/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import type { Resource } from '../../state/resource.ts';

export function IncidentList({ incidents }: { readonly incidents: Resource<readonly Incident[]> }) {
  return (
    <Panel isFlush>
      <Loaded of={incidents}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon="check" title="No incidents">
              Trigger an event to see one open and resolve.
            </Empty>
          ) : (
            <ul class="incidents">
              {list.slice(0, 50).map((incident) => (
                <IncidentItem key={incident.incident_id} incident={incident} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function IncidentItem({ incident }: { readonly incident: Incident }) {
  const isOpen = incident.resolved_at === null;
  return (
    <li>
      <div class="row between">
        <h3>{toWords(incident.type)}</h3>
        <Badge tone={isOpen ? toneOf(incident.severity) : 'good'}>
          {isOpen
            ? `Open, ${incident.severity}`
            : `Resolved${incident.resolution === null ? '' : `: ${incident.resolution}`}`}
        </Badge>
      </div>
      <ol class="moments">
        {incident.moments.map((moment) => (
          <li key={moment.sequence}>
            <Instant at={moment.at} hasSeconds />
            <span class="wrap">
              {moment.title} <span class="muted">{moment.summary}</span>
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}
