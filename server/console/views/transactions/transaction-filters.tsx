import { portal } from '../../api/session.ts';
import { toWords } from '../../format/words.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { DateField } from '../../parts/filters/date-field.tsx';
import { Filters } from '../../parts/filters/filters.tsx';
import { changeParameters, parameters } from '../../state/route.ts';
import { type FilterName, listFilterFaults, RESULTS } from './transaction-filter.ts';

const TYPES = ['withdrawal', 'cash_advance', 'balance_inquiry', 'available_funds_inquiry', 'transfer', 'reversal'];

export const NO_FILTERS = { terminal: '', group: '', type: '', result: '', from: '', to: '', least: '', most: '' };

/** The filters of the list. They are in the address. */
export function TransactionFilters() {
  const given = parameters.value;
  const faults = listFilterFaults(given);
  const groups = portal.value?.groups ?? [];
  const count = Object.keys(NO_FILTERS).filter((name) => (given[name] ?? '') !== '').length;
  const describe = (name: FilterName, label: string) => ({
    label,
    value: given[name] ?? '',
    error: faults[name],
    onChange: (value: string) => changeParameters({ [name]: value.trim() }, 'replace'),
  });
  const text = (name: FilterName, label: string) => <TextField {...describe(name, label)} />;
  const time = (name: FilterName, label: string) => <DateField {...describe(name, label)} hasTime />;
  return (
    <div class="panel-filters">
      <Filters count={count} areMany onClear={() => changeParameters(NO_FILTERS)}>
        {text('terminal', 'Terminal id')}
        <SelectField
          label="Group"
          value={given.group ?? ''}
          options={[
            { value: '', text: 'All terminals' },
            ...groups.map(({ group_id: value, name }) => ({ value, text: name })),
          ]}
          onChange={(group) => changeParameters({ group })}
        />
        <SelectField
          label="Type"
          value={given.type ?? ''}
          options={[{ value: '', text: 'Any type' }, ...TYPES.map((value) => ({ value, text: toWords(value) }))]}
          onChange={(type) => changeParameters({ type })}
        />
        <SelectField
          label="Result"
          value={given.result ?? ''}
          options={[{ value: '', text: 'Any result' }, ...RESULTS.map((value) => ({ value, text: toWords(value) }))]}
          onChange={(result) => changeParameters({ result })}
        />
        {time('from', 'From (time of the terminal)')}
        {time('to', 'Until (time of the terminal)')}
        {text('least', 'Completed at least')}
        {text('most', 'Completed at most')}
      </Filters>
    </div>
  );
}
