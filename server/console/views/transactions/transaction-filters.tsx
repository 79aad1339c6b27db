import { portal } from '../../api/session.ts';
import { toWords } from '../../format/words.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';
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
  const text = (name: FilterName, label: string, type: 'text' | 'datetime-local' = 'text') => (
    <TextField
      label={label}
      type={type}
      value={given[name] ?? ''}
      error={faults[name]}
      onChange={(value) => changeParameters({ [name]: value.trim() }, 'replace')}
    />
  );
  return (
    <div class="panel-filters">
      <details open={count > 0}>
        <summary>Filters{count === 0 ? '' : ` (${count})`}</summary>
        <div class="filter-grid">
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
          {text('from', 'From (time of the terminal)', 'datetime-local')}
          {text('to', 'Until (time of the terminal)', 'datetime-local')}
          {text('least', 'Completed at least')}
          {text('most', 'Completed at most')}
        </div>
      </details>
    </div>
  );
}
