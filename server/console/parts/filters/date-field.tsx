import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { describeField, FieldNote, type Labelled } from '../fields.tsx';

export interface DateFieldProps extends Labelled {
  /** A date such as `2026-11-02`, or with `hasTime` such as `2026-11-02T15:00`. */
  readonly value: string;
  readonly hasTime?: boolean;
  /** Called with each text, also while it is incomplete. */
  readonly onChange: (value: string) => void;
}

/** A date in ISO notation. Browsers show their own fields for dates in the notation of their language, so these only open the calendar. */
export function DateField({ label, hint, error, value, hasTime = false, onChange }: DateFieldProps) {
  const id = useId();
  const native = useRef<HTMLInputElement>(null);
  const [isWriting, setWriting] = useState(false);
  const isComplete = value.length >= (hasTime ? 16 : 10);
  const shownError = isWriting && !isComplete ? undefined : error;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="date-field">
        <input
          {...describeField(id, shownError)}
          class="input tabular"
          inputMode="numeric"
          placeholder={hasTime ? '2026-11-02 15:00' : '2026-11-02'}
          value={value.replace('T', ' ')}
          onFocus={() => setWriting(true)}
          onBlur={() => setWriting(false)}
          onInput={({ currentTarget }) => onChange(currentTarget.value.trimStart().replace(' ', 'T'))}
        />
        <input
          ref={native}
          type={(hasTime ? 'datetime-local' : 'date') as 'text'} // the types of Preact accept no union
          class="date-native"
          tabIndex={-1}
          aria-hidden="true"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button
          kind="quiet"
          size="small"
          icon="calendar"
          label="Open the calendar"
          onPress={() => native.current?.showPicker()}
        />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={shownError} />
    </div>
  );
}
