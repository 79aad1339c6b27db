import type { Outcome, Provokable } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { SelectField, TextField } from '../../parts/fields.tsx';

/** The texts of the fields, by the name of the parameter. An empty text stands for the default. */
export type ParameterValues = Readonly<Record<string, string>>;

interface ParameterSchema {
  readonly type: 'integer' | 'boolean' | 'string';
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

type Parameterized = Pick<Provokable | Outcome, 'parameters'>;

export interface ParameterFieldsProps {
  readonly event: Parameterized;
  readonly values: ParameterValues;
  readonly onChange: (values: ParameterValues) => void;
}

/** Fields for the parameters of an event or outcome, from their JSON Schema. */
export function ParameterFields({ event, values, onChange }: ParameterFieldsProps) {
  return (
    <div class="columns parameter-fields">
      {listParameters(event).map(([name, schema]) => {
        const field = {
          label: toWords(name),
          hint: schema.description,
          value: values[name] ?? '',
          onChange: (value: string) => onChange({ ...values, [name]: value }),
        };
        const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
        return choices === undefined ? (
          <TextField
            key={name}
            {...field}
            type={schema.type === 'integer' ? 'number' : 'text'}
            placeholder={schema.default === undefined ? 'Default' : String(schema.default)}
          />
        ) : (
          <SelectField
            key={name}
            {...field}
            options={[
              { value: '', text: describeDefault(schema) },
              ...choices.map((value) => ({ value, text: toText(value) })),
            ]}
          />
        );
      })}
    </div>
  );
}

/** Returns the parameters that differ from their defaults, with the types of the contract. */
export function readParameters(event: Parameterized, values: ParameterValues): Record<string, unknown> {
  return Object.fromEntries(
    listParameters(event).flatMap(([name, schema]) => {
      const text = values[name] ?? '';
      return text === '' ? [] : [[name, readValue(text, schema)]];
    }),
  );
}

function readValue(text: string, schema: ParameterSchema): string | number | boolean {
  if (schema.type === 'boolean') return text === 'true';
  return schema.type === 'integer' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function listParameters({ parameters }: Parameterized): readonly (readonly [string, ParameterSchema])[] {
  const { properties = {} } = parameters as { readonly properties?: Readonly<Record<string, ParameterSchema>> };
  return Object.entries(properties);
}

const describeDefault = ({ default: value }: ParameterSchema): string =>
  value === undefined ? 'Default' : `Default: ${toText(String(value))}`;

const toText = (value: string): string => ({ true: 'Yes', false: 'No' })[value] ?? toWords(value);
