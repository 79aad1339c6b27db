import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Provokable, Provoked } from '../../api/types.ts';
import { triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { notify } from '../../state/notices.ts';
import { navigate } from '../../state/route.ts';
import { ParameterFields, type ParameterValues, readParameters } from './parameter-fields.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { TriggerPreview } from './trigger-preview.tsx';

/** Triggers one event at one terminal: parameters, a preview, and the button. */
export function TriggerPanel({ event, terminalId }: { readonly event: Provokable; readonly terminalId: string }) {
  const [values, setValues] = useState<ParameterValues>({});
  const [isEnd, setEnd] = useState(false);
  const words = triggerWords[event.event_type];
  const action = isEnd ? words.remedy : words.action;
  const body = {
    event_type: event.event_type,
    terminal_id: terminalId,
    ...(isEnd ? { resolve: true } : { parameters: readParameters(event, values) }),
  };
  return (
    <TriggerForm
      title={action ?? ''}
      note={toWords(event.event_type)}
      summary={isEnd ? 'The cause is removed, and the incident resolves.' : words.effect}
      path="/sandbox/causes"
      body={body}
      send={provoke}
      noun="event"
      button={action ?? ''}
      remedy={
        event.can_resolve && !isEnd ? (
          <Button size="small" onPress={() => setEnd(true)}>
            {words.remedy}
          </Button>
        ) : null
      }
      showPreview={(made) => <TriggerPreview made={made} type={event.event_type} />}
      onMade={(_, isMoved) => {
        notify('done', isMoved ? `${action}: done.` : 'Done. The event follows when the clock moves.');
        if (isMoved) navigate('events');
      }}
    >
      {event.can_resolve ? (
        <label class="row-tight">
          <input type="checkbox" checked={isEnd} onChange={({ currentTarget }) => setEnd(currentTarget.checked)} />
          End it: {words.remedy?.toLowerCase() ?? 'remove the cause'}
        </label>
      ) : null}
      {isEnd ? null : <ParameterFields event={event} values={values} onChange={setValues} />}
    </TriggerForm>
  );
}

const provoke = (body: object): Promise<Provoked> => request('/sandbox/causes', { method: 'POST', body });
