import { useState } from 'preact/hooks';
import { type ConformanceRun, type StartConformanceRun, startConformanceRun } from '../../api/conformance.ts';
import { portal, users } from '../../api/session.ts';
import type { SandboxUser } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { FormDialog } from '../../parts/dialogs/dialog.tsx';
import { Segmented, SelectField, TextArea, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { obtainKey } from '../../state/sign-in.ts';
import { useSubmission } from '../../state/submission.ts';

interface StartDialogProps {
  readonly onClose: () => void;
  readonly onStarted: (run: ConformanceRun) => void;
}

const DEPTHS = [
  { value: 'quick', text: 'Quick: few similar cases, about 10 seconds here' },
  { value: 'standard', text: 'Standard: about a minute here' },
  { value: 'thorough', text: 'Thorough: all cases' },
];

/** The form that starts the kit: the target, the keys and the depth. */
export function StartDialog({ onClose, onStarted }: StartDialogProps) {
  const [where, setWhere] = useState('own');
  const [target, setTarget] = useState('');
  const [lines, setLines] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(chooseUsers);
  const [depth, setDepth] = useState('quick');
  const [allowsWrites, setWrites] = useState(false);
  const [keyFault, setKeyFault] = useState<string>();
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/target', '/keys']);
  const isOwn = where === 'own';

  const start = async (): Promise<void> => {
    const keys = isOwn ? await readKeysOf(chosen) : parseKeyLines(lines);
    setKeyFault(typeof keys === 'string' ? keys : undefined);
    if (typeof keys === 'string') return;
    const body: StartConformanceRun = {
      ...(isOwn ? {} : { target: target.trim() }),
      keys,
      depth: depth as StartConformanceRun['depth'] & string, // one of DEPTHS
      allow_writes: allowsWrites,
    };
    onStarted(await startConformanceRun(body));
  };
  return (
    <FormDialog
      title="Run the kit"
      action="Start"
      isDisabled={isBusy}
      onClose={onClose}
      onSubmit={() => void submit(start)}
    >
      <Segmented
        label="Target"
        value={where}
        options={[
          { value: 'own', text: 'This sandbox' },
          { value: 'other', text: 'Another service' },
        ]}
        onChange={setWhere}
      />
      {isOwn ? (
        <UserChoice chosen={chosen} fault={keyFault} onChange={setChosen} />
      ) : (
        <>
          <TextField
            label="Base URL"
            type="url"
            placeholder="https://portal.example"
            hint="The address before /v1. Addresses inside the network of this server may not be allowed."
            error={faultOf('/target')}
            value={target}
            onChange={setTarget}
          />
          <TextArea
            label="API keys"
            rows={4}
            hint="One NAME=KEY per line, at least one. Two keys with different scopes allow most checks. They are kept for the run only."
            error={keyFault ?? faultOf('/keys')}
            value={lines}
            onChange={setLines}
          />
        </>
      )}
      <SelectField label="Depth" value={depth} options={DEPTHS} onChange={setDepth} />
      <label class="row-tight">
        <input
          type="checkbox"
          checked={allowsWrites}
          onChange={({ currentTarget }) => setWrites(currentTarget.checked)}
        />
        Allow requests that change data, such as new disputes
      </label>
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}

interface UserChoiceProps {
  readonly chosen: ReadonlySet<string>;
  readonly fault: string | undefined;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function UserChoice({ chosen, fault, onChange }: UserChoiceProps) {
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset class="choices">
      <legend>Users whose keys the kit gets</legend>
      {listActiveUsers().map(({ user_id: id, display_name: name, role, tenant_name: tenant }) => (
        <label key={id} class="row-tight">
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
          <span class="name">{name}</span>
          <span class="muted small">
            {toWords(role)}, <span class="name">{tenant}</span>
          </span>
        </label>
      ))}
      {fault === undefined ? null : (
        <p class="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** The users with an active key, each once. */
const listActiveUsers = (): readonly SandboxUser[] => [
  ...new Map(
    users.value.filter(({ key_state: state }) => state === 'active').map((user) => [user.user_id, user]),
  ).values(),
];

const MOST_OF_A_TENANT = 3;

/** Returns users of different roles of the tenant of the present user, and one of another tenant. */
function chooseUsers(): ReadonlySet<string> {
  const all = listActiveUsers();
  const current = all.find(({ user_id: id }) => id === portal.value?.principal.user_id) ?? all[0];
  const own = all.filter(({ tenant_id: tenant }) => tenant === current?.tenant_id);
  const byRole = [
    ...new Map([...own, ...(current === undefined ? [] : [current])].map((one) => [one.role, one])).values(),
  ];
  const other = all.find(({ tenant_id: tenant }) => tenant !== current?.tenant_id);
  const some = [...byRole.slice(0, MOST_OF_A_TENANT), ...(other === undefined ? [] : [other])];
  return new Set(some.map(({ user_id: id }) => id));
}

type Keys = StartConformanceRun['keys'];

/** Returns the keys of users, or what is missing. */
async function readKeysOf(chosen: ReadonlySet<string>): Promise<Keys | string> {
  const wanted = listActiveUsers().filter(({ user_id: id }) => chosen.has(id));
  if (wanted.length === 0) return 'Expected at least one user.';
  return Promise.all(wanted.map(async (user) => ({ name: user.user_id, key: await obtainKey(user) })));
}

/** Parses lines NAME=KEY, or returns which one is wrong. */
function parseKeyLines(text: string): Keys | string {
  const lines = text.split('\n').map((line) => line.trim());
  const keys: Keys[number][] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [, name, key] = /^([\w.-]{1,64})=(\S+)$/.exec(line) ?? [];
    if (name === undefined || key === undefined) return `Line ${index + 1}: expected NAME=KEY, without spaces.`;
    keys.push({ name, key });
  }
  return keys.length === 0 ? 'Expected at least one line NAME=KEY.' : keys;
}
