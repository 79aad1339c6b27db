import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Outcome, TriggeredOutcome } from '../../api/types.ts';
import { formatDuration } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { TextField } from '../../parts/fields.tsx';
import { Instant } from '../../parts/time.tsx';
import { notify } from '../../state/notices.ts';
import { ParameterFields, type ParameterValues, readParameters } from './parameter-fields.tsx';
import { TriggerForm } from './trigger-form.tsx';

interface OutcomePanelProps {
  readonly outcome: Outcome;
  readonly terminalId: string;
  /** The object. Default: a person enters it. */
  readonly objectId?: string;
}

/** Triggers one outcome: the object, its parameters, a preview, and the button. */
export function OutcomePanel({ outcome, terminalId, objectId }: OutcomePanelProps) {
  const [entered, setId] = useState('');
  const id = objectId ?? entered;
  const [values, setValues] = useState<ParameterValues>({});
  const subject = toWords(outcome.subject);
  return (
    <TriggerForm
      title={toWords(outcome.outcome)}
      note={subject}
      summary={outcome.summary}
      path="/sandbox/outcomes"
      body={{ ...createBody(outcome, id.trim(), terminalId), parameters: readParameters(outcome, values) }}
      send={send}
      noun="outcome"
      button={toWords(outcome.outcome)}
      showPreview={(made) => <OutcomePreview made={made} />}
      onMade={(made, isMoved) =>
        notify('done', `${made.id} ${isMoved ? 'is' : 'will be'} ${toWords(made.state).toLowerCase()}.`)
      }
    >
      {objectId === undefined && outcome.takes.includes('id') ? (
        <TextField
          label={`Id of the ${subject.toLowerCase()}`}
          hint={describeChoice(outcome)}
          value={id}
          onChange={setId}
        />
      ) : null}
      <ParameterFields event={outcome} values={values} onChange={setValues} />
    </TriggerForm>
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
