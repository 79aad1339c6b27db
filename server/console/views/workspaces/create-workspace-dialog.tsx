import { useState } from 'preact/hooks';
import { type CreatedWorkspace, createWorkspace } from '../../api/resources.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Segmented, SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { useSubmission } from '../../state/submission.ts';
import { LIFETIMES } from './lifetimes.ts';

interface CreateWorkspaceDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedWorkspace) => void;
}

const POINTERS = ['/name', '/seed', '/start', '/terminals', '/at', '/expires_in_seconds'];

/** The form for a new world, or for a fork of the present one. */
export function CreateWorkspaceDialog({ onClose, onCreated }: CreateWorkspaceDialogProps) {
  const [kind, setKind] = useState('new');
  const [values, setValues] = useState({ name: '', seed: '', start: '', terminals: '', at: '', lifetime: '604800' });
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(POINTERS);
  const field = (name: keyof typeof values, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      value={values[name]}
      error={faultOf(`/${name}`)}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  );
  const body = {
    ...omitEmpty({ name: values.name.trim() }),
    ...(kind === 'fork'
      ? { from: 'main', ...omitEmpty({ at: values.at.trim() }) }
      : {
          ...omitEmpty({ start: values.start.trim() }),
          ...toNumbers({ seed: values.seed.trim(), terminals: values.terminals.trim() }),
        }),
    expires_in_seconds: Number(values.lifetime),
  };
  return (
    <FormDialog
      title="New workspace"
      action="Create"
      isDisabled={isBusy}
      onClose={onClose}
      onSubmit={() => void submit(async () => onCreated(await createWorkspace(body)))}
    >
      <Segmented
        label="Contents"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'new', text: 'A new world' },
          { value: 'fork', text: 'A fork of the main world' },
        ]}
      />
      {field('name', 'Name', 'For people, such as checkout-ci.')}
      {kind === 'fork' ? (
        field('at', 'As it was at', 'An instant of the sandbox clock such as 2026-11-02T15:00:00Z. Empty: now.')
      ) : (
        <>
          {field('seed', 'Seed', 'A whole number. Empty: that of this server. Equal seeds give equal data.')}
          {field('start', 'Start of its clock', 'An instant such as 2026-11-02T15:00:00Z. Empty: that of this server.')}
          {field('terminals', 'Terminals of the large fleet', 'A whole number. Empty: without the large fleet.')}
        </>
      )}
      <SelectField
        label="Expires, from now"
        value={values.lifetime}
        options={LIFETIMES}
        onChange={(lifetime) => setValues({ ...values, lifetime })}
      />
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}

const omitEmpty = (members: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

/** Texts that are no numbers are sent unchanged, so that the reply names the field and the expected form. */
const toNumbers = (members: Readonly<Record<string, string>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(omitEmpty(members)).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
