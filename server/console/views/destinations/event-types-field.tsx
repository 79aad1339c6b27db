import { isSandboxType, SANDBOX_TYPES } from '../../format/delivered-types.ts';
import { triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';

export interface EventTypesFieldProps {
  readonly types: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
}

/** A choice of event types. None means all of the service. */
export function EventTypesField({ types, onChange }: EventTypesFieldProps) {
  const toBox = (type: string, condition?: string) => (
    <label key={type} class="row-tight">
      <input
        type="checkbox"
        checked={types.includes(type)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))
        }
      />
      <span>
        {toWords(type)}
        {condition === undefined ? null : <small class="muted block">{condition}</small>}
      </span>
    </label>
  );
  const isOnlySandbox = types.length > 0 && types.every(isSandboxType);
  return (
    <>
      <fieldset class="types">
        <legend>Events</legend>
        <p class="muted small">
          {isOnlySandbox ? 'None chosen: only those of the sandbox itself, below.' : 'None chosen: all events.'}
        </p>
        {Object.keys(triggerWords).map((type) => toBox(type))}
      </fieldset>
      <fieldset class="types">
        <legend>Events of the sandbox itself</legend>
        <p class="muted small">About your other destinations. The documented service does not have them.</p>
        {Object.entries(SANDBOX_TYPES).map(([type, condition]) => toBox(type, condition))}
      </fieldset>
    </>
  );
}
