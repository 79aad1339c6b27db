import { useState } from 'preact/hooks';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { request } from '../../api/request.ts';
import type { Destination } from '../../api/types.ts';
import { DELIVERED_TYPE_OPTIONS, USER_BODY } from '../../format/delivered-types.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Segmented, SelectField, TextField } from '../../parts/fields.tsx';
import { Hint } from '../../parts/states.tsx';
import { reloadNow } from '../../state/live.ts';
import { useSubmission } from '../../state/submission.ts';
import { AttemptView } from '../events/attempt-view.tsx';
import { BodyEditor, readBody } from './body-editor.tsx';

type Tested = SandboxSchemas['TestedDestination'];

/** States what happened to a sample or a body. */
const VERDICTS: Readonly<Record<Tested['verdict'], (content: string) => string>> = {
  delivered: (content) => `The receiver accepted the ${content}.`,
  refused: (content) => `The receiver answered, but did not accept the ${content}.`,
  no_answer: () => 'The receiver did not answer.',
  not_allowed: (content) => `The ${content} was not sent, because the address is not allowed.`,
};

const CONTENTS = [
  { value: 'sample', text: 'A sample of an event' },
  { value: 'body', text: 'My own body' },
];

/** Sends a sample of any event, or a body of the user, and shows what the response means. */
export function TestDialog({
  destinations,
  initialType = '',
  onClose,
}: {
  /** Those that a person can choose from; at least one. */
  readonly destinations: readonly Destination[];
  readonly initialType?: string;
  readonly onClose: () => void;
}) {
  const [content, setContent] = useState('sample');
  const [type, setType] = useState(initialType);
  const [text, setText] = useState('{\n  "hello": "world"\n}');
  const [destinationId, setDestinationId] = useState(destinations[0]?.destination_id ?? '');
  const [terminalId, setTerminalId] = useState('');
  const [tested, setTested] = useState<Tested>();
  const { isBusy, faultOf, otherFailure, submit } = useSubmission(['/terminal_id', '/type', '/body']);
  const isOwnBody = content === 'body';
  const body = readBody(text);
  const send = (): Promise<void> =>
    submit(async () => {
      const terminal = terminalId.trim();
      const sample = { ...(type === '' ? {} : { type }), ...(terminal === '' ? {} : { terminal_id: terminal }) };
      const sent = isOwnBody && 'object' in body ? { body: body.object } : sample;
      setTested(undefined);
      setTested(await request<Tested>(`/sandbox/destinations/${destinationId}/test`, { method: 'POST', body: sent }));
      reloadNow();
    });
  const attempt = tested?.delivery.attempts.at(-1);
  return (
    <Dialog title="Test" isWide onClose={onClose}>
      <form
        class="stack-tight"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !(isOwnBody && 'fault' in body)) void send();
        }}
      >
        <Segmented label="Content" value={content} options={CONTENTS} onChange={setContent} />
        <div class="row form-row">
          {destinations.length < 2 ? null : (
            <SelectField
              label="Destination"
              value={destinationId}
              options={destinations.map(({ destination_id: value, name }) => ({ value, text: name }))}
              onChange={setDestinationId}
            />
          )}
          {isOwnBody ? null : (
            <>
              <SelectField
                label="Event"
                value={type}
                options={[{ value: '', text: 'The first of its subscriptions' }, ...DELIVERED_TYPE_OPTIONS]}
                onChange={setType}
              />
              <TextField
                label="Terminal id"
                hint="Empty: the first terminal of the account."
                value={terminalId}
                placeholder="NW104310"
                error={faultOf('/terminal_id')}
                onChange={setTerminalId}
              />
            </>
          )}
        </div>
        {isOwnBody ? <BodyEditor text={text} fault={faultOf('/body')} onChange={setText} /> : null}
        {otherFailure === undefined ? null : <Hint tone="bad">{otherFailure}</Hint>}
        <div class="row">
          <button type="submit" class="button button-primary" disabled={isBusy || (isOwnBody && 'fault' in body)}>
            {isOwnBody ? 'Send this body' : 'Send a sample'}
          </button>
        </div>
      </form>
      <p class="muted small">
        {isOwnBody
          ? 'It is signed with the secret of the destination, and sent with the header x-sandbox-body: user. The list of deliveries marks it as the body of a user.'
          : 'A sample has the form of the event and no data of the fleet. Its member is_test is true.'}
      </p>
      {tested === undefined ? null : (
        <>
          <Hint tone={tested.verdict === 'delivered' ? 'good' : 'bad'}>
            <strong>{VERDICTS[tested.verdict](tested.delivery.type === USER_BODY ? 'body' : 'sample')}</strong>
            {tested.hints.map((hint) => (
              <p key={hint}>{hint}</p>
            ))}
          </Hint>
          {attempt === undefined ? null : (
            <AttemptView attempt={attempt} previous={undefined} body={tested.delivery.body} />
          )}
        </>
      )}
    </Dialog>
  );
}
