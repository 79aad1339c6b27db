import { useState } from 'preact/hooks';
import { type CreatedWorkspace, createWorkspace } from '../../api/resources.ts';
import { parseObject } from '../../format/parse-object.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { Segmented, SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { useSubmission } from '../../state/submission.ts';
import { LIFETIMES } from './lifetimes.ts';

interface CreateWorkspaceDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedWorkspace) => void;
}

const POINTERS = ['/name', '/seed', '/start', '/terminals', '/at', '/expires_in_seconds'];

/** The sandbox accepts bodies of 64 KiB. */
const MOST_BYTES = 60_000;

/** The form for a new world, or for a fork of the present one. */
export function CreateWorkspaceDialog({ onClose, onCreated }: CreateWorkspaceDialogProps) {
  const [kind, setKind] = useState('new');
  const [values, setValues] = useState({ name: '', seed: '', start: '', terminals: '', at: '', lifetime: '604800' });
  const [fleet, setFleet] = useState<OwnFleet>();
  const { isBusy, faultOf, faultsWithin, otherFailure, submit } = useSubmission(POINTERS);
  const field = (name: keyof typeof values, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      value={values[name]}
      error={faultOf(`/${name}`)}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  );
  const fleetFaults = faultsWithin('/fleet');
  const body = {
    ...omitEmpty({ name: values.name.trim() }),
    ...(kind === 'fork'
      ? { from: 'main', ...omitEmpty({ at: values.at.trim() }) }
      : {
          ...omitEmpty({ start: values.start.trim() }),
          ...toNumbers({ seed: values.seed.trim(), terminals: values.terminals.trim() }),
          ...(fleet?.contents === undefined ? {} : { fleet: fleet.contents }),
        }),
    expires_in_seconds: Number(values.lifetime),
  };
  return (
    <FormDialog
      title="New workspace"
      action="Create"
      isDisabled={isBusy || fleet?.fault !== undefined}
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
          <FleetFile fleet={fleet} faults={fleetFaults} onChange={setFleet} />
          {field('terminals', 'Terminals of the large fleet', 'A whole number. Empty: without the large fleet.')}
        </>
      )}
      <SelectField
        label="Expires, from now"
        value={values.lifetime}
        options={LIFETIMES}
        onChange={(lifetime) => setValues({ ...values, lifetime })}
      />
      {otherFailure === undefined || fleetFaults.length > 0 ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}

/** A chosen fleet file: its contents, or why it is none. */
interface OwnFleet {
  readonly name: string;
  readonly contents?: object;
  readonly fault?: string;
}

async function readFleetFile(file: File): Promise<OwnFleet> {
  const { name } = file;
  if (file.size > MOST_BYTES)
    return { name, fault: 'Expected a file of at most 60 kB. fleetkit serve --fleet FILE accepts larger ones.' };
  const contents = parseObject(await file.text());
  return contents === undefined
    ? { name, fault: 'Expected a JSON object. fleetkit fleet check reads YAML and CSV, and fleet export writes JSON.' }
    : { name, contents };
}

interface FleetFileProps {
  readonly fleet: OwnFleet | undefined;
  /** Those that the sandbox found, each with its place. */
  readonly faults: readonly string[];
  readonly onChange: (fleet: OwnFleet | undefined) => void;
}

/** A file with an own fleet, dropped or chosen. The sandbox checks it, and states the place of each fault. */
function FleetFile({ fleet, faults, onChange }: FleetFileProps) {
  const load = (file: File | undefined): void => {
    if (file !== undefined) void readFleetFile(file).then(onChange);
  };
  return (
    <label
      class="drop drop-small"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        load(event.dataTransfer?.files[0]);
      }}
    >
      <strong>Own fleet (optional)</strong>
      <span class="muted small">
        {fleet === undefined
          ? 'Drop a fleet file as JSON here, or choose one. It adds a tenant.'
          : `File: ${fleet.name}`}
      </span>
      <input
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => load(currentTarget.files?.[0])}
      />
      {[...(fleet?.fault === undefined ? [] : [fleet.fault]), ...faults].map((fault) => (
        <span key={fault} class="overdue wrap" role="alert">
          {fault}
        </span>
      ))}
    </label>
  );
}

const omitEmpty = (members: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

/** Texts that are no numbers are sent unchanged, so that the reply names the field and the expected form. */
const toNumbers = (members: Readonly<Record<string, string>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(omitEmpty(members)).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
