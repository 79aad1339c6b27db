import { useState } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import {
  deleteWorkspace,
  extendWorkspace,
  readWorkspace,
  type Workspace,
  type WorkspaceDetails,
} from '../../api/resources.ts';
import { formatCount } from '../../format/money.ts';
import { formatDateTime, formatDistance, formatDuration } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Pairs, SelectField } from '../../parts/fields.tsx';
import { Loaded } from '../../parts/states.tsx';
import { realNow } from '../../parts/time.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { useResource } from '../../state/resource.ts';
import { changeParameters, linkWith } from '../../state/route.ts';
import { LIFETIMES } from './lifetimes.ts';

interface WorkspaceDetailProps {
  readonly workspace: Workspace;
  readonly onChange: () => void;
}

const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One workspace: its origin, its quotas, and its end. */
export function WorkspaceDetail({ workspace, onChange }: WorkspaceDetailProps) {
  const id = workspace.workspace_id;
  const details = useResource(`workspace ${id}`, () => readWorkspace(id));
  const address = `${baseUrl}${workspace.base_path}`;
  return (
    <>
      <Pairs
        pairs={[
          [
            'Address',
            <span key="address" class="row-tight">
              <code class="wrap">{address}</code>
              <CopyButton text={address} label="Copy the address" />
            </span>,
          ],
          ['Origin', <Origin key="origin" workspace={workspace} />],
          ['Seed', String(workspace.seed)],
          ['Start of its clock', formatDateTime(workspace.start, 'UTC')],
          ['Created', formatDistance(workspace.created_at, realNow.value)],
          [
            'Expires',
            workspace.expires_at === null
              ? 'Never'
              : `${formatDistance(workspace.expires_at, realNow.value)}, at ${formatDateTime(workspace.expires_at, LOCAL_ZONE)}`,
          ],
        ]}
      />
      <section class="stack-tight">
        <h3>Quotas</h3>
        <Loaded of={details}>{({ quotas }) => <Quotas quotas={quotas} />}</Loaded>
      </section>
      <Lifetime id={id} onChange={onChange} />
    </>
  );
}

function Origin({ workspace: { forked_from: from, forked_at: at } }: { readonly workspace: Workspace }) {
  if (from === null) return <>A new world</>;
  const source = from === 'main' ? 'the main world' : <a href={linkWith({ id: from })}>{from}</a>;
  return (
    <>
      A fork of {source}
      {at === null ? '' : `, as it was at ${formatDateTime(at, 'UTC')} UTC of its clock`}
    </>
  );
}

function Quotas({ quotas }: Pick<WorkspaceDetails, 'quotas'>) {
  return (
    <ul class="quotas">
      {quotas.map(({ quota, limit, used }) => (
        <li key={quota}>
          <span>{toWords(quota)}</span>
          <span class="figure muted small">
            {limit === null
              ? `${formatAmount(quota, used)}, no limit`
              : `${formatAmount(quota, used)} of ${formatAmount(quota, limit)}`}
          </span>
          {limit === null ? null : (
            <meter min={0} max={Math.max(limit, 1)} high={limit * 0.8} value={used} aria-label={toWords(quota)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const MEBIBYTE = 1_048_576;

const formatAmount = (quota: string, amount: number): string =>
  quota.endsWith('_bytes')
    ? amount < MEBIBYTE
      ? `${formatCount(amount / 1024)} KiB`
      : `${formatCount(amount / MEBIBYTE)} MiB`
    : quota.includes('seconds')
      ? formatDuration(amount)
      : formatCount(amount);

/** Sets when the workspace expires, or deletes it. */
function Lifetime({ id, onChange }: { readonly id: string; readonly onChange: () => void }) {
  const [seconds, setSeconds] = useState('604800');
  const extend = async (): Promise<void> => {
    if ((await runAction('extend', () => extendWorkspace(id, Number(seconds)))) !== undefined) onChange();
  };
  const remove = async (): Promise<void> => {
    if ((await runAction('delete', () => deleteWorkspace(id))) === undefined) return;
    changeParameters({ id: '' });
    onChange();
  };
  return (
    <div class="row form-row">
      <SelectField label="Expires, from now" value={seconds} options={LIFETIMES} onChange={setSeconds} />
      <Button isDisabled={runningAction.value !== undefined} onPress={() => void extend()}>
        Set
      </Button>
      <span class="grow" />
      <ConfirmButton text="Delete" question="Delete it with all its data?" onConfirm={() => void remove()} />
    </div>
  );
}
