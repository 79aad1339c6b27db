import { useState } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import { request } from '../../api/request.ts';
import { isOperator, session } from '../../api/session.ts';
import type { Outcome, TriggeredOutcome } from '../../api/types.ts';
import { toCurl } from '../../format/curl.ts';
import { formatDuration } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { Instant } from '../../parts/time.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { notify } from '../../state/notices.ts';
import { useResource } from '../../state/resource.ts';
import { ParameterFields, type ParameterValues, readParameters } from './parameter-fields.tsx';

/** Triggers one outcome: the object, its parameters, a preview, and the button. */
export function OutcomePanel({ outcome, terminalId }: { readonly outcome: Outcome; readonly terminalId: string }) {
  const [id, setId] = useState('');
  const [values, setValues] = useState<ParameterValues>({});
  const [isMoving, setMoving] = useState(true);
  const body = { ...createBody(outcome, id.trim(), terminalId), parameters: readParameters(outcome, values) };
  const preview = useResource(JSON.stringify(body), () => send({ ...body, dry_run: true }));
  const trigger = async (): Promise<void> => {
    const made = await runAction('trigger', () => send(body));
    if (made === undefined) return;
    const isMoved = isMoving && isOperator.value && (await advanceClock({ by: `PT${made.happens_after_seconds}S` }));
    notify('done', `${made.id} ${isMoved ? 'is' : 'will be'} ${toWords(made.state).toLowerCase()}.`);
    preview.reload();
  };
  return (
    <Panel title={toWords(outcome.outcome)} note={toWords(outcome.subject)}>
      <div class="stack">
        <p class="secondary">{outcome.summary}</p>
        {outcome.takes.includes('id') ? (
          <TextField
            label={`Id of the ${toWords(outcome.subject).toLowerCase()}`}
            hint={describeChoice(outcome)}
            value={id}
            onChange={setId}
          />
        ) : null}
        <ParameterFields event={outcome} values={values} onChange={setValues} />
        {preview.isLoading ? <Loading rows={2} /> : null}
        {preview.error === undefined ? null : (
          <Hint tone="warn">
            <p>{preview.error}</p>
          </Hint>
        )}
        {preview.data === undefined || preview.error !== undefined ? null : <OutcomePreview made={preview.data} />}
        {isOperator.value ? (
          <label class="row-tight">
            <input
              type="checkbox"
              checked={isMoving}
              onChange={({ currentTarget }) => setMoving(currentTarget.checked)}
            />
            Move the clock to the outcome
          </label>
        ) : (
          <Hint>Only the operator can move the clock. The outcome follows when the clock reaches it.</Hint>
        )}
        <div class="row">
          <Button
            kind="primary"
            size="large"
            icon="bolt"
            isDisabled={preview.data === undefined || preview.error !== undefined || runningAction.value !== undefined}
            onPress={() => void trigger()}
          >
            {toWords(outcome.outcome)}
          </Button>
        </div>
        <details>
          <summary>The same with curl</summary>
          <Code text={toCommand(body)} label="command" />
        </details>
      </div>
    </Panel>
  );
}

/** New objects belong to the chosen terminal. */
const createsObjects = ({ subject }: Outcome): boolean => subject !== 'dispute' && subject !== 'batch';

const createBody = (outcome: Outcome, id: string, terminalId: string) => ({
  outcome: outcome.outcome,
  ...(id === '' ? (createsObjects(outcome) ? { terminal_id: terminalId } : {}) : { id }),
});

const describeChoice = (outcome: Outcome): string =>
  createsObjects(outcome)
    ? 'By default, a new one at the terminal.'
    : `By default, the latest one that is ${outcome.needs_state.map((state) => toWords(state).toLowerCase()).join(' or ')}.`;

function OutcomePreview({ made }: { readonly made: TriggeredOutcome }) {
  return (
    <ol class="preview" aria-label="Preview">
      {made.causes.map(({ cause_id: id, summary }) => (
        <li key={id}>
          <strong>Cause</strong>
          <span class="wrap">{summary}</span>
        </li>
      ))}
      <li>
        <strong>Outcome</strong>
        <span>
          {toWords(made.state)}, {formatDuration(made.happens_after_seconds)} later:{' '}
          <Instant at={made.happens_at} hasSeconds />
        </span>
      </li>
    </ol>
  );
}

const send = (body: object): Promise<TriggeredOutcome> => request('/sandbox/outcomes', { method: 'POST', body });

const toCommand = (body: object): string =>
  toCurl({
    method: 'POST',
    url: `${baseUrl}/sandbox/outcomes`,
    headers: { 'X-API-Key': session.value?.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
