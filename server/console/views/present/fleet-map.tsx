import { request } from '../../api/request.ts';
import { mayManage, portal } from '../../api/session.ts';
import type { Incident, Page, PortalTerminal } from '../../api/types.ts';
import { formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { useResource } from '../../state/resource.ts';

/** The latest incidents, open or resolved: a scenario causes few. */
const readIncidents = async (): Promise<readonly Incident[] | undefined> =>
  mayManage.value ? (await request<Page<Incident>>('/sandbox/incidents?limit=500')).data : undefined;

/** The terminals by their groups. Those with an incident at the instant light up. */
export function FleetMap({ atMs }: { readonly atMs: number }) {
  const incidents = useResource('incidents of the map', readIncidents);
  const open = (incidents.data ?? []).filter(
    ({ opened_at: opened, resolved_at: resolved }) =>
      Date.parse(opened) <= atMs && (resolved === null || Date.parse(resolved) > atMs),
  );
  const byTerminal = Map.groupBy(open, ({ terminal_id: id }) => id);
  return (
    <section class="present-map" aria-label="Fleet by groups">
      {listGroups().map(({ name, terminals }) => (
        <div key={name} class="present-group">
          <h2 class="name truncate">{name}</h2>
          <ul>
            {terminals.map(({ terminal_id: id }) => {
              const types = (byTerminal.get(id) ?? []).map(({ type }) => toWords(type));
              const none = incidents.data === undefined ? 'incidents not read' : 'no incident';
              const text = `${id}: ${types.length === 0 ? none : types.join(', ')}`;
              return (
                <li key={id} class={types.length === 0 ? 'present-dot' : 'present-dot present-dot-lit'} title={text}>
                  <span class="hidden-text">{text}</span>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <p class="secondary" role="status">
        {incidents.data === undefined ? explainAbsence() : `${formatPlural(open.length, 'open incident')} in the fleet`}
      </p>
    </section>
  );
}

const explainAbsence = (): string =>
  mayManage.value ? 'Incidents were not read.' : 'Incidents are shown to administrators only.';

/** A larger fleet has too many terminals for one screen. */
const MOST_TERMINALS = 400;

/** Returns the terminals of each group. A terminal of several groups is in the smallest, and one of none in a separate list. */
function listGroups(): readonly { readonly name: string; readonly terminals: readonly PortalTerminal[] }[] {
  const { terminals = [], groups = [] } = portal.value ?? {};
  const shown = terminals.slice(0, MOST_TERMINALS);
  const count = (id: string): number => shown.filter(({ group_ids: ids }) => ids.includes(id)).length;
  const sizes = new Map(groups.map(({ group_id: id }) => [id, count(id)]));
  const names = new Map(groups.map(({ group_id: id, name }) => [id, name]));
  const chooseGroup = ({ group_ids: ids }: PortalTerminal): string => {
    const [smallest] = ids.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
    return smallest ?? '';
  };
  return [...Map.groupBy(shown, chooseGroup)].map(([id, members]) => ({
    name: names.get(id) ?? 'Without a group',
    terminals: members,
  }));
}
