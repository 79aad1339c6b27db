import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Describes the fault of the value, and the expected form. */
  readonly error?: string | undefined;
}

export interface TextFieldProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'number' | 'url';
  /** Values to choose from; others are possible. */
  readonly suggestions?: readonly string[];
}

/** Returns the attributes that fields for text share: no suggestions, and the note below describes the field. */
export const describeField = (id: string, error: string | undefined) => ({
  id,
  autocomplete: 'off' as const,
  spellcheck: false,
  'aria-describedby': `${id}-note`,
  'aria-invalid': error !== undefined,
});

export function TextField(props: TextFieldProps) {
  const { label, hint, error, value, onChange, placeholder, type = 'text', suggestions } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...describeField(id, error)}
        class="input"
        type={type as 'text'} // the types of Preact accept no union
        value={value}
        placeholder={placeholder}
        list={suggestions === undefined ? undefined : `${id}-list`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions === undefined ? null : (
        <datalist id={`${id}-list`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

export interface TextAreaProps extends Labelled {
  readonly value: string;
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
        {...describeField(id, error)}
        class="input mono"
        rows={rows}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

/** The text below a field: its fault, or the expected value. */
export function FieldNote({ id, hint, error }: { readonly id: string } & Pick<Labelled, 'hint' | 'error'>) {
  if (error !== undefined)
    return (
      <p id={id} class="field-error" role="alert">
        {error}
      </p>
    );
  return hint === undefined ? null : <p id={id}>{hint}</p>;
}

export interface Option {
  readonly value: string;
  readonly text: string;
}

export interface SelectFieldProps extends Labelled {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, hint, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Select id={id} value={value} options={options} onChange={onChange} />
      {hint === undefined ? null : <p>{hint}</p>}
    </div>
  );
}

/** A choice without a visible label, for filters. */
export function FilterSelect({ label, value, options, onChange }: SelectFieldProps) {
  return <Select label={label} value={value} options={options} onChange={onChange} />;
}

function Select({ id, label, value, options, onChange }: SelectProps) {
  const isKnown = options.some((option) => option.value === value); // a link may contain another value
  return (
    <select
      id={id}
      class="input select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {isKnown ? null : <option value={value}>{value} (unknown)</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

interface SelectProps {
  readonly id?: string;
  readonly label?: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: Omit<TextFieldProps, 'type'>) {
  return (
    <input
      class="input input-search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A few exclusive choices beside each other. */
export function Segmented({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <fieldset class="segmented" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}

/** Names and values. */
export function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
