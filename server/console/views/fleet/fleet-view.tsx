import { useMemo } from 'preact/hooks';
import { mayManage, portal } from '../../api/session.ts';
import { formatCount, formatPlural, formatRoundMoney } from '../../format/money.ts';
import { Button } from '../../parts/button.tsx';
import { FilterSelect, SearchField, Segmented } from '../../parts/fields.tsx';
import { Filters } from '../../parts/filters/filters.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tiles } from '../../parts/tiles.tsx';
import { useResource } from '../../state/resource.ts';
import { changeParameters, navigate, parameters, useParameter } from '../../state/route.ts';
import { canRunDemo, GuidedDemo, isDemoOpen, openDemo } from '../demo/guided-demo.tsx';
import { FleetCharts } from './fleet-charts.tsx';
import { type FleetFilter, type FleetRow, filterFleet, joinIncidents, readOpenIncidents } from './fleet-data.ts';
import { FleetTable } from './fleet-table.tsx';
import { FleetTiles } from './fleet-tiles.tsx';

/** The terminals that the user may see. */
export function FleetView() {
  const terminals = portal.value?.terminals ?? [];
  const incidents = useResource('open-incidents', () => (mayManage.value ? readOpenIncidents() : Promise.resolve([])));
  const rows = useMemo(() => joinIncidents(terminals, incidents.data), [terminals, incidents.data]);
  const openCount = mayManage.value ? incidents.data?.length : undefined;
  return (
    <>
      <PageHead
        title="Fleet"
        actions={
          canRunDemo.value && !isDemoOpen.value ? (
            <Button icon="play" onPress={openDemo}>
              Guided demo
            </Button>
          ) : undefined
        }
      >
        <span class="name">{portal.value?.account.name}</span>: the terminals that this user may see.
      </PageHead>
      <GuidedDemo />
      <Summary rows={rows} openCount={openCount} />
      {portal.value?.access_flags.can_view_transactions === true ? <FleetCharts /> : null}
      <FleetList rows={rows} />
    </>
  );
}

function Summary({ rows, openCount }: { readonly rows: readonly FleetRow[]; readonly openCount: number | undefined }) {
  const count = (isCounted: (row: FleetRow) => boolean): number => rows.filter(isCounted).length;
  const cash = rows.reduce((sum, { terminal }) => sum + Number(terminal.amount_remaining ?? 0), 0);
  const tiles: readonly (readonly [string, string])[] = [
    ['Terminals', formatCount(rows.length)],
    ['In service', formatCount(count(({ terminal }) => terminal.operational_state === 'in_service'))],
    ['Need attention', formatCount(count(({ terminal }) => ['high', 'critical'].includes(terminal.health)))],
    ...(openCount === undefined ? [] : [['Open incidents', formatCount(openCount)] as const]),
    ['Cash in terminals', formatRoundMoney(cash, portal.value?.account.currency)],
  ];
  return <Tiles tiles={tiles} />;
}

const NO_FILTER = { search: '', health: '', state: '', incidents: '' };

const HEALTHS = ['critical', 'high', 'medium', 'low', 'normal'];
const STATES = ['in_service', 'degraded', 'out_of_service', 'maintenance', 'closed', 'deactivated'];

function FleetList({ rows }: { readonly rows: readonly FleetRow[] }) {
  const [form, setForm] = useParameter('form', 'table');
  const { search = '', health = '', state = '', incidents = '' } = parameters.value;
  const filter: FleetFilter = { search, health, state, hasIncident: incidents === 'open' };
  const found = useMemo(() => filterFleet(rows, filter), [rows, search, health, state, incidents]);
  const present = (values: readonly string[], read: (row: FleetRow) => string) =>
    values.filter((value) => rows.some((row) => read(row) === value)).map((value) => ({ value, text: toText(value) }));
  return (
    <Panel
      title="Terminals"
      note={formatPlural(found.length, 'terminal')}
      isFlush
      actions={
        <Segmented
          label="Form"
          value={form}
          onChange={setForm}
          options={[
            { value: 'table', text: 'Table' },
            { value: 'tiles', text: 'Tiles' },
          ]}
        />
      }
    >
      <div class="panel-filters filters">
        <SearchField
          label="Search id or name"
          value={filter.search}
          onChange={(text) => changeParameters({ search: text }, 'replace')}
        />
        <Filters
          count={[health, state, incidents].filter((one) => one !== '').length}
          onClear={() => changeParameters({ health: '', state: '', incidents: '' })}
        >
          <FilterSelect
            label="Attention"
            value={filter.health}
            options={[{ value: '', text: 'Any attention' }, ...present(HEALTHS, ({ terminal }) => terminal.health)]}
            onChange={(value) => changeParameters({ health: value })}
          />
          <FilterSelect
            label="State"
            value={filter.state}
            options={[
              { value: '', text: 'Any state' },
              ...present(STATES, ({ terminal }) => terminal.operational_state),
            ]}
            onChange={(value) => changeParameters({ state: value })}
          />
          {mayManage.value ? (
            <label class="row-tight">
              <input
                type="checkbox"
                checked={filter.hasIncident}
                onChange={(event) => changeParameters({ incidents: event.currentTarget.checked ? 'open' : '' })}
              />
              With open incidents
            </label>
          ) : null}
        </Filters>
      </div>
      {found.length === 0 ? <NoTerminals hasAny={rows.length > 0} onClear={() => changeParameters(NO_FILTER)} /> : null}
      {found.length > 0 && form !== 'tiles' ? <FleetTable rows={found} /> : null}
      {found.length > 0 && form === 'tiles' ? <FleetTiles rows={found} onOpen={(id) => navigate('fleet', id)} /> : null}
    </Panel>
  );
}

const toText = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ');

function NoTerminals({ hasAny, onClear }: { readonly hasAny: boolean; readonly onClear: () => void }) {
  if (!hasAny)
    return (
      <Empty icon="fleet" title="No terminals">
        This user sees no terminal. Choose another user, for example the administrator of Northway.
      </Empty>
    );
  return (
    <Empty icon="search" title="No terminal matches" actions={<Button onPress={onClear}>Clear the filters</Button>}>
      Change the search or the filters.
    </Empty>
  );
}
