import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { mayManage } from '../../api/session.ts';
import type { Outcome, Page } from '../../api/types.ts';
import { toWords } from '../../format/words.ts';
import { SelectField } from '../../parts/fields.tsx';
import { useResource } from '../../state/resource.ts';
import { OutcomePanel } from './outcome-panel.tsx';

interface OutcomeChoiceProps {
  readonly subject: Outcome['subject'];
  /** The object, and its state, on which the possible outcomes depend. */
  readonly objectId: string;
  readonly state: string;
}

/** Chooses and triggers an outcome of one object. */
export function OutcomeChoice({ subject, objectId, state }: OutcomeChoiceProps) {
  const [chosen, setChosen] = useState('');
  const outcomes = useResource('outcomes', () => request<Page<Outcome>>('/sandbox/outcomes'));
  const possible =
    outcomes.data?.data.filter((one) => one.subject === subject && one.needs_state.includes(state)) ?? [];
  const outcome = possible.find(({ outcome: name }) => name === chosen);
  if (!mayManage.value || possible.length === 0) return null;
  return (
    <section class="stack">
      <SelectField
        label="Trigger an outcome"
        hint="The sandbox changes the cause, and all replies agree with it."
        value={outcome === undefined ? '' : chosen}
        options={[
          { value: '', text: 'Choose an outcome' },
          ...possible.map(({ outcome: name }) => ({ value: name, text: toWords(name) })),
        ]}
        onChange={setChosen}
      />
      {outcome === undefined ? null : <OutcomePanel key={chosen} outcome={outcome} objectId={objectId} terminalId="" />}
    </section>
  );
}
