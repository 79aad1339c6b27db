import type { OptionalInput } from '../../api/operation-examples.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { listKnownValues } from './known-values.ts';
import { addInput, readInput } from './request-inputs.ts';
import type { EditableRequest } from './suggestion.ts';

export interface OptionalInputsProps {
  readonly inputs: readonly OptionalInput[];
  readonly request: EditableRequest;
  /** The body of the latest response, which may name a cursor. */
  readonly latestBody: string | undefined;
  readonly onChange: (request: EditableRequest) => void;
}

/** The parameters that the request may omit: a button adds each with a value of the data, and a field changes it. */
export function OptionalInputs({ inputs, request, latestBody, onChange }: OptionalInputsProps) {
  const isChosen = (input: OptionalInput): boolean => readInput(request, input) !== undefined;
  const others = inputs.filter((input) => !isChosen(input));
  return (
    <fieldset class="optional-inputs">
      <legend>Optional parameters</legend>
      {inputs.filter(isChosen).map((input) => (
        <div key={`${input.place} ${input.name}`} class="row form-row">
          <ValueField
            input={input}
            value={readInput(request, input) ?? ''}
            latestBody={latestBody}
            onChange={(value) => onChange(addInput(request, input, value))}
          />
          <Button
            kind="quiet"
            size="small"
            icon="close"
            label={`Remove ${input.name}`}
            onPress={() => onChange(addInput(request, input, undefined))}
          />
        </div>
      ))}
      <div class="row">
        {others.map((input) => {
          const value = chooseValue(input, latestBody);
          return (
            <Button
              key={`${input.place} ${input.name}`}
              size="small"
              icon="plus"
              label={`Add ${input.name}: ${value === undefined ? NO_CURSOR : input.description}`}
              isDisabled={value === undefined}
              onPress={() => onChange(addInput(request, input, value))}
            >
              {input.name}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}

const NO_CURSOR = 'send the request first, the response to a list with further pages names the value';

/** Returns a value of the data, or else of the contract; undefined for a cursor that no response has named. */
function chooseValue(
  { name, values, example, type }: OptionalInput,
  latestBody: string | undefined,
): string | undefined {
  const [known] = listKnownValues(name, latestBody);
  if (known !== undefined || name === 'cursor') return known;
  return example ?? values[0] ?? (type === 'boolean' ? 'true' : 'text');
}

interface ValueFieldProps {
  readonly input: OptionalInput;
  readonly value: string;
  readonly latestBody: string | undefined;
  readonly onChange: (value: string) => void;
}

function ValueField({ input, value, latestBody, onChange }: ValueFieldProps) {
  const { name, values, type, description } = input;
  const label = input.place === 'query' ? name : `${name} (${input.place})`;
  const choices = type === 'boolean' ? ['true', 'false'] : values;
  if (choices.length > 0)
    return (
      <SelectField
        label={label}
        hint={description}
        value={value}
        options={choices.map((one) => ({ value: one, text: one }))}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={label}
      hint={description}
      value={value}
      suggestions={listKnownValues(name, latestBody)}
      onChange={onChange}
    />
  );
}
