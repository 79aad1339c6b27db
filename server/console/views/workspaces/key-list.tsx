import { useState } from 'preact/hooks';
import { type IssuedKeyState, issueKey, readKeys, revokeKey, rotateKey } from '../../api/resources.ts';
import { users } from '../../api/session.ts';
import { formatDistance } from '../../format/time.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Dialog, FormDialog } from '../../parts/dialogs/dialog.tsx';
import { Pairs, SelectField } from '../../parts/fields.tsx';
import { EmptyList, ItemLink, ListDetail } from '../../parts/list-detail.tsx';
import { Hint, Loaded } from '../../parts/states.tsx';
import type { Column } from '../../parts/table.tsx';
import { realNow } from '../../parts/time.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { useResource } from '../../state/resource.ts';
import { useSubmission } from '../../state/submission.ts';
import { LIFETIMES } from './lifetimes.ts';

/** Keys that were issued in addition to the published ones. */
export function KeyList() {
  const list = useResource('keys', readKeys);
  const [isIssuing, setIssuing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const show = (key: string): void => {
    setIssuing(false);
    setSecret(key);
    list.reload();
  };
  return (
    <>
      <Loaded of={list}>
        {({ data }) => (
          <ListDetail
            title="Issued keys"
            noun="key"
            rows={data.toReversed()}
            columns={columns}
            rowKey={({ key_id: id }) => id}
            nameOf={({ user_id: id }) => `Key of ${findUserName(id)}`}
            actions={
              <Button kind="primary" icon="plus" onPress={() => setIssuing(true)}>
                Issue a key
              </Button>
            }
            empty={
              <EmptyList icon="key" title="No issued keys">
                Published keys are not in this list.
              </EmptyList>
            }
            detail={(key) => <KeyDetail state={key} onSecret={show} onChange={list.reload} />}
          />
        )}
      </Loaded>
      {isIssuing ? <IssueDialog onClose={() => setIssuing(false)} onSecret={show} /> : null}
      {secret === undefined ? null : (
        <Dialog title="The new key" onClose={() => setSecret(undefined)}>
          <Hint tone="warn">Copy it now. The server stores a digest only, and cannot show it again.</Hint>
          <Code text={secret} label="key" />
        </Dialog>
      )}
    </>
  );
}

const findUserName = (id: string): string => users.value.find(({ user_id: one }) => one === id)?.display_name ?? id;

const formatExpiry = (at: string | null): string => (at === null ? 'Never' : formatDistance(at, realNow.value));

const columns: readonly Column<IssuedKeyState>[] = [
  {
    title: 'User',
    cell: ({ key_id: id, user_id: userId }) => (
      <span class="cell-two">
        <ItemLink id={id}>{findUserName(userId)}</ItemLink>
        <small class="mono">{id}</small>
      </span>
    ),
  },
  { title: 'State', cell: ({ key_state: state }) => <StateBadge state={state} /> },
  { title: 'Issued', isWideOnly: true, cell: ({ issued_at: at }) => formatDistance(at, realNow.value) },
  { title: 'Expires', isWideOnly: true, cell: ({ expires_at: at }) => formatExpiry(at) },
];

const OVERLAPS = [
  { value: '0', text: 'At once' },
  { value: '3600', text: 'After 1 hour' },
  { value: '86400', text: 'After 1 day' },
  { value: '604800', text: 'After 7 days' },
];

interface KeyDetailProps {
  readonly state: IssuedKeyState;
  readonly onSecret: (key: string) => void;
  readonly onChange: () => void;
}

function KeyDetail({ state, onSecret, onChange }: KeyDetailProps) {
  const [overlap, setOverlap] = useState('86400');
  const { key_id: id } = state;
  const rotate = async (): Promise<void> => {
    const next = await runAction('rotate', () => rotateKey(id, Number(overlap)));
    if (next !== undefined) onSecret(next.api_key);
  };
  const revoke = async (): Promise<void> => {
    if ((await runAction('revoke', () => revokeKey(id))) !== undefined) onChange();
  };
  return (
    <>
      <Pairs
        pairs={[
          [
            'User',
            <span class="mono" key="user">
              {state.user_id}
            </span>,
          ],
          ['State', <StateBadge key="state" state={state.key_state} />],
          ['Rights', state.read_only ? 'Those of a guest: reads only' : 'Those of the user'],
          ['Issued', formatDistance(state.issued_at, realNow.value)],
          ['Expires', formatExpiry(state.expires_at)],
        ]}
      />
      <div class="row form-row">
        {state.read_only ? null : (
          <>
            <SelectField
              label="Replace it; this one expires"
              value={overlap}
              options={OVERLAPS}
              onChange={setOverlap}
            />
            <Button
              isDisabled={runningAction.value !== undefined || state.key_state !== 'active'}
              onPress={() => void rotate()}
            >
              Rotate
            </Button>
          </>
        )}
        <span class="grow" />
        <ConfirmButton text="Revoke" question="Make this key invalid now?" onConfirm={() => void revoke()} />
      </div>
    </>
  );
}

interface IssueDialogProps {
  readonly onClose: () => void;
  readonly onSecret: (key: string) => void;
}

function IssueDialog({ onClose, onSecret }: IssueDialogProps) {
  const people = [...new Map(users.value.map((one) => [one.user_id, one])).values()];
  const [userId, setUserId] = useState(people[0]?.user_id ?? '');
  const [seconds, setSeconds] = useState('2592000');
  const { isBusy, otherFailure, submit } = useSubmission([]);
  const body = { user_id: userId, expires_in_seconds: Number(seconds) };
  return (
    <FormDialog
      title="Issue a key"
      action="Issue"
      isDisabled={isBusy}
      onClose={onClose}
      onSubmit={() => void submit(async () => onSecret((await issueKey(body)).api_key))}
    >
      <SelectField
        label="User"
        value={userId}
        options={people.map(({ user_id: id, display_name: name, account_name: account }) => ({
          value: id,
          text: `${name}, ${account}`,
        }))}
        onChange={setUserId}
      />
      <SelectField label="Expires, from now" value={seconds} options={LIFETIMES} onChange={setSeconds} />
      {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
    </FormDialog>
  );
}
