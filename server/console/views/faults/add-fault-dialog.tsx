import { useState } from 'preact/hooks';
import { addFault, type FaultRule } from '../../api/resources.ts';
import { toWords } from '../../format/words.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { useSubmission } from '../../state/submission.ts';

type Kind = 'number' | 'numbers' | 'text';

interface Field {
  /** The JSON Pointer of the member. */
  readonly pointer: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: Kind;
}

const toField = (pointer: string, [label, hint]: readonly [string, string], kind: Kind = 'text'): Field => ({
  pointer,
  label,
  hint,
  kind,
});

const DELAY = toField('/effect/delay_ms', ['Waits first, in milliseconds', 'From 1 to 30000.'], 'number');
const RETRY_AFTER = toField(
  '/effect/retry_after_seconds',
  ['Retry-After, in seconds', 'Empty: no such header.'],
  'number',
);

/** The members of each effect that the form offers. */
const EFFECTS: Readonly<Record<string, readonly Field[]>> = {
  status: [toField('/effect/status', ['Status', 'From 400 to 599.'], 'number'), RETRY_AFTER, DELAY],
  redirect: [toField('/effect/location', ['Location', 'The address to redirect to.']), DELAY],
  delay: [DELAY],
  slow_body: [toField('/effect/duration_ms', ['Duration of the body, in milliseconds', 'From 1 to 30000.'], 'number')],
  connection_reset: [toField('/effect/at', ['Where', 'One of before_head, within_head and after_head.'])],
  body_cut: [],
  wrong_length: [toField('/effect/by_bytes', ['Difference in bytes', 'Such as 10 or -10.'], 'number')],
  invalid_json: [],
  wrong_media_type: [toField('/effect/media_type', ['Content-Type', 'Empty: text/html.'])],
  stale_etag: [],
  misbehaviour: [toField('/effect/misbehaviour', ['Misbehaviour', 'Its name, from GET /sandbox/misbehaviours.'])],
  webhook_duplicate: [],
  webhook_late: [toField('/effect/late_seconds', ['Late by, in seconds', 'From 1 to 604800.'], 'number')],
  webhook_reordered: [],
};

const OF_REQUESTS: readonly Field[] = [
  toField('/operation', ['Operation', 'Such as listTransactions. Empty: any.']),
  toField('/path', ['Path', 'Such as /v1/terminals/*/commands. Empty: any.']),
  toField('/user_id', ['User id', 'Such as usr_nw_admin. Empty: any.']),
];
const OF_DELIVERIES: readonly Field[] = [
  toField('/event_type', ['Event type', 'A type or a pattern such as cash_*. Empty: any.']),
  toField('/destination_id', ['Destination id', 'Empty: any.']),
];
const COUNTED: readonly Field[] = [
  toField('/nth', ['Only the requests or deliveries with these numbers', 'Such as 1,2. Empty: all.'], 'numbers'),
  toField('/probability', ['Probability', 'Above 0, at most 1. Empty: always.'], 'number'),
];

interface AddFaultDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (rule: FaultRule) => void;
}

/** The form for a rule: an effect with its values, and conditions. */
export function AddFaultDialog({ onClose, onAdded }: AddFaultDialogProps) {
  const [effect, setEffect] = useState('status');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ '/effect/status': '503' });
  const ofEffect = EFFECTS[effect] ?? [];
  const conditions = [...(effect.startsWith('webhook_') ? OF_DELIVERIES : OF_REQUESTS), ...COUNTED];
  const fields = [...ofEffect, ...conditions];
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(fields.map(({ pointer }) => pointer));
  const show = ({ pointer, label, hint }: Field) => (
    <TextField
      key={pointer}
      label={label}
      hint={hint}
      value={values[pointer] ?? ''}
      error={faultOf(pointer)}
      onChange={(value) => setValues({ ...values, [pointer]: value })}
    />
  );
  return (
    <FormDialog
      title="Add a fault rule"
      action="Add"
      isDisabled={isBusy}
      onClose={onClose}
      onSubmit={() => void submit(async () => onAdded(await addFault(createRule(effect, fields, values))))}
    >
      <SelectField
        label="Effect"
        value={effect}
        options={Object.keys(EFFECTS).map((value) => ({ value, text: toWords(value) }))}
        onChange={setEffect}
      />
      {ofEffect.map(show)}
      <h3>Conditions</h3>
      <div class="filter-grid">{conditions.map(show)}</div>
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}

function createRule(type: string, fields: readonly Field[], values: Readonly<Record<string, string>>): object {
  const given = fields.flatMap(({ pointer, kind }) => {
    const text = (values[pointer] ?? '').trim();
    return text === '' ? [] : [{ pointer, value: readValue(text, kind) }];
  });
  const isOfEffect = ({ pointer }: { readonly pointer: string }): boolean => pointer.startsWith('/effect/');
  const toMembers = (some: typeof given): object =>
    Object.fromEntries(some.map(({ pointer, value }) => [pointer.split('/').at(-1) ?? '', value]));
  return {
    ...toMembers(given.filter((one) => !isOfEffect(one))),
    effect: { type, ...toMembers(given.filter(isOfEffect)) },
  };
}

/** Texts that are no numbers are sent unchanged, so that the reply names the member and the expected form. */
function readValue(text: string, kind: Kind): string | number | readonly (string | number)[] {
  const toNumber = (one: string): string | number => (Number.isNaN(Number(one)) ? one : Number(one));
  if (kind === 'numbers') return text.split(/[,\s]+/).map(toNumber);
  return kind === 'number' ? toNumber(text) : text;
}
