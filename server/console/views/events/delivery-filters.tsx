import type { ComponentChildren } from 'preact';
import type { InjectedCause } from '../../api/deliveries.ts';
import type { Destination } from '../../api/types.ts';
import { DELIVERY_TYPE_OPTIONS } from '../../format/delivered-types.ts';
import { formatDateTime, formatZone } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { type Option, SearchField, SelectField } from '../../parts/fields.tsx';
import { DateField } from '../../parts/filters/date-field.tsx';
import { Filters } from '../../parts/filters/filters.tsx';
import { sandboxNow, zone } from '../../parts/time.tsx';
import { changeParameters, parameters } from '../../state/route.ts';
import { type DeliveryFilter, NO_FILTERS, SAMPLES } from './delivery-filter.ts';

export interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly destinations: readonly Destination[];
  readonly causes: readonly InjectedCause[];
  readonly actions: ComponentChildren;
}

const STATES = ['delivered', 'pending', 'sending', 'exhausted', 'skipped'];

const STATUSES: readonly Option[] = [
  { value: '2xx', text: '2xx: accepted' },
  { value: '3xx', text: '3xx: redirect' },
  { value: '4xx', text: '4xx: rejected' },
  { value: '5xx', text: '5xx: failure of the receiver' },
  { value: 'none', text: 'No complete response' },
];

/** A change of a filter begins again at the newest deliveries. */
const change = (name: string, value: string, entry: 'push' | 'replace' = 'push'): void =>
  changeParameters({ [name]: value, after: '', id: '' }, entry);

/** The filters of the list. They are in the address. */
export function DeliveryFilters({ filter: { faults }, destinations, causes, actions }: DeliveryFiltersProps) {
  const given = parameters.value;
  const { search: _, ...others } = NO_FILTERS;
  const count = Object.keys(others).filter((name) => (given[name] ?? '') !== '').length;
  const zoneName = formatZone(sandboxNow.value, zone.value);
  const select = (name: keyof typeof others, label: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={given[name] ?? ''}
      options={[{ value: '', text: 'Any' }, ...options]}
      onChange={(value) => change(name, value)}
    />
  );
  const time = (name: 'from' | 'to', label: string) => (
    <DateField
      label={`${label} (sandbox time, ${zoneName})`}
      hasTime
      value={given[name] ?? ''}
      error={faults[name]}
      onChange={(value) => change(name, value, 'replace')}
    />
  );
  return (
    <div class="panel-filters stack-tight">
      <div class="filters">
        <SearchField
          label="Search type, terminal or id"
          value={given.search ?? ''}
          onChange={(value) => change('search', value, 'replace')}
        />
        {actions}
      </div>
      {faults.search === undefined ? null : (
        <p class="field-error" role="alert">
          {faults.search}
        </p>
      )}
      <Filters count={count} areMany onClear={() => changeParameters({ ...others, after: '' })}>
        {select(
          'destination',
          'Destination',
          destinations.map(({ destination_id: value, name }) => ({ value, text: name })),
        )}
        {select('type', 'Event', DELIVERY_TYPE_OPTIONS)}
        {select(
          'state',
          'State',
          STATES.map((value) => ({ value, text: toWords(value) })),
        )}
        {select('status', 'Latest response', STATUSES)}
        {select('cause', 'Cause', [
          { value: SAMPLES, text: 'Test by hand' },
          ...causes.slice(0, 30).map(({ cause_id: value, at, summary }) => ({
            value,
            text: `${formatDateTime(at, zone.value)}: ${summary}`,
          })),
        ])}
        {time('from', 'From')}
        {time('to', 'Before')}
      </Filters>
    </div>
  );
}
