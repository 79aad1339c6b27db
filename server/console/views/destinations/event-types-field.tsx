import { triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';

export interface EventTypesFieldProps {
  readonly types: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

/** A choice of event types. None means all. */
export function EventTypesField({ types, onChange }: EventTypesFieldProps) {
  return (
    <fieldset class="types">
      <legend>Events</legend>
      <p class="muted small">None chosen: all events.</p>
      {Object.keys(triggerWords).map((type) => (
        <label key={type} class="row-tight">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))
            }
          />
          {toWords(type)}
        </label>
      ))}
    </fieldset>
  );
}
