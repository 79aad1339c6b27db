import { useState } from 'preact/hooks';
import { baseUrl } from '../../api/base-path.ts';
import { request } from '../../api/request.ts';
import { isOperator, session } from '../../api/session.ts';
import type { Provokable, Provoked } from '../../api/types.ts';
import { toCurl } from '../../format/curl.ts';
import { triggerWords } from '../../format/trigger-words.ts';
import { toWords } from '../../format/words.ts';
import { Button } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { runAction, runningAction } from '../../state/actions.ts';
import { advanceClock } from '../../state/clock-actions.ts';
import { notify } from '../../state/notices.ts';
import { useResource } from '../../state/resource.ts';
import { navigate } from '../../state/route.ts';
import { ParameterFields, type ParameterValues, readParameters } from './parameter-fields.tsx';
import { TriggerPreview } from './trigger-preview.tsx';

/** Triggers one event at one terminal: parameters, a preview, and the button. */
export function TriggerPanel({ event, terminalId }: { readonly event: Provokable; readonly terminalId: string }) {
  const [values, setValues] = useState<ParameterValues>({});
  const [isEnd, setEnd] = useState(false);
  const [isMoving, setMoving] = useState(true);
  const words = triggerWords[event.event_type];
  const body = {
    event_type: event.event_type,
    terminal_id: terminalId,
    ...(isEnd ? { resolve: true } : { parameters: readParameters(event, values) }),
  };
  const preview = useResource(JSON.stringify(body), () => provoke({ ...body, dry_run: true }));
  const trigger = async (): Promise<void> => {
    const made = await runAction('trigger', () => provoke(body));
    if (made === undefined) return;
    const isMoved = isMoving && isOperator.value && (await advanceClock({ by: `PT${made.happens_after_seconds}S` }));
    notify(
      'done',
      isMoved ? `${isEnd ? words.remedy : words.action}: done.` : 'Done. The event follows when the clock moves.',
    );
    preview.reload();
    if (isMoved) navigate('events');
  };
  return (
    <Panel title={isEnd ? words.remedy : words.action} note={toWords(event.event_type)}>
      <div class="stack">
        <p class="secondary">{isEnd ? 'The cause is removed, and the incident resolves.' : words.effect}</p>
        {event.can_resolve ? (
          <label class="row-tight">
            <input type="checkbox" checked={isEnd} onChange={({ currentTarget }) => setEnd(currentTarget.checked)} />
            End it: {words.remedy?.toLowerCase() ?? 'remove the cause'}
          </label>
        ) : null}
        {isEnd ? null : <ParameterFields event={event} values={values} onChange={setValues} />}
        {preview.isLoading ? <Loading rows={3} /> : null}
        {preview.error === undefined ? null : (
          <Hint tone="warn">
            <p>{preview.error}</p>
            {event.can_resolve && !isEnd ? (
              <Button size="small" onPress={() => setEnd(true)}>
                {words.remedy}
              </Button>
            ) : null}
          </Hint>
        )}
        {preview.data === undefined || preview.error !== undefined ? null : (
          <TriggerPreview made={preview.data} type={event.event_type} />
        )}
        {isOperator.value ? (
          <label class="row-tight">
            <input
              type="checkbox"
              checked={isMoving}
              onChange={({ currentTarget }) => setMoving(currentTarget.checked)}
            />
            Move the clock to the event
          </label>
        ) : (
          <Hint>Only the operator can move the clock. The event follows when the clock reaches it.</Hint>
        )}
        <div class="row">
          <Button
            kind="primary"
            size="large"
            icon="bolt"
            isDisabled={preview.data === undefined || preview.error !== undefined || runningAction.value !== undefined}
            onPress={() => void trigger()}
          >
            {isEnd ? words.remedy : words.action}
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

const provoke = (body: object): Promise<Provoked> => request('/sandbox/causes', { method: 'POST', body });

const toCommand = (body: object): string =>
  toCurl({
    method: 'POST',
    url: `${baseUrl}/sandbox/causes`,
    headers: { 'X-API-Key': session.value?.apiKey ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
