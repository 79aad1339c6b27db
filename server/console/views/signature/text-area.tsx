import { useId } from 'preact/hooks';

interface TextAreaProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly rows: number;
  readonly onChange: (value: string) => void;
}

/** A field for a text of several lines. */
export function TextArea({ label, hint, value, error, rows, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="input mono"
        rows={rows}
        value={value}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-note`}
        aria-invalid={error !== undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-note`} class={error === undefined ? '' : 'field-error'}>
        {error ?? hint}
      </p>
    </div>
  );
}
